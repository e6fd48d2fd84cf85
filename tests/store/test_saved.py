"""Reading what was saved, whole or not at all; and the notes of a batch."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from engine.errors import Newer
from engine.store import saved, store
from engine.store.notes import LONGEST, DraftNotes, Notes
from tests.engine.tiny import Heard, Tiny


class Inner(Struct, omit_defaults=True):
    """A part."""

    n: int = 0


class Outer(Struct, omit_defaults=True):
    """What this program knows of it."""

    name: str = ""
    parts: list[Inner] = []


def read(data: bytes) -> Any:
    return saved.whole("tiny", data, msgspec.json.Decoder(Outer).decode)


def test_what_was_saved_is_read() -> None:
    written = saved.encode(Outer("x", [Inner(1), Inner()]))
    assert written == b'{"name":"x","parts":[{"n":1},{}]}'
    assert read(written) == Outer("x", [Inner(1), Inner()])
    assert read(b'{ "name" : "x" }') == Outer("x"), "the same, written otherwise"


def test_a_field_that_has_come_since_is_no_loss() -> None:
    assert read(b"{}") == Outer()


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b'{"name":"x","tall":1}', "unknown: `$.tall`"),
        (b'{"name":"x","parts":[{"n":1},{"m":2}]}', "unknown: `$.parts[1].m`"),
        (b'{"parts":[{"n":1,"deep":{"er":1}}]}', "unknown: `$.parts[0].deep`"),
    ],
)
def test_what_a_newer_program_has_saved_is_refused_with_its_place(data: bytes, where: str) -> None:
    with pytest.raises(Newer) as refused:
        read(data)
    assert "another version of tiny than" in str(refused.value)
    assert refused.value.found == where


def test_what_has_another_type_is_of_a_newer_program_too() -> None:
    with pytest.raises(Newer, match="another version of tiny than") as refused:
        read(b'{"name":7}')
    assert refused.value.found == "Expected `str`, got `int` - at `$.name`"


@pytest.mark.parametrize(
    ("was", "found", "at"),
    [
        ({"a": 1}, {"a": 2}, None),
        ({"a": 1}, {"b": 1}, ".a"),
        ({"a": {"b": 1}, "c": 1}, {"a": {}}, ".c"),
        ({"a": [1, [{"b": 1}]]}, {"a": [1, [{}]]}, ".a[1][0].b"),
        ([1, 2, 3], [1], "[1]"),
        ([1], [1, 2], None),
        ({"a": [1]}, {"a": {}}, None),
        ([1], {"a": 1}, None),
    ],
)
def test_the_first_thing_that_was_saved_and_not_read_is_named(
    was: Any, found: Any, at: str | None
) -> None:
    assert saved.unknown(was, found) == at


def test_what_a_bulletin_told_is_read_or_its_game_is_named() -> None:
    game = Tiny()
    (told,) = saved.told(game, b'[[{"type":"Heard","seat":"a"},{}]]')
    assert told.event == Heard("a")
    with pytest.raises(Newer, match="another version of tiny than") as refused:
        saved.told(game, b'[[{"type":"Sung"},{}]]')
    assert "Sung" in refused.value.found


# ---- notes


class Noted:
    """A store in which something is noted."""

    def __init__(self) -> None:
        self.kept = {("mail", "a/1"): "old", ("mail", "a/2"): "two", ("chat", "a/1"): "other"}

    def note(self, door: str, name: str) -> str | None:
        return self.kept.get((door, name))

    def notes(self, door: str, folder: str) -> dict[str, str]:
        found = {name: value for (of, name), value in self.kept.items() if of == door}
        return {name: text for name, text in found.items() if name.startswith(f"{folder}/")}


def noted() -> store.Store:
    return Noted()  # type: ignore[return-value]  # all that notes need of a store


def test_a_note_is_the_batchs_own_or_else_the_stores_of_the_same_door() -> None:
    notes = Notes(noted(), "mail")
    notes.put("a/3", "three")
    notes.put("a/2", None)
    assert [notes.get(f"a/{n}") for n in range(1, 5)] == ["old", None, "three", None]
    assert notes.below("a") == {"1": "old", "3": "three"}
    assert Notes(noted(), "chat").get("a/1") == "other"


def test_where_nothing_is_noted_the_batchs_own_notes_are_all() -> None:
    notes = Notes.nothing("mail")
    notes.put("a/1", "one")
    notes.put("a/2", None)
    assert (notes.below("a"), notes.get("a/1"), notes.get("a/3")) == ({"1": "one"}, "one", None)


def test_a_note_may_have_600000_characters() -> None:
    assert LONGEST == 600_000
    notes = Notes.nothing("mail")
    assert notes.door == "mail"
    notes.put("x", "y" * LONGEST)
    with pytest.raises(AssertionError, match="too-long"):
        notes.put("too-long", "y" * (LONGEST + 1))


def test_a_draft_is_entered_if_all_that_it_goes_by_is_as_it_was() -> None:
    draft = DraftNotes(noted(), "mail")
    assert draft.get("a/1") == "old"
    draft.put("a/2", "new")
    assert draft.get("a/2") == "new"
    batch = Notes(noted(), "mail")
    assert draft.enter(batch)
    assert batch.fresh == {"a/2": "new"}
    for name in ("a/1", "a/2"):
        batch = Notes(noted(), "mail")
        batch.put(name, "changed meanwhile")
        assert not draft.enter(batch)
        assert batch.fresh == {name: "changed meanwhile"}
