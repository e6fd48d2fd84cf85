"""The menu: one object that parses, refuses, completes, writes, draws and gives examples."""

import random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import Anytime, Bar, Choice, Int, Many, Menu, OneOf, Order, Path, Refused
from engine.menu import EXAMPLES, Refusal
from engine.offers import Offer
from engine.testing import holds
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)


class Move(Order, frozen=True):
    unit: str
    steps: tuple[str, ...]


class Aim(Order, frozen=True):
    guns: tuple[str, ...]
    target: str
    shots: int


class Hold(Order, frozen=True):
    """Nothing."""


class Resign(Anytime, frozen=True):
    """The end."""


REACH = {"tank": 1, "jeep": 3}


def road(unit: str) -> Path:
    return Path(REACH[unit], lambda left: {"F": left - 1, "L": left} if left else {})


def guns() -> Menu:
    return Menu(
        [
            Choice(
                Move,
                "move {unit} {steps}",
                unit=OneOf(["tank", "jeep"]),
                steps=lambda got: road(got["unit"]),
            ),
            Choice(
                Aim,
                "aim {guns} at {target} times {shots}",
                guns=Many(["g1", "g2", "g3"], 1, 2),
                target=OneOf(["Ann", "Big Bob"], "no-such-player", "X-7"),
                shots=Int(1, 4),
            ),
            Choice(Hold, "hold"),
            Choice(Hold, "stay put", offered=False),
            Choice(Resign, "resign"),
        ],
        default=Hold(),
    )


def refusal(text: str, menu: Menu | None = None, seed: int = 0) -> Refusal:
    with pytest.raises(Refused) as refused:
        (menu or guns()).parse(text, seed)
    return refused.value.refusal


@each(
    "text, order",
    [
        ("hold", Hold()),
        ("  HOLD ", Hold()),
        ("stay PUT", Hold()),
        ("move jeep f f L", Move("jeep", ("F", "F", "L"))),
        ("move tank", Move("tank", ())),
        ("aim g2 g1 at ann times 3", Aim(("g1", "g2"), "Ann", 3)),
        ('Aim G3 At "big bob" Times 1', Aim(("g3",), "Big Bob", 1)),
        ("resign", Resign()),
    ],
)
def test_what_is_legal_is_read(text: str, order: Order) -> None:
    assert guns().parse(text) == order


@each(
    "text, code, at, word, wanted",
    DATA["a_refusal_names_place_reason_and_what_would_have_stood_there"],
)
def test_a_refusal_names_place_reason_and_what_would_have_stood_there(
    text: str, code: str, at: int, word: str, wanted: tuple[str, ...]
) -> None:
    why = refusal(text)
    assert (why.code, why.start, why.word) == (code, at, word)
    assert why.end == at + len(word)
    assert set(why.wanted) == set(wanted)
    assert why.wanted[:1] == wanted[:1]


def test_a_refusal_names_the_rule_that_the_slot_names() -> None:
    assert refusal("aim g1 at Cy times 1").rule == "X-7"
    assert refusal("move truck").rule == ""


def test_wanted_words_are_listed_nearest_first_and_25_at_most() -> None:
    menu = Menu(
        [
            Choice(
                Move,
                "move {unit} {steps}",
                unit=OneOf([f"unit{n:02}" for n in range(60)]),
                steps=Many([]),
            )
        ]
    )
    why = refusal("move unit47x", menu)
    assert why.wanted[0] == "unit47"
    assert len(why.wanted) == 25


def test_the_legal_orders_of_a_refusal_are_legal() -> None:
    menu = guns()
    for seed in range(20):
        legal = refusal("nonsense", menu, seed).legal
        assert len(legal) == len(set(legal)) == EXAMPLES
        assert [menu.write(menu.parse(text)) for text in legal] == list(legal)
        assert {text.split()[0] for text in legal[:4]} == {"move", "aim", "hold", "resign"}, (
            "every choice once first"
        )


def test_equal_menus_and_seeds_give_equal_examples_and_a_small_menu_all_it_has() -> None:
    assert Menu([Choice(Hold, "hold")]).examples(1) == ("hold",)
    assert Menu().examples(1) == ()
    assert guns().examples(5) == guns().examples(5)
    assert len({guns().examples(seed) for seed in range(20)}) > 10


@each(
    "text, words",
    [
        ("", ["move", "aim", "hold", "resign"]),
        ("h", ["hold"]),
        ("move ", ["tank", "jeep"]),
        ("move J", ["jeep"]),
        ("move jeep F F ", ["F", "L"]),
        ("move tank F ", []),
        ("aim g2 ", ["g1", "g3", "at"]),
        ("aim g2 g3 ", ["at"]),
        ("aim g2 at ", ["Ann", '"Big Bob"']),
        ("aim g2 at Ann ", ["times"]),
        ("hold ", []),
        ("st", []),
        ("truck ", []),
        ("move truck F", []),
        ('aim g2 at " ', []),
    ],
)
def test_completions_are_the_words_that_could_stand_there(text: str, words: list[str]) -> None:
    assert sorted(guns().complete(text)) == sorted(words)


def test_what_is_not_offered_is_taken_and_never_shown() -> None:
    menu = guns()
    assert menu.parse("stay put") == Hold()
    assert "stay put" not in menu.help()
    assert not any("stay" in text for seed in range(30) for text in menu.examples(seed))
    assert "stay" not in refusal("x").wanted
    assert {type(menu.sample(random.Random(seed))) for seed in range(60)} == {
        Move,
        Aim,
        Hold,
        Resign,
    }
    assert len(menu.offered) == 4


def test_an_order_is_written_in_its_first_spelling_only_if_it_is_legal() -> None:
    menu = guns()
    assert menu.write(Hold()) == "hold"
    assert menu.write(Aim(("g1",), "Big Bob", 2)) == 'aim g1 at "Big Bob" times 2'
    for order in (
        Move("jeep", ("F",) * 4),
        Move("truck", ()),
        Aim((), "Ann", 1),
        Aim(("g1",), "Ann", 5),
        Order(),
    ):
        assert not menu.allows(order)
        with pytest.raises(Refused, match=r"^not-on-the-menu at"):
            menu.write(order)


@given(st.randoms(use_true_random=False))
def test_what_is_drawn_is_read_as_it_is_written(rng: random.Random) -> None:
    menu = guns()
    order = menu.sample(rng)
    assert menu.parse(menu.write(order)) == order
    assert menu.allows(order)


@settings(max_examples=40)
@example('aim g1 at "')
@example('aim g1 " at')
@given(
    st.text(max_size=40)
    | st.lists(st.sampled_from('move aim tank g1 g2 at Ann times 1 F L hold ; 99 "'.split())).map(
        " ".join
    )
)
def test_any_text_is_an_order_or_a_refusal_with_a_place(text: str) -> None:
    menu = guns()
    try:
        assert menu.allows(menu.parse(text))
    except Refused as refused:
        why = refused.refusal
        assert why.code
        assert text[why.start : why.end] == why.word
        assert why.legal
    holds.guessed(menu, text)
    assert all(
        word.casefold().startswith(text.rpartition(" ")[2].casefold())
        for word in menu.complete(text)
    )


def only(*choices: Choice) -> Any:
    return Menu(choices).only()


def test_a_menu_knows_its_only_order() -> None:
    assert only(Choice(Hold, "hold")) == Hold()
    assert only(Choice(Hold, "hold"), Choice(Hold, "stay", offered=False)) == Hold()
    assert only(Choice(Hold, "hold"), Choice(Resign, "resign")) is None
    assert only() is None
    some: dict[str, Any] = {"guns": Many(["g1"], 1), "target": OneOf(["Ann"]), "shots": Int(2, 2)}
    assert only(Choice(Aim, "aim {guns} at {target} times {shots}", **some)) == Aim(
        ("g1",), "Ann", 2
    )
    assert (
        only(Choice(Aim, "aim {guns} at {target} times {shots}", **some | {"shots": Int(1, 2)}))
        is None
    )
    assert (
        only(Choice(Aim, "aim {guns} at {target} times {shots}", **some | {"target": OneOf([])}))
        is None
    )
    assert (
        only(Choice(Move, "move {unit} {steps}", unit=OneOf(["tank"]), steps=road("tank"))) is None
    )
    chained = Choice(
        Aim, "aim {guns} {target} {shots}", **some | {"shots": lambda got: Int(len(got["guns"]), 1)}
    )
    assert only(chained) == Aim(("g1",), "Ann", 1)


def test_two_menus_together() -> None:
    both = Menu([Choice(Hold, "hold")], default=Hold(), why="w", idle="i") + Menu(
        [Choice(Resign, "resign")], default=Resign()
    )
    assert both.help() == ["hold", "resign"]
    assert (both.default, both.why, both.idle) == (Hold(), "w", "i")


def test_a_seat_that_is_not_asked_is_told_so_unless_it_has_begun_an_order_it_may_give() -> None:
    aim = Choice(
        Aim,
        "aim {guns} at {target} times {shots}",
        guns=Many(["g1"]),
        target=OneOf(["A"]),
        shots=Int(1, 1),
    )
    menu = Menu([aim], idle="not-your-turn")
    assert refusal("move tank F", menu).code == "not-your-turn"
    assert refusal("", menu).code == "not-your-turn"
    assert refusal("aim g1 at B times 1", menu).code == "not-one-of"
    assert refusal("anything", Menu(idle="game-over")) == Refusal(
        code="game-over", start=0, end=8, word="anything"
    )
    assert refusal("hold", Menu()) == Refusal(code="nothing-to-order", end=4, word="hold")


def test_a_refused_order_says_what_it_is_in_one_line() -> None:
    assert str(Refused(refusal("move truck F"))) == "not-one-of at 5: 'truck'"


def test_a_barred_choice_says_why_with_names_and_numbers_and_is_never_offered() -> None:
    why = Bar("too-few", (("unit", "tank"), ("missing", 2)), "X-9")
    menu = Menu([Choice(Resign, "resign"), Choice(Hold, "hold on", bar=why)])
    assert refusal("hold on", menu) == Refusal(
        code="too-few",
        start=7,
        end=7,
        word="",
        wanted=(),
        legal=("resign",),
        rule="X-9",
        facts=why.facts,
    )
    assert refusal("hold off", menu).code == "unknown-word"
    assert menu.complete("") == ["resign"]
    assert not menu.allows(Hold())


def test_every_order_of_a_finite_choice_is_an_offer_and_the_others_are_left_out() -> None:
    aim = Choice(
        Aim,
        "aim {guns} at {target} times {shots}",
        guns=Many(["g1"], 1),
        target=OneOf(["Ann", "Big Bob"]),
        shots=Int(1, 2),
    )
    hold = Choice(Hold, "hold")
    hold.about = {Hold(): {"unit": "tank", "cost": 0}}.__getitem__
    move = Choice(Move, "move {unit} {steps}", unit=OneOf(["tank"]), steps=road("tank"))
    menu = Menu([aim, move, hold, Choice(Resign, "give up", offered=False)])
    assert menu.offers() == [
        *(
            Offer(
                order=f"aim g1 at {name} times {shots}",
                type="Aim",
                role="answer",
                target=name,
                slots={"guns": "g1", "target": name, "shots": shots},
            )
            for name in ("Ann", '"Big Bob"')
            for shots in "12"
        ),
        Offer(order="hold", type="Hold", role="answer", unit="tank", cost=0),
    ]
    assert move.orders() is None
    assert aim.orders(most=3) is None
