"""How a game stood for a viewer after anything that it was told."""

import random

import pytest

from engine.state import PUBLIC, Bulletin, Seat
from engine.store.history import pages, position, positions
from engine.store.journal import encode
from engine.store.rows import BulletinRow
from engine.testing.kit import Case, Play, choose, fresh
from tests.kit.games import cases

STEPS = 40


def row(play: Play, n: int, bulletin: Bulletin, undo_to: int | None = None) -> BulletinRow:
    return BulletinRow(
        play.setup.id, n, bulletin.at, encode(bulletin.told), encode(bulletin.rolls), undo_to
    )


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_every_position_is_what_the_viewer_saw_then(case: Case) -> None:
    """Law 3: the replay of a prefix is the remembered state; for every viewer,
    at everything that it was told.
    """
    play, rng = fresh(case, 5), random.Random(5)
    viewers: tuple[Seat, ...] = (PUBLIC, *play.table.seats)
    seen: dict[tuple[Seat, int], bytes] = {}
    for _ in range(STEPS):
        if play.over:
            break
        play.write(*choose(play, rng))
        for viewer in viewers:
            if play.bulletins[-1].events(viewer):
                seen[viewer, len(play.entries)] = encode(play.table.view(viewer))
    rows = [
        row(play, 0, play.first),
        *(row(play, n, told) for n, told in enumerate(play.bulletins, 1)),
    ]
    for viewer in viewers:
        told = pages(case.game, rows, viewer)
        found = {
            page.entry: encode(view)
            for page, view in positions(case.game, play.setup, play.entries, told, viewer)
        }
        wanted = {n: view for (who, n), view in seen.items() if who == viewer}
        assert {n: view for n, view in found.items() if n in wanted} == wanted
        assert set(found) == {page.entry for page in told}
        last = max(wanted, default=0)
        assert (
            last == 0
            or encode(position(case.game, play.setup, play.entries, told[-1], viewer))
            == wanted[last]
        )


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_what_was_taken_back_is_left_out_but_can_be_looked_at(case: Case) -> None:
    play, rng = fresh(case, 6), random.Random(6)
    start = len(play.entries)
    for _ in range(6):
        if not play.over:
            play.write(*choose(play, rng))
    before = encode(play.table.view(PUBLIC))
    play.undo(play.now, play.table.seats[0], start)
    rows = [
        row(play, 0, play.first),
        *(row(play, n, told) for n, told in enumerate(play.bulletins, 1)),
    ]
    rows[-1] = row(play, len(play.entries), play.bulletins[-1], start)
    told = pages(case.game, rows, PUBLIC)
    undone = [page for page in told if page.undone]
    assert [page.entry for page in undone] == [
        p.entry for p in told if start < p.entry < len(play.entries)
    ]
    kept = [page.entry for page, _ in positions(case.game, play.setup, play.entries, told, PUBLIC)]
    assert kept == [page.entry for page in told if not page.undone]
    if undone and undone[-1].entry == len(play.entries) - 1:
        assert encode(position(case.game, play.setup, play.entries, undone[-1], PUBLIC)) == before
