"""What a refused order may have meant."""

from typing import ClassVar

import pytest
from msgspec import Struct

from engine import Bar, Choice, Menu, OneOf, Refused
from renderers import sentences_in
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)


class Fire(Struct, frozen=True):
    gun: str
    at: str


class Hold(Struct, frozen=True):
    pass


class Resign(Struct, frozen=True):
    confirmed: ClassVar[bool] = True


def guns(*targets: str) -> Menu:
    """One gun and some targets; firing at ``own`` is regretted."""
    fire = Choice(
        Fire,
        "fire {gun} {at}",
        gun=OneOf(["north"]),
        at=OneOf(targets),
        regret=lambda order: Bar("own-board") if order.at == "own" else None,
    )
    return Menu([fire, Choice(Hold, "hold")])


def meant(menu: Menu, text: str) -> tuple[str, ...]:
    with pytest.raises(Refused) as refused:
        menu.read(text)
    return menu.advised(refused.value.refusal, text).meant


@each(
    "text, orders",
    DATA["a_missing_part_a_mistyped_word_and_a_word_too_many_are_understood"],
)
def test_a_missing_part_a_mistyped_word_and_a_word_too_many_are_understood(
    text: str, orders: tuple[str, ...]
) -> None:
    assert meant(guns("a1", "own"), text) == orders


def test_what_is_meant_is_named_instead_of_a_list_and_never_played() -> None:
    menu = guns("a1")
    with pytest.raises(Refused) as refused:
        menu.read("a1")
    advised = menu.advised(refused.value.refusal, "a1")
    said = sentences_in("en").refusal(advised)
    assert said.endswith("Did you mean: fire north a1?")
    assert "example" not in said


# ---- what harms its own side, and what a nod does


def test_what_harms_its_own_side_is_never_meant() -> None:
    """Also where nothing else fits: nobody who mistypes is led to bomb themselves."""
    menu = Menu(
        [
            Choice(
                Fire,
                "fire {gun} {at}",
                gun=OneOf(["north"]),
                at=OneOf(["a1", "own"]),
                regret=lambda order: Bar("own-board", harms=True) if order.at == "own" else None,
            ),
            Choice(Resign, "resign"),
        ]
    )
    assert meant(menu, "fire north") == ("fire north a1",)
    for text in ("own", "north own", "fire nroth own", "fire big north own", "resing"):
        assert meant(menu, text) == ()


@each(
    "text, guess, nods",
    DATA["a_nod_never_does_an_order_of_another_kind_than_was_typed"],
)
def test_a_nod_never_does_an_order_of_another_kind_than_was_typed(
    text: str, guess: str, nods: bool
) -> None:
    menu = guns("a1")
    menu.verbs = frozenset({"assault"})
    assert menu.corrected(text, (guess,)) == (guess if nods else "")
    assert menu.corrected(text, (guess, "hold")) == "", "nor one of two"
