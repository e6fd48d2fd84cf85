"""The card of a game: what has happened, the board, who must act and until when. It is the last
message of the bot in the thread; those above it keep their news, and their boards are the film.

It is edited while nobody else must act, posted anew when somebody else must, and so that they hear
of it; the old one keeps its news alone. A window has a card of its own, which is deleted when the
window closes: it has told nothing.
"""

import asyncio
from typing import Any

import discord
from msgspec.structs import replace

from bot.discord import delivery_check, ids, limits, words
from bot.discord.channels import Card, GameChannel, Memory, OldCard
from bot.discord.connection import UNREACHABLE, DiscordConnection
from bot.discord.delivery_check import LastSent
from bot.discord.ids import ButtonNames
from bot.discord.post import WHO, CardNews, Post
from bot.discord.show import EDITED_TOO_OFTEN, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, Show
from engine.state import Seat
from renderers import Sentences

NEWS = 1100
"""Characters of news on a card at the most; older ones make room."""


class Cards:
    """Posts and edits the cards of all games. Methods raise what Discord says."""

    def __init__(
        self, connection: DiscordConnection, memory: Memory, names: ButtonNames, show: Show
    ):
        self.connection, self.memory, self.names, self.show = connection, memory, names, show
        self.telling: dict[str, asyncio.Lock] = {}

    async def tell(
        self,
        place: GameChannel,
        post: Post,
        mark: str,
        people: dict[Seat, int],
        loud: list[int],
        *,
        again: bool = False,
        quiet: bool = False,
    ) -> None:
        """Show this on the card of a game, one after the other in each game. ``people`` are those
        who are reached at Discord, by seat; those who are ``loud`` hear of a new card, or if
        ``quiet`` find themselves named: then nothing is done if there is a newer card than that of
        ``place``. ``again``: it may have arrived before.
        """
        async with self.telling.setdefault(place.game, asyncio.Lock()):
            now = self.memory.places[place.game]
            if not quiet or now.card == place.card:
                await self.show_news(now, post, mark, people, loud, again=again, quiet=quiet)

    async def show_news(
        self,
        place: GameChannel,
        post: Post,
        mark: str,
        people: dict[Seat, int],
        loud: list[int],
        *,
        again: bool,
        quiet: bool,
    ) -> None:
        """Edit the card, or post one in its place."""
        new, card = post.card, place.card
        assert new is not None
        if card is not None and card.mark == mark:
            await self.tidy(place.game)
            return
        stays = card is not None and not (new.fresh or new.over or (card.window and not new.window))
        kept = card is not None and (stays or card.window or new.reminder)
        news = joined(card.news if card is not None and kept else "", new.news)
        number = (card.number if card else 0) + (not stays)
        said = words.words(place.language)
        post = replace(
            post,
            text=text_of(said, new, people, news),
            buttons=ids.card_buttons(said, self.names, place.game, number, over=new.over),
        )
        shown = Card(
            message=card.message if card else 0,
            number=number,
            news=news,
            question=new.number,
            window=new.window,
            mark=mark,
        )
        if card is not None and stays:
            try:
                await self.show.edit(place.thread, card.message, post, keeps=True)
                await self.memory.change(place.game, card=shown)
                return
            except discord.HTTPException as error:
                if error.code == UNKNOWN_CHANNEL:
                    place = await self.show.new_thread(place)
                elif error.code not in (EDITED_TOO_OFTEN, UNKNOWN_MESSAGE):
                    raise
            except discord.RateLimited:
                pass  # it is posted anew instead
            loud = []
        gone = stays or new.reminder
        await self.anew(place, post, shown, loud, gone=gone, again=again, quiet=quiet)

    async def anew(
        self,
        place: GameChannel,
        post: Post,
        shown: Card,
        loud: list[int],
        *,
        gone: bool,
        again: bool,
        quiet: bool,
    ) -> None:
        """Post a card; the one before it is tidied up, or is ``gone`` if this one says the same."""
        card, found = place.card, None
        if again:
            found = await self.arrived(place, post)
        if found is None:
            try:
                found = await self.posted(place, post, shown.mark, loud, quiet=quiet)
            except discord.NotFound as error:
                if error.code != UNKNOWN_CHANNEL:
                    raise
                place, card = await self.show.new_thread(place), None
                found = await self.posted(place, post, shown.mark, loud, quiet=quiet)
        old = self.memory.places[place.game].old
        if card is not None:
            left = OldCard(card.message, card.news, gone=gone or card.window)
            old = (*old, left)
        over: dict[str, Any] = {"below": False}
        if post.card is not None and post.card.over:
            over |= {"over": True, "ended": self.memory.writer.clock.now()}
        await self.memory.change(place.game, card=replace(shown, message=found), old=old, **over)
        await self.tidy(place.game)

    async def posted(
        self, place: GameChannel, post: Post, mark: str, loud: list[int], *, quiet: bool
    ) -> int:
        """Post a card; return what Discord calls it."""
        sent = await self.connection.post(place.thread, post, mark, loud=loud, quiet=quiet)
        return sent.id

    async def arrived(self, place: GameChannel, post: Post) -> int | None:
        """Return the card that says this, if it is there without anybody's having noted it."""
        user = self.connection.now.user
        assert user is not None
        last = LastSent("", place.card.message if place.card else 0)
        channel = self.connection.channel(place.thread)
        return await delivery_check.arrived(channel, user.id, post.text, last)

    async def tidy(self, game: str) -> None:
        """Take buttons and questions off older cards, now or later."""
        try:
            await self.show.tidy(game)
        except UNREACHABLE as error:
            self.show.failed(game, error)


def joined(before: str, news: str) -> str:
    """Return news behind earlier ones, as much as a card has room for."""
    lines = [line for line in (*before.splitlines(), *news.splitlines()) if line]
    text, more = limits.lines_within(lines, NEWS)
    return f"{limits.ELLIPSIS}\n{text}" if more and not text.startswith(limits.ELLIPSIS) else text


def text_of(said: Sentences, card: CardNews, people: dict[Seat, int], news: str) -> str:
    """Return what a card says: the question first, naming those who are asked, then the news."""
    called = [
        f"<@{people[seat]}>" if seat in people else f"**{name}**" for seat, name in card.asked
    ]
    question = card.question.replace(WHO, words.together(said, called))
    aside = f"-# {card.aside}" if card.aside else ""
    question = limits.clipped(question, limits.CONTENT // 2)
    news = limits.clipped(news, limits.CONTENT - len(question) - len(aside) - 2)
    return "\n".join(filter(None, (question, news, aside)))
