"""`forget me`: name, addresses and talk go from every file; the games stay whole, and hold."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.referee import personal
from engine.state import Event, Order, Setup
from engine.store import record
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, START, House, Table

NAME, ADDRESS, SAID = "Zaphodia", "zaphodia@mail.example", "seventeen purple elephants"


def make(house: House, kind: str, id: str, **options: object) -> None:
    setup = Setup(id=id, secret=b"s" * 32, options=options, scenario={}, at=START)
    house.take([lambda batch: batch.make(kind, setup, [])])


def played(house: House, id: str = "bb", *, over: bool = True) -> None:
    make(house, "battleboard", id, players=2, size="4x3", cities=2)

    def say(sender: str, text: str, **more: Any) -> None:
        receipt = house.say(sender, text, id, **more)
        assert receipt.refusal is None, (text, receipt.refusal)

    say(ADDRESS, "join", name=NAME)
    say("bob", "join", name="Bob")
    say(ADDRESS, f"say * {SAID}")
    say("bob", "say * hello there")
    for _ in range(4):
        ask = house.referee.memory[id].table.ask()
        assert ask is not None
        sender, other = (ADDRESS, "Bob") if ask.seats == (NAME,) else ("bob", NAME)
        say(sender, f"bomb {other} 1 1")
    if over:
        say(ADDRESS, "withdraw")
        assert house.row(id).result


def forgotten(house: House, sender: str = ADDRESS) -> list[str]:
    (stays,) = house.take([lambda batch: personal.forget(batch, (DOOR, sender))])
    house.store.wipe()
    assert isinstance(stays, list), stays
    return stays


def files(house: House) -> bytes:
    found = house.path.parent.glob(f"{house.path.name}*")
    return b"".join(path.read_bytes() for path in sorted(found) if path.is_file())


@pytest.fixture
def after(opened: Opener) -> House:
    house = opened(Table())
    played(house)
    return house


def test_nothing_in_any_file_names_who_was_forgotten_or_says_what_they_said(after: House) -> None:
    after.say(ADDRESS, "link")
    after.say(ADDRESS, "observe", "g")
    before = files(after)
    for word in (NAME, ADDRESS, SAID):
        assert word.encode() in before
    assert forgotten(after) == []
    left = files(after).lower()
    for word in (NAME, ADDRESS, SAID):
        assert word.lower().encode() not in left, word
    assert b"hello there" in left, "what others have said stays"


def test_the_game_stays_whole_and_verifies_with_a_neutral_name(after: House) -> None:
    before = record.export(after.store, after.row("bb"))
    forgotten(after)
    after.again()
    found = record.export(after.store, after.row("bb"))
    for one in (found, record.read(record.write(found))):
        assert record.verify(one).faults == ()
    table, chain = record.rebuilt(found)
    assert (table.save(), chain) == (after.row("bb").state, after.row("bb").hash)
    seats = [chair.seat for chair in table.state.chairs]
    assert ("Bob" in seats, NAME in seats) == (True, False)
    assert len(found.journal) == len(before.journal)
    faces, now = (
        [[roll.dice for roll in told.rolls] for told in one.bulletins] for one in (before, found)
    )
    assert now == faces


def test_what_people_have_kept_of_updates_still_fits_and_those_with_the_name_are_listed(
    after: House,
) -> None:
    made = record.updates_of(record.export(after.store, after.row("bb")))[1]
    kept = [(one.number, one.head) for one in made]
    for sender in (ADDRESS, "bob"):
        forgotten(after, sender)
        found = record.export(after.store, after.row("bb"))
        verdict = record.verify(found, kept)
        assert verdict.faults == ()
        assert 1 in {one for one, _ in kept} - {*verdict.erased}
        assert all(
            one.erased for one in record.updates_of(found)[1] if NAME in made[one.number - 1].told
        )
    assert record.verify(found, [(2, "0" * 16)]).faults


def test_dice_without_the_name_in_their_salt_can_still_be_recomputed(after: House) -> None:
    forgotten(after)
    found = record.export(after.store, after.row("bb"))
    rolls = [roll for told in found.bulletins for roll in told.rolls]
    bobs = [roll for roll in rolls if roll.salts == ("Bob",)]
    assert bobs
    assert not any(roll.loaded for roll in bobs)
    assert all(roll.loaded for roll in rolls if roll.salts != ("Bob",))


def test_a_game_of_roles_keeps_them_and_loses_the_name(opened: Opener) -> None:
    house = opened(Table())
    make(house, "dicechess", "dc")
    house.say(ADDRESS, "join white", "dc", name=NAME)
    house.say("bob", "join black", "dc", name="Bob")
    house.say(ADDRESS, "resign", "dc")
    if not house.row("dc").result:
        house.say(ADDRESS, "gm close over", "dc", rank="operator")
    assert house.row("dc").result
    assert forgotten(house) == []
    assert NAME.encode() not in files(house)
    table, _ = record.rebuilt(record.export(house.store, house.row("dc")))
    assert [chair.seat for chair in table.state.chairs] == ["white", "black"]
    assert record.verify(record.export(house.store, house.row("dc"))).faults == ()


def test_who_is_needed_in_a_game_is_told_which(opened: Opener) -> None:
    house = opened(Table())
    played(house, "run", over=False)
    for text in ("forget me", "forget me yes"):
        refusal = house.say(ADDRESS, text, None).refusal
        assert refusal is not None
        assert (refusal.code, refusal.wanted) == ("still-needed", ("run",))
    assert personal.wanted(house.store) == []


def test_it_is_asked_for_once_confirmed_and_can_be_taken_back(after: House) -> None:
    for text, wanted in (("", []), (" yes", [(DOOR, ADDRESS)]), (" no", [])):
        assert after.say(ADDRESS, f"forget me{text}", None).facts["did"] == f"forget me{text}"
        assert personal.wanted(after.store) == wanted


@pytest.mark.parametrize("kind", ["ambush", "desert", "derelict"])
def test_games_with_secrets_hold_without_the_name(opened: Opener, kind: str) -> None:
    house = opened(Table())
    make(house, kind, "x", **({"window": "local"} if kind == "ambush" else {}))
    house.say(ADDRESS, "join", "x", name=NAME)
    house.say("bob", "join", "x", name="Bob")
    for _ in range(6):
        opened_game = house.referee.memory["x"]
        ask = opened_game.table.ask()
        for seat in ask.seats if ask is not None else ():
            mine = opened_game.seat_of(DOOR, ADDRESS) == seat
            (text, *_) = opened_game.table.menu(seat).examples(opened_game.table.state.question)
            house.say(ADDRESS if mine else "bob", text, "x")
    house.say("boss", "gm close over", "x", rank="operator")
    played_before = len(record.export(house.store, house.row("x")).journal)
    assert played_before > 4
    assert NAME.encode() in files(house)
    assert forgotten(house) == []
    found = record.export(house.store, house.row("x"))
    assert record.verify(found).faults == ()
    assert len(found.journal) == played_before
    assert NAME.encode() not in files(house)


def below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def test_every_field_with_text_has_a_class() -> None:
    """A new field of a ruling or a notice is renamed, kept or left out on purpose."""
    fields = {
        field.name
        for kind in {*below(Event), *below(Order)}
        if kind.__module__.startswith(("engine.rulings", "engine.state"))
        for field in msgspec.structs.fields(kind)
        if re.search(r"\bstr\b|Any", str(field.type))
    }
    assert fields == personal.FIELDS.keys()
