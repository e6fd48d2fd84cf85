"""New games: what somebody has typed or attached becomes a game with its post and its thread."""

import discord
import msgspec

from bot.discord import panel, words
from bot.discord.answer import Declined, Turn, joined
from bot.discord.channels import DOOR, GameChannel
from bot.discord.limits import clipped
from bot.discord.post import Post, escaped
from bot.discord.show import DAYS, thread_name
from engine import errors
from engine.letters import Address
from engine.menu import NotPossible
from engine.referee import new_games
from engine.referee.batch import Batch
from engine.referee.new_games import pairs_in
from engine.state import PUBLIC, Setup


async def text_in(file: discord.Attachment) -> str:
    """Return the text of a file that somebody has attached. Raises ``UserError``."""
    if file.size > new_games.LONGEST_FILE:
        raise NotPossible("file-too-long", word=file.filename)
    try:
        data = await file.read()
    except discord.HTTPException as error:
        raise NotPossible("not-fetched", word=file.filename) from error
    return new_games.text_of(data, file.filename)


async def setup_of(
    turn: Turn,
    kind: str,
    options: str,
    scenario: discord.Attachment | None,
    charts: discord.Attachment | None,
) -> Setup:
    """Return what a new game is made of. Raises ``UserError``."""
    game, door = new_games.game_called(kind), turn.door
    made = new_games.scenario_of(await text_in(scenario), scenario.filename) if scenario else {}
    if charts:
        made = new_games.with_text(game, made, "charts", await text_in(charts))
    return new_games.setup(
        game, door.writer.clock.now(), pairs_in(options), made, folder=door.folder
    )


async def begin(
    turn: Turn,
    kind: str,
    options: str = "",
    *,
    join: bool = True,
    scenario: discord.Attachment | None = None,
    charts: discord.Attachment | None = None,
) -> Post:
    """Make a new game from what somebody has typed and attached."""
    channel_of(turn)
    try:
        setup = await setup_of(turn, kind, options, scenario, charts)
    except errors.UserError as problem:
        # Of a file everything is told that is wrong with it, however long that is.
        why = turn.said.problem(problem)
        why = why if scenario or charts else clipped(why, words.SHOWN)
        return turn.post("discord-problem", why=escaped(why))
    return await made(turn, kind, setup, join=join)


def channel_of(turn: Turn) -> discord.TextChannel:
    """Return the channel in which the game is to be begun. Raises ``Declined``."""
    channel = turn.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Declined("discord-not-here")
    return channel


async def made(turn: Turn, kind: str, setup: Setup, *, join: bool) -> Post:
    """Make a new game: its post in this channel, its thread, and the game itself, last."""
    interaction, door, channel = turn.interaction, turn.door, channel_of(turn)
    language = words.words(str(interaction.guild_locale or door.language)).language
    said = words.words(language)
    opening = Post(
        words.opening(said, kind, setup.id, private=setup.private),
        buttons=(panel.join_button(said, door.names, setup.id),),
    )
    right = "discord-right-unknown"
    try:
        posted = await door.connection.post(channel.id, opening, door.names.seal("lobby", turn.id))
        lobby = channel.get_partial_message(posted.id)
        right = "discord-right-thread"
        try:
            thread = await lobby.create_thread(
                name=thread_name(language, kind, setup.id), auto_archive_duration=DAYS
            )
        except discord.HTTPException:
            await lobby.delete()
            raise
    except discord.Forbidden:
        return turn.post("discord-no-right", right=turn.say(right))
    place = GameChannel(
        game=setup.id,
        kind=kind,
        guild=channel.guild.id,
        channel=channel.id,
        thread=thread.id,
        lobby=lobby.id,
        language=language,
    )
    await door.memory.set_place(place)
    public = Address(door=DOOR, sender=f"{channel.id}/{thread.id}", game=setup.id, viewer=PUBLIC)

    def make(batch: Batch) -> None:
        batch.make(kind, setup, [public], turn.who)
        batch.register.call(turn.who, turn.user.display_name)

    await turn.run(make)
    door.show.soon(setup.id)
    text = turn.say("discord-made", game=setup.id, place=f"<#{thread.id}>")
    for odd in new_games.oddities(new_games.game_called(kind), setup):
        text += f"\n{escaped(odd)}"
    if not join:
        return Post(text)
    took = await joined(turn, setup.id, id=f"{turn.id}/join")
    return msgspec.structs.replace(took, text=f"{text}\n{took.text}")
