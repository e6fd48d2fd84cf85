"""Makes the setup of a game from a person's input: options, scenario, seed, scripted dice."""

import secrets
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from engine.errors import UserError, error_text
from engine.game import AnyGame
from engine.menu import NotPossible
from engine.referee import new_games
from engine.state import Setup

TEXTS = {"charts": "charts", "board": "board", "mission": "original"}
"""The options for files that some games take, and the word of ``Game.texts`` that each fills."""


def setup(
    game: AnyGame,
    at: int,
    options: Mapping[str, str],
    scenario: Path | None = None,
    seed: str | None = None,
    dice: Path | None = None,
    folder: Path | None = None,
    **files: Path | None,
) -> Setup:
    """Return the setup of a new game created at second ``at``. Raises ``UserError`` if any input is
    wrong.

    ``files`` are for some games, by a key of ``TEXTS``. ``folder`` is the operator's folder.
    ``seed`` is the secret of the dice in hex, drawn if not given; the same seed throws the same
    dice.
    """
    secret = read_seed(seed)
    dice_id = "" if seed is None else "seed-" + sha256(secret).hexdigest()[: new_games.ID_LENGTH]
    filed, loaded = read_scenario(scenario), read_dice(dice)
    texts = {TEXTS[option]: path for option, path in files.items() if path}
    for word, path in texts.items():
        filed = new_games.with_text(game, filed, word, new_games.read_text(path, str(path)))
    try:
        return new_games.setup(
            game, at, options, filed, secret, loaded, dice_id=dice_id, folder=folder
        )
    except NotPossible:
        raise
    except UserError as problem:
        if texts:
            raise UserError(f"{', '.join(map(str, texts.values()))}:\n{problem}") from problem
        raise UserError(f"{scenario}: {problem}" if scenario else str(problem)) from problem


def pairs(options: Iterable[str]) -> dict[str, str]:
    """Return ``["size=6x6"]`` as a mapping. Raises ``UserError`` without a “=”."""
    found: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals or not key.strip():
            raise UserError(
                f"--option {option!r}: write it as KEY=VALUE, for example --option size=10x8"
            )
        found[key.strip()] = value.strip()
    return found


def read_scenario(path: Path | None) -> dict[str, Any]:
    """Return the content of a scenario file (TOML). Raises ``UserError`` if it can't be read."""
    return (
        {}
        if path is None
        else new_games.scenario_of(new_games.read_text(path, str(path)), str(path))
    )


def read_seed(seed: str | None) -> bytes:
    """Return a hexadecimal secret as bytes, drawn if none is given. Raises ``UserError``."""
    if seed is None:
        return secrets.token_bytes(new_games.SECRET_LENGTH)
    try:
        secret = bytes.fromhex(seed)
    except ValueError as error:
        raise UserError(
            f"--seed {seed!r}: needs hexadecimal digits, two for each byte, for example --seed 00ff"
        ) from error
    if not secret:
        raise UserError("--seed: needs at least one byte, for example --seed 00ff")
    return secret


def read_dice(path: Path | None) -> dict[str, list[int | str]]:
    """Return scripted dice from JSON, ``{"key or key prefix": [values, ...]}``."""
    if path is None:
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, list[int | str]])
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except msgspec.DecodeError as error:
        text = error_text(error)
        raise UserError(
            f'{path}: {text}; needs {{"key or key prefix": [values, …]}}, for example {{"order/":'
            " [0]}"
        ) from error
