"""New games: what somebody has typed or attached becomes a game with its post and its thread."""

import discord
import msgspec

from bot.discord import panel, words
from bot.discord.answer import Interaction, Turn, joined
from bot.discord.channels import DOOR, GameChannel
from bot.discord.limits import clipped
from bot.discord.post import Post, escaped
from bot.discord.show import DAYS, thread_name
from engine import errors
from engine.letters import Address
from engine.referee import new_games
from engine.referee.batch import Batch
from engine.referee.new_games import pairs_in
from engine.state import PUBLIC, Setup


async def text_in(file: discord.Attachment) -> str:
    """The text of a file that somebody has attached. Raises ``Problem``."""
    if file.size > new_games.LONGEST_FILE:
        raise errors.UserError(
            f"{file.filename}: is longer than {new_games.LONGEST_FILE // 1024} KiB"
        )
    try:
        data = await file.read()
    except discord.HTTPException as error:
        raise errors.UserError(
            f"{file.filename}: cannot be fetched from Discord ({error}); attach it again"
        ) from error
    return new_games.text_of(data, file.filename)


async def setup_of(
    turn: Turn,
    kind: str,
    options: str,
    scenario: discord.Attachment | None,
    charts: discord.Attachment | None,
) -> Setup:
    """What a new game is made of. Raises ``Problem``."""
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
    """A new game from what somebody has typed and attached."""
    if not takes_games(turn.interaction):
        return Post(turn.said.say("discord-not-here"))
    try:
        setup = await setup_of(turn, kind, options, scenario, charts)
    except errors.UserError as problem:
        # Of a file everything is told that is wrong with it, however long that is.
        why = str(problem) if scenario or charts else clipped(str(problem), words.SHOWN)
        return Post(turn.said.say("discord-problem", why=escaped(why)))
    return await made(turn, kind, setup, join=join)


def takes_games(interaction: Interaction) -> bool:
    """Can a game be begun here?"""
    return isinstance(interaction.channel, discord.TextChannel) and interaction.guild_id is not None


async def made(turn: Turn, kind: str, setup: Setup, *, join: bool) -> Post:
    """A new game: its post in this channel, its thread, and the game itself, last."""
    interaction, door = turn.interaction, turn.door
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or interaction.guild_id is None:
        return Post(turn.said.say("discord-not-here"))
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
        return Post(turn.said.say("discord-no-right", right=turn.said.say(right)))
    place = GameChannel(
        game=setup.id,
        guild=interaction.guild_id,
        channel=channel.id,
        thread=thread.id,
        lobby=lobby.id,
        language=language,
    )
    await door.memory.set_place(place)
    public, owner = (
        Address(door=DOOR, sender=f"{channel.id}/{thread.id}", game=setup.id, viewer=PUBLIC),
        turn.who,
    )

    def make(batch: Batch) -> None:
        batch.make(kind, setup, [public], owner)
        batch.register.call(owner, turn.user.display_name)

    await turn.run(make)
    door.show.soon(setup.id)
    text = turn.said.say("discord-made", game=setup.id, place=f"<#{thread.id}>")
    for odd in new_games.oddities(new_games.game_called(kind), setup):
        text += f"\n{escaped(odd)}"
    if not join:
        return Post(text)
    took = await joined(turn, setup.id, id=f"{turn.id}/join")
    return msgspec.structs.replace(took, text=f"{text}\n{took.text}")
