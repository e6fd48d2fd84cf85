"""What a new game is made of, from what a person has said: the options of the game, and those of the house."""

import re
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from engine import plantext
from engine.game import Game
from engine.games import UnknownGame, find
from engine.state import Setup
from engine.table import Table

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 6
SECRET_LENGTH = 32
HOUSE_OPTIONS = {"private": ("no", "yes"), "seats": ("chosen", "random"), "clock": ()}
"""Options that every game has, and the words for them; a clock has a language of its own."""
PAIR = re.compile(r'\s*([\w-]+)\s*=\s*("[^"]*"|[^\s"]+)(?=\s|$)')


class Problem(Exception):
    """Something a person has asked for cannot be done; the text says what, why, and what would have worked."""


def new_id() -> str:
    """A game id that can be read aloud."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def game_called(name: str) -> Game:
    """The newest edition of a game. Raises ``Problem``."""
    try:
        return find(name)
    except UnknownGame as error:
        raise Problem(str(error)) from error


def pairs_in(text: str) -> dict[str, str]:
    """``size=10x8 clock="24h, grace 2h"`` as a mapping. Raises ``Problem``."""
    found: dict[str, str] = {}
    at = 0
    while at < len(text.rstrip()):
        match = PAIR.match(text, at)
        if match is None:
            raise Problem(f"“{text[at:].strip()}”: write options as KEY=VALUE, for example size=10x8")
        found[match[1]] = match[2].strip('"')
        at = match.end()
    return found


def read_options(game: Game, options: Mapping[str, str]) -> dict[str, Any]:
    """The options of a game, each checked, defaults filled in. Raises ``Problem``."""
    known = [field.name for field in msgspec.structs.fields(game.options_type)]
    for key in options:
        if key not in known:
            listed = ", ".join([*known, *(name for name in HOUSE_OPTIONS if name not in known)])
            raise Problem(f"{game.name} has no option {key!r}; there are: {listed}")
    try:
        checked = msgspec.convert(dict(options), game.options_type, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(f"option {error_text(error)}; see `meanwhile show {game.name}`") from error
    return dict(msgspec.to_builtins(checked))


def house_options(game: Game, options: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """What the house is to do with a game, as fields of its ``Setup``, and the options that are the game's own.
    Raises ``Problem``."""
    own = {field.name for field in msgspec.structs.fields(game.options_type)}
    said = {key: value for key, value in options.items() if key in HOUSE_OPTIONS and key not in own}
    for key, value in said.items():
        if HOUSE_OPTIONS[key] and value.casefold() not in HOUSE_OPTIONS[key]:
            raise Problem(f"option {key}: {value!r} is not one of {', '.join(HOUSE_OPTIONS[key])}")
    fields: dict[str, Any] = {}
    if said.get("private", "no").casefold() == "yes":
        fields["private"] = True
    if said.get("seats", "chosen").casefold() == "random":
        fields["seating"] = "random"
    if "clock" in said:
        try:
            fields["clock"] = plantext.read(said["clock"])
        except plantext.BadPlan as bad:
            raise Problem(f"option clock: {bad}") from bad
    return fields, {key: value for key, value in options.items() if key not in said}


def setup(
    game: Game,
    at: int,
    options: Mapping[str, str],
    scenario: Mapping[str, Any] | None = None,
    secret: bytes | None = None,
    loaded: Mapping[str, list[int | str]] | None = None,
    dice_id: str = "",
) -> Setup:
    """What a new game is made of. Raises ``Problem``."""
    fields, own = house_options(game, options)
    made = Setup(
        new_id(),
        secret or secrets.token_bytes(SECRET_LENGTH),
        read_options(game, own),
        dict(scenario or {}),
        at,
        dict(loaded or {}),
        dice_id=dice_id,
        **fields,
    )
    try:
        Table.new(game, made)
    except (msgspec.ValidationError, ValueError) as error:
        raise Problem(str(error)) from error
    return made


def error_text(error: Exception) -> str:
    """``$.size`` and its like are names of fields to msgspec; a person wants the name first."""
    reason, _, place = str(error).partition(" - at `$.")
    return f"{place.rstrip('`')}: {reason}" if place else reason
