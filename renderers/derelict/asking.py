"""Who is asked in a game of Derelict and what, by which dice, and what both players have."""

from collections.abc import Mapping

from engine.games.derelict.view import ALIENS, MARINES, View
from engine.state import Seat
from renderers.derelict.board import CrewPane
from renderers.registry import PublicQuestion, Say
from renderers.toolkit.facts import joined, yes


def names(view: View) -> dict[Seat, str]:
    """Return seats as sentences call them: by the name they joined with."""
    return joined(view.players)


def asks(view: View, _names: Mapping[Seat, str], say: Say) -> PublicQuestion:
    """Return what is asked, as everybody may know it: nothing of command points or their die."""
    shown = view.shown
    facts = {
        "kind": shown.kind or shown.phase,
        "unit": shown.unit or view.active or "none",
        "active": yes(view.active),
    }
    return PublicQuestion(
        question=say("derelict-asks", **facts),
        may=bool(shown.kind),
        otherwise=say("derelict-asks-else", **facts).strip(),
    )


def fired(view: View) -> str:
    """Return whether the last deed was a shot at another cell, and with what."""
    deed = view.deed
    shot = deed and deed.act in ("shoot", "burn") and len(deed.cells) > 1
    return deed.act if deed and shot else ""


def heading(view: View, say: Say) -> str:
    """Return the mission and its turn."""
    return say("derelict-heading", title=view.title, turn=view.turn, last=view.last_turn)


def acting(view: View) -> Seat:
    """Return the seat that is asked, which everybody may know; "" where none is."""
    shown = view.shown
    match shown.kind or shown.phase:
        case "seating" | "over":
            return ""
        case "main":
            return view.side
        case "reinforcement" | "voluntary" | "orient":
            return ALIENS
        case "face":
            return next((one.side for one in view.tokens if one.name == shown.unit), None) or ""
        case _:
            return MARINES


def question(view: View, say: Say) -> str:
    """Return who must act, by name, and what is asked, "" where nobody is."""
    seat = acting(view)
    if not seat:
        return ""
    asked, shown = asks(view, {}, say), view.shown.phase
    return say(
        "derelict-question",
        name=names(view).get(seat, seat),
        question=asked.question,
        state="active" if shown == "main" and view.active else "may" if asked.may else "asked",
        unit=view.active,
        ap=view.ap,
    )


def crew(view: View, seat: Seat, say: Say) -> CrewPane:
    """Return a player with the units on the map, and the marines' points and fuel where the
    mission has them and the view's reader may know.
    """
    races = ("marine",) if seat == MARINES else ("alien", "blip")
    counts = [(race, sum(one.race == race for one in view.tokens if one.name)) for race in races]
    words = []
    if seat == MARINES and view.profile == "full" and view.command is not None:
        words.append(say("derelict-crew-command", command=view.command))
    if seat == MARINES and view.profile in ("full", "complete"):
        words.append(say("derelict-crew-fuel", fuel=view.fuel))
    return CrewPane(names(view)[seat], acting(view) == seat, tuple(counts), tuple(words))


def rolled(view: View) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the dice that the question is about, each with the unit that threw them."""
    shown = view.shown
    thrown = ((shown.unit, shown.dice), (shown.other, shown.against))
    return tuple((unit, dice) for unit, dice in thrown if dice)
