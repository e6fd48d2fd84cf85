"""What was said to an open question can be taken back: the answer, and all of the sheet."""

from engine.games.desert.game import Desert
from engine.state import Retract, Setup
from engine.testing.kit import Play, asked


def test_a_sheet_can_be_begun_anew() -> None:
    play = Play(Desert(), Setup(id="d", secret=bytes(32), options={}, scenario={}, at=1_000))
    play.join(("axis", "cw"))
    before = play.table.view("axis").sheet
    for text in ("pos all fwd", "ok"):
        play.submit(1_010, "axis", text)
    assert play.table.view("axis").sheet != before
    assert "axis" in play.table.state.answers
    play.write(1_020, "axis", Retract())
    assert play.table.view("axis").sheet == before
    assert "axis" not in play.table.state.answers
    assert asked(play.table) == ("axis", "cw")
