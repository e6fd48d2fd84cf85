"""Texts that spell no order, but can mean only one."""

from contextlib import nullcontext
from typing import Any

import pytest

from engine.lenient import MOST_PIECES, Walk, orders_meant, without_reason
from engine.menu import Choice, Menu, Refused
from engine.slots import Bar, Int, OneOf, Text
from engine.state import Anytime, Order
from engine.testing import SelfPlay
from renderers import sentences_in
from tests.kit.data import beside
from tests.kit.each import each

CASES = beside(__file__)


def situation(game: str, seats: Any = (), options: Any = None, before: Any = ()) -> SelfPlay:
    play = SelfPlay(game, seats, options=options)
    for line in before:
        play.take(*line.split(" ", 1))
    return play


def read(play: SelfPlay, text: str) -> str:
    """Return the orders that a player's text is, or "-" with those that it may be."""
    play, said = play.copy(), list[str]()
    seat = play.asked[0]
    for part in play.table.game.split(text):
        try:
            order, spelling = play.menu(seat).read(part)
        except Refused as refused:
            return f"- {', '.join(refused.refusal.meant)}".strip()
        said.append(spelling)
        play.take(seat, order)
    return "; ".join(said)


@each("where", list(CASES["lines"]))
def test_what_is_clear_is_an_order_and_what_is_not_is_refused(where: str) -> None:
    play = situation(**CASES["at"][where])
    for line in CASES["lines"][where].strip().splitlines():
        text, _, wanted = line.partition(" => ")
        assert read(play, text) == wanted, text


@each("where", [where for where in CASES["at"] if "names" not in where])
def test_a_suggestion_copied_with_its_reason_is_the_order(where: str) -> None:
    play = situation(**CASES["at"][where])
    game, view, menu = play.table.game, play.view(play.asked[0]), play.menu(play.asked[0])
    for language in ("en", "zh-TW"):
        for order in game.hints(view, menu):
            text, why = menu.write(order), sentences_in(language).reason(game.name, view, order)
            for gap in ("  ", "\t", " \u00a0 ") if why else ():
                assert menu.parse(f"{text}{gap}{why}") == order


@each(
    "text",
    [
        *("pass  wait, no", "pass  or bomb bob 3 5", "pass  bomb bob 3 5", "pass  sure?"),
        *("PASS  takes a square", "pass takes a square", "pass  3", "draw  a good idea"),
    ],
)
def test_other_words_behind_an_order_are_not_a_reason(text: str) -> None:
    class Pass(Order, frozen=True): ...

    menu = Menu([Choice(Pass, "pass")])
    menu.hints, menu.verbs = lambda: [Pass()], frozenset({"bomb"})
    assert menu.parse("pass  nobody is left to bomb") == Pass()
    assert without_reason(text, menu.verbs) == "" or not menu.takes(text)
    assert not menu.takes(text)


class Take(Order, frozen=True):
    what: Any
    n: int = 0


class Leave(Anytime, frozen=True):
    confirmed = True


def shelf(*words: str) -> Menu:
    regret = Bar("own", harms=True)
    take = Choice(
        Take,
        "take {what} {n}",
        what=OneOf(words),
        n=Int(-3, 99),
        regret=lambda order: regret if order.what == "own" else None,
    )
    return Menu([take, Choice(Leave, "leave")])


def test_an_order_that_shares_its_spelling_with_another_is_refused_and_both_are_named() -> None:
    menu = shelf("a_b", "a-b", "c")
    assert menu.parse("take A-B 1").what == "a-b"
    with pytest.raises(Refused) as refused:
        menu.parse("take a b 1")
    advised = menu.advised(refused.value.refusal, "take a b 1")
    assert advised.meant == ("take a_b 1", "take a-b 1")
    assert menu.corrected("take a b 1", advised.meant) == ""
    assert menu.stops_at("take a b 1") == 5


def test_a_slip_is_mended_only_where_the_game_has_declared_its_first_words() -> None:
    """Otherwise the word may be an order of another phase: ``vote`` was read as ``note``."""
    menu = shelf("c")
    assert not menu.takes("tkae c 1")
    menu.known.clear()
    menu.verbs = frozenset({"take", "leave"})
    assert menu.parse("tkae c 1").what == "c"


def test_a_beginning_never_names_what_harms_its_own_side() -> None:
    menu = shelf("own", "other")
    assert menu.parse("take own, 1").what == "own"
    assert menu.parse("take ot 1").what == "other"
    assert not menu.takes("take ow 1")
    assert not menu.takes("take o 1"), "it may mean either"


@each(
    "text, n",
    [("take c -1", -1), ("take c, - 1", 1), ("take c minus 1", None), ("take c -one", -1)],
)
def test_a_sign_before_a_number_counts(text: str, n: int | None) -> None:
    assert (shelf("c").parse(text).n if shelf("c").takes(text) else None) == n


@each("text, sure", [("please leave!", True), ("leave, thanks!", False), ("please leave", False)])
def test_only_a_mark_behind_the_order_itself_confirms_it(text: str, sure: bool) -> None:
    menu = shelf("c")
    assert menu.parse(text) == Leave()
    with nullcontext() if sure else pytest.raises(Refused):
        menu.read(text, careful=True)


def test_free_text_and_texts_of_many_pieces_are_read_as_they_are_or_not_at_all() -> None:
    menu = Menu([Choice(Take, "write {what}", what=Text())])
    assert menu.parse("write it, please").what == "it, please"
    assert not menu.takes("please write it")
    assert orders_meant(shelf("c").offered, "take c 1" + " thanks" * (MOST_PIECES - 3))
    assert not orders_meant(shelf("c").offered, "take c 1" + " thanks" * (MOST_PIECES - 2))


def test_the_work_for_one_text_is_bounded() -> None:
    class Many(OneOf):
        def read(self, reader: Any, i: int, end: int) -> Any:
            reader.note(end, "more", ["a", "a.", "a,"])
            return "", end

    walk = Walk("take" + " a" * 40)
    assert not list(walk.orders(Choice(Take, "take {what} {n}", what=Many([]), n=Int(1, 2))))
    walk.whole = False
    list(walk.orders(Choice(Take, "take {what} {n}", what=Many([]), n=Int(1, 2))))
    assert walk.left < 0


@each("kind, seats, own", [("battleboard", ["Ann", "Bob"], "withdraw"), ("derelict", [], "resign")])
def test_giving_up_has_more_words_than_a_game(kind: str, seats: list[str], own: str) -> None:
    play = situation(kind, seats, {})
    for text in (own, "resign", "withdraw", "Surrender.", "concede, please"):
        with pytest.raises(Refused) as refused:
            play.menu(play.asked[0]).read(text, careful=True)
        assert dict(refused.value.refusal.facts)["sure"] == f"{own}!"


def test_a_slovenly_order_against_the_rules_is_refused_by_the_rule() -> None:
    play = situation("battleboard", ["Ann", "Bob"], {"order": "join", "size": "8x8", "cities": 4})
    menu = play.menu(play.asked[0])
    for text in ("bomb bob 9 9", "bomb bob nine nine", "please bomb Bob at 9,9", "bomb bob j10"):
        with pytest.raises(Refused) as refused:
            menu.read(text)
        assert (refused.value.refusal.code, refused.value.refusal.rule) == ("off-board", "BB-16")
        assert refused.value.refusal.word in text
