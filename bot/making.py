"""Making a game from what a person has typed: options, scenario, seed, scripted dice."""

import secrets
import tomllib
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from engine.game import Game
from engine.games import UnknownGame, find
from engine.state import Setup
from engine.table import Table

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 6
SECRET_LENGTH = 32


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


def setup(
    game: Game,
    at: int,
    options: Mapping[str, str],
    scenario: Path | None = None,
    seed: str | None = None,
    dice: Path | None = None,
) -> Setup:
    """What a new game is made of. Raises ``Problem``.

    ``seed`` is the secret of its dice in hex, drawn if not given; the same seed throws the same dice.
    """
    secret = read_seed(seed)
    made = Setup(
        new_id(),
        secret,
        read_options(game, options),
        read_scenario(scenario),
        at,
        read_dice(dice),
        dice_id="" if seed is None else "seed-" + sha256(secret).hexdigest()[:ID_LENGTH],
    )
    try:
        Table.new(game, made)
    except (msgspec.ValidationError, ValueError) as error:
        raise Problem(f"{scenario}: {error}" if scenario else str(error)) from error
    return made


def pairs(options: Iterable[str]) -> dict[str, str]:
    """``["size=6x6"]`` as a mapping. Raises ``Problem``."""
    found: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals or not key.strip():
            raise Problem(f"--option {option!r}: write it as KEY=VALUE, for example --option size=10x8")
        found[key.strip()] = value.strip()
    return found


def read_options(game: Game, options: Mapping[str, str]) -> dict[str, Any]:
    """The options of a game, each checked, defaults filled in. Raises ``Problem``."""
    known = [field.name for field in msgspec.structs.fields(game.options_type)]
    for key in options:
        if key not in known:
            raise Problem(f"{game.name} has no option {key!r}; there are: {', '.join(known) or 'none'}")
    try:
        checked = msgspec.convert(dict(options), game.options_type, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(f"option {error_text(error)}; see `meanwhile show {game.name}`") from error
    return dict(msgspec.to_builtins(checked))


def error_text(error: Exception) -> str:
    """``$.size`` and its like are names of fields to msgspec; a person wants the name first."""
    reason, _, place = str(error).partition(" - at `$.")
    return f"{place.rstrip('`')}: {reason}" if place else reason


def read_scenario(path: Path | None) -> dict[str, Any]:
    """A scenario file (TOML). Raises ``Problem``."""
    if path is None:
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Problem(f"{path}: is no TOML: {error}") from error


def read_seed(seed: str | None) -> bytes:
    """The secret of a game's dice. Raises ``Problem``."""
    if seed is None:
        return secrets.token_bytes(SECRET_LENGTH)
    try:
        secret = bytes.fromhex(seed)
    except ValueError as error:
        raise Problem(
            f"--seed {seed!r}: needs hexadecimal digits, two for each byte, for example --seed 00ff"
        ) from error
    if not secret:
        raise Problem("--seed: needs at least one byte, for example --seed 00ff")
    return secret


def read_dice(path: Path | None) -> dict[str, list[int | str]]:
    """Scripted dice: ``{"key or key prefix": [values, ...]}`` in a JSON file. Raises ``Problem``."""
    if path is None:
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, list[int | str]])
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from error
    except msgspec.DecodeError as error:
        text = error_text(error)
        raise Problem(
            f'{path}: {text}; needs {{"key or key prefix": [values, …]}}, for example {{"order/": [0]}}'
        ) from error
