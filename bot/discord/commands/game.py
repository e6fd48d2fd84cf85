"""`/game`: creating, joining and looking at games; `/standing`; and everyday commands."""

import asyncio

import discord
import msgspec
from discord import app_commands

from bot import queries
from bot.discord import endings, forms, inbox, looking, new_games, ways, wide, words
from bot.discord.answer import Interaction, Turn, joined, ordered
from bot.discord.commands import arguments
from bot.discord.commands.arguments import Filled, Game, Kind, Line
from bot.discord.commands.referee_words import WordGroup
from bot.discord.commands.slash import FORM, called, command
from bot.discord.looking import looked
from bot.discord.post import Post
from engine.games import rules_of
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from engine.referee.new_games import game_called
from engine.state import PUBLIC
from engine.store import record
from renderers.reading.looking import BoardWord, HistoryWord, StatusWord, look_of
from renderers.reading.parts import BoardPart, rows


class GameGroup(WordGroup):
    @app_commands.check(new_games.can_begin)
    @command("game-new")
    async def new(
        self,
        turn: Turn,
        kind: Kind,
        options: arguments.Options = "",
        *,
        join: bool = True,
        scenario: discord.Attachment | None = None,
        charts: discord.Attachment | None = None,
    ) -> Post:
        return await new_games.begin(turn, kind, options, scenario, charts, join=join)

    @app_commands.check(new_games.can_begin)
    @called("game-form", **{FORM: True})
    async def form(self, interaction: Interaction, kind: Kind, *, join: bool = True) -> None:
        await forms.opened(interaction, kind, join=join)

    @command("game-join")
    async def join(self, turn: Turn, game: Game | None = None, seat: arguments.Seat = "") -> Post:
        return await joined(turn, game or turn.here, seat)

    @command("game-leave")
    async def leave(self, turn: Turn, game: Game | None = None) -> Post:
        return await ordered(turn, await turn.which(game), "leave")

    @command("game-start")
    async def start(self, turn: Turn, game: Game | None = None) -> Post:
        return await ordered(turn, await turn.which(game), "start")

    @command("game-list")
    async def listed(self, turn: Turn) -> Post:
        also = turn.door.memory.games_of_guild(turn.interaction.guild_id, turn.user.id)
        places = turn.door.memory.places
        found = await turn.run(queries.games_of, turn.who, also)
        found.sort(key=urgency)
        threads = {one.game: places[one.game].thread for one in found if one.game in places}
        shown = [words.game_line(turn.said, one, threads.get(one.game)) for one in found]
        return words.games(turn.said, shown)

    @command("game-status")
    async def status(self, turn: Turn, game: Game | None = None) -> Post:
        return await looked(turn.door, turn.said, await turn.game(game), StatusWord())

    @command("game-board")
    async def board(self, turn: Turn, look: arguments.Look = "", game: Game | None = None) -> Post:
        seen = await turn.game(game)
        (part,) = await looking.look(turn.door, turn.said, seen, BoardWord(look))
        assert isinstance(part, BoardPart)
        return await wide.board(turn, seen, part.mode)

    @command("game-history")
    async def history(self, turn: Turn, line: Line | None = None, game: Game | None = None) -> Post:
        seen = await turn.game(game)
        if line is None:
            return await looked(turn.door, turn.said, seen, HistoryWord())
        replay = await turn.run(queries.replay, seen.game, seen.source)
        pages = replay.pages if replay else []
        page = next((page for page in pages if max(page.numbers) >= line), None)
        if replay is None or page is None:
            return turn.post("refusal-no-such-line", word=str(line))
        shown = msgspec.structs.replace(seen, view=await asyncio.to_thread(replay.view, page))
        lines = looking.history(turn.said, rows(turn.said, seen, [page]))
        return await turn.board(Post("\n".join(lines)), shown)

    @command("game-replay")
    async def replay(
        self, turn: Turn, *, mine: bool = False, film: bool = False, game: Game | None = None
    ) -> Post:
        show = endings.film if film else endings.replay
        return await show(turn, mine=mine, game=game)

    @command("game-rules")
    async def rules(self, turn: Turn, kind: Kind) -> Post:
        text = f"**{turn.said.title(kind)}**\n{turn.say('discord-long')}"
        return Post(text, file=rules_of(game_called(kind)), file_name=f"{kind}.md")

    @command("game-export")
    async def export(self, turn: Turn, game: Game | None = None) -> Post:
        seen = await turn.game(game)
        if seen.result is None:
            return turn.post("discord-export-running")
        data = await turn.run(exported, seen.game)
        return Post(
            turn.say("discord-export", game=seen.game), file=data, file_name=f"{seen.game}.json"
        )


def urgency(seen: GameView) -> tuple[bool, ...]:
    return not seen.is_asked, seen.result is not None, seen.viewer == PUBLIC, not seen.open


def exported(batch: Batch, game: str) -> str:
    row = batch.store.game(game)
    assert row is not None
    return record.write(record.export(batch.store, row, bare=True)).decode()


class StandingGroup(WordGroup):
    @command("standing-now")
    async def now(self, turn: Turn, order: arguments.Anytime, game: Game | None = None) -> Post:
        seen = await turn.own_game(game)
        offered = ways.anytime(seen.menu)
        if not offered.choices:
            return turn.post("discord-no-anytime")
        if not offered.takes(order):
            return Post(turn.said.examples("may", offered.examples(seen.question)))
        return await ordered(turn, seen.game, order)


@command("order")
async def order(turn: Turn, text: arguments.Written, game: Game | None = None) -> Post:
    if (word := look_of(text)) is not None:
        return await looked(turn.door, turn.said, await turn.game(game), word)
    return await ordered(turn, game or turn.here, text, typed=True)


@command("menu")
async def menu(turn: Turn, game: Game | None = None) -> Post:
    seen = await turn.game(game)
    return await turn.panel(seen)


@command("withdraw")
async def withdraw(turn: Turn, game: Game | None = None) -> Post:
    seen = await turn.own_game(game)
    if endings.word_of(seen):
        return endings.asks(turn, seen)
    if seen.viewer != PUBLIC and seen.result is None and seen.asked is not None:
        return endings.cannot(turn, seen)
    return await ordered(turn, seen.game, "withdraw")


@command("undo")
async def undo(turn: Turn, line: Line | None = None, game: Game | None = None) -> Post:
    return await ordered(turn, await turn.which(game), f"undo {line}" if line else "undo")


@command("say")
async def say(turn: Turn, to: arguments.Receiver, words: Filled, game: Game | None = None) -> Post:
    return await ordered(turn, await turn.which(game), f"say {to} {words}")


@command("proof")
async def proof(turn: Turn, update: Line | None = None, game: Game | None = None) -> Post:
    return await endings.proof(turn, await turn.which(game), f"proof {update or ''}".strip())


@command("appeal")
async def appeal(turn: Turn, reason: Filled, game: Game | None = None) -> Post:
    return await ordered(turn, await turn.which(game), f"appeal {reason}")


@command("inbox")
async def waiting(turn: Turn) -> Post:
    return await inbox.inbox(turn)


@command("help")
async def helped(turn: Turn) -> Post:
    return await inbox.helped(turn)


COMMANDS = (waiting, helped, order, menu, withdraw, undo, say, proof, appeal)
