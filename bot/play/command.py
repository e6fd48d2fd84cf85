"""`meanwhile play`: reads the wishes for a game, and chooses the form in which it is played."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot import arguments, config, stores
from engine.errors import UserError
from engine.menu import NotPossible
from engine.referee.new_games import game_called

if TYPE_CHECKING:
    from bot.play.plan import GamePlan
    from bot.play.sitting import TerminalSeat


FIRST_GAME = "battleboard"
SHORT: dict[str, Any] = {"seats": "ann,bob", "robots": ["ann", "bob"], "options": ["size=5x4"]}
"""Options for a variant of it that two robots finish quickly."""
WISHES = ("seats", "robots", "options", "scenario", "charts", "board", "seed", "dice")
"""Options that describe a new game."""


@click.command("play")
@click.argument("game", required=False, shell_complete=config.kinds_of_games)
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
@config.game_options
@click.option("--resume", metavar="ID", help="Continue a game of the database.")
@click.option("--hotseat", is_flag=True, help="Play all seats yourself; no robots.")
@config.json_option
@config.pictures_option
@config.language_option
@config.database_option
def play_command(
    *, game: str | None, resume: str | None, hotseat: bool, as_json: bool, **given: Any
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
    from bot.play.screens import at_terminal
    from bot.play.sitting import TerminalSeat

    place = TerminalSeat(given["db"], given["pictures"], given["language"])
    terminal = not as_json and at_terminal()
    wishes, reads = {name: given[name] for name in WISHES}, True
    if resume is not None:
        plan = None
        check_resume(game, resume, wishes, place.db)
    elif game is None and as_json:
        raise UserError("--json needs the name of a game; `meanwhile games` lists them")
    elif game is not None or any(wishes.values()):
        alone = terminal and not (hotseat or wishes["seats"] or wishes["robots"])
        plan = planned(game or FIRST_GAME, **wishes, folder=place.db.parent)
        if alone:
            from bot.play.choosing import against_robots

            seats, robots = against_robots(plan)
            wishes |= {"seats": ",".join(seats), "robots": robots}
            plan = planned(game or FIRST_GAME, **wishes, folder=place.db.parent)
    elif terminal:
        from bot.play.choosing import LearnFirst, chosen

        try:
            plan = chosen(place.language)
        except LearnFirst as lesson:
            from bot.play.lesson import tutorial_command

            click.get_current_context().invoke(
                tutorial_command, game=str(lesson), language=place.language
            )
            return
    else:
        plan, reads = planned(FIRST_GAME, **SHORT), False
    shown = form(place, as_json=as_json, terminal=terminal, reads=reads)
    asyncio.run(play(place, plan, resume, given["robots"], shown))


def form(place: "TerminalSeat", *, as_json: bool, terminal: bool, reads: bool) -> Any:
    """Return the form of play. Each form is imported only if it is needed."""
    if as_json:
        from bot.play.programs import Programs

        return Programs()
    from bot.play.people import TerminalPeople
    from bot.play.screens import screen

    return TerminalPeople(place, screen(terminal=terminal), reads=reads)


def planned(
    game: str,
    seats: str | None = None,
    robots: Sequence[str] = (),
    options: Sequence[str] = (),
    **files: Any,
) -> "GamePlan":
    """Return a new game. Raises ``UserError`` if an option is wrong."""
    from bot.play.plan import new_game

    return new_game(game_called(game), seats, robots, arguments.pairs(options), **files)


def check_resume(game: str | None, resume: str, wishes: dict[str, Any], db: Path) -> None:
    """Check the options for a resumed game. Raises ``UserError`` for options of new games, and if
    there is no such database.
    """
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
        await form.play(sitting, resumed=plan is None)
