"""People lose no game unheard: who agrees to what, by saying so, by silence, or not at all.

The table is the rule. Each word that asks others is tried in each state that the other may be in;
the other's silence is given forty days, long after any patience.
"""

from functools import partial

import pytest

from engine.plan import DAY, HOUR
from engine.referee import open_game
from engine.referee.batch import Batch
from engine.referee.commands import consent
from engine.referee.doors import ROBOT, Repeats
from engine.referee.scheduler import tick
from engine.rulings import plan_text, rulings, times, votes
from engine.state import REFEREE
from engine.store.journal import read, replay
from tests.referee.conftest import Opener, Player
from tests.referee.office import at_work
from tests.referee.stage import DOOR, House, Table, code, events
from tests.referee.test_powers import SILENT, SPOKEN

LONG = 40 * DAY
STATES = "present", "unheard", "away", "quiet hours", "paused", "vacant"


def in_state(batch: Batch, state: str) -> None:
    opened = batch.game("g")
    assert opened is not None
    at = batch.now
    match state:
        case "away":
            batch.enter(opened, at, REFEREE, times.Away("bob", ((at, at + LONG + DAY),)))
        case "quiet hours":
            batch.enter(
                opened, at, REFEREE, times.KeepHours("bob", plan_text.hours("UTC 22:00-07:00"))
            )
        case "paused":
            batch.enter(opened, at, REFEREE, times.Pause("consent"))
        case "vacant":
            batch.enter(opened, at, REFEREE, rulings.Vacate("bob"))


def silent_for(house: House, asked: votes.Request | None, length: int) -> None:
    """Have the request delivered to Bob (``None``: it is not), and let him say nothing: the clock
    looks whenever it means to, and once at the end.
    """
    if asked is not None:
        house.take([partial(consent.hear, game="g", seats=["bob"], asked=asked)])
    end = house.at + length
    while (when := house.store.reminder("g")) is not None and when < end:
        house.at = max(house.at, when)
        house.take([partial(tick, id="g", now=house.at)])
        if house.store.reminder("g") == when:
            break
    house.at = end
    house.take([partial(tick, id="g", now=end)])


def acted(house: House) -> bool:
    return any(isinstance(event, rulings.Approved | rulings.RolledBack) for event in events(house))


@pytest.mark.parametrize("state", STATES)
def test_nobody_agrees_unheard_to_what_harms_them(played: Player, state: str) -> None:
    """A rated game is decided by no silence, however long and whatever the reason."""
    for text in (*SPOKEN, "undo 3"):
        house = played(Table())
        house.take([partial(in_state, state=state)])
        receipt = house.say("ann", text)
        if state == "vacant" and text.startswith("gm replace"):
            assert acted(house), "a seat without a player may be handed on"
            continue
        if state == "vacant":
            assert code(receipt) == "nobody-to-agree", text
        else:
            assert receipt.facts.get("kind", "undo") in ("spoken", "undo"), text
            proposal = house.referee.memory["g"].table.state.people.proposal
            assert proposal is not None
            heard = None if state == "unheard" else votes.request_of(proposal)
            silent_for(house, heard, LONG)
        assert not acted(house), text
        assert house.row().result is None
        assert house.referee.memory["g"].table.state.people.removed == ()


@pytest.mark.parametrize("state", STATES)
def test_silence_agrees_to_the_rest_from_the_second_of_delivery_on(
    played: Player, state: str
) -> None:
    for text in SILENT:
        if state == "paused" and text == "gm pause":
            continue
        house = played(Table(clock="90d"))
        house.take([partial(in_state, state=state)])
        assert house.say("ann", text).facts == {"did": "ask", "what": text, "kind": "silent"}
        if state == "vacant":
            assert acted(house), "that is administration, and nobody is there to ask"
            continue
        heard = None if state == "unheard" else ("ann", text, 0)
        silent_for(house, heard, votes.PATIENCE - 1)
        assert not acted(house), text
        silent_for(house, None, 10 * DAY)
        assert acted(house) == (state in ("present", "quiet hours")), text


def test_robots_agree(played: Player) -> None:
    for text in (*SPOKEN, "undo 3", "pause", "extend 1h"):
        voted = text in ("pause", "extend 1h")
        house = played(Table(clock="24h" if voted else ""))

        def seat_robot(batch: Batch) -> None:
            opened = batch.game("g")
            assert opened is not None
            (bob,) = (one for one in opened.addresses if one.sender == "bob")
            batch.part(opened, [bob])
            batch.settle(opened, type(bob)(door=ROBOT, sender="r", game="g", viewer="bob"))

        house.take([seat_robot])
        if text == "gm resume":
            house.say("mia", "gm pause")
        house.say("ann", text)
        found = [one for one in events(house) if isinstance(one, times.Paused | times.Extended)]
        assert found if voted else acted(house), text


def test_a_newcomer_has_the_whole_time(played: Player) -> None:
    house = played(Table())
    house.say("ann", "gm mute bob")
    silent_for(house, ("ann", "gm mute bob", 0), 2 * DAY)

    def hand_over(batch: Batch) -> None:
        opened = batch.game("g")
        assert opened is not None
        batch.enter(opened, batch.now, REFEREE, rulings.Replace("bob", "Cy"))

    house.take([hand_over])
    silent_for(house, None, 10 * DAY)
    assert not acted(house), "nothing has reached Cy"


def test_what_was_delivered_replays(played: Player) -> None:
    """When something was delivered stands in the journal, so a replay asks no door."""
    house = played(Table())
    house.say("ann", "gm mute bob")
    silent_for(house, ("ann", "gm mute bob", 0), 10 * DAY)
    assert acted(house)
    table = house.referee.memory["g"].table
    again, _ = replay(
        table.game, table.setup, read(table.game, table.setup, house.store.journal("g"))
    )
    again.state.update = table.state.update
    assert again.save() == table.save()


# ---- at a door


@pytest.mark.parametrize("repeats", ["dropped", "kept"])
async def test_silence_counts_from_what_was_delivered_and_survives_a_restart(
    opened: Opener, repeats: Repeats
) -> None:
    house = opened(Table())
    house.box.repeats = repeats
    async with at_work(house) as office:
        await office.writer.run(lambda batch: batch.accounts.give_role("g", (DOOR, "ann"), "owner"))
        office.cut_off("bob")
        await office.say("ann", "gm mute bob")
        await office.later(10 * DAY)
        assert "bob" not in muted(house), "nothing has reached him"
        office.box.answer = lambda _: None
        office.writer.dispatcher.door_is_back(DOOR)
        await office.later(1)
        await office.later(2 * DAY)
        house.opens = office.clock.now()
    async with at_work(house) as office:
        await office.later(1)
        await office.later(DAY - 2 * HOUR)
        assert "bob" not in muted(house)
        await office.later(3 * HOUR)
        assert "bob" in muted(house)


def muted(house: House) -> list[str]:
    return [*open_game.table_of(house.row()).state.people.hushed]
