"""All commands, and the languages in which Discord shows them."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord import app_commands

import renderers
from bot.discord import answer, moderating, words
from bot.discord.answer import DoorClient, Interaction, Turn
from bot.discord.commands import game, mod
from bot.discord.commands.referee_words import WordGroup, command_of
from bot.discord.commands.slash import FORM, text
from bot.discord.post import Post
from engine.referee.commands import WORDS

log = logging.getLogger(__name__)

MessageAct = Callable[..., Awaitable[Post]]
"""The action of a message's context menu; it gets the turn and the message."""


class Translator(app_commands.Translator):
    LOCALES = {  # noqa: RUF012
        locale: own
        for locale in discord.Locale
        for own in renderers.LANGUAGES[1:]
        if own in (locale.value, locale.value.split("-")[0])
    }

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002
    ) -> str | None:
        language = self.LOCALES.get(locale)
        message = string.extras.get("message", "")
        said = words.words(language or "en")
        return said.say(message) if language and said.translates(message) else None


class Tree(app_commands.CommandTree[DoorClient]):
    def __init__(self, client: DoorClient):
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        groups = game.GameGroup("game"), WordGroup("me"), WordGroup("time")
        for one in (*game.COMMANDS, *groups, game.StandingGroup("standing"), mod.ModGroup("mod")):
            self.add_command(one)
        for word in WORDS:
            name = word.command()
            if name and " " not in name and self.get_command(name) is None:
                self.add_command(command_of(word))
        for which, act in (("orders-here", orders_here), ("report", moderating.report)):
            self.add_command(menu(which, act))

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Acknowledge before reading any option, unless the answer will be a form."""
        completes = interaction.type is discord.InteractionType.autocomplete
        opens = interaction.command is not None and FORM in interaction.command.extras
        return completes or opens or await answer.acknowledge(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        log.info("command of interaction %s failed: %s", interaction.id, error)
        if interaction.type is discord.InteractionType.autocomplete:
            return
        if interaction.response.is_done() or await answer.acknowledge(interaction):
            turn = Turn(interaction)
            await answer.reply(turn, answer.refusal(turn, error))


def menu(which: str, act: MessageAct) -> app_commands.ContextMenu:
    async def callback(interaction: Interaction, message: discord.Message) -> None:
        await answer.answered(interaction, partial(act, message=message))

    contexts = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
    made = app_commands.ContextMenu(name=text(f"menu-{which}"), callback=callback)
    made.allowed_contexts = contexts
    return made


async def orders_here(turn: Turn, message: discord.Message) -> Post:
    memory = turn.door.memory
    posts = {place.lobby: place.game for place in memory.running()}
    return await turn.panel(await turn.game(turn.here or posts.get(message.id)))
