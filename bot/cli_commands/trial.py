"""`meanwhile try`: robots against robots, to see whether a game or a scenario is fair."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, get_args

import click
import msgspec

from bot import arguments, files, trial_picture, trials
from bot.cli_commands import balance as balancing
from bot.config import FILE, force_option, kinds_of_games
from bot.play.plan import levels as leveled
from bot.play.plan import new_game
from bot.progress import watched
from engine.errors import UserError
from engine.game import AnyGame
from engine.referee.new_games import game_called
from engine.state import Seat, Setup

SHOWN = 12
"""Maximum number of results, and of kinds of events, in the table."""


@click.command("try")
@click.argument("what", metavar="GAME", shell_complete=kinds_of_games)
@click.option("--games", default=200, type=click.IntRange(1, 100_000), help="Number of games.")
@click.option("--from", "first", default=1, type=int, help="The number of the first game.")
@click.option("--level", default=1, type=click.IntRange(0, 9), help="The level of all robots.")
@click.option(
    "--against",
    type=click.IntRange(0, 9),
    help="Level of all robots but one. The seats take turns with --level.",
)
@click.option(
    "--robot",
    "robots",
    multiple=True,
    metavar="SEAT:LEVEL",
    help="The level of this seat. May be repeated; 0 plays at random.",
)
@click.option("--jobs", default=0, type=int, help="Number of processes; by default one per core.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object, with all kinds of events."
)
@click.option("--plot", type=FILE, help="Also draw rates and lengths, as a PNG file.")
@force_option
@click.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game."
)
@click.option(
    "--balance",
    metavar="KEY=N..M",
    help="Find the number between N and M with which the option makes the game even.",
)
@click.option("--scenario", type=FILE, help="A TOML file with a prepared position.")
@click.option("--charts", type=FILE, help="A TOML file with your own tables.")
@click.option("--board", type=FILE, help="A map in MegaMek's .board format.")
@click.option("--mission", type=FILE, help="A mission of the original game, for derelict.")
def try_command(
    *,
    what: str,
    games: int,
    first: int,
    level: int,
    against: int | None,
    robots: Sequence[str],
    jobs: int,
    as_json: bool,
    plot: Path | None,
    force: bool,
    balance: str | None,
    **made: Any,
) -> None:
    """Let robots play GAME against each other, and report win rates.

    GAME may name one of its scenarios after a slash. The same numbers make the same games.
    Rates count only games with a winner, and come with their 95% confidence interval.

    \b
    Examples:
      meanwhile try derelict/hive
      meanwhile try dicechess --level 2 --against 1 --games 400 --plot levels.png
      meanwhile try desert --scenario my-battle.toml --json
      meanwhile try desert/two-dawns --balance bonus=cw+0..12
    """

    def play_all(*options: str) -> list[trials.Played]:
        made_so = made | {"options": (*made["options"], *options)}
        game, setup, seats = made_of(what, made_so)
        fixed = leveled(robots, seats)
        tasks = [
            (game.name, setup, n, seats, levels_of(n, seats, level, against) | fixed)
            for n in range(first, first + games)
        ]
        return played(tasks, jobs or os.cpu_count() or 1)

    if balance is not None:
        if (span := balancing.span_of(balance)) is None:
            raise UserError(
                f"--balance {balance}: write an option with two whole numbers, the smaller one"
                " first, such as bonus=cw+0..20"
            )
        for line in balancing.report(span, lambda n: trials.found(what, play_all(span.option(n)))):
            click.echo(line)
        return
    if plot is not None:
        files.refuse(plot, force=force)  # before the games
    games_played = play_all()
    findings = trials.found(what, games_played)
    if plot is not None:
        files.write(plot, trial_picture.drawn(findings, games_played), force=force)
    if as_json:
        click.echo(msgspec.json.encode(findings).decode())
    else:
        click.echo("\n".join(table(findings)))


def made_of(what: str, made: dict[str, Any]) -> tuple[AnyGame, Setup, tuple[Seat, ...]]:
    """Raises ``UserError`` if an option or file is wrong."""
    name, _, scenario = what.partition("/")
    game, options = game_called(name), arguments.pairs(made["options"])
    if scenario:
        options[option_of(game, scenario)] = scenario
    files = {word: made[word] for word in ("scenario", *arguments.TEXTS)}
    plan = new_game(game, None, (), options, **files)
    return game, plan.setup, plan.seats


def option_of(game: AnyGame, scenario: str) -> str:
    """Return the option that selects a built-in scenario."""
    known: dict[str, str] = {}
    for one in msgspec.structs.fields(game.options_type):
        if isinstance(one.default, str):
            known |= dict.fromkeys(words_of(one.type), one.name)
    if scenario not in known:
        raise UserError(
            f"{game.name}/{scenario}: {game.name} has no such scenario;"
            f" `meanwhile show {game.name}` lists what it can be made with"
        )
    return known[scenario]


def words_of(kind: Any) -> Iterator[str]:
    for one in get_args(kind):
        if isinstance(one, str):
            yield one
        else:
            yield from words_of(one)


def levels_of(
    number: int, seats: Sequence[Seat], level: int, against: int | None
) -> dict[Seat, int]:
    """Return each seat's level. With two levels, seats have ``level`` in turn."""
    if against is None:
        return dict.fromkeys(seats, level)
    return dict.fromkeys(seats, against) | {seats[number % len(seats)]: level}


def played(tasks: Sequence[tuple[Any, ...]], jobs: int) -> list[trials.Played]:
    if jobs == 1 or len(tasks) < jobs:
        return [play(task) for task in watched(tasks, "games")]
    with ProcessPoolExecutor(jobs) as pool:
        chunk = max(1, min(8, len(tasks) // (8 * jobs)))
        return list(watched(pool.map(play, tasks, chunksize=chunk), "games", len(tasks)))


def play(task: tuple[Any, ...]) -> trials.Played:
    """Play one game. The task is plain data, since it comes from another process."""
    kind, *rest = task
    return trials.play(game_called(kind), *rest)


def table(found: trials.Findings) -> Iterator[str]:
    yield f"{found.game}: {found.games} games, robot to robot"
    for one in (*found.seats, *found.levels):
        yield (
            f"  {one.side:<12} won {one.won:>4} of {one.games}, drawn {one.drawn:>3}:"
            f" {one.rate:5.1f} % ({one.low:.1f} to {one.high:.1f})"
        )
    for level, rating, margin in found.ratings:
        yield f"  level {level}: rating {rating} ± {margin}, by these games alone"
    orders = found.orders
    yield (
        f"orders a game: {orders['median']:.0f} (from {orders['least']:.0f} to"
        f" {orders['most']:.0f})"
    )
    for speed in found.speeds:
        yield (
            f"a decision of level {speed.level}: {speed.mean:.2f} ms, of a hundred the slowest"
            f" {speed.p99:.1f} ms, at most {speed.most:.1f} ms (CPU, {speed.decisions} decisions)"
        )
    yield f"fingerprint of scenario, rules and robots, by the first game: {found.mark}"
    for title, counts in (
        ("ends", found.results),
        ("events (games, times)", {k: f"{n}, {m}" for k, (n, m) in found.events.items()}),
    ):
        yield f"{title}:"
        yield from (f"  {name:<32} {n}" for name, n in list(counts.items())[:SHOWN])
        if len(counts) > SHOWN:
            yield f"  and {len(counts) - SHOWN} more: --json lists all"
