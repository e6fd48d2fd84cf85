"""Rules of Derelict that need more than orders: segments, corrections, editions, offers, hints."""

import pytest

from engine.games import editions
from engine.games.derelict.events import Burnt, Exposed
from engine.rulings.rulings import Correct
from engine.state import REFEREE
from tests.derelict import stage
from tests.derelict.stage import Stage, only
from tests.kit.each import each


def test_DL_11_5_flames_fill_the_segment_but_for_closed_doors_and_block_sight() -> None:
    s = Stage("marine_flame 4,5 W; door 5,4", segs=("aaabbbbccc",) * 7).then("activate M1")
    burnt = only(Burnt, s.say("burn 4,5"))
    assert set(burnt.cells) == {(x, y) for x in range(3, 7) for y in range(7)} - {(5, 4)}
    assert not s.world.position.clear((4, 5), (4, 2))


def test_DL_11_5_any_cell_of_the_segment_will_do_and_the_reach_is_12() -> None:
    s = Stage("marine_flame 0,0 E", grid=("." * 16,), segs=("aaaabbbbccccddee",), alone=True)
    s.say("activate M1")
    assert {text for text in s.offers() if text.startswith("burn")} == {
        f"burn {x},0" for x in (0, 4, 8, 12)
    }
    s.say("burn 6,0")
    burning = {token.cell for token in s.world.tokens if token.kind == "flame"}
    assert burning == {(x, 0) for x in range(4, 8)}


def exposed(s: Stage) -> list[str]:
    return [event.blip for event in s.play.bulletins[-1].events("*") if isinstance(event, Exposed)]


@each("side", ["marine", "alien"])
def test_DL_9_1_a_blip_that_a_correction_puts_in_view_is_revealed_at_once(side: str) -> None:
    s = Stage("marine 0,0 E; blip 4,6 S; alien 9,6 W", rules={"side": side})
    k = next(k for k, token in enumerate(s.world.tokens) if token.name == "B1")
    s.play.write(0, REFEREE, Correct(f"tokens[{k}].y", 0, "it stood one cell too far"))
    assert exposed(s) == ["B1"]
    assert s.asked == "alien"
    s.say("done")
    assert s.asked == side


@each("edition, first", [(1, ["B2", "B1"]), (2, ["B1", "B2"])])
def test_DL_9_1_blips_are_looked_at_in_the_order_of_the_tokens_and_once_by_rows(
    edition: int, first: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "GAME", editions("derelict")[edition])
    s = Stage("marine 0,5 E; marine 0,1 E; blip 5,5; blip 3,1")
    assert exposed(s) == first[:1]
    s.say("done")
    assert exposed(s) == first[1:]


def test_DL_19_standing_ask_asks_again() -> None:
    s = Stage("marine_sarge 4,6 E", {"cp/": [5, 3]})
    for text in ("unjam", "reroll", "face", "facing", "cells", "command"):
        s.say(f"standing {text} ask", "marine")
    filed = s.world.filed("marine")
    assert {filed.unjam, filed.reroll, filed.face, filed.facing} == {"ask"}
    assert (filed.cells, filed.first, filed.command) == ((), False, -1)


def test_every_legal_choice_of_a_turn_is_an_offer_with_unit_cell_and_cost() -> None:
    s = Stage("marine 3,3 N; marine 5,5 S; alien 3,0 S").then("activate M1")
    offers = {offer.order: offer for offer in s.play.table.menu(s.asked).offers()}
    costs = {text: offer.cost for text, offer in offers.items() if offer.cost is not None}
    assert costs == s.offers()
    step = offers["move 3,2"]
    assert (step.type, step.unit, step.cell, step.cost) == ("Move", "M1", "3,2", 1)
    assert offers["move 3,4"].cost == 2
    assert offers["activate M2"].unit == "M2"
