"""`/game`: games to begin, to join and to look at."""

import asyncio

import msgspec
from discord import app_commands

from bot import queries
from bot.discord import endings, forms, new_games, wide, words
from bot.discord.answer import Interaction, Turn, history_post, joined, ordered, told
from bot.discord.commands import completions, desk_words
from bot.discord.commands.slash import command, group, named, text, title
from bot.discord.limits import CHOICES, OPTION, clipped
from bot.discord.post import Post
from engine.games import names, rules_of
from engine.referee.batch import Batch
from engine.referee.new_games import game_called
from engine.store import record

Line = app_commands.Range[int, 1]
GROUP = group("game")
KINDS = [app_commands.Choice(name=title(kind), value=kind) for kind in names()[:CHOICES]]


async def options(interaction: Interaction, current: str) -> completions.Choices:
    """Return how the options of a new game may go on."""
    kind, said = interaction.namespace.kind, Turn(interaction).said
    if not isinstance(kind, str) or kind not in names():
        return []
    return [
        app_commands.Choice(name=clipped(f"{text} · {told}" if told else text, OPTION), value=text)
        for text, told in forms.going_on(said, kind, current.lstrip())
        if len(text) <= OPTION
    ][:CHOICES]


app_commands.choices(kind=KINDS)(command("game-new", GROUP, options=options)(new_games.begin))


@GROUP.command(name=named("game-form"), description=text("command-game-form"))
@app_commands.describe(kind=text("option-kind"), join=text("option-join"))
@app_commands.choices(kind=KINDS)
async def form(interaction: Interaction, kind: str, *, join: bool = True) -> None:
    """Show the form for a new game."""
    await forms.opened(interaction, kind, join=join)


@command("game-join", GROUP)
async def join(turn: Turn, game: str | None = None, seat: str = "") -> Post:
    """Take a seat in the game that is meant."""
    return await joined(turn, game.strip().casefold() if game else turn.here, seat.strip())


@command("game-leave", GROUP)
async def leave(turn: Turn, game: str | None = None) -> Post:
    """Give the seat up."""
    return await ordered(turn, await turn.which(game), "leave")


@command("game-start", GROUP)
async def start(turn: Turn, game: str | None = None) -> Post:
    """Begin with those who are there."""
    return await ordered(turn, await turn.which(game), "start")


@command("game-list", GROUP)
async def listed(turn: Turn) -> Post:
    """List the person's games, and those of this server."""
    also = turn.door.memory.games_of_guild(turn.interaction.guild_id)
    places = turn.door.memory.places
    shown = [
        words.game_line(turn.said, line, places[line.game].thread if line.game in places else None)
        for line in await turn.run(queries.games_of, turn.who, also)
    ]
    return Post("\n".join(shown) or turn.say("discord-no-games"))


@command("game-status", GROUP)
async def status(turn: Turn, game: str | None = None) -> Post:
    """Say whose turn it is, and until when."""
    return Post(words.status(turn.said, await turn.game(game)))


@command("game-board", GROUP, look=completions.look)
async def board(turn: Turn, look: str = "", game: str | None = None) -> Post:
    """Show the board as this person may see it, or one of the game's tables and looks."""
    return await wide.board(turn, await turn.game(game), look.strip())


@command("game-history", GROUP)
async def history(turn: Turn, line: Line | None = None, game: str | None = None) -> Post:
    """Show what this person was told; of one line, how the game stood after it."""
    seen = await turn.game(game)
    reel = await turn.run(queries.reel, seen.game, seen.viewer)
    pages = reel.pages if reel else []
    if line is None:
        return history_post(turn.said, told(turn.said, seen, pages))
    page = next((page for page in pages if max(page.numbers) >= line), None)
    if reel is None or page is None:
        return turn.post("refusal-no-such-line", word=str(line))
    shown = msgspec.structs.replace(seen, view=await asyncio.to_thread(reel.view, page))
    return await turn.board(Post("\n".join(told(turn.said, seen, [page]))), shown)


command("game-film", GROUP)(endings.film)


@app_commands.choices(kind=KINDS)
@command("game-rules", GROUP)
async def rules(turn: Turn, kind: str) -> Post:
    """Send the rules for players, as a file."""
    page = rules_of(game_called(kind))
    return Post(
        f"**{turn.said.title(kind)}**\n{turn.say('discord-long')}",
        file=page,
        file_name=f"{kind}.md",
    )


@command("game-export", GROUP)
async def export(turn: Turn, game: str | None = None) -> Post:
    """Send a game that is over, as a file."""
    seen = await turn.game(game)
    if seen.result is None:
        return turn.post("discord-export-running")
    data = await turn.run(exported, seen.game)
    return Post(
        turn.say("discord-export", game=seen.game), file=data, file_name=f"{seen.game}.json"
    )


def exported(batch: Batch, game: str) -> str:
    """Return a stored game as a file."""
    row = batch.store.game(game)
    assert row is not None
    return record.write(record.export(batch.store, row)).decode()


desk_words.add(GROUP)
