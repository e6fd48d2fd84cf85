"""The setup of a new game from options that a person typed."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import msgspec.inspect

from engine.errors import UnknownGame, UserError, error_text
from engine.game import AnyGame
from engine.games import find, names
from engine.games.contest import Contest, ContestOptions
from engine.menu import NotPossible
from engine.plaintext import LINES, toml_in, unclean
from engine.rulings import plan_text
from engine.state import Seat, Setup
from engine.table import GameTable

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 6
SECRET_LENGTH = 32
LONGEST_FILE = 256 * 1024
"""The maximum size of a file that becomes part of a game, in bytes."""
COMMON_OPTIONS = {
    "private": ("no", "yes"),
    "seats": ("chosen", "random"),
    "rated": ("yes", "no"),
    "needs": (),
    "clock": (),
}
"""Options of all games and their values. ``needs`` and clocks have their own syntax."""
NEEDS = re.compile(r"(?i)(?:reliable\s+)?(100|\d\d?)\s*%?")
PAIR = re.compile(r'\s*([\w.-]+)\s*=\s*("[^"]*"|[^\s"]+)(?=\s|$)')


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_salt() -> str:
    return secrets.token_hex(16)


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_LENGTH)


def game_called(name: str) -> AnyGame:
    try:
        return find(name)
    except UnknownGame as error:
        raise NotPossible("no-such-game", *names(), word=name) from error


def pairs_in(text: str) -> dict[str, str]:
    """Parse ``size=10x8 clock="24h, grace 2h"``. Raises ``UserError`` if it is not valid."""
    found: dict[str, str] = {}
    at = 0
    while at < len(text.rstrip()):
        match = PAIR.match(text, at)
        if match is None:
            raise NotPossible("bad-option-pair", word=text[at:].strip(), start=at)
        found[match[1]] = match[2].strip('"')
        at = match.end()
    return found


def read_options(game: AnyGame, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the checked options of a game, with defaults. Raises ``UserError``."""
    known = [field.name for field in msgspec.structs.fields(game.options_type)]
    for key in options:
        if key not in known:
            listed = [*known, *game.texts, *(name for name in COMMON_OPTIONS if name not in known)]
            raise NotPossible("no-such-option", *listed, word=key)
    try:
        checked = msgspec.convert(dict(options), game.options_type, strict=False)
    except msgspec.ValidationError as error:
        raise bad_option(game, options, error_text(error)) from error
    return dict(msgspec.to_builtins(checked))


def bad_option(game: AnyGame, options: Mapping[str, str], why: str) -> NotPossible:
    """Turn msgspec's message about an option into a refusal with its words or bounds."""
    key, _, reason = why.partition(": ")
    if reason.startswith(("Expected", "Invalid enum")):
        return NotPossible("bad-option", *list_values(game, key), word=f"{key}={options[key]}")
    return NotPossible("bad-option", word=why)


def list_values(game: AnyGame, key: str) -> list[str]:
    found = msgspec.inspect.type_info(game.options_type)
    assert isinstance(found, msgspec.inspect.StructType)
    kind = next(field.type for field in found.fields if field.name == key)
    match kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind:
        case msgspec.inspect.LiteralType(values):
            return [str(value) for value in values]
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            return [f"{least}–{most}"]
        case msgspec.inspect.IntType(ge=int(least)):
            return [f"≥ {least}"]
    return []


def common_options(
    game: AnyGame, options: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Split typed options into fields of the ``Setup`` and the game's own. Raises ``UserError``."""
    own = {field.name for field in msgspec.structs.fields(game.options_type)}
    said = {
        key: value for key, value in options.items() if key in COMMON_OPTIONS and key not in own
    }
    for key, value in said.items():
        if COMMON_OPTIONS[key] and value.casefold() not in COMMON_OPTIONS[key]:
            raise NotPossible("bad-option", *COMMON_OPTIONS[key], word=f"{key}={value}")
    fields: dict[str, Any] = {}
    if said.get("private", "no").casefold() == "yes":
        fields["private"] = True
    if said.get("seats", "chosen").casefold() == "random":
        fields["seating"] = "random"
    if said.get("rated", "yes").casefold() == "no":
        fields["rated"] = False
    if "needs" in said:
        if (needs := NEEDS.fullmatch(said["needs"])) is None:
            raise NotPossible("bad-option", '"reliable 80"', word=f"needs={said['needs']}")
        fields["needs"] = int(needs[1])
    if "clock" in said:
        try:
            fields["clock"] = plan_text.read(said["clock"])
        except plan_text.BadPlan as bad:
            raise NotPossible("bad-plan", *bad.wanted, word=bad.word) from bad
    return fields, {key: value for key, value in options.items() if key not in said}


def fixed_times(text: str) -> None:
    """Raises ``ValueError`` unless a text has fixed times of the day."""
    if not plan_text.read(text).times:
        raise ValueError(text)


MOMENTS: Sequence[tuple[str, str, Callable[[str], object]]] = (
    ("closes", "2026-12-24 18:00", lambda text: plan_text.moment(text, "UTC")),
    ("starts", "18:00 UTC mon", fixed_times),
)
"""Options of contests that are moments, each with an example."""


def contest_options(options: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of a contest, with those of its game (``game.size=10x8``) in one place.
    Raises ``UserError``.
    """
    own = {
        key: {"yes": "true", "no": "false"}.get(value, value)
        for key, value in options.items()
        if not key.startswith("game.")
    }
    settings = {key[5:]: value for key, value in options.items() if key not in own}
    game = game_called(own.get("game", "dicechess"))
    for key, example, read in MOMENTS:
        try:
            read(own.get(key) or example)
        except ValueError:
            raise NotPossible("bad-option", example, word=f"{key}={own[key]}") from None
    made = {**own, "settings": read_options(game, settings)}
    try:
        options_for(msgspec.convert(made, ContestOptions, strict=False))
    except msgspec.ValidationError:
        return made  # the usual check says why
    return made


def options_for(contest: ContestOptions, seats: int = 0) -> dict[str, Any]:
    """Return the options of a contest's game, for up to ``seats`` people. Raises ``UserError`` if
    it has another number of seats.
    """
    game, seats = game_called(contest.game), seats or contest.table
    options = dict(contest.settings)
    if "players" in options:
        options["players"] = seats
    roles = game.roles(msgspec.convert(options, game.options_type, strict=False))
    places = roles if isinstance(roles, int) else len(roles)
    if places != seats:
        raise NotPossible("bad-option", f"table={places}", word=f"table={seats}")
    return options


def drawn_salts(table: GameTable) -> dict[Seat, str]:
    """Return new salts for all seats that keep none."""
    chairs = table.state.chairs
    return {chair.seat: new_salt() for chair in chairs if chair.source == "drawn"}


def kept_file(folder: Path | None, word: str, name: str) -> str:
    """Return the text of a file that the operator provides for new games.

    The file is ``NAME.toml``, or ends in the option's name, in a folder with that name beside the
    database. Raises ``UserError`` if there is none.
    """
    shelf = None if folder is None else folder / word
    there = {
        path.stem: path
        for ending in (word, "toml")
        for path in sorted(shelf.glob(f"*.{ending}") if shelf is not None else ())
    }
    if name not in there:
        raise NotPossible("no-such-file", *sorted(there), word=f"{word}={name}")
    return read_text(there[name], f"option {word}: {there[name].name}")


def read_text(path: Path, called: str) -> str:
    """Read a text file that becomes part of a game. Raises ``UserError`` if it can't be."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise UserError(f"{called}: {error.strerror}") from error
    return text_of(data, called)


def text_of(data: bytes, called: str) -> str:
    if len(data) > LONGEST_FILE:
        raise NotPossible("file-too-long", word=called)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotPossible("file-not-text", word=called, start=error.start) from error


def scenario_of(text: str, called: str) -> dict[str, Any]:
    """Parse a scenario file (TOML). Raises ``UserError`` if it is not valid."""
    try:
        return toml_in(text)
    except ValueError as error:
        raise NotPossible("file-not-toml", word=f"{called}: {error}") from error


def with_text(game: AnyGame, scenario: Mapping[str, Any], word: str, text: str) -> dict[str, Any]:
    """Add the text of another kind of file to a scenario. Raises ``UserError``."""
    if word not in game.texts:
        raise NotPossible("takes-no-file", *game.texts, word=word)
    if game.texts[word] in scenario:
        raise NotPossible("given-twice", word=game.texts[word])
    return {**scenario, game.texts[word]: text}


def setup(
    game: AnyGame,
    at: int,
    options: Mapping[str, str],
    scenario: Mapping[str, Any] | None = None,
    secret: bytes | None = None,
    loaded: Mapping[str, list[int | str]] | None = None,
    dice_id: str = "",
    folder: Path | None = None,
) -> Setup:
    """Build the setup of a new game. ``folder`` has the operator's files. Raises ``UserError``."""
    scenario = dict(scenario or {})
    for word in game.texts.keys() & options.keys():
        scenario = with_text(game, scenario, word, kept_file(folder, word, options[word]))
    if (odd := unclean(scenario, f"{LINES}\r")) is not None:
        raise NotPossible("odd-characters", word=repr(odd[:40]))
    fields, own = common_options(
        game, {key: value for key, value in options.items() if key not in game.texts}
    )
    typed: Mapping[str, Any] = contest_options(own) if isinstance(game, Contest) else own
    made = Setup(
        id=new_id(),
        secret=secret or new_secret(),
        options=read_options(game, typed),
        scenario=scenario,
        at=at,
        loaded=dict(loaded or {}),
        dice_id=dice_id,
        salts="fixed" if dice_id else "pledged",
        **fields,
    )
    try:
        GameTable.new(game, made)
    except (msgspec.ValidationError, ValueError) as error:
        raise UserError(str(error)) from error
    return made


def oddities(game: AnyGame, made: Setup) -> tuple[str, ...]:
    return tuple(game.oddities(msgspec.convert(made.scenario, game.scenario_type)))
