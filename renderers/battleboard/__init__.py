"""BattleBoard: its view as a scene, and the sentence arguments of its events."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.games.battleboard import events, orders, robot
from engine.games.battleboard.view import BoardView, Mark, View
from engine.state import Event, Seat
from renderers import fonts
from renderers.battleboard.lines import Axes, Panel, Scene, Standing, Token, alt, text
from renderers.battleboard.paint import flat, png
from renderers.registry import PromptParts, PublicQuestion, Say
from renderers.toolkit.facts import Facts, fields, yes
from renderers.toolkit.scene import GameFacts, LastAction, Sign

__all__ = ["alt", "asks", "facts", "flat", "names", "png", "prompt", "reason", "scene", "text"]

SIGNS = {
    "hit": "X",
    "loss": "#",
    "near": "o",
    "miss": "-",
    "wreck-near": "O",
    "wreck-miss": "=",
    "city": "C",
    "stood": "c",
}
ALWAYS = ("hit", "near", "miss")
"""Signs that the legend always explains."""
LONGEST = 40
"""Maximum visible length of a name. Display names may be longer than the names of seats (BB-2)."""


def names(view: View) -> dict[Seat, str]:
    """Return the names of seats in sentences: the players' names."""
    called = {board.seat: display_name(board) for board in view.boards}
    times = Counter(name.casefold() for name in called.values())
    return {
        seat: both(name, seat) if times[name.casefold()] > 1 else name
        for seat, name in called.items()
    }


def display_name(board: BoardView) -> str:
    name = fonts.tidy(board.name).strip() or board.seat
    return (
        name if len(name) <= LONGEST else name[: LONGEST - 7].rstrip() + fonts.ELLIPSIS + name[-6:]
    )


def prompt(view: View, say: Say) -> PromptParts:
    return PromptParts(more=say("battleboard-beyond", left=view.board(view.viewer).left))


def asks(_view: View, _names: Mapping[Seat, str], say: Say) -> PublicQuestion:
    return PublicQuestion(question=say("battleboard-asks"), otherwise=say("battleboard-asks-else"))


def both(name: str, seat: Seat) -> str:
    """Return a display name, and the seat's name if they differ in more than case (BB-2, BB-3)."""
    return name if name.casefold() == seat.casefold() else f"{name} [{seat}]"


def axes(view: View) -> Axes:
    """Return the labels of the axes; (0,0) is the top left (BB-29)."""
    return Axes(tuple(map(str, range(view.width))), tuple(map(str, range(view.height))))


def scene(view: View, say: Say) -> Scene:
    grid = axes(view)
    titles, asides = titled(view, say)
    panels = tuple(panel(view, board, titles[board.seat], say) for board in view.boards)
    present = {token.sprite for one in panels for token in one.tokens}
    signs = [
        Sign(name, sign, say(f"battleboard-sign-{name}"))
        for name, sign in SIGNS.items()
        if name in present | {*ALWAYS}
    ]
    x, y = min(3, view.width - 1), min(5, view.height - 1)
    notes = [say("battleboard-note-square", square=grid.square(x, y), x=x, y=y)]
    if playing(view):
        notes.append(say("battleboard-note-badge"))
    notes.append(say("battleboard-note-wrecks", wrecks=view.wrecks))
    if view.illegal == "pass":
        notes.append(say("battleboard-note-illegal"))
    return Scene(
        banner=banner(view, titles, say),
        game=GameFacts(names(view), last=last(view, say)),
        axes=grid,
        panels=panels,
        empty=Sign("", ".", say("battleboard-sign-sea")),
        legend=tuple(signs),
        notes=tuple(notes),
        asides=tuple(asides),
        summary=(say("battleboard-goal"),),
    )


def last(view: View, say: Say) -> LastAction:
    if (done := view.last) is None:
        return LastAction()
    arguments = facts(done, view.viewer, names(view), say)
    if isinstance(done, events.Passed):
        return LastAction(say("battleboard-passed", **arguments))
    panels = [board.seat for board in view.boards]
    spot = panels.index(done.target), *done.square
    return LastAction(say("battleboard-last", **arguments), ((spot,),))


def playing(view: View) -> bool:
    return bool(view.order) and view.result is None


def titled(view: View, say: Say) -> tuple[dict[Seat, str], list[str]]:
    """Return the heading of each board, and the sentences that explain aliases."""
    titles, asides = dict[Seat, str](), list[str]()
    taken = {display_name(board).casefold() for board in view.boards}
    for number, board in enumerate(view.boards, 1):
        name = display_name(board)
        if fonts.can_name(name) and fonts.can_name(board.seat):
            titles[board.seat] = both(name, board.seat)
            continue
        alias = say("alias", number=number)
        while alias.casefold() in taken:
            alias += "'"
        titles[board.seat] = alias
        if both(name, board.seat) == name:
            asides.append(say("alias-means", alias=alias, name=name))
        else:
            asides.append(say("alias-written", alias=alias, name=name, seat=board.seat))
    return titles, asides


def banner(view: View, titles: Mapping[Seat, str], say: Say) -> str:
    if view.result is not None:
        how, _, winner = view.result.partition(" ")
        return (
            say("battleboard-banner-won", name=titles[winner])
            if how == "won"
            else say("battleboard-banner-drawn")
        )
    if view.turn is not None:
        return say("battleboard-banner-turn", name=titles[view.turn])
    return (
        say("battleboard-banner-open", seats=view.open_seats)
        if view.open_seats
        else say("battleboard-banner-ready")
    )


def standing(view: View, board: BoardView) -> Standing:
    if view.result == f"won {board.seat}":
        return "won"
    if view.turn == board.seat:
        return "turn"
    if board.standing == "leaving":
        return "leaving"
    return "plain" if board.standing == "playing" else "out"


def panel(view: View, board: BoardView, title: str, say: Say) -> Panel:
    own = board.seat == view.viewer
    state = "cities" if board.standing == "playing" else board.standing
    tokens = {(mark.x, mark.y): sprite(mark) for mark in board.marks}
    tokens |= dict.fromkeys(board.stood, "stood")
    if own:
        tokens |= dict.fromkeys(view.own, "city")
    return Panel(
        title=title,
        tag=say("battleboard-you") if own else "",
        badge=f"#{view.order.index(board.seat) + 1}"
        if playing(view) and board.seat in view.order
        else "",
        line=say(f"battleboard-{state}", left=board.left, total=board.total),
        standing=standing(view, board),
        tokens=tuple(
            Token(x, y, name)
            for (x, y), name in sorted(tokens.items(), key=lambda item: item[0][::-1])
        ),
    )


def sprite(mark: Mark) -> str:
    """Return the sprite of a bombed square (BB-15)."""
    if mark.result in ("HIT", "LOSS"):
        return mark.result.lower()
    plain = "near" if mark.result == "NEAR_MISS" else "miss"
    return f"wreck-{plain}" if mark.wreck else plain


def spelled(square: orders.Square) -> str:
    """Return a square as written in orders and labels: ``3 5``."""
    return f"{square[0]} {square[1]}"


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    found, comma = fields(event, viewer, names), say("comma")
    match event:
        case events.Bombed(by, target, square):
            role = (
                "self"
                if by == target == viewer
                else "actor"
                if by == viewer
                else "victim"
                if target == viewer
                else "other"
            )
            found |= {
                "role": role,
                "own": yes(by == target),
                "by": names.get(by, by),
                "target": names.get(target, target),
                "square": spelled(square),
            }
        case events.Joined(seat, name, open_seats):
            found |= {"name": both(fonts.tidy(name), seat), "seats": open_seats}
        case events.Unseated(_, open_seats):
            found["seats"] = open_seats
        case events.Dealt(cities=cities):
            found |= {"cities": len(cities), "squares": comma.join(map(spelled, cities))}
        case events.Uncovered(cities=cities):
            found["squares"] = comma.join(map(spelled, cities))
        case events.TurnOrder(seats):
            found["names"] = comma.join(names.get(seat, seat) for seat in seats)
    return found


def reason(view: View, order: Any, say: Say) -> str:
    found = robot.reason(view, order)
    return say("battleboard-hint", **found) if found else ""
