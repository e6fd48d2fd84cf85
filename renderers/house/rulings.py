"""What is said about rulings, and what the desk answers to the words
that people use among themselves.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.house import calendar, rulings
from engine.state import Event, Seat
from renderers.toolkit.facts import Facts, fields, yes

Say = Callable[..., str]


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str]) -> Facts:
    """Return the arguments of the sentence of a ruling."""
    found = fields(event, viewer, names)
    match event:
        case rulings.Corrected(reason):
            found["text"] = reason
        case rulings.Viewed(seat=seat):
            found |= {"seat": names.get(seat, seat), "any": yes(seat)}
        case rulings.Closed(said) | rulings.Invited(said):
            found["any"] = yes(said)
    return found


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
    sits = yes(game["seat"])
    return say(
        "desk-game",
        **done({**game, "due": due, "any": yes(due), "stands": stands, "sits": sits}),
    )
