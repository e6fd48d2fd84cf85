"""Slots by themselves: what they read, write, list and draw."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Int, Many, OneOf, Path, Slot, Text
from engine.slots import LISTED, Miss, PathPlace, PathSlot, Reader, StepOffer
from tests.kit.each import each


def read(slot: Slot, text: str) -> tuple[Any, int]:
    reader = Reader(text)
    return slot.read(reader, 0, len(reader))


def wanted(slot: Slot, text: str) -> tuple[int, list[str]]:
    reader = Reader(text)
    with pytest.raises(Miss):
        slot.read(reader, 0, len(reader))
    return reader.far, reader.wanted()


def test_a_reader_splits_at_blanks_and_keeps_quoted_words_together() -> None:
    reader = Reader('  hit "Big Ann"\t d6 ')
    assert reader.words == ["hit", "Big Ann", "d6"]
    assert [reader.text[slice(*reader.span(i))] for i in range(3)] == ["hit", '"Big Ann"', "d6"]
    assert reader.span(3) == (len(reader.text), len(reader.text))
    assert len(reader) == 3


def test_a_reader_of_nothing() -> None:
    assert Reader("").span(0) == (0, 0)
    assert Reader("   ").words == []


@given(st.text(max_size=60))
def test_any_text_has_words_at_places(text: str) -> None:
    reader = Reader(text)
    places = [reader.span(i) for i in range(len(reader))]
    assert [text[a:b].strip('"') for a, b in places] == reader.words
    assert places == sorted(places)


def test_notes_are_kept_at_the_furthest_word_alone() -> None:
    reader = Reader("a b c")
    reader.note(1, "one", ["x"])
    reader.note(0, "before", ["y"])
    assert (reader.far, reader.wanted()) == (1, ["x"])
    reader.note(1, "two", ["z", "x"])
    assert reader.wanted() == ["x", "z"]
    reader.note(2, "three")
    assert (reader.far, reader.wanted()) == (2, [])


def test_one_of_reads_any_case_and_gives_the_word_of_the_list() -> None:
    slot = OneOf(["Ann", "Bob"])
    assert read(slot, "aNN rest") == ("Ann", 1)
    assert wanted(slot, "an") == (0, ["Ann", "Bob"])
    assert wanted(slot, "") == (0, ["Ann", "Bob"])
    assert list(slot.few()) == ["Ann", "Bob"]


def test_one_of_writes_and_lists_words_with_blanks_in_quotes() -> None:
    slot = OneOf(["Big Ann"])
    assert slot.write("Big Ann") == '"Big Ann"'
    assert read(slot, slot.write("Big Ann")) == ("Big Ann", 1)
    assert wanted(slot, "Big Ann") == (0, ['"Big Ann"'])
    assert wanted(Many(["Big Ann"], 1), "Big") == (0, ['"Big Ann"'])


@each("text, value", [("1", 1), ("+3", 3), ("007", 7), ("-2", -2)])
def test_int_reads_whole_numbers_in_its_range(text: str, value: int) -> None:
    assert read(Int(-2, 7), text) == (value, 1)


@each("text", ["8", "-3", "x", "", "1.0", "1e0", "٣", "0x1", "1_0", "9" * 40, "--1"])
def test_int_reads_nothing_else(text: str) -> None:
    assert wanted(Int(-2, 7), text) == (0, [str(n) for n in range(-2, 8)])


def test_int_lists_no_more_than_fits_in_a_menu() -> None:
    assert wanted(Int(0, 1000), "x")[1] == [str(n) for n in range(LISTED)]
    assert Int(0, 1000).few() is None
    assert list(Int(3, 5).few() or []) == [3, 4, 5]


def test_many_reads_different_ones_in_any_order() -> None:
    slot = Many(["a1", "a2", "a3"], 1, 2)
    assert read(slot, "A3 a1") == (("a1", "a3"), 2)
    assert read(slot, "a2 next") == (("a2",), 1)
    assert wanted(slot, "x") == (0, ["a1", "a2", "a3"])
    assert read(slot, "a1 a1") == (("a1",), 1)
    assert read(slot, "a1 a2 a3") == (("a1", "a2"), 2), "no more than the most"


def test_many_knows_when_there_is_but_one_answer() -> None:
    assert Many(["a", "b"], 2, 2).few() == [("a", "b")]
    assert Many(["a", "b"], 0, 0).few() == [()]
    assert Many([], 0, 3).few() == [()]
    assert Many(["a", "b"], 1, 2).few() is None


@settings(max_examples=25)
@given(st.sets(st.sampled_from(["a", "b", "c", "D", "e f"])), st.randoms(use_true_random=False))
def test_what_many_draws_it_reads(of: set[str], rng: random.Random) -> None:
    slot = Many(sorted(of), rng.randint(0, len(of)))
    value = slot.sample(rng)
    assert read(slot, slot.write(value))[0] == value
    assert slot.lo <= len(value) <= slot.hi


def corridor(place: int) -> dict[str, int]:
    """From 0: east leads on, to 4; north from 1 is a dead end."""
    if place < 0 or place == 4:
        return {}
    return {"E": place + 1, **({"N": -1} if place == 1 else {})}


def test_a_path_is_checked_word_by_word() -> None:
    slot = Path(0, corridor)
    assert read(slot, "e E e") == (("E", "E", "E"), 3)
    assert read(slot, "") == ((), 0)
    reader = Reader("E N E")
    assert slot.read(reader, 0, 3) == (("E", "N"), 2)
    assert (reader.far, reader.wanted()) == (2, [])
    reader = Reader("E W")
    assert slot.read(reader, 0, 2) == (("E",), 1)
    assert (reader.far, reader.wanted()) == (1, ["E", "N"])


def test_a_path_may_have_to_go_on() -> None:
    slot = Path(0, corridor, may_stop=lambda place: place == 4)
    assert wanted(slot, "E E") == (2, ["E"])
    assert read(slot, "E E E E") == (("E",) * 4, 4)


def test_a_drawn_path_finds_its_way_out_of_dead_ends() -> None:
    slot = Path(0, corridor, may_stop=lambda place: place == 4)
    assert {slot.sample(random.Random(seed)) for seed in range(40)} == {("E",) * 4}
    with pytest.raises(IndexError):
        Path(0, corridor, may_stop=lambda _: False).sample(random.Random(0))


def test_drawn_paths_stop_where_they_may_and_differ() -> None:
    drawn = {Path(0, corridor).sample(random.Random(seed)) for seed in range(200)}
    assert drawn == {(), *(("E",) * n for n in range(1, 5)), ("E", "N")}


ALL = [
    OneOf(["Ann", "Bob"], rule="X-1"),
    Int(1, 4, rule="X-2"),
    Many(["Ann", "Bob"], 1),
    Path(0, lambda place: {"ANN": place + 1}, may_stop=lambda place: place > 0),
    Text(),
]


@each("slot", ALL)
def test_the_words_from_the_end_on_are_not_read_by_a_slot(slot: Slot) -> None:
    text = "3 3" if isinstance(slot, Int) else "Ann Ann"
    for begin in range(2):
        reader = Reader(text)
        with pytest.raises(Miss):
            slot.read(reader, begin, begin)
        assert reader.far == begin
        assert slot.read(Reader(text), begin, begin + 1)[1] == begin + 1


@each("slot, rule", [(ALL[0], "X-1"), (ALL[1], "X-2"), (ALL[2], "")])
def test_what_a_slot_notes_names_its_rule(slot: Slot, rule: str) -> None:
    reader = Reader("?")
    with pytest.raises(Miss):
        slot.read(reader, 0, 1)
    assert [note.rule for note in reader.notes] == [rule]


def test_a_slot_that_names_no_rule_notes_none() -> None:
    for slot in (OneOf(["a"]), Int(1, 4), Many(["a"], 1), Text()):
        reader = Reader("")
        with pytest.raises(Miss):
            slot.read(reader, 0, 0)
        assert reader.notes[0].rule == ""


def test_a_note_has_no_rule_of_its_own() -> None:
    reader = Reader("x")
    reader.note(0, "odd")
    assert (reader.notes[0].code, reader.notes[0].rule) == ("odd", "")


def test_only_quotes_are_no_part_of_a_word() -> None:
    assert Reader('X "Xerxes X" X"').words == ["X", "Xerxes X", "X"]


def test_a_word_is_looked_for_from_a_place_on_in_any_case() -> None:
    reader = Reader("AT x At y")
    assert [reader.find("at", i) for i in range(5)] == [0, 2, 2, 4, 4]


def test_numbers_are_listed_if_a_menu_of_25_holds_them_wherever_they_begin() -> None:
    assert LISTED == 25
    for lo in (-100, 0, 100):
        assert list(Int(lo, lo + 24).few() or ()) == list(range(lo, lo + 25))
        assert Int(lo, lo + 25).few() is None


def test_many_writes_words_with_blanks_in_quotes_and_in_the_order_it_is_given() -> None:
    slot = Many(["a", "Big Ann"])
    assert slot.write(("Big Ann", "a")) == '"Big Ann" a'


def test_text_is_all_that_stands_there_as_it_was_typed() -> None:
    text = 'say  "Well,  well" it IS  so! '
    assert Text().read(Reader(text), 1, 5) == ('"Well,  well" it IS  so!', 5)
    assert Text().read(Reader(text), 2, 4) == ("it IS", 4)
    assert Text().read(Reader("one"), 0, 1) == ("one", 1)
    reader = Reader("say")
    with pytest.raises(Miss):
        Text().read(reader, 1, 1)
    assert [(reader.far, note.code) for note in reader.notes] == [(1, "unknown-word")]


def test_a_drawn_text_is_a_few_plain_words_that_are_read_as_they_are_written() -> None:
    drawn = {Text().sample(random.Random(seed)) for seed in range(300)}
    assert {len(text.split()) for text in drawn} == {1, 2, 3, 4}
    assert {word for text in drawn for word in text.split()} == {"so", "it", "is"}
    for text in drawn:
        assert read(Text(), Text().write(text)) == (text, len(text.split()))


class Streets(PathSlot):
    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        return tuple(reader.words[i:end]), end

    def write(self, value: tuple[str, ...]) -> str:
        return " ".join(value)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        return ()

    def ahead(self, value: tuple[str, ...]) -> list[StepOffer]:
        return []

    def places(self, value: tuple[str, ...]) -> list[str]:
        return []

    def points(self, value: tuple[str, ...]) -> None:
        return None


def test_an_order_is_written_with_the_path_so_far_and_without_when_it_is_empty() -> None:
    place = PathPlace("move tank", ("N",), Streets())
    assert place.text(("N", "E")) == "move tank N E"
    assert place.text(()) == "move tank"


COUNTRY = {
    "home": {"N": ("hill", 3, ""), "W": ("lake", 1, "water"), "E": ("ford", 1, "")},
    "ford": {"N": ("hill", 1, ""), "W": ("home", 1, "")},
    "hill": dict[str, tuple[str, int, str]](),
}
"""From each place: the next one of a step, its cost, and what bars it."""


class Country(Streets):
    def places(self, value: tuple[str, ...]) -> list[str]:
        found = ["home"]
        for word in value:
            found.append(COUNTRY[found[-1]][word][0])
        return found

    def ahead(self, value: tuple[str, ...]) -> list[StepOffer]:
        steps = COUNTRY[self.places(value)[-1]].items()
        return [StepOffer(value=(*value, word), to=to, cost=n, bar=b) for word, (to, n, b) in steps]


def test_each_place_that_a_path_can_go_on_to_comes_with_its_cheapest_way() -> None:
    assert list(Country().ends().items()) == [("ford", ("E",)), ("hill", ("E", "N"))]
    assert Country().ends(("E",)) == {"hill": ("E", "N"), "home": ("E", "W")}
