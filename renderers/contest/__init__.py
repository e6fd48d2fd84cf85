"""A contest: standings, pairings and results as tables, and the arguments of its sentences."""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.games.contest import orders as o
from engine.games.contest.record import BYE, POINT, REST, VOID, Table
from engine.games.contest.standings import Line
from engine.games.contest.world import ContestView
from engine.state import Event, Seat
from renderers import fonts
from renderers.contest.sheet import ContestScene, alt, flat, png, text
from renderers.registry import PromptParts, Say
from renderers.toolkit.facts import Facts, fields, joined, yes
from renderers.toolkit.scene import GameFacts, TableScene

__all__ = ["alt", "facts", "flat", "modes", "names", "png", "prompt", "scene", "text"]

SHOWN = 32
"""Lines of the standings in one picture."""
TABLES = 100
"""Tables of a round in one picture."""
LONGEST = 32
"""Maximum visible length of a name."""


def names(view: ContestView) -> dict[Seat, str]:
    called = joined({one.seat: one.name for one in view.entries})
    called = {
        seat: name if len(name) <= LONGEST else name[: LONGEST - 1] + fonts.ELLIPSIS
        for seat, name in called.items()
    }
    times = Counter(name.casefold() for name in called.values())
    return {
        seat: f"{name} [{seat}]" if times[name.casefold()] > 1 and name != seat else name
        for seat, name in called.items()
    }


def prompt(_view: ContestView, _say: Say) -> PromptParts:
    return PromptParts()


def modes(view: ContestView) -> tuple[str, ...]:
    """Return ``mine``, ``round 1`` and so on, and ``from 33`` for later lines of the standings."""
    rounds = [f"round {k}" for k in range(1, len(view.rounds) + 1)]
    later = [f"from {k}" for k in range(SHOWN + 1, len(view.entries) + 1, SHOWN)]
    return (*(["mine"] if view.own and view.rounds else []), *rounds, *later)


def scene(view: ContestView, say: Say, mode: str = "") -> ContestScene:
    show = Tables(view, say)
    word, _, number = mode.partition(" ")
    match word:
        case "mine":
            tables, more = [show.own()], 0
        case "round":
            tables, more = show.round(int(number))
        case _:
            tables, more = show.standings(int(number or 1) - 1)
            if view.rounds and not word and not view.ended:
                pairings, rest = show.running() if view.options.open else show.round(view.begun)
                tables, more = [*tables, *pairings], more + rest
    notes = [say("contest-note-more", count=more)] if more else []
    if view.entries and not view.rounds:
        notes.append(say("contest-note-form", form=view.options.form, rounds=view.options.rounds))
    return ContestScene(
        banner=banner(view, show.names, say),
        game=GameFacts(names(view), round=len(view.rounds) or None),
        tables=tuple(tables),
        notes=tuple(notes),
    )


def banner(view: ContestView, named: Mapping[int, str], say: Say) -> str:
    if view.ended:
        first = next((line.entrant for line in view.standings()), 0) if view.last else 0
        return say("contest-banner-over", name=named.get(first, "none"))
    if not view.seeds:
        return say("contest-banner-open", count=len(view.entries))
    number = len(view.seeds)
    if number > len(view.rounds):
        return say("contest-banner-drawn", round=number)
    left = sum(not table.over for played in view.rounds for table in played)
    if view.options.open:
        return say("contest-banner-open-games", left=left)
    return say("contest-banner-round", round=number, rounds=rounds_of(view), left=left)


def rounds_of(view: ContestView) -> int:
    """Return the number of rounds that the contest will have."""
    match view.options.form:
        case "swiss":
            return view.options.rounds
        case "knockout":
            return len(view.rounds) + max(1, len(view.line) // 2).bit_length() - 1
    return len(view.rounds) + len(view.plan)


def points(value: int) -> str:
    """Return points as ``2``, ``2½`` or ``1.67``."""
    whole, rest = divmod(value, POINT)
    if rest in (0, POINT // 2):
        return f"{whole if whole or not rest else ''}{'½' if rest else ''}"
    return f"{value / POINT:.2f}"


class Tables:
    """The tables of a view, in words."""

    def __init__(self, view: ContestView, say: Say):
        self.view, self.say = view, say
        called = names(view)
        self.names = {one.number: called[one.seat] for one in view.entries}
        self.gone = {one.number for one in view.entries if one.out}
        self.me = view.own.number if view.own else 0

    def name(self, entrant: int) -> str:
        words = [self.names.get(entrant, str(entrant))]
        if entrant == self.me:
            words.append(self.say("contest-you"))
        if entrant in self.gone:
            words.append(self.say("contest-gone"))
        return " ".join(words)

    def standings(self, first: int) -> tuple[list[TableScene], int]:
        """Return the standings from a line on, and the number of lines left out."""
        groups: dict[int, list[Line]] = {}
        lines = self.view.standings()
        shown = lines[first : first + SHOWN]
        own = [line for line in lines if line.entrant == self.me and line not in shown]
        for line in [*shown, *own]:
            groups.setdefault(line.group, []).append(line)
        scenes = [self.standing(group, some) for group, some in sorted(groups.items())]
        return scenes, len(lines) - len(shown) - len(own)

    def standing(self, group: int, lines: Sequence[Line]) -> TableScene:
        say, league = self.say, bool(self.view.divisions) and self.view.options.form == "league"
        heads = [say(f"contest-head-{head}") for head in ("place", "name", "points", "games")]
        heads.append(say("contest-head-sides" if self.sided else "contest-head-breaks"))
        if self.sided:
            heads.append(say("contest-head-breaks"))
        title = say("contest-division", number=group + 1) if league else say("contest-standings")
        return TableScene(
            title, tuple(heads), tuple(self.row(one, lines) for one in lines), (0, 2, 3)
        )

    @property
    def sided(self) -> bool:
        return self.view.options.form == "swiss" and self.view.options.table == 2

    def row(self, line: Line, lines: Sequence[Line]) -> tuple[str, ...]:
        """Return a line of the standings. Tie-breaks that are the same for all with these points
        are left out, because small letters come of long lines.
        """
        equal = [one for one in lines if one.points == line.points]
        breaks = self.say("comma").join(
            self.say("contest-break", what=what, value=self.value(what, value))
            for what, value in line.breaks.items()
            if any(one.breaks.get(what, value) != value for one in equal)
        )
        cells = (str(line.place), self.name(line.entrant), points(line.points), str(line.tables))
        return (*cells, *([self.sides(line.entrant)] if self.sided else []), breaks or "-")

    def value(self, what: str, value: int) -> str:
        return str(value) if what in ("wins", "second") else points(value)

    def sides(self, entrant: int) -> str:
        """Return the sides of an entrant so far: A first, B second."""
        played = (table for some in self.view.rounds for table in some if entrant in table.seats)
        return "".join("AB"[t.seats[0] != entrant] for t in played if t.contested) or "-"

    def round(self, number: int) -> tuple[list[TableScene], int]:
        """Return the tables of a round, the own one first, and how many are left out."""
        tables = [(str(k), table) for k, table in enumerate(self.view.rounds[number - 1], 1)]
        return self.tables(self.say("contest-round", round=number), tables)

    def running(self) -> tuple[list[TableScene], int]:
        """Return the tables of all rounds whose games run, as ``round``."""
        tables = [
            (f"{number}/{k}", table)
            for number, played in enumerate(self.view.rounds, 1)
            for k, table in enumerate(played, 1)
            if table.game and not table.over
        ]
        return self.tables(self.say("contest-running"), tables)

    def tables(self, title: str, tables: list[tuple[str, Table]]) -> tuple[list[TableScene], int]:
        tables.sort(key=lambda one: self.me not in one[1].seats)
        heads = ("table", "names", "result", "game")
        rows = [
            (k, self.pair(table), self.result(table), table.game or "-")
            for k, table in tables[:TABLES]
        ]
        scene = TableScene(
            title,
            tuple(self.say(f"contest-head-{head}") for head in heads),
            tuple(rows),
            (0,),
        )
        return [scene], len(tables) - len(rows)

    def own(self) -> TableScene:
        rows = [
            (str(k), self.pair(table), self.result(table), table.game or "-")
            for k, played in enumerate((*self.view.rounds, *self.view.plan), 1)
            for table in played
            if self.me in table.seats
        ]
        heads = ("round", "names", "result", "game")
        words = tuple(self.say(f"contest-head-{head}") for head in heads)
        return TableScene(self.say("contest-mine"), words, tuple(rows), (0,))

    def pair(self, table: Table) -> str:
        return " – ".join(map(self.name, table.seats))

    def result(self, table: Table) -> str:
        return result(table, self.say)


def result(table: Table, say: Say) -> str:
    """Return the result of a table in words."""
    if len(table.seats) == 1 or not table.places:
        free = table.how in (BYE, REST, VOID)
        return say("contest-result", how=table.how if free else "open", score="none")
    score = " : ".join(points(table.points(one)) for one in table.seats)
    return say("contest-result", how=table.how or "played", score=score)


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    found = fields(event, viewer, names)
    match event:
        case o.Entered(_, _, name):
            found["name"] = fonts.tidy(name) or "?"
        case o.Paired(_, tables, who):
            found |= {"count": sum(len(one) > 1 for one in who), "own": "none", "side": "first"}
            for table, seats in zip(tables, who, strict=True):
                if viewer in seats:
                    found |= own_table(table, seats, viewer, names, say)
        case o.Scored(places=places, how=how, reason=reason, who=who):
            table = Table(seats=tuple(range(len(who))), places=places, how=how)
            found |= {
                "names": listed(who, names, say),
                "how": how if how or places else "open",
                "result": result(table, say),
                "reason": fonts.tidy(reason) or "none",
                "role": "actor" if viewer in who else "other",
            }
        case o.Rematch(who=who) | o.Changed(who=who):
            found |= {"names": listed(who, names, say)}
            found["role"] = "actor" if viewer in who else "other"
        case o.Ended(who=who):
            found |= {"name": "none", "role": "other", "second": yes(len(who) > 1)}
            if who:
                found |= {"name": names.get(who[0], who[0])}
                found |= {"role": "actor" if viewer == who[0] else "other"}
    return found


def own_table(
    table: Table, seats: Sequence[Seat], viewer: Seat, names: Mapping[Seat, str], say: Say
) -> Facts:
    others = [seat for seat in seats if seat != viewer]
    own = table.how or "two" if len(seats) < 3 else "many"
    return {
        "own": own,
        "side": "first" if seats[0] == viewer else "second",
        "names": listed(others, names, say) if others else "none",
    }


def listed(seats: Sequence[Seat], names: Mapping[Seat, str], say: Say) -> str:
    return str(say("comma")).join(names.get(seat, seat) for seat in seats)
