"""The sentence arguments of Desert's events."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from engine.games.desert import chart_file
from engine.games.desert import events as e
from engine.games.desert.units import Role
from engine.state import Event, Seat
from renderers import fonts
from renderers.desert.tables import listed_hexes
from renderers.registry import Say
from renderers.toolkit.facts import Facts, fields, who, yes


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    """Return the arguments of an event's sentence: its fields, ``role``, ``name``, and lists in
    words.
    """
    seats = ("seat", "phasing", "firer", "side")
    found = fields(event, viewer, names, seats, lambda value: plain(value, say))
    return {**found, **words(event, viewer, names, say)}


def plain(value: Any, say: Say) -> str | int:
    """Return a field as an argument, for example ``PZ-A medium 1``. Lists are joined by commas, and
    an empty value is ``none``.
    """
    if isinstance(value, bool):
        return yes(value)
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return value or "none"
    if isinstance(value, Mapping):
        return listed(entries(value), say)
    if isinstance(value, tuple) and all(isinstance(part, str) for part in value):
        return listed(value, say)
    return "none"


def entries(value: Mapping[str, Any]) -> Iterable[str]:
    """Flatten nested mappings: ``{"PZ-A": {"medium": 1}}`` is ``PZ-A medium 1``."""
    for key, inner in value.items():
        if isinstance(inner, Mapping):
            yield from (f"{key} {one}" for one in entries(inner))
        elif inner:
            yield f"{key} {inner}"


def listed(parts: Iterable[str], say: Say) -> str:
    return say("comma").join(parts) or "none"


@cache
def usual_charts() -> str:
    return chart_file.shipped().sha256


def words(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    match event:
        case e.Joined(name=name):
            return {"name": fonts.tidy(name)}
        case e.Began(charts=charts, profile=profile):
            return {"usual": yes((charts, profile) == (usual_charts(), "issue"))}
        case e.SegmentBegan(touching=touching):
            zoc = {None: "unknown", True: "yes", False: "no"}
            told = (
                say("desert-touch-told", own=t.own, enemy=t.enemy, zoc=zoc[t.zoc]) for t in touching
            )
            return {"touching": listed(told, say)}
        case e.ListsShown(lists):
            each = (
                say("desert-list", name=names.get(seat, seat), hexes=listed_hexes(rows, say))
                for seat, rows in lists.items()
            )
            return {"lists": "; ".join(each)}
        case e.TargetsNamed(targets, marks):
            aimed = (f"{target.hex} {target.name}" for target in targets)
            known = (
                say("desert-mark-told", name=mark.name, unit=mark.unit or mark.name)
                for mark in marks
            )
            return {"targets": listed(aimed, say), "marks": listed(known, say)}
        case e.Barraged(hits=hits):
            said = (
                say(
                    "desert-hit",
                    **{
                        key: plain(value, say) for key, value in msgspec.structs.asdict(hit).items()
                    },
                )
                for hit in hits
            )
            return {"hits": "; ".join(said) or "none"}
        case e.Noticed(side, left, entered, retreated):
            about = who(side, viewer, names)
            parts = {"left": left, "entered": entered, "retreated": retreated}
            noticed = [
                say(f"desert-notice-{word}", hexes=listed(at, say), **about)
                for word, at in parts.items()
                if at
            ]
            return {"notices": say("space").join(noticed) or say("desert-notice-nothing")}
        case e.Totalled(totals):
            found = {
                key: plain(value, say) for key, value in msgspec.structs.asdict(totals).items()
            }
            signed = {
                key: f"{found[key]:+}"
                for key in ("basic", "terrain", "strength", "size", "morale", "adjusted")
            }
            return {**found, **signed, "targets": "+".join(totals.targets)}
        case e.AaFired(kinds=kinds):
            each = (
                f"{names.get(seat, seat)} {listed(seen, say)}"
                for seat, seen in kinds.items()
                if seen
            )
            return {"kinds": "; ".join(each) or "none"}
        case e.Assaulted(targets, captured=captured):
            return {
                "targets": "+".join(targets),
                "captured": listed((names.get(s, s) for s in captured), say),
            }
        case e.MoraleRolled():
            return {
                key: f"{getattr(event, key):+}"
                for key in ("basic", "cohesion", "adjustment", "morale")
            }
        case e.Dictated(percents=percents):
            alike = len(set(percents.values())) == 1
            shares = (
                f"{percent} %" if alike else f"{hex} {percent} %"
                for hex, percent in percents.items()
            )
            return {"shares": listed(dict.fromkeys(shares), say)}
        case e.Costs(cohesion=cohesion, cp=cp, ammo=ammo):
            changes = {"cohesion": cohesion, "cp": cp, "ammo": ammo}
            return {
                key: listed((f"{unit} {n:+}" for unit, n in own.items()), say)
                for key, own in changes.items()
            }
        case e.Retreated(hex, to):
            return {"stood": yes(hex == to)}
        case e.Warned(n=n, of=of):
            return {"share": f"{n / 10:.1f}", "wanted": f"{of / 10:.1f}"}
        case e.PlanShown(rows):
            return {"rows": "\n".join(line for row in rows for line in plan(row, say)) or "none"}
        case e.RolesShown(roles, probes, empty):
            lines = [
                say("desert-role-unit", unit=unit, roles=listed(map(role, own), say))
                for unit, own in roles.items()
            ]
            lines += [say("desert-role-probe", targets="+".join(targets)) for targets in probes]
            lines += [say("desert-role-empty", hex=hex) for hex in empty]
            return {"rows": "\n".join(lines) or "none"}
        case e.Opened(units=units):
            told = (" ".join([unit.id, unit.hex, *entries(unit.toe)]) for unit in units)
            return {"units": listed(told, say)}
        case e.Ended(winner, reason, score):
            end = (
                "unscored"
                if reason == "over"
                else "drawn"
                if not winner
                else "won"
                if winner == viewer
                else "lost"
                if viewer in score
                else "other"
            )
            points = listed((f"{names.get(seat, seat)} {n}" for seat, n in score.items()), say)
            return {"role": end, "name": names.get(winner, winner) or "none", "score": points}
    return {}


def role(one: Role) -> str:
    return " ".join(filter(None, (one.kind, str(one.n), one.task, "+".join(one.targets))))


def plan(row: e.PlanHex, say: Say) -> Iterable[str]:
    held = "unknown" if row.held is None else yes(row.held)
    yield say("desert-plan-hex", hex=row.hex, held=held)
    for one in row.targets:
        target = one.target
        mark = one.mark.replace(" ", "-") or "none"
        yield "  " + say(
            "desert-plan-target", target=target.name, alias=target.alias or "none", mark=mark
        )
        for n, barrage in enumerate(one.barrages, 1):
            yield "    " + say(
                "desert-plan-barrage",
                n=n,
                units="+".join(barrage.units),
                origins=" ".join(barrage.origins),
                points=barrage.points,
                raw="none" if barrage.raw is None else barrage.raw,
            )
        for where in ("forward", "back"):
            beside = [status for status in one.statuses if status.position == where]
            told = (
                say("desert-plan-unit", unit=status.unit, code=status.code) for status in beside
            )
            if beside:
                yield "    " + say("desert-plan-beside", where=where, units=listed(told, say))
