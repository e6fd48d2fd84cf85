"""Reading what was saved, whole or not at all; and the notes of a batch."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from engine.errors import Newer
from engine.store import saved, store
from engine.store.notes import DraftNotes, Notes
from tests.engine.tiny import Heard, Tiny


class Inner(Struct, omit_defaults=True):
    n: int = 0


class Outer(Struct, omit_defaults=True):
    name: str = ""
    parts: list[Inner] = []


def read(data: bytes) -> Any:
    return saved.whole("tiny", data, msgspec.json.Decoder(Outer).decode)


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
