"""Who is there and who is late: public where a question is, and counted when it closes; a window
counts for nobody.
"""

import pytest

from engine.plan import DAY, HOUR
from engine.referee import conduct
from engine.referee.commands import finding
from engine.rulings import rulings, times
from engine.state import PUBLIC, Ask, Event, People, Setup
from tests.desert.twins import scenario
from tests.kit.data import beside
from tests.referee.conftest import Opener
from tests.referee.stage import House, Table
from tests.referee.tale import Teller, tale, tales

globals().update(tales(__file__))


class Named(Table, frozen=True):
    """A game of sealed questions, whose seats have names of their own."""

    def setup(self) -> Setup:
        made = super().setup()
        made.options.pop("players")
        return made


def desert(opened: Opener, clock: str, **options: str) -> House:
    more = {"stages": 1, "timeout": "none"} | options
    seats = ("axis", "cw")
    return opened(Named(kind="desert", seats=seats, options=more, scenario=scenario(), clock=clock))


def people(house: House) -> People:
    found: People = house.referee.memory["g"].table.state.people
    return found


def notices(house: House) -> list[Event]:
    """Return what everybody was told of those who were late or are back."""
    kinds = times.Missed, times.Returned, rulings.Vacated
    told = [news.events for news in house.box.news if news.viewer == PUBLIC]
    return [event for events in told for event in events if type(event) in kinds]


def test_in_a_game_of_sealed_questions_alone_a_vanished_players_seat_becomes_free(
    opened: Opener,
) -> None:
    house = desert(opened, "1h replace 2")
    for _ in range(2):
        assert people(house).vacant == ()
        house.wait(HOUR + 5)
    assert set(people(house).vacant) <= {"axis", "cw"}
    for _ in range(6):
        house.wait(HOUR + 5)
    assert set(people(house).vacant) == {"axis", "cw"}
    assert rulings.Vacated("cw") in notices(house)
    assert house.say("zed", "join cw").status == "answered"
    assert people(house).vacant == ("axis",)


def test_who_types_a_roll_is_there_and_who_does_not_is_late(opened: Opener) -> None:
    house = desert(opened, "1h replace 1", dice="typed")
    while house.referee.memory["g"].table.state.throw is None:
        house.wait(HOUR + 5)
    before = dict(people(house).times.misses)
    assert min(before.values()) > 0
    house.say("axis", "roll referee")
    assert people(house).times.misses == before, "not before it is thrown"
    house.wait(HOUR + 5)
    assert notices(house)[-2:] == [times.Missed(("cw",)), times.Returned("axis")]
    assert people(house).times.misses == {"cw": before["cw"] + 1}


# ---- the record of a person


def test_a_record_counts_answers_in_time_once_their_day_is_over(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """EV-80, EV-81, EV-83, EV-84: in time / (in time + missed + 20 for each lost seat), in steps of
    5.
    """
    monkeypatch.setattr(conduct, "FEW", 3)
    tale("""
        table clock="6h replace 2"
        ann at 0s: profile bob   -> known=no
        ann at 0s: speak red
        bob at 0s: speak blue
        ann at 0s: speak red
        wait 6h                  -> Missed(bob)
        ann at 7h: speak red     -> taken
        ann at 7h: profile       -> known=no
        wait 18h
        ann: profile             -> reliability=75; known=yes
        zed: profile ann         -> reliability=75
    """)(opened)


def of_people(house: House) -> list[object]:
    """Return everything that others can read of people: records, searches, games that follow."""
    for who in ("ann", "bob"):
        house.say(who, 'seek dicechess needs="reliable 80"', None)
    house.at += DAY
    said = [house.say("zed", text, None).facts for text in ("seek", "rating relay")]
    said += [house.say("zed", f"profile {seat}").facts for seat in ("ann", "bob")]
    house.take([finding.look])
    found = [house.store.addresses(id) for id in house.store.ids() if id != "g"]
    people = sorted((one.door, one.sender) for some in found for one in some)
    rows = house.store.rows("select * from conduct order by 1, 2, 3")
    return [rows, said, people]


@pytest.mark.parametrize("planted", [False, True], ids=["kept", "planted"])
def test_windows_and_sealed_answers_leave_no_trace_in_records_and_searches(
    opened: Opener, monkeypatch: pytest.MonkeyPatch, *, planted: bool
) -> None:
    """EV-82, EV-83, EV-92."""
    monkeypatch.setattr(conduct, "FEW", 1)
    if planted:
        monkeypatch.setattr(Ask, "presence", property(lambda _: True))
    worlds, window = [], beside(__file__)["WINDOW"]
    for answers in ("", "ann: vote blue", "bob: vote blue", "ann: vote blue\n bob: vote green"):
        teller = Teller(opened, f"{window}\n{answers}\nwait 90s")
        teller.tell()
        worlds.append(of_people(teller.house))
    assert worlds[0][0]
    assert all(world == worlds[0] for world in worlds) is not planted
