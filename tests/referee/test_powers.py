"""What people may do is a right of the person: not of an address of the moment,
and not of an owner who plays.
"""

import pytest

from engine.messages import Receipt
from engine.referee.commands import WORDS
from engine.rulings import rulings
from tests.referee.conftest import Player
from tests.referee.stage import POST, House, Table, events
from tests.referee.tale import tales

MAIL = "ann@example.org"


globals().update(tales(__file__))


# ---- an owner who plays is a player


SPOKEN = (
    *("gm remove bob", "gm default bob", "gm default", "gm replace bob", "gm replace bob cy"),
    *("gm rollback 5", "gm undo", "gm close", "gm deadline 2030-01-01", "gm resume"),
    *("gm moderator cy", "gm hand cy"),
)
"""What decides, shortens, uncovers or hands on the others' game: nobody agrees by silence."""
SILENT = ("gm pause", "gm extend 2h", "gm mute bob", "gm unmute bob", "gm rule It stands.")
POWERS = (*SPOKEN, *SILENT)
CONTESTS = ("gm round", "gm score")
"""Words of contests alone, see test_contests."""


def tried(house: House, who: str, text: str) -> Receipt:
    if text == "gm resume":
        house.say("mia", "gm pause")
    return house.say(who, text)


def test_every_word_that_asks_others_is_tried() -> None:
    asking = {one.word() for one in WORDS if one.asks and one.by == "moderator"}
    assert {" ".join(text.split()[:2]) for text in POWERS} | {
        "gm look",
        "gm correct",
        *CONTESTS,
    } == asking


def test_a_power_over_a_rated_game_is_nobodys_who_plays_until_the_others_agree(
    played: Player,
) -> None:
    for text in POWERS:
        house = played(Table(clock="24h"))
        house.link()
        tried(house, "nobody", text)
        for receipt in (
            house.say("ann", text),
            house.say(MAIL, text, by=POST),
            house.say("ann", text, rank="moderator"),
        ):
            assert receipt.facts["did"] == "ask", text
        people = house.referee.memory["g"].table.state.people
        assert people.proposal is not None
        assert people.proposal.agreed == ("ann",)
        assert house.row().result is None
        assert house.store.acts("g", but="", most=50)[-1].action == "ask", "nothing else was done"
        assert house.say("bob", "agree").facts["did"] == "agree"
        assert rulings.Approved("ann", text) in events(house)
        done = [act.action for act in house.store.acts("g", but="", most=50)]
        assert done[-2:] == ["ask", " ".join(text.split()[:2])]


@pytest.mark.parametrize(
    ("who", "table"),
    [("mia", Table(clock="24h")), ("ann", Table(clock="24h", rated=False))],
    ids=["a moderator who does not play", "the owner of a game that is not rated"],
)
def test_some_have_every_power(played: Player, who: str, table: Table) -> None:
    done = {text: tried(played(table), who, text).facts.get("did") for text in POWERS}
    assert {text for text, did in done.items() if did in (None, "ask")} == set()
