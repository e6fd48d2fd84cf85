"""The dice keys of section 6, thrown again by the formula of the rules and nothing else."""

import hashlib
import hmac
from collections.abc import Iterator

from tests.battleboard.sitting import Sitting
from tests.kit.each import each


def field(text: bytes) -> bytes:
    """F(x) = uint32be(len(x)) + x"""
    return len(text).to_bytes(4, "big") + text


def numbers(secret: bytes, game: str, salts: list[str], key: str) -> Iterator[int]:
    """The bytes of blocks 0, 1, 2, ... of one key, in epoch 0."""
    message = b"".join(field(text.encode()) for text in (game, *salts, f"0/{key}"))
    for i in range(10_000):
        yield from hmac.new(secret, message + i.to_bytes(4, "big"), hashlib.sha256).digest()


def die(stream: Iterator[int], faces: int) -> int:
    """Bytes from 256 - 256 % faces on are rejected."""
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


def test_BB_6_a_number_of_a_join_is_not_used_again() -> None:
    """Ann 1, Bob 2, Ann again 3; ``order/n`` has the salts in order of joining: Bob, Ann, Cy."""
    game = Sitting(secret=b"s", players=3)
    game.join("Ann", "Bob")
    game.leave("Ann")
    game.join("Ann", "Cy")
    names = ["Bob", "Ann", "Cy"]
    salts = [f"salt of {name}" for name in names]
    for number, (name, salt) in enumerate(zip(names, salts, strict=True), 2):
        assert list(game.view(name).own) == cities(b"s", "game", salt, number, (10, 8), 2)
    assert list(game.view().order) == turns(b"s", "game", names, salts)


def test_BB_8_the_keys_that_were_thrown() -> None:
    game = Sitting(players=3)
    keys = []
    for name in ("Ann", "Bob", "Cy"):
        game.join(name)
        keys.append([roll.key for roll in game.bulletin.rolls])
    assert keys == [
        ["place/1/1", "place/1/2"],
        ["place/2/1", "place/2/2"],
        ["place/3/1", "place/3/2", "order/1", "order/2"],
    ]


def test_scripted_dice_go_by_key() -> None:
    """The values of the dice, not their faces; a square that is taken asks for two more."""
    game = Sitting()
    loaded: dict[str, list[int | str]] = {
        "place/1": [3, 4, 3, 4, 5, 6],
        "place/2/1": [0, 0],
        "place/2/2": [9, 7],
        "order/1": ["Bob"],
    }
    game.table.state.loaded = loaded
    game.join("Ann", "Bob")
    assert [game.view(name).own for name in ("Ann", "Bob")] == [((3, 4), (5, 6)), ((0, 0), (9, 7))]
    assert game.view().order == ("Bob", "Ann")
