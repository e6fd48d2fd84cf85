"""`/game`: games to begin, to join and to look at."""

import asyncio

import msgspec
from discord import app_commands

from bot import queries
from bot.discord import endings, forms, inbox, looking, new_games, ways, wide, words
from bot.discord.answer import Interaction, Turn, joined, ordered
from bot.discord.commands import desk_words, slash
from bot.discord.commands.desk_words import Filled
from bot.discord.commands.slash import command, group, named, text, title
from bot.discord.limits import CHOICES, OPTION, clipped
from bot.discord.looking import looked
from bot.discord.post import Post
from engine.games import names, rules_of
from engine.referee.batch import Batch
from engine.referee.new_games import game_called
from engine.state import PUBLIC
from engine.store import record
from renderers.reading.looking import BoardWord, HistoryWord, StatusWord, look_of
from renderers.reading.parts import BoardPart, rows

Line = app_commands.Range[int, 1]
GROUP = group("game")
KINDS = [app_commands.Choice(name=title(kind), value=kind) for kind in names()[:CHOICES]]


async def options(interaction: Interaction, current: str) -> slash.Choices:
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
    await forms.opened(interaction, kind, join=join)


@command("game-join", GROUP)
async def join(turn: Turn, game: str | None = None, seat: str = "") -> Post:
    return await joined(turn, game.strip().casefold() if game else turn.here, seat.strip())


@command("game-leave", GROUP)
async def leave(turn: Turn, game: str | None = None) -> Post:
    return await ordered(turn, await turn.which(game), "leave")


@command("game-start", GROUP)
async def start(turn: Turn, game: str | None = None) -> Post:
    return await ordered(turn, await turn.which(game), "start")


@command("game-list", GROUP)
async def listed(turn: Turn) -> Post:
    also = turn.door.memory.games_of_guild(turn.interaction.guild_id)
    places = turn.door.memory.places
    shown = [
        words.game_line(turn.said, line, places[line.game].thread if line.game in places else None)
        for line in await turn.run(queries.games_of, turn.who, also)
    ]
    return Post("\n".join(shown) or turn.say("discord-no-games"))


@command("game-status", GROUP)
async def status(turn: Turn, game: str | None = None) -> Post:
    return await looked(turn.door, turn.said, await turn.game(game), StatusWord())


@command("game-board", GROUP, look=slash.look)
async def board(turn: Turn, look: str = "", game: str | None = None) -> Post:
    """Show the board as this person may see it, or one of the game's tables and looks."""
    seen = await turn.game(game)
    (part,) = await looking.look(turn.door, turn.said, seen, BoardWord(look.strip()))
    assert isinstance(part, BoardPart)
    return await wide.board(turn, seen, part.mode)


@command("game-history", GROUP)
async def history(turn: Turn, line: Line | None = None, game: str | None = None) -> Post:
    seen = await turn.game(game)
    if line is None:
        return await looked(turn.door, turn.said, seen, HistoryWord())
    reel = await turn.run(queries.reel, seen.game, seen.viewer)
    pages = reel.pages if reel else []
    page = next((page for page in pages if max(page.numbers) >= line), None)
    if reel is None or page is None:
        return turn.post("refusal-no-such-line", word=str(line))
    shown = msgspec.structs.replace(seen, view=await asyncio.to_thread(reel.view, page))
    lines = looking.history(turn.said, rows(turn.said, seen, [page]))
    return await turn.board(Post("\n".join(lines)), shown)


command("game-film", GROUP)(endings.film)


@app_commands.choices(kind=KINDS)
@command("game-rules", GROUP)
async def rules(turn: Turn, kind: str) -> Post:
    page = rules_of(game_called(kind))
    return Post(
        f"**{turn.said.title(kind)}**\n{turn.say('discord-long')}",
        file=page,
        file_name=f"{kind}.md",
    )


@command("game-export", GROUP)
async def export(turn: Turn, game: str | None = None) -> Post:
    seen = await turn.game(game)
    if seen.result is None:
        return turn.post("discord-export-running")
    data = await turn.run(exported, seen.game)
    return Post(
        turn.say("discord-export", game=seen.game), file=data, file_name=f"{seen.game}.json"
    )


def exported(batch: Batch, game: str) -> str:
    row = batch.store.game(game)
    assert row is not None
    return record.write(record.export(batch.store, row)).decode()


desk_words.add(GROUP)


@command("order", text=slash.order)
async def order(turn: Turn, text: str, game: str | None = None) -> Post:
    if (word := look_of(text)) is not None:
        return await looked(turn.door, turn.said, await turn.game(game), word)
    where = game.strip().casefold() if game else turn.here
    return await ordered(turn, where, text, typed=True)


@command("menu")
async def menu(turn: Turn, game: str | None = None) -> Post:
    seen = await turn.game(game)
    return await turn.panel(seen)


@command("withdraw")
async def withdraw(turn: Turn, game: str | None = None) -> Post:
    """Ask whether the person wants to leave a running game."""
    seen = await turn.own_game(game)
    if endings.word_of(seen):
        return endings.asks(turn, seen)
    if seen.viewer != PUBLIC and seen.result is None and seen.asked is not None:
        return endings.cannot(turn, seen)
    return await ordered(turn, seen.game, endings.LEAVING[0])


@command("undo")
async def undo(
    turn: Turn, line: app_commands.Range[int, 1] | None = None, game: str | None = None
) -> Post:
    return await ordered(turn, await turn.which(game), f"undo {line}" if line else "undo")


@command("say", to=slash.receiver)
async def say(
    turn: Turn, to: str, words: app_commands.Range[str, 1, 1500], game: str | None = None
) -> Post:
    """Talk to a seat, or to all (``*``)."""
    return await ordered(turn, await turn.which(game), f"say {to} {words}")


@command("proof")
async def proof(turn: Turn, game: str | None = None) -> Post:
    """Show the hashes that prove the game fair."""
    return await ordered(turn, await turn.which(game), "proof")


@command("appeal")
async def appeal(
    turn: Turn, reason: app_commands.Range[str, 1, 1500], game: str | None = None
) -> Post:
    """Ask the moderators to rule; ``none``: no longer."""
    return await ordered(turn, await turn.which(game), f"appeal {reason}")


@command("inbox")
async def waiting(turn: Turn) -> Post:
    return await inbox.inbox(turn)


@command("help")
async def helped(turn: Turn) -> Post:
    return await inbox.helped(turn)


COMMANDS = (waiting, helped, order, menu, withdraw, undo, say, proof, appeal)


STANDING = group("standing")
desk_words.add(STANDING)


@command("standing-now", STANDING, order=slash.anytime)
async def now(turn: Turn, order: Filled, game: Filled = "") -> Post:
    seen = await turn.own_game(game)
    offered = ways.anytime(seen.menu)
    if not offered.choices:
        return turn.post("discord-no-anytime")
    if not offered.takes(order):
        return Post(turn.said.examples("may", offered.examples(seen.question)))
    return await ordered(turn, seen.game, order)
