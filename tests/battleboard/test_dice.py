"""The dice keys of section 6, thrown again by the formula of the rules and nothing else."""

import hashlib
import hmac
from collections.abc import Iterator

from tests.battleboard.sitting import Sitting
from tests.kit.each import each


def field(text: bytes) -> bytes:
    return len(text).to_bytes(4, "big") + text


def numbers(secret: bytes, game: str, salts: list[str], key: str) -> Iterator[int]:
    message = b"".join(field(text.encode()) for text in (game, *salts, f"0/{key}"))
    for i in range(10_000):
        yield from hmac.new(secret, message + i.to_bytes(4, "big"), hashlib.sha256).digest()


def die(stream: Iterator[int], faces: int) -> int:
    for number in stream:
        if number < 256 - 256 % faces:
            return number % faces
    raise AssertionError("out of numbers")


def cities(
    secret: bytes, game: str, salt: str, join: int, size: tuple[int, int], n: int
) -> list[tuple[int, int]]:
    """BB-8: ``place/SEAT/n``."""
    found: list[tuple[int, int]] = []
    for k in range(1, n + 1):
        stream = numbers(secret, game, [salt], f"place/{join}/{k}")
        square = die(stream, size[0]), die(stream, size[1])
        while square in found:
            square = die(stream, size[0]), die(stream, size[1])
        found.append(square)
    return found


def turns(secret: bytes, game: str, names: list[str], salts: list[str]) -> list[str]:
    """BB-9: ``order/n``."""
    left, order = list(names), list[str]()
    for k in range(1, len(names)):
        order.append(left.pop(die(numbers(secret, game, salts, f"order/{k}"), len(left))))
    return order + left


@each("secret", [b"a", b"another secret", bytes(range(32))])
@each("size, n", [((10, 8), 2), ((2, 2), 4), ((26, 26), 9), ((3, 7), 20)])
@each("players", [2, 5, 20])
def test_BB_8_BB_9_anybody_can_throw_the_dice_again(
    secret: bytes, size: tuple[int, int], n: int, players: int
) -> None:
    game = Sitting(secret=secret, players=players, cities=n, size=f"{size[0]}x{size[1]}")
    names = [f"Spieler{i}" for i in range(players)]
    salts = [f"salt of {name}" for name in names]
    game.join(*names)
    for i, name in enumerate(names):
        assert list(game.view(name).own) == cities(secret, "game", salts[i], i + 1, size, n)
    assert list(game.view().order) == turns(secret, "game", names, salts)
