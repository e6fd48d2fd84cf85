"""`meanwhile play`: reads the wishes for a game, and chooses the form in which it is played."""

import asyncio
import tempfile
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot import stores
from bot.arguments import TEXTS, pairs
from bot.config import (
    database_option,
    game_options,
    json_option,
    kinds_of_games,
    language_option,
    pictures_option,
    plain_option,
)
from engine.errors import UserError
from engine.menu import NotPossible
from engine.referee.new_games import game_called

if TYPE_CHECKING:
    from bot.play.plan import GamePlan
    from bot.play.sitting import TerminalSeat


FIRST_GAME = "battleboard"
SHORT: dict[str, Any] = {"seats": "ann,bob", "robots": ["ann", "bob"], "options": ["size=5x4"]}
"""Options for a variant of it that two robots finish quickly."""
NEWEST = "newest"
"""The value of ``--resume`` without an id, which no game can have."""
LESSONS = sorted(
    path.name.removesuffix(".toml") for path in (files("bot.play") / "lessons").iterdir()
)
"""The games that have a lesson."""
WISHES = ("seats", "robots", "options", "scenario", *TEXTS, "seed", "dice")
"""Options that describe a new game."""


@click.command("play")
@click.argument("game", required=False, shell_complete=kinds_of_games)
@click.option(
    "--seats",
    metavar="A,B,C",
    help="Seats in order of joining; by default player1,player2,… or the roles.",
)
@click.option(
    "--robot",
    "robots",
    multiple=True,
    metavar="SEAT[:LEVEL]",
    help="Let a robot play this seat; level 2 is better than 1. May be repeated.",
)
@game_options
@click.option(
    "--resume",
    metavar="[ID]",
    is_flag=False,
    flag_value=NEWEST,
    help="Continue a game of the database; without ID, the newest that isn't over.",
)
@click.option("--hotseat", is_flag=True, help="Play all seats yourself; no robots.")
@json_option
@plain_option
@pictures_option
@language_option
@database_option
def play_command(
    *, game: str | None, resume: str | None, hotseat: bool, as_json: bool, plain: bool, **given: Any
) -> None:
    """Play GAME at this terminal, with people and robots.

    All seats are played here, and the game is stored in the database. Without GAME you choose the
    game and its players; without a terminal, two robots play a short game. At a terminal you play
    against robots unless you name seats or robots, or give --hotseat. In a game, `help` lists the
    commands.

    \b
    Examples:
      meanwhile play
      meanwhile play battleboard --seats ann,bob --robot bob --option size=6x6
      meanwhile play dicechess --robot black:2
      meanwhile play --resume k3x9fa
      echo 'ann: bomb bob 3 5' | meanwhile play battleboard --seats ann,bob --json
    """
    from bot.play.sitting import TerminalSeat
    from bot.play.terminals import at_terminal

    place = TerminalSeat(given["db"], given["pictures"], given["language"])
    terminal = not as_json and at_terminal()
    wishes, reads = {name: given[name] for name in WISHES}, True
    plan: GamePlan | None = None
    if resume is not None:
        check_resume(game, resume, wishes, place.db)
        resume = resume if resume != NEWEST else newest(place.db)
    elif game is None and as_json:
        raise UserError("--json needs the name of a game; `meanwhile games` lists them")
    elif game is not None or any(wishes.values()):
        alone = terminal and not (hotseat or wishes["seats"] or wishes["robots"])
        plan = planned(game or FIRST_GAME, **wishes, folder=place.db.parent)
        if alone:
            from bot.play.home import against_robots

            seats, robots = against_robots(plan)
            wishes |= {"seats": ",".join(seats), "robots": robots}
            plan = planned(game or FIRST_GAME, **wishes, folder=place.db.parent)
    elif not terminal:
        plan, reads = planned(FIRST_GAME, **SHORT), False
    if terminal:
        play_on(place, plan, resume, given["robots"], plain=plain)
        return
    shown = form(place, as_json=as_json, plain=plain, reads=reads)
    asyncio.run(play(place, plan, resume, given["robots"], shown))


def play_on(
    place: "TerminalSeat",
    plan: "GamePlan | None",
    resume: str | None,
    robots: Sequence[str] = (),
    *,
    plain: bool,
) -> None:
    """Play one game after the other, each chosen by the people at the terminal."""
    from bot.play import home
    from bot.play.terminals import paned

    while True:
        if plan is None and resume is None:
            if plain or not paned():
                found: home.Chosen | None = home.chosen(place.language, place.db)
            else:
                from bot.play import home_screen

                found = home_screen.chosen(place.language, place.db)
            if found is None:
                return
            if found.lesson:
                if not learnt(found.lesson, place.language, plain=plain):
                    return
                continue
            plan, resume = found.plan, found.resume or None
        people = form(place, terminal=True, plain=plain)
        asyncio.run(play(place, plan, resume, robots, people))
        if not people.wish:
            return
        again = people.wish == "rematch"
        plan, resume, robots = home.rematch(people.sitting) if again else None, None, ()


def learnt(game: str, language: str, *, plain: bool) -> bool:
    """Take the lesson of a game; return whether its pupil wants to choose another game."""
    from bot.play.lesson import teach
    from bot.play.sitting import TerminalSeat
    from bot.play.terminals import at_terminal, screen

    with tempfile.TemporaryDirectory(prefix="meanwhile-") as folder:
        place = TerminalSeat(Path(folder) / "lesson.db", Path(folder) / "pictures", language)
        shown = screen(terminal=at_terminal(), plain=plain, language=language)
        return bool(asyncio.run(teach(game, place, shown)).wish)


@click.command("tutorial")
@click.argument("game", type=click.Choice(LESSONS, case_sensitive=False))
@plain_option
@language_option
def tutorial_command(*, game: str, plain: bool, language: str) -> None:
    """Learn GAME in a few minutes: a short game with hints, and an interrupt.

    Type the orders in the hints, or look around: `help`, `rules`, `board` and `view` work as in
    every game. Nothing is saved. When the lesson is over you can play on.

    \b
    Examples:
      meanwhile tutorial battleboard
      meanwhile tutorial ambush --language zh-TW
    """
    if learnt(game, language, plain=plain):
        from bot.config import current
        from bot.play.sitting import TerminalSeat

        settings = current()
        place = TerminalSeat(Path(settings.db), Path(settings.pictures), language)
        play_on(place, None, None, plain=plain)


def newest(db: Path) -> str:
    """Return the newest unfinished game. Raises ``UserError`` if there is none."""
    from bot.play.home import unfinished

    if not (found := unfinished(db, 1)):
        raise NotPossible("nothing-unfinished", word=str(db))
    return found[0].id


def form(
    place: "TerminalSeat",
    *,
    as_json: bool = False,
    terminal: bool = False,
    plain: bool,
    reads: bool = True,
) -> Any:
    """Return the form of play. Each form is imported only if it is needed."""
    if as_json:
        from bot.play.programs import Programs

        return Programs()
    from bot.play.people import TerminalPeople
    from bot.play.terminals import screen

    shown = screen(terminal=terminal, plain=plain, language=place.language)
    return TerminalPeople(place, shown, reads=reads, places_new=terminal)


def planned(
    game: str,
    seats: str | None = None,
    robots: Sequence[str] = (),
    options: Sequence[str] = (),
    **files: Any,
) -> "GamePlan":
    """Return a new game. Raises ``UserError`` if an option is wrong."""
    from bot.play.plan import new_game

    return new_game(game_called(game), seats, robots, pairs(options), **files)


def check_resume(game: str | None, resume: str, wishes: dict[str, Any], db: Path) -> None:
    """Raises ``UserError`` for options of new games, or without a database."""
    clash = ["GAME"] if game is not None else []
    clash += [
        "--option" if name == "options" else f"--{name}"
        for name, wish in wishes.items()
        if wish and name != "robots"
    ]
    if clash:
        raise UserError(
            f"--resume {resume} goes on with a game as it was made; leave out {', '.join(clash)}"
        )
    if not stores.is_there(db):
        raise NotPossible("no-database", word=str(db))


async def play(
    place: "TerminalSeat",
    plan: "GamePlan | None",
    resume: str | None,
    robots: Sequence[str],
    form: Any,
) -> None:
    """Open the game, play, and leave."""
    from bot.play.sitting import sit_down

    id = plan.setup.id if plan else str(resume)
    async with sit_down(place, id, form.show) as sitting:
        if plan:
            await sitting.make(plan.game.name, plan.setup, plan.seats, plan.robots)
        await sitting.settle_in([] if plan else robots)
        async with form.opened():
            await form.play(sitting, resumed=plan is None)
