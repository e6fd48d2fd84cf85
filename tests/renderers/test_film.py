"""Films: many boards as one GIF."""

import io
import itertools

import pytest
from PIL import Image, ImageSequence

from renderers import film
from tests.kit.each import each


def board(colour: int, size: tuple[int, int] = (60, 40)) -> Image.Image:
    image = Image.new("P", size, 5)
    image.putpalette([value for n in range(256) for value in (n, 255 - n, n // 2)])
    image.paste(colour, (10, 10, 20, 20))
    return image


def frames(made: bytes) -> list[Image.Image]:
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(io.BytesIO(made)))]


def test_every_board_is_shown_as_it_is_and_the_last_one_longest() -> None:
    boards = [board(n) for n in (40, 80, 120)]
    made = film.film(boards)
    shown = [
        frame.info["duration"] for frame in ImageSequence.Iterator(Image.open(io.BytesIO(made)))
    ]
    assert shown == [900, 900, 4000]
    wanted = [one.convert("RGB").tobytes() for one in boards]
    assert [frame.tobytes() for frame in frames(made)] == wanted
    assert film.film(boards) == made


def test_a_board_that_has_not_changed_is_shown_once() -> None:
    assert len(frames(film.film([board(40), board(40), board(80), board(40)]))) == 3


def test_smaller_boards_get_a_ground_in_their_own_colour() -> None:
    small, large = frames(film.film([board(40, (60, 40)), board(80, (70, 50))]))
    assert small.size == large.size == (70, 50)
    assert small.getpixel((69, 49)) == small.getpixel((0, 0)) == (5, 250, 2)


@each("most", [1, 2, 3, 7, 10, 11])
def test_what_is_left_out_is_left_out_evenly(most: int) -> None:
    pictures = [bytes([n]) for n in range(10)]
    kept = [one[0] for one in film.thinned(pictures, most)]
    assert len(kept) == min(most, 10)
    assert kept[-1] == 9
    assert most == 1 or kept[0] == 0
    gaps = {after - before for before, after in itertools.pairwise(kept)}
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_a_film_is_never_larger_than_chats_take(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [board(n) for n in range(10, 60)]
    whole = len(film.film(boards))
    monkeypatch.setattr(film, "LARGEST", whole // 2)
    made = film.film(boards)
    assert len(made) <= whole // 2
    assert frames(made)[-1].tobytes() == boards[-1].convert("RGB").tobytes()


def test_a_film_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="one picture"):
        film.film([])
