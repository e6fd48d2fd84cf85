"""What a menu says to people: what a text may be, what they may regret, how an order goes on, and
what they are advised.
"""

from typing import Any, ClassVar

import pytest

from engine.menu import Choice, Menu, NotPossible, OrderParts, Refusal, Refused
from engine.offers import Unlisted
from engine.slots import Bar, Int, Many, Miss, OneOf, Reader, Text, slot_name
from engine.state import Anytime, Order
from tests.engine.test_menu import Aim, Hold, Move, Resign, guns, refusal, road
from tests.engine.test_slots import Streets
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)


def test_a_text_of_4096_characters_is_read_and_a_longer_one_is_refused_with_what_is_legal() -> None:
    menu = guns()
    longest = "hold".ljust(4096)
    assert menu.parse(longest) == Hold()
    assert menu.complete(f"{'hold':<4095} ") == []
    assert menu.complete("move".ljust(4096)) == ["tank", "jeep"]
    why = refusal(longest + " ", menu, 3)
    assert why == Refusal(code="too-long", legal=menu.examples(3), facts=(("word", 4096),))
    assert menu.complete("move".ljust(4097)) == []
    assert lanes().path("drive tank".ljust(4096)) is not None
    assert lanes().path("drive tank".ljust(4097)) is None


def test_a_choice_of_a_thousand_orders_is_listed_and_one_of_more_by_its_pattern() -> None:
    def aim(targets: int, shots: int) -> Menu:
        names = OneOf([f"t{n}" for n in range(targets)])
        slots = AIM_SLOTS | {"target": names, "shots": Int(1, shots)}
        return Menu([Choice(Aim, "aim {guns} {target} {shots}", **slots)])

    assert len(aim(50, 20).offers()) == 1_000
    assert aim(77, 13).listing == ([], [Unlisted("aim {guns} {target} {shots}", "Aim", "answer")])


AIM_SLOTS: dict[str, Any] = {"guns": Many(["g1"], 1), "target": OneOf(["Ann"]), "shots": Int(1, 1)}


def test_the_seed_of_a_refusal_is_0_if_none_is_given() -> None:
    menu = guns()
    with pytest.raises(Refused) as refused:
        menu.parse("x")
    assert refused.value.refusal.legal == menu.examples(0) != menu.examples(1)
    with pytest.raises(Refused) as refused:
        menu.read("x")
    assert refused.value.refusal.legal == menu.examples(0)


def test_a_seat_that_is_not_asked_is_told_what_it_may_order() -> None:
    menu = guns()
    menu.idle = "not-your-turn"
    why = refusal("  jump now", menu, 7)
    assert why == Refusal(code="not-your-turn", start=2, end=6, word="jump", legal=menu.examples(7))


def test_the_nearest_five_words_come_first_and_then_all_as_they_stand() -> None:
    words = ["zz", "yy", *(f"unit{n}" for n in range(1, 7))]
    menu = Menu([Choice(Move, "m {unit} {steps}", unit=OneOf(words), steps=Many([]))])
    wanted = refusal("m unit0", menu).wanted
    assert set(wanted) == set(words)
    assert set(wanted[:5]) < set(words[2:])
    left = [word for word in words if word not in wanted[:5]]
    assert list(wanted[5:]) == left, "the others in their order"


def test_what_a_player_asks_for_and_cannot_have_is_refused_in_one_line() -> None:
    no = NotPossible("no-such-map", "big", "small", word="huge", start=4)
    assert str(no) == "no-such-map: huge: big, small"
    assert no.refusal == Refusal(code="no-such-map", start=4, word="huge", wanted=("big", "small"))
    assert str(NotPossible("too-late")) == "too-late"
    assert NotPossible("too-late").refusal == Refusal(code="too-late")


def test_a_slot_reads_up_to_the_next_fixed_word_and_without_one_to_the_end() -> None:
    said = Choice(Move, "tell {unit} that {steps}", unit=Text(), steps=Text())
    menu = Menu([said])
    assert menu.parse("tell Big Ann that it is that") == Move("Big Ann", ("it is that"))  # type: ignore[arg-type]  # a text
    assert refusal("tell that so", menu).start == 5


def test_an_empty_pair_of_quotes_is_a_word_of_a_text_like_any_other() -> None:
    menu = Menu([Choice(Move, "tell {unit} {steps}", unit=OneOf(["Ann"]), steps=Text())])
    assert menu.parse('tell Ann that "" is so').steps == 'that "" is so'


def test_the_name_of_a_slot_is_what_stands_in_braces() -> None:
    assert slot_name("{target}") == "target"
    assert slot_name("target") is None


# ---- what a person may regret


class Surrender(Anytime, frozen=True):
    confirmed: ClassVar[bool] = True


def careful(*, bar: Bar | None) -> Menu:
    choices = [
        Choice(Move, "move {unit}  {steps}", regret=lambda _: bar, **ROAD),
        Choice(Surrender, "give up"),
    ]
    return Menu(choices)


ROAD: dict[str, Any] = {"unit": OneOf(["tank"]), "steps": road("tank")}
REGRET = Bar("leaves-road", (("unit", "tank"),), "X-3")


def test_an_order_that_a_person_may_regret_is_taken_with_a_mark_behind_it_alone() -> None:
    menu = careful(bar=REGRET)
    taken = (Move("tank", ("F",)), "move tank F")
    with pytest.raises(Refused) as refused:
        menu.read("MOVE tank f", careful=True)
    assert refused.value.refusal == Refusal(
        code="leaves-road",
        end=11,
        word="MOVE tank f",
        rule="X-3",
        facts=(("unit", "tank"), ("sure", "move tank F!")),
    )
    assert menu.read("move tank f!", careful=True) == taken
    assert menu.read(" move tank f !  ", careful=True) == taken
    assert menu.read("move tank f") == taken, "a program is never asked again"
    assert guns().read("hold", careful=True) == (Hold(), "hold")
    assert careful(bar=None).read("move tank F", careful=True) == taken


def test_an_order_that_ends_somebodys_game_is_always_one_to_be_sure_of() -> None:
    menu = careful(bar=None)
    with pytest.raises(Refused) as refused:
        menu.read("give up", careful=True)
    why = refused.value.refusal
    assert (why.code, why.facts) == ("ends-game", (("sure", "give up!"),))
    assert menu.read("give up!", careful=True)[0] == Surrender()


def test_where_nothing_can_be_regretted_the_mark_is_a_word_like_any_other() -> None:
    assert refusal("hold !").code == "too-much"
    assert guns().parse("hold!") == Hold(), "it only adds weight"
    assert refusal("! give up", careful(bar=None)).word == "!"


# ---- paths, and how an order goes on


class Lane(Streets):
    """Steps north, as many as are wanted; then the order may go on."""

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        begin = i
        while i < end and (reader.word(i) or "").upper() == "N":
            i += 1
        if i == begin:
            raise Miss
        return ("N",) * (i - begin), i


def lanes() -> Menu:
    """A menu of which one choice has a path, behind a fixed word and a slot."""
    return Menu(
        [
            Choice(Hold, "hold"),
            Choice(Move, "drive {unit} {steps}", unit=OneOf(["tank", "jeep"]), steps=Lane()),
            Choice(Move, "halt {unit} {steps} stop", unit=OneOf(["tank"]), steps=Lane()),
            Choice(Move, "creep {unit} {steps}", offered=False, unit=OneOf(["t"]), steps=Lane()),
            Choice(
                Move,
                "go on with {unit} {steps}",
                unit=OneOf(["tank", "gun"]),
                steps=lambda got: Lane() if got["unit"] == "tank" else Many([]),
            ),
        ]
    )


@each(
    "text, before, value",
    [
        ("drive tank", "drive tank", ()),
        ("  Drive JEEP  n N ", "Drive JEEP", ("N", "N")),
        ("halt tank N", "halt tank", ("N",)),
        ("go on with tank N", "go on with tank", ("N",)),
    ],
)
def test_the_path_that_a_text_ends_in_or_that_could_begin_there(
    text: str, before: str, value: tuple[str, ...]
) -> None:
    place = lanes().path(text)
    assert place is not None
    assert (place.before, place.value, type(place.slot)) == (before.strip(), value, Lane)


@each(
    "text",
    DATA["a_text_that_ends_elsewhere_has_no_path"],
)
def test_a_text_that_ends_elsewhere_has_no_path(text: str) -> None:
    assert lanes().path(text) is None


@each(
    "text, words, whole",
    DATA["how_an_order_that_was_begun_goes_on"],
)
def test_how_an_order_that_was_begun_goes_on(
    text: str, words: tuple[str, ...], whole: bool
) -> None:
    assert guns().going(text) == OrderParts(words, whole)


def test_an_order_that_is_never_offered_is_never_whole() -> None:
    menu = Menu([Choice(Hold, "hold"), Choice(Resign, "resign", offered=False)])
    assert menu.going("resign") == OrderParts((), whole=False)
    assert menu.going("hold") == OrderParts((), whole=True)


# ---- what a person is advised


def advised(text: str, *hints: Order, idle: str = "") -> Refusal:
    menu = guns()
    menu.idle = idle
    menu.hints = lambda: hints
    return menu.advised(refusal(text, menu), text)


def test_a_person_reads_orders_worth_considering_and_what_they_may_have_meant() -> None:
    menu = guns()
    why = advised("hlod", Hold(), Move("truck", ()), Move("jeep", ("F",)))
    assert why.legal == ("hold", "move jeep F"), "no hint that is not legal"
    assert why.meant == ("hold",)
    assert advised("hlod").legal == menu.examples(0), "without hints what is legal"


def test_what_was_understood_has_no_other_meaning() -> None:
    assert advised("hlod", Hold(), idle="not-your-turn") == Refusal(
        code="not-your-turn", end=4, word="hlod", legal=("hold",)
    )
    menu = Menu([Choice(Hold, "hold", bar=REGRET), Choice(Resign, "resign")])
    menu.hints = lambda: [Resign()]
    why = menu.advised(refusal("hold", menu), "hold")
    assert (why.facts, why.legal, why.meant) == (REGRET.facts, ("resign",), ())
    menu = Menu([Choice(Hold, "hold", bar=REGRET), Choice(Resign, "hold on")])
    why = menu.advised(refusal("hold", menu), "hold")
    assert (why.facts, why.wanted, why.meant) == (REGRET.facts, ("on",), ())
    nothing = Refusal(code="game-over")
    assert menu.advised(nothing, "x") is nothing


def test_a_barred_choice_is_completed_by_nothing_and_leaves_no_word_of_its_own() -> None:
    menu = Menu([Choice(Hold, "hold on", bar=REGRET), Choice(Resign, "resign")])
    assert refusal("x", menu).wanted == ("resign",)
    assert refusal("hold x", menu).wanted == ()
