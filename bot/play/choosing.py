"""The choice of game and players at a terminal, if the command line leaves it open."""

import sys
from collections.abc import Sequence

import click

from bot.play.plan import GamePlan, new_game
from bot.words import words
from engine.game import AnyGame
from engine.games import find, names
from engine.state import Seat
from renderers import Sentences

ORDER = ("battleboard", "dicechess", "derelict", "ambush", "desert")
"""Games from the easiest to the hardest to learn; others come after them."""
LEAVING = ("q", "quit", "exit")


class LearnFirst(Exception):
    """Raised if the player wants the lesson of the game of this name first."""


def chosen(language: str) -> GamePlan:
    """Ask which game, and who plays it. Raises ``LearnFirst`` if the player wants a lesson
    first.
    """
    said = words(language)
    known = sorted(names(), key=lambda name: (*ORDER, name).index(name))
    click.secho(said.say("terminal-welcome"), bold=True)
    click.echo()
    wide = max(len(said.title(name)) for name in known)
    for n, name in enumerate(known, 1):
        click.echo(f"  {n}  {said.title(name):{wide}}  {card(said, name)}".rstrip())
    click.echo()
    ask(said.say("terminal-which", title=said.title(known[0])))
    while True:
        word = typed("game> ") or known[0]
        name = known[int(word) - 1] if word.isdigit() and 0 < int(word) <= len(known) else word
        fits = [one for one in known if name.casefold() in (one, said.title(one).casefold())]
        fits = fits or [one for one in known if one.startswith(name.casefold())]
        if len(fits) == 1:
            return seated(find(fits[0]), language)
        click.secho(
            said.say("terminal-which-not", word=word, words=said.listed(known)), fg="yellow"
        )


def card(said: Sentences, name: str) -> str:
    """Return the one-line introduction of a game for the terminal menu, or "" if none is
    translated.
    """
    about = f"terminal-card-{name}"
    return said.say(about) if said.knows(about) else ""


def seated(game: AnyGame, language: str) -> GamePlan:
    """Ask who plays, and return the new game. Raises ``LearnFirst`` if the player wants a lesson
    first.
    """
    said = words(language)
    ways = [*sides(new_game(game, None, [], {}).seats)]
    click.echo()
    for n, (seats, robots) in enumerate(ways, 1):
        people = [seat for seat in seats if seat not in robots]
        what = "robots" if not people else "hotseat" if not robots else "robot"
        own = "none" if people == ["player"] or not people else people[0]
        text = said.say("terminal-way", what=what, seat=own, count=len(seats))
        click.echo(f"  {n}  {text}")
    lesson = len(ways) + 1
    click.echo(f"  {lesson}  {said.say('terminal-lesson')}")
    click.echo()
    ask(said.say("terminal-who"))
    while True:
        word = typed("who> ") or "1"
        if word.isdigit() and 0 < int(word) <= len(ways):
            seats, robots = ways[int(word) - 1]
            return new_game(game, ",".join(seats), robots, {})
        if word in (str(lesson), "tutorial"):
            raise LearnFirst(game.name)
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
        first = [(("player", *others), others)]
        watched = (*others, f"robot{len(seats)}")
    else:
        first = [(tuple(seats), tuple(s for s in seats if s != own)) for own in seats]
        watched = tuple(seats)
    return [*first, (tuple(seats), ()), (watched, watched)]


def ask(question: str) -> None:
    click.secho(question, bold=True, fg="yellow")


def typed(prompt: str) -> str:
    """Return the next input. Ends the program at ``quit`` or the end of the input."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line or line.strip().casefold() in LEAVING:
        raise click.exceptions.Exit(0)
    return line.strip()
