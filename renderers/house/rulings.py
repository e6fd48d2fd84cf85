"""What is said about rulings, and what the desk answers to the words
that people use among themselves.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.house import calendar, rulings
from engine.state import Event, Seat

Say = Callable[..., str]
Facts = dict[str, str | int]


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str]) -> Facts:
    """The arguments of the sentence of a ruling. Raises ``LookupError`` for any other event."""
    match event:
        case rulings.Proposed(by, line):
            return who(by, viewer, names) | {"line": line}
        case rulings.Unrated():
            return {}
        case rulings.Agreed(by) | rulings.Disagreed(by):
            return who(by, viewer, names)
        case rulings.RolledBack(how, line, revealed):
            return {"how": how, "line": line, "revealed": "yes" if revealed else "no"}
        case rulings.Vacated(seat) | rulings.Removed(seat):
            return who(seat, viewer, names) | {"seat": seat}
        case rulings.Replaced(seat, name):
            return {"seat": seat, "name": name, "role": "actor" if seat == viewer else "other"}
        case rulings.Corrected(text) | rulings.Announced(text):
            return {"text": text}
        case rulings.Closed(text):
            return {"text": text, "any": "yes" if text else "no"}
        case rulings.Hushed(seat, on):
            return who(seat, viewer, names) | {"on": "yes" if on else "no"}
        case rulings.Unreached(seat, door, on):
            return who(seat, viewer, names) | {"door": door, "on": "yes" if on else "no"}
        case rulings.Appointed(name, alone):
            return {"name": name, "alone": "yes" if alone else "no"}
        case rulings.Viewed(name, door, seat):
            return {
                "name": name,
                "door": door,
                "seat": names.get(seat, seat),
                "any": "yes" if seat else "no",
            }
        case rulings.Invited(by):
            return {"by": by, "any": "yes" if by else "no"}
    raise LookupError(f"{type(event).__name__}: not a ruling")


def who(seat: Seat, viewer: Seat, names: Mapping[Seat, str]) -> Facts:
    """Whom it is about, and whether that is its reader."""
    return {"name": names.get(seat, seat), "role": "actor" if seat == viewer else "other"}


def done(did: Mapping[str, Any]) -> Facts:
    """The arguments of a sentence about what the desk has done: the plain
    facts, and how long the lists are.
    """
    plain: Facts = {name: value for name, value in did.items() if isinstance(value, str | int)}
    return plain | {
        f"n-{name}": len(value) for name, value in did.items() if isinstance(value, list)
    }


def more(did: Mapping[str, Any], say: Say) -> list[str]:
    """The lines below that sentence, where the desk was asked for a list."""
    match did.get("did"):
        case "games":
            wanting = [say("desk-open", **done(game)) for game in did["open"]]
            return [*(game_line(game, say) for game in did["games"]), *wanting]
        case "rating":
            left_out = [say("desk-rating-missing", game=game) for game in did["missing"]]
            return [*(say("desk-rating", **done(row)) for row in did["ratings"]), *left_out]
        case "talk":
            said = did["said"]
            return [
                say("desk-said", at=calendar.shown(at), by=by, to=to, text=text)
                for at, by, to, text in said
            ]
        case "gm audit":
            acts = did["acts"]
            return [
                say("desk-act", at=calendar.shown(at), by=by, what=what, more=data)
                for at, by, what, data in acts
            ]
        case "gm look":
            return msgspec.json.format(msgspec.json.encode(did["seen"])).decode().splitlines()
    return []


def game_line(game: Mapping[str, Any], say: Say) -> str:
    """One of the reader's games."""
    if "missing" in game:
        return say(
            "desk-game-missing", game=game["game"], kind=game["kind"], edition=game["missing"]
        )
    due = calendar.shown(game["due"]) if game["due"] is not None else ""
    stands = "over" if game["result"] else "asked" if game["asked"] else "other"
    sits = "yes" if game["seat"] else "no"
    return say(
        "desk-game",
        **done({**game, "due": due, "any": "yes" if due else "no", "stands": stands, "sits": sits}),
    )
