"""The first screen, if the command line leaves it open what to play: unfinished games, a new one
with its sides and the robots' level, a lesson. It is a question in lines, or fills a terminal.
"""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from bot import stores
from bot.play.door import TERMINAL
from bot.play.plan import NAMELESS, GamePlan, new_game
from bot.play.question import folded
from bot.play.sitting import Sitting
from bot.stored import UNREADABLE, looked_at, row_of
from bot.words import words
from engine.game import AnyGame
from engine.games import find, names
from engine.referee.doors import ROBOT, WEBHOOK
from engine.referee.open_game import table_of
from engine.state import Seat
from renderers import Sentences
from renderers.toolkit.words import columns, padded

ORDER = ("battleboard", "dicechess", "derelict", "ambush", "desert")
"""Games from the easiest to the hardest to learn; others come after them."""
LEAVING = ("q", "quit", "exit")
GOING, LOOKED = 3, 40
"""The most unfinished games that are offered, and the newest games among which they are."""
HARD = 2


class Chosen(Struct, frozen=True, kw_only=True):
    """A choice: a new game, the id of one to go on with, or the kind of a lesson."""

    plan: GamePlan | None = None
    resume: str = ""
    lesson: str = ""


class Unfinished(Struct, frozen=True):
    """A game that can be gone on with here, and the seats it waits for."""

    id: str
    kind: str
    seats: tuple[Seat, ...]
    waits: tuple[Seat, ...]


def unfinished(db: Path, most: int = GOING) -> list[Unfinished]:
    """Return the newest games of this terminal that are not over."""
    found = list[Unfinished]()
    if not stores.is_there(db):
        return found
    with looked_at(db) as store:
        for row in store.newest_running(LOOKED):
            doors = {one.door for one in store.addresses(row.id)}
            if len(found) == most or not doors <= {TERMINAL, ROBOT, WEBHOOK}:
                continue
            try:
                table = table_of(row_of(store, row.id))
            except UNREADABLE:
                continue
            ask = table.ask()
            found.append(
                Unfinished(row.id, row.kind, tuple(table.seats), tuple(ask.seats if ask else ()))
            )
    return found


def kinds() -> list[str]:
    return sorted(names(), key=lambda name: (*ORDER, name).index(name))


class HomeRow(Struct, frozen=True):
    kind: str
    text: str
    resume: str = ""


def offers(said: Sentences, going: Sequence[Unfinished]) -> list[HomeRow]:
    found = list[HomeRow]()
    for one in going:
        facts = {"seats": said.listed(one.seats), "waits": said.listed(one.waits) or "-"}
        found.append(HomeRow(one.kind, said.say("terminal-going", id=one.id, **facts), one.id))
    return [*found, *(HomeRow(kind, card(said, kind)) for kind in kinds())]


def listed(said: Sentences, every: Sequence[HomeRow], width: int) -> list[list[str]]:
    wide = max(columns(said.title(one.kind)) for one in every)
    heads = (f"  {n}  {padded(said.title(one.kind), wide)}  " for n, one in enumerate(every, 1))
    return [[*folded([head + one.text], width)] for head, one in zip(heads, every, strict=True)]


def way(said: Sentences, seats: Sequence[Seat], robots: Sequence[Seat]) -> str:
    people = [seat for seat in seats if seat not in robots]
    what = "robots" if not people else "hotseat" if not robots else "robot"
    own = "none" if people == [NAMELESS] or not people else people[0]
    return said.say("terminal-way", what=what, seat=own, count=len(seats))


def planned(game: AnyGame, number: int, level: int) -> GamePlan:
    """Return a new game, with the people and robots of one of its ``sides``."""
    seats, robots = sides(new_game(game, None, [], {}).seats)[number]
    return new_game(game, ",".join(seats), [f"{robot}:{level}" for robot in robots], {})


def rematch(sitting: Sitting) -> GamePlan:
    """Return the same game again, with sides changed."""
    game, seats, robots = sitting.game, sitting.seats, dict(sitting.robots)
    fresh = new_game(game, None, [], {}).setup
    setup = msgspec.structs.replace(
        sitting.setup, id=fresh.id, secret=fresh.secret, at=fresh.at, dice_id="", loaded={},
        thrown={},
    )  # fmt: skip
    if isinstance(game.roles(msgspec.convert(setup.options, game.options_type)), int):
        return GamePlan(game, setup, tuple(reversed(seats)), robots)
    people = [seat for seat in seats if seat not in robots]
    if len(people) == len(robots) == 1:
        robots = {people[0]: next(iter(robots.values()))}
    return GamePlan(game, setup, tuple(seats), robots)


def chosen(language: str, db: Path) -> Chosen:
    """Ask in lines what to play. Ends the program if nothing is wanted."""
    said = words(language)
    every = offers(said, unfinished(db))
    click.secho(said.say("terminal-welcome"), bold=True)
    click.echo()
    for lines in listed(said, every, shutil.get_terminal_size().columns - 1):
        click.echo("\n".join(lines))
    click.echo()
    first = every[0]
    ask(said.say("terminal-which", title=first.resume or said.title(first.kind)))
    while True:
        word = typed("game> ") or "1"
        if word.isdigit() and 0 < int(word) <= len(every):
            one = every[int(word) - 1]
        else:
            fits = [one for one in every if called(said, one, word.casefold())]
            if len(fits) != 1:
                known = [one.resume or one.kind for one in every]
                told = said.say("terminal-which-not", word=word, words=said.listed(known))
                click.secho(told, fg="yellow")
                continue
            one = fits[0]
        return Chosen(resume=one.resume) if one.resume else seated(find(one.kind), said)


def called(said: Sentences, one: HomeRow, word: str) -> bool:
    """Return whether a word names an offer: an id, or the beginning of a kind."""
    if one.resume:
        return word == one.resume
    return one.kind.startswith(word) or said.title(one.kind).casefold() == word


def card(said: Sentences, name: str) -> str:
    """Return a kind's introduction for the menu, or ""."""
    about = f"terminal-card-{name}"
    return said.say(about) if said.knows(about) else ""


def seated(game: AnyGame, said: Sentences) -> Chosen:
    """Ask in lines who plays, and how well the robots do."""
    ways = sides(new_game(game, None, [], {}).seats)
    click.echo()
    for n, (seats, robots) in enumerate(ways, 1):
        click.echo(f"  {n}  {way(said, seats, robots)}")
    lesson = len(ways) + 1
    click.echo(f"  {lesson}  {said.say('terminal-lesson')}")
    click.echo()
    ask(said.say("terminal-who"))
    while True:
        word, _, level = (typed("who> ") or "1").partition(" ")
        if word.isdigit() and 0 < int(word) <= len(ways) and level in ("", "hard"):
            return Chosen(plan=planned(game, int(word) - 1, HARD if level else 1))
        if word in (str(lesson), "tutorial"):
            return Chosen(lesson=game.name)
        click.secho(said.say("terminal-who-not", word=word, count=lesson), fg="yellow")


def against_robots(plan: GamePlan) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return all seats of a game of one person against robots, and the robots' seats."""
    return sides(plan.seats)[0]


def sides(seats: Sequence[Seat]) -> list[tuple[tuple[Seat, ...], tuple[Seat, ...]]]:
    """Return the possible line-ups: all seats, and those of robots. They are one person against
    robots, once for each different side, then all people at this terminal, then robots only.
    """
    if seats[0] == "player1":
        others = ("robot", *(f"robot{n}" for n in range(2, len(seats))))
        first = [((NAMELESS, *others), others)]
        watched = (*others, f"robot{len(seats)}")
    else:
        first = [(tuple(seats), tuple(s for s in seats if s != own)) for own in seats]
        watched = tuple(seats)
    return [*first, (tuple(seats), ()), (watched, watched)]


def ask(question: str) -> None:
    for line in folded([question], shutil.get_terminal_size().columns - 1):
        click.secho(line, bold=True, fg="yellow")


def typed(prompt: str) -> str:
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line or line.strip().casefold() in LEAVING:
        raise click.exceptions.Exit(0)
    return line.strip()
