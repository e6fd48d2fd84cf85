"""Dice: the published vectors, no bias, no shared bytes."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from engine import dice
from tests.kit.each import each

SECRET = bytes(range(32))
FIELDS = (b"DC-0001", b"alice-seed", b"bob-seed")
"""Game id and salts of the published vectors."""
CHI_5, CHI_35, CHI_255 = 20.52, 66.62, 330.52
"""Values that chi-square exceeds once in a thousand, with 5, 35 and
255 degrees of freedom (tables).
"""


@each(
    "turn, kinds, rolled",
    [
        (1, "PN", "NPP"),
        (2, "PN", "PNN"),
        (3, "PNBRQK", "NRQ"),
        (4, "PNBQK", "PNB"),
        (5, "K", "KKK"),
        (6, "PK", "PKP"),
    ],
)
def test_the_vectors_of_dice_chess(turn: int, kinds: str, rolled: str) -> None:
    """Section 5.5 of the rules of dice chess: a king that has come up does not
    come up again if there are others.
    """
    numbers, got = dice.stream(SECRET, FIELDS, turn.to_bytes(8, "big")), ""
    for _ in range(3):
        left = (kinds.replace("K", "") or "K") if "K" in got else kinds
        got += left[dice.face(numbers, len(left))]
    assert got == rolled


def test_the_commitment_of_the_vectors() -> None:
    assert (
        sha256(SECRET).hexdigest()
        == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


def thrown(faces: int, n: int) -> Iterator[int]:
    for key in range(n // 4):
        numbers = dice.stream(SECRET, FIELDS, dice.field(f"0/test/{key}".encode()))
        yield from (dice.face(numbers, faces) for _ in range(4))


def chi(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_a_hundred_thousand_dice_are_even() -> None:
    got = list(thrown(6, 100_000))
    assert chi(Counter(got), 6) < CHI_5
    assert chi(Counter(6 * a + b for a, b in zip(got[::2], got[1::2], strict=True)), 36) < CHI_35
    assert chi(Counter(6 * a + b for a, b in zip(got[::4], got[4::4], strict=False)), 36) < CHI_35


@each(
    "faces, rejected, taken, face",
    [(7, [252, 255], 251, 6), (6, [252, 253], 0, 0), (200, [200], 199, 199)],
)
def test_numbers_that_would_make_a_bias_are_left_out(
    faces: int, rejected: list[int], taken: int, face: int
) -> None:
    numbers = iter([*rejected, taken, 1])
    assert dice.face(numbers, faces) == face
    assert next(numbers) == 1


@given(st.lists(st.binary(max_size=6), max_size=4), st.lists(st.binary(max_size=6), max_size=4))
def test_other_fields_never_give_the_same_message(a: list[bytes], b: list[bytes]) -> None:
    assert (b"".join(map(dice.field, a)) == b"".join(map(dice.field, b))) == (a == b)


def test_every_part_of_the_key_counts() -> None:
    def first(secret: bytes, fields: tuple[bytes, ...], key: bytes) -> bytes:
        numbers = dice.stream(secret, fields, key)
        return bytes(next(numbers) for _ in range(40))

    same = first(SECRET, FIELDS, b"k")
    assert first(SECRET, FIELDS, b"k") == same
    assert first(SECRET[::-1], FIELDS, b"k") != same
    assert first(SECRET, FIELDS, b"l") != same
    assert first(SECRET, (*FIELDS[:2], b""), b"k") != same
    assert first(SECRET, (FIELDS[0], FIELDS[2], FIELDS[1]), b"k") != same
    assert same[:8] != same[32:40], "the second block is another one"
