"""The commands `show`, `menu` and `history`, which print stored games and kinds of games."""

from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

import renderers
from bot import files, places, queries
from bot.cli_commands.games import card, edition_text, state_of
from bot.cli_commands.gm import viewer_of, viewing
from bot.config import FILE, database_option, force_option, kinds_of_games, language_option
from bot.stored import NotThere, stored
from bot.words import line, numbered, words
from engine.errors import UserError
from engine.game import AnyGame
from engine.games import editions, names, rules_file, rules_of
from engine.menu import Refusal
from engine.referee import new_games, open_game
from engine.store.history import pages
from renderers import rules
from renderers.reading import parts


@click.command("show")
@click.argument("game", shell_complete=kinds_of_games)
@click.option(
    "--stack",
    is_flag=True,
    help="The unfinished work of a stored game, top frame first. This is logged.",
)
@click.option("--seat", help="Show what this seat sees. For a running game this is logged.")
@click.option("--look", default="", help="Another view of the board, such as handout in desert.")
@click.option("--picture", type=FILE, help="Also write the board to this PNG file.")
@force_option
@language_option
@database_option
def show_command(
    *,
    game: str,
    stack: bool,
    seat: str | None,
    look: str,
    picture: Path | None,
    force: bool,
    language: str,
    db: Path,
) -> None:
    """Show a kind of GAME, or the board of a stored one.

    For a kind it prints options, keys of a scenario file and the command for its rules. For an
    id it prints the public board. Only moderators should read the stack: it contains orders that
    have not been played yet.

    \b
    Examples:
      meanwhile show battleboard
      meanwhile show k3x9fa
      meanwhile show k3x9fa --seat axis --look handout --picture page.png
    """
    if game in names():
        if picture or seat or look or stack:
            raise UserError(
                f"{game} is a kind of game, which has no board to show; name a stored game by its"
                " id, which `meanwhile games` lists"
            )
        show_kind(new_games.game_called(game))
        return
    try:
        with stored(db, game) as (store, row):
            table = open_game.table_of(row)
            viewer = viewer_of(store, row, table, seat, "board")
            if stack:
                viewing(store, row, "the stack")
    except NotThere as error:
        raise UserError(
            f"no game is called {game!r} (there are: {', '.join(names())}), and {error}"
        ) from error
    click.echo(
        f"{row.id}: {row.kind}, edition {row.edition}; {', '.join(table.seats)}; {state_of(table)}"
    )
    if given := {
        key: value
        for key, value in table.setup.options.items()
        if value != default_of(table.game, key)
    }:
        click.echo("options: " + ", ".join(f"{key}={value}" for key, value in given.items()))
    if table.setup.loaded:
        click.echo("played with loaded dice")
    view = table.view(viewer)
    try:
        click.echo("\n" + renderers.board_text(row.kind, view, language, look), nl=False)
    except KeyError as error:
        known = ", ".join(renderers.modes(row.kind, view)) or "none"
        raise UserError(
            f"--look {look}: there is no such look at this game now; there are: {known}"
        ) from error
    if picture:
        files.write(picture, renderers.picture(row.kind, view, language, look), force=force)
    for frame in reversed(table.state.stack if stack else ()):
        click.echo(f"  {type(frame).__name__} {msgspec.json.encode(fields_of(frame)).decode()}")


def fields_of(frame: Struct) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(frame)
    return {name: value for name, value in plain.items() if name != "type"}


def show_kind(game: AnyGame) -> None:
    click.echo(
        f"{game.name}, edition {game.edition}: {edition_text(editions(game.name)).split(';')[0]}"
    )
    if about := card(game.name):
        click.echo(about)
    click.echo("\nOptions (--option KEY=VALUE):")
    schema = msgspec.json.schema(game.options_type)["$defs"][game.options_type.__name__][
        "properties"
    ]
    names_wide = max(map(len, schema), default=0)
    defaults = {key: str(facts.get("default", "")) for key, facts in schema.items()}
    wide = max(map(len, defaults.values()), default=0)
    for key, facts in schema.items():
        text = f"  {key:{names_wide}}  {defaults[key]:{wide}}  {facts.get('description', '')}"
        click.echo(f"{text}{limits(facts)}")
    if keys := [field.name for field in msgspec.structs.fields(game.scenario_type)]:
        click.echo(f"\nA scenario file (--scenario FILE, TOML) may hold: {', '.join(keys)}")
    if rules_file(game) is not None:
        click.echo(f"\nRules: {places.command()} rules {game.name}")


@click.command("rules")
@click.argument("game", shell_complete=kinds_of_games)
@click.argument("topic", nargs=-1)
def rules_command(game: str, topic: tuple[str, ...]) -> None:
    """Print the rules of a kind of GAME, or about TOPIC.

    A topic is a word of an order, a heading, or the number of a rule.

    \b
    Examples:
      meanwhile rules battleboard
      meanwhile rules derelict overwatch
    """
    page = rules_of(new_games.game_called(game))
    about, word = (rules.explaining, " ".join(topic)) if topic else (rules.about, "")
    if not (lines := about(page, word)):
        known = ", ".join(rules.topics(page)) or "none"
        raise UserError(f"the rules of {game} say nothing about {word!r}; topics: {known}")
    click.echo("\n".join(lines))


def limits(facts: dict[str, Any]) -> str:
    """Return the possible values of an option, or "" if its description lists them."""
    if "enum" in facts:
        return f" [{', '.join(map(str, facts['enum']))}]"
    ends = (facts.get("minimum"), facts.get("maximum"))
    if ends == (None, None):
        return ""
    return f" [{ends[0] if ends[0] is not None else ''}…{ends[1] if ends[1] is not None else ''}]"


def default_of(game: AnyGame, key: str) -> Any:
    return msgspec.to_builtins(game.options_type()).get(key)


@click.command("menu")
@click.argument("game")
@click.argument("seat")
@language_option
@database_option
def menu_command(game: str, seat: str, language: str, db: Path) -> None:
    """Print what SEAT may order now in a stored GAME.

    The menu is that seat's secret. For a running game, the audit log notes that you have seen it.

    \b
    Example:
      meanwhile menu k3x9fa ann
    """
    with stored(db, game) as (store, row):
        table = open_game.table_of(row)
        seat = viewer_of(store, row, table, seat, "menu")
    said = words(language)
    menu, view = table.menu(seat), table.view(seat)
    click.echo(
        said.refusal(Refusal(code=menu.idle), row.kind)
        if menu.idle
        else renderers.asked_text(row.kind, view, language, menu.why)
    )
    for pattern in menu.help():
        click.echo(f"  {pattern}")
    if legal := menu.examples(table.state.question):
        click.echo(said.examples("may", legal))


@click.command("history")
@click.argument("game")
@click.option("--seat", help="Show what this seat was told. For a running game this is logged.")
@click.option(
    "--from",
    "first",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="The first line to print.",
)
@language_option
@database_option
def history_command(game: str, seat: str | None, first: int, language: str, db: Path) -> None:
    """Print the history of a stored GAME.

    It is the public history, or that of one seat, with the time (UTC) of each line. Public lines
    are numbered, so that `undo 12` and `gm rollback 12` mean the same line. A seat's private
    lines have no number.

    \b
    Example:
      meanwhile history k3x9fa --from 20
    """
    with stored(db, game) as (store, row):
        table = open_game.table_of(row)
        viewer = viewer_of(store, row, table, seat, "history")
        found = pages(table.game, store.bulletins(row.id), viewer)
    said = words(language)
    shown = parts.history(said, queries.seen_by(table, viewer), found, first).rows
    lines = [line(said, row) for row in shown]
    for text in numbered([row.number for row in shown], lines):
        click.echo(text)
