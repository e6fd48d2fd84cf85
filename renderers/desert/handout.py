"""The page that a player may hand to the enemy (P6, P7, P18, P32): exactly what the rules let
the enemy know (4.1). So both sides can make the page of either side, and it is the same.
"""

from collections.abc import Iterator

from engine.games.desert.view import View
from engine.games.desert.world import Struck
from engine.state import Seat
from renderers import fonts
from renderers.desert.sheet_words import Sheet, heads
from renderers.desert.tables import assault, hit_row, hits, listed_hexes
from renderers.registry import Say
from renderers.toolkit.scene import TableScene


def handout(view: View, say: Say, side: Seat = "") -> Sheet:
    """Return the page of a ``side``, the reader's own unless said otherwise: its list, its
    targets by their outward names, what the barrages of both sides have done, who is held off,
    anti-armour damage, the assault that is being made.
    """
    side = side or view.viewer
    own = side == view.viewer
    names = view.marks if own else view.targets
    first, second = (view.fired, view.suffered) if own else (view.suffered, view.fired)
    shown = TableScene(
        say("desert-table-outward", name=called(view, side)),
        heads(say, "hex target class"),
        tuple((one.hex, one.name, one.kind) for one in names),
    )
    by, on = (
        struck(say("desert-table-by", name=called(view, side)), first, say),
        struck(say("desert-table-on", name=called(view, side)), second, say),
    )
    totals = assault(view, say)[0] if view.totals else ()
    notes = tuple(told(view, say, side))
    return (*(table for table in (shown, by, on) if table.rows), *totals), notes


def called(view: View, side: Seat) -> str:
    """Return the name of a side."""
    return fonts.tidy(view.players.get(side, "")).strip() or side


def struck(title: str, found: tuple[Struck, ...], say: Say) -> TableScene:
    """Return results by hex and outward name, the actual points totalled for each hex (P18)."""
    rows: list[tuple[str, ...]] = []
    for hex in sorted({hit.hex for hit in found}):
        here = [hit for hit in found if hit.hex == hex]
        points, lost, trucks = (
            str(sum(getattr(hit, name) for hit in here)) for name in ("points", "lost", "trucks")
        )
        rows += map(hit_row, here)
        rows.append((hex, say("desert-total"), "", points, "", "", "", lost, trucks))
    return hits(title, rows, say)


def told(view: View, say: Say, side: Seat) -> Iterator[str]:
    """Yield the hex list as it was shown (P6), hexes held off, damage points of anti-armour
    fire, assaults that were made.
    """
    rows = view.shown if side == view.viewer else view.listed
    if rows:
        yield say("desert-outward-hexes", hexes=listed_hexes(rows, say))
    if view.held_off:
        yield say("desert-outward-held", hexes=say("comma").join(view.held_off))
    for one in view.damage:
        yield say("desert-damage", hex=one.hex, defender=one.on_defender, attacker=one.on_attacker)
    made = {
        hex for one in view.attacks if one.status in ("resolved", "void") for hex in one.targets
    }
    if view.step.startswith("ca_") and made:
        yield say("desert-outward-made", hexes=say("comma").join(sorted(made)))
