"""The sentences about rulings, and the referee's answers to commands."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.rulings import calendar, rulings
from engine.state import Event, Seat
from renderers.registry import Say
from renderers.rulings import times
from renderers.toolkit.facts import Facts, fields, yes


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    found = fields(event, viewer, names)
    match event:
        case rulings.StillAsked(what=what, seats=seats):
            found |= times.listed(seats, names, say) | {"kind": "ask" if what else "undo"}
        case rulings.Corrected(reason):
            found["text"] = reason
        case rulings.Viewed(seat=seat) | rulings.Admitted(seat=seat):
            found |= {"seat": names.get(seat, seat), "any": yes(seat)}
        case rulings.Appealed(text=said):
            found["any"] = yes(said)
        case rulings.Closed(said) | rulings.Invited(said):
            found["any"] = yes(said)
    return found


def done(did: Mapping[str, Any], say: Say) -> Facts:
    """Return the arguments of the sentence about a completed command, from its receipt. These are
    words, numbers, lengths of lists (``n-open``), and times in words.
    """
    found: Facts = {name: value for name, value in did.items() if isinstance(value, str | int)}
    found |= {f"n-{name}": len(value) for name, value in did.items() if isinstance(value, list)}
    match did.get("did"):
        case "away":
            found |= {end: times.moment(did[end]) for end in ("start", "end")}
        case "proof":
            found["any"] = yes(did["secret"])
        case "observe":
            found["any"] = yes(did["seat"])
        case "substitute":
            found["kind"] = did["kind"] or "none"
        case "queue":
            orders = [f"{n}. {text}" for n, text in enumerate(did["orders"], 1)]
            found |= {"orders": say("comma").join(orders), "count": len(orders)}
    return found


def more(did: Mapping[str, Any], say: Say) -> list[str]:
    match did.get("did"):
        case "games":
            wanting = [say("desk-open", **done(game, say)) for game in did["open"]]
            return [*(game_line(game, did["zone"], say) for game in did["games"]), *wanting]
        case "seek":
            rows = (done(row, say) | {"any": yes(row["until"])} for row in did["waiting"])
            return [say("desk-seek", **row) for row in rows]
        case "rating" | "profile":
            return [say("desk-rating", **done(row, say)) for row in did["ratings"]]
        case "talk":
            return [
                say("desk-said", at=moment(at, did["zone"]), by=by, to=to, text=text)
                for at, by, to, text in did["said"]
            ]
        case "proof":
            return [
                *(say("desk-salt", **one, open=yes(one["salt"])) for one in did["salts"]),
                *(
                    say("desk-sealed", leaves="  ".join(one["leaves"]), **done(one, say))
                    for one in did["sealed"]
                ),
            ]
        case "record":
            return str(did["text"]).splitlines()
        case "gm audit":
            return [
                say("desk-act", at=calendar.format_time(at), by=by, what=what, more=flat(data))
                for at, by, what, data in did["acts"]
            ]
        case "my data" if "data" in did:
            return msgspec.json.format(msgspec.json.encode(did["data"])).decode().splitlines()
        case "gm look":
            return list(outlined(did["seen"]))
    return []


def flat(facts: str) -> str:
    """Return the facts of an audited act in one line: *seconds 60, seats ann*."""
    found = msgspec.json.decode(facts)
    lines = (f"{name} {written(value)}" for name, value in found.items() if value not in ("", []))
    return ", ".join(lines)


def written(value: Any) -> str:
    if value and isinstance(value, list) and not any(isinstance(one, list | dict) for one in value):
        return " ".join(map(written, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def outlined(value: Any, name: str = "", depth: int = 0) -> Iterator[str]:
    if value and isinstance(value, dict | list):
        if name:
            yield f"{'  ' * (depth - 1)}{name}:"
        for key, part in value.items() if isinstance(value, dict) else enumerate(value, 1):
            yield from outlined(part, str(key), depth + 1)
    else:
        yield f"{'  ' * max(depth - 1, 0)}{name}: {written(value)}"


def moment(at: int, zone: str) -> str:
    return f"{calendar.format_time(at, zone or 'UTC')} {zone or 'UTC'}"


def game_line(game: Mapping[str, Any], zone: str, say: Say) -> str:
    if "missing" in game:
        return say(
            "desk-game-missing", game=game["game"], kind=game["kind"], edition=game["missing"]
        )
    due = "" if game["due"] is None else moment(game["due"], zone)
    facts = {
        "due": due,
        "any": yes(due),
        "stands": "over" if game["result"] else "asked" if game["asked"] else "other",
        "sits": yes(game["seat"]),
        "requested": yes(game["request"]),
    }
    return say("desk-game", **done({**game, **facts}, say))
