"""The decks of a ship as a scene, and the scene as plain text and in words."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from engine.games.derelict.view import ALIENS, MARINES, View
from engine.state import Seat
from renderers.registry import PublicQuestion, Say
from renderers.sentences import sentences_in
from renderers.toolkit.facts import joined, yes
from renderers.toolkit.scene import WHOLE, GameScene, TextLayout
from renderers.toolkit.words import ALT, legend, mapped, news, wrapped

Cell = tuple[int, int]


Window = tuple[int, int, int, int]
"""The first column and row, and the last ones."""


class Figure(Struct, frozen=True, kw_only=True):
    at: Cell
    sprite: str  # the kind of marine, alien or blip
    rot: int
    label: str  # written on the unit
    badge: str  # written in its corner
    words: str  # a marine's equipment
    marks: tuple[str, ...]  # its markers
    active: bool  # it acts now


class DeckTile(Struct, frozen=True):
    at: Cell
    sprite: str
    rot: int = 0  # 90 for a door across a horizontal corridor


class CrewPane(Struct, frozen=True):
    name: str
    acts: bool  # must answer now
    counts: tuple[tuple[str, int], ...]  # units by sprite
    words: tuple[str, ...] = ()  # other resources


class ShipScene(GameScene, frozen=True, kw_only=True):
    heading: str  # mission and turn
    question: str  # the player who must act and the question, or ""
    interrupts: bool  # they act out of turn
    crews: tuple[CrewPane, ...]  # both players
    rolls: tuple[tuple[str, tuple[int, ...]], ...]  # the dice of the question
    notes: tuple[str, ...]  # lines at the bottom
    fired: str  # the last deed: ``shoot``, ``burn`` or ""
    status: str  # below the banner of the text
    grid: tuple[str, ...]
    window: Window  # the used part of the map
    interest: tuple[Cell, ...]  # the cells to show, the most important first
    focus: Window  # the part that the picture enlarges
    tiles: tuple[DeckTile, ...]
    figures: tuple[Figure, ...]
    segs: tuple[str, ...]  # rows like those of ``grid``; cells with equal letters burn together
    marked: tuple[Cell, ...]  # cells of an overlay
    marking: str  # ``seen`` or ``doomed``
    signs: tuple[tuple[str, ...], ...]  # the window in the text board, two characters a cell
    facts: tuple[str, ...]  # the picture in words, for the text alone
    own: tuple[str, ...]  # the facts about the reader's units
    names: tuple[str, ...]  # these units with their cells only

    @property
    def below(self) -> tuple[str, ...]:
        return self.facts[len(self.figures) :]  # the summary has the units


BESIDE, ROSTER, LEAST = 8, 24, 20
"""Columns of a row for its numbers, columns for the summary, and the least cells beside it."""


def head(scene: ShipScene) -> tuple[str, ...]:
    dice = (
        " ".join(filter(None, (unit, *(f"[{die}]" for die in thrown))))
        for unit, thrown in scene.rolls
    )
    return scene.banner, scene.status, "  ".join(dice), scene.game.last.words


def focus(interest: Sequence[Cell], window: Window, most: tuple[int, int]) -> Window:
    """Return a part of the window with as many interesting cells as fit into ``most`` columns and
    rows.
    """
    kept: list[Cell] = []
    for cell in interest:
        xs, ys = zip(*kept, cell, strict=True)
        if max(xs) - min(xs) < most[0] and max(ys) - min(ys) < most[1]:
            kept.append(cell)
    columns = span([x for x, _ in kept], most[0], window[0], window[2])
    rows = span([y for _, y in kept], most[1], window[1], window[3])
    return columns[0], rows[0], columns[1], rows[1]


def span(places: Sequence[int], most: int, first: int, last: int) -> tuple[int, int]:
    """Return a range of at most ``most`` places between ``first`` and ``last``. It is centred on
    the wanted ``places``, which must fit into it.
    """
    if last - first < most:
        return first, last
    low, high = (min(places), max(places)) if places else (first, last)
    start = max((low + high + 1 - most) // 2, high + 1 - most)
    start = max(first, min(start, last + 1 - most))
    return start, start + most - 1


def printed(scene: ShipScene, layout: TextLayout) -> Window:
    """Return the part of the map to print. If ``layout`` limits the height, these are the
    surroundings of the action, with room for the summary beside them if possible.
    """
    if not layout.height:
        return scene.window
    beside = (layout.width - BESIDE - ROSTER) // 2
    wide = beside if beside >= LEAST else (layout.width - BESIDE) // 2
    return focus(scene.interest, scene.window, (wide, layout.height - 2))


def lines(scene: ShipScene, language: str, layout: TextLayout) -> Iterator[str]:
    """Yield the map and everything on it as lines. A map that is too wide continues below."""
    yield from wrapped(filter(None, head(scene)), layout)
    across = (layout.width - BESIDE) // 2
    x0, y0, x1, y1 = printed(scene, layout)
    left, top, *_ = scene.window
    for first in range(x0, x1 + 1, across):
        part = range(first, min(x1, first + across - 1) + 1)
        columns = "    " + "".join(f"{x:>2}" if x % 2 == 0 else "  " for x in part)
        yield ""
        rows = [columns]
        for y in range(y0, y1 + 1):
            signs = "".join(scene.signs[y - top][x - left] for x in part)
            rows.append(f"{y:>3} {signs} {y}")
        yield from mapped([*rows, columns], scene.summary if part[-1] == x1 else (), layout)
    yield ""
    yield from legend(scene.legend, language, layout)
    yield from news(scene.below, layout)


def text(scene: ShipScene, language: str, layout: TextLayout = WHOLE) -> str:
    return "\n".join(line.rstrip() for line in lines(scene, language, layout)) + "\n"


def alt(scene: ShipScene, language: str) -> str:
    """Return the state of the game, all of the reader's units, and other facts as space allows. If
    facts are missing, the text says so.
    """
    points = (f"{pane.name}: {', '.join(pane.words)}." for pane in scene.crews if pane.words)
    found = [part for part in (*head(scene), *scene.summary[:1], *points) if part]
    if fits(*found, *scene.facts):
        return " ".join((*found, *scene.facts))
    said = sentences_in(language)
    more = said.say("alt-rest")
    mine = (
        scene.own,
        *([said.say("text-own", units=said.listed(list(names)))] for names in briefly(scene)),
    )
    found += next((own for own in mine if fits(*found, *own, more)), ())
    for fact in scene.facts:
        if fact not in scene.own:
            if not fits(*found, fact, more):
                break
            found.append(fact)
    return " ".join((*found, more))


def briefly(scene: ShipScene) -> Iterator[tuple[str, ...]]:
    yield scene.names
    yield tuple(name.split()[0] for name in scene.names)


def fits(*parts: str) -> bool:
    return len(" ".join(parts)) <= ALT


def names(view: View) -> dict[Seat, str]:
    return joined(view.players)


def asks(view: View, _names: Mapping[Seat, str], say: Say) -> PublicQuestion:
    """Return the public question. It doesn't reveal command points or their die."""
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
    """Return ``shoot`` or ``burn`` if that was the last deed and it reached another cell,
    else "".
    """
    deed = view.deed
    shot = deed and deed.act in ("shoot", "burn") and len(deed.cells) > 1
    return deed.act if deed and shot else ""


def heading(view: View, say: Say) -> str:
    return say("derelict-heading", title=view.title, turn=view.turn, last=view.last_turn)


def acting(view: View) -> Seat:
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
    """Return a player with their units on the map."""
    races = ("marine",) if seat == MARINES else ("alien", "blip")
    counts = [(race, sum(one.race == race for one in view.tokens if one.name)) for race in races]
    words = []
    if seat == MARINES and view.profile == "full" and view.command is not None:
        words.append(say("derelict-crew-command", command=view.command))
    if seat == MARINES and view.profile in ("full", "complete"):
        words.append(say("derelict-crew-fuel", fuel=view.fuel))
    return CrewPane(names(view)[seat], acting(view) == seat, tuple(counts), tuple(words))


def rolled(view: View) -> tuple[tuple[str, tuple[int, ...]], ...]:
    shown = view.shown
    thrown = ((shown.unit, shown.dice), (shown.other, shown.against))
    return tuple((unit, dice) for unit, dice in thrown if dice)
