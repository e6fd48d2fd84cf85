"""The door: what is told is composed, and handed over in the event loop."""

import asyncio
import logging
import math
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path

import aiohttp
import discord
from discord.utils import snowflake_time

import renderers
from bot import queries
from bot.discord import delivery_check, limits, panel, words
from bot.discord.channels import DOOR, GameChannel, Memory, Prompt
from bot.discord.connection import DiscordConnection
from bot.discord.delivery_check import LastSent
from bot.discord.films import Projector
from bot.discord.ids import ButtonNames
from bot.discord.post import Button, Post, decode, encode, escaped, fitted, view_or_none
from bot.discord.show import Show
from engine.errors import TryLater, Undeliverable
from engine.house.rulings import Invited
from engine.letters import Letter, Outgoing, Rank, Receipt
from engine.referee.batch import Batch
from engine.referee.doors import News, Repeats, Seen, Talk
from engine.referee.writer import Writer
from engine.state import PUBLIC, Seat
from engine.store.notes import Notes
from renderers import LANGUAGES, Sentences

log = logging.getLogger(__name__)

PATIENCE = 20
"""Seconds for which a message waits for the connection before the dispatcher takes it back."""
CLOSED = (50007, 50278)
"""Discord's words for: this person takes no direct messages from you."""
GONE = (10003, 10008)
"""Discord's words for: no such channel, no such message."""


class DiscordDoor:
    """One for each process. ``names`` makes the names of buttons; ``folder`` is where the
    operator's files lie: beside the database.
    """

    name, looks, shares = DOOR, True, False
    repeats: Repeats = "checked"

    def __init__(self, token: str, language: str = "en"):
        self.names = ButtonNames(token)
        self.language = language
        self.memory = Memory()
        self.folder = Path()
        self.connection = DiscordConnection()
        self.show = Show(self.connection, self.memory, self.names)
        self.projector = Projector()
        self.closing = False
        self.calls = Calls()
        for own in LANGUAGES:
            # Catalogues are read now: the first who asks shall not wait for them.
            words.words(own)
            renderers.sentences_in(own)

    @property
    def writer(self) -> Writer:
        """Return the referee's."""
        return self.memory.writer

    def opened(self, writer: Writer) -> None:
        """Take the writer of a referee that is about to begin."""
        self.memory.writer = writer
        self.memory.read(writer.referee.store)
        self.folder = writer.referee.store.path.parent

    async def close(self) -> None:
        """Nothing waits for a connection any longer, and nothing more is shown."""
        self.closing = True
        await self.show.stop()

    def language_of(self, user: int, game: str | None = None) -> str:
        """Return what somebody reads: their own language, else that of the place."""
        place = self.memory.places.get(game or "")
        own = self.memory.settings_of(user).language
        return own or (place.language if place else self.language)

    # ---- composing

    def compose(self, news: News, seen: Seen, _: Notes) -> bytes | None:
        """Return the bulletin for the thread; for a player, what is for that player alone, and
        their prompts.
        """
        place = self.memory.places.get(seen.game)
        thread = seen.viewer == PUBLIC and not news.sender.isdigit()
        language = place.language if place else self.language
        said = words.words(language if thread or news.talk else news.settings.language or language)
        post: Post | None
        if news.talk is not None:
            post = self.talk(said, news.talk, seen, place)
        elif news.reason == "neutral":
            post = self.neutral(said, news, seen, place)
        elif thread:
            post = self.for_thread(said, news, seen)
        elif seen.viewer == PUBLIC:
            post = self.for_watcher(said, news, seen, place)
        else:
            post = self.for_player(said, news, seen, place)
        return None if post is None else encode(post)

    def for_thread(self, said: Sentences, news: News, seen: Seen) -> Post:
        """Return what everybody is told; who is asked is named on top."""
        calls = news.reason in ("asked", "reminder")
        asked = seen.asked.seats if calls and seen.asked is not None else ()
        post = Post(
            words.bulletin(said, news, seen),
            asked=asked,
            asks=seen.question,
            sealed=seen.sealed,
            reminder=news.reason == "reminder",
        )
        return fitted(post, "news.txt", limits.CONTENT - room_for(asked))

    def for_watcher(
        self, said: Sentences, news: News, seen: Seen, place: GameChannel | None
    ) -> Post | None:
        """Return what somebody is told who watches, or who is asked in: as everybody, and how to
        join.
        """
        if news.reason == "reminder":
            return None
        invited = any(isinstance(event, Invited) for event in news.events)
        buttons = (panel.join_button(said, self.names, seen.game),) if invited else ()
        header = words.header(said, seen.kind.name, seen.game, thread_of(place))
        text = f"{header}\n{words.bulletin(said, news, seen)}"
        return fitted(Post(text, buttons=buttons), "news.txt")

    def for_player(
        self, said: Sentences, news: News, seen: Seen, place: GameChannel | None
    ) -> Post | None:
        """Return what a player alone is told, with the board as they see it, and buttons if they
        are asked. Who has just ordered reads what came of it in the answer to the order.
        """
        whole = place is None or news.prompted or seen.result is not None
        events = news.events if whole else news.own
        if (news.mine and seen.result is None) or not (events or news.prompted):
            return None
        kind, buttons = seen.kind.name, tuple[Button, ...]()
        if news.prompted:
            buttons = panel.prompt_buttons(said, self.names, seen)
        return fitted(
            Post(
                words.letter(said, news, seen, events, thread_of(place)),
                buttons=buttons,
                picture=renderers.picture(kind, seen.view, said.language),
                alt=renderers.alt_text(kind, seen.view, said.language),
                game=seen.game,
                question=seen.question if news.prompted else 0,
                sealed=seen.sealed,
                reminder=news.reason == "reminder",
            ),
            "news.txt",
        )

    def talk(
        self, said: Sentences, talk: Talk, seen: Seen, place: GameChannel | None
    ) -> Post | None:
        """Talk to all goes into the thread, talk to one to that one."""
        to_all, viewer = talk.to == PUBLIC, seen.viewer
        if viewer == talk.by or (to_all and viewer != PUBLIC and place is not None):
            return None
        spoken = said.say("discord-talk" if to_all else "discord-talk-private", by=escaped(talk.by))
        return fitted(Post(self.head(said, seen, place) + spoken + escaped(talk.text)), "talk.txt")

    def neutral(self, said: Sentences, news: News, seen: Seen, place: GameChannel | None) -> Post:
        """Which game, and the button that leads to its board; in the thread all who are asked
        are named aloud.
        """
        thread = seen.viewer == PUBLIC and not news.sender.isdigit()
        button = panel.orders_button(said, self.names, seen.game)
        text = ("" if thread else self.head(said, seen, place, always=True)) + said.say(
            "not-composed", game=seen.game
        )
        asked = seen.asked.seats if thread and news.prompted and seen.asked is not None else ()
        return Post(text, buttons=(button,), asked=asked, sealed=thread)

    def head(
        self, said: Sentences, seen: Seen, place: GameChannel | None, *, always: bool = False
    ) -> str:
        """Which game a direct message is about; nothing in public."""
        if seen.viewer == PUBLIC and not always:
            return ""
        return words.header(said, "Meanwhile", seen.game, thread_of(place)) + "\n"

    # ---- handing over, in the event loop

    def send(self, outgoing: Outgoing) -> "asyncio.Future[None]":
        """Hand a message to Discord. Raises, when awaited, ``TryLater`` or ``Undeliverable``."""
        return asyncio.ensure_future(self.deliver(outgoing))

    async def deliver(self, outgoing: Outgoing) -> None:
        """Hand over whatever the referee tells: there is no other way out."""
        post = decode(outgoing.payload)
        try:
            patience = 0.01 if self.closing else PATIENCE
            await asyncio.wait_for(self.connection.online.wait(), patience)
        except TimeoutError:
            raise TryLater("there is no connection to Discord") from None
        try:
            if outgoing.sender.isdigit():
                await self.to_person(int(outgoing.sender), post, outgoing)
            else:
                await self.to_thread(outgoing.game, post, outgoing)
        except discord.RateLimited as error:
            wait = math.ceil(error.retry_after)
            raise TryLater("Discord wants fewer requests", wait=wait) from error
        except discord.HTTPException as error:
            raise TryLater(f"Discord answers {error.status}, code {error.code}") from error
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            raise TryLater(f"Discord cannot be reached: {type(error).__name__}") from error

    async def tell(self, receivers: Sequence[str], text: str) -> None:
        """Direct messages about no game, by nobody's order. Raises
        ``TryLater`` or ``Undeliverable``.
        """
        payload = encode(Post(escaped(text)[: limits.CONTENT]))
        for receiver in receivers:
            await self.deliver(
                Outgoing(
                    id=0,
                    game="",
                    door=self.name,
                    sender=receiver,
                    mark=secrets.token_hex(8),
                    payload=payload,
                )
            )

    async def to_thread(self, game: str, post: Post, outgoing: Outgoing) -> None:
        """Post a message in the game's thread, which is made anew if it is gone. Who is asked is
        named.
        """
        place = self.memory.places.get(game)
        if place is None:
            raise Undeliverable("the game has no place at Discord")
        asked = await self.asked(game, post)
        text = " ".join(f"<@{user}>" for user in asked) + "\n" + post.text if asked else post.text
        loud = [user for user in asked if post.sealed or not self.memory.person(user).direct]
        self.calls.note(game, post.asks, loud)
        try:
            if not await self.there(place.thread, post, outgoing):
                sent = await self.connection.post(
                    place.thread, post, outgoing.mark, text=text, loud=loud
                )
                await self.memory.note_sent(outgoing, sent.id)
        except discord.NotFound as error:
            if error.code not in GONE:
                raise
            place = await self.show.new_thread(place)
            sent = await self.connection.post(
                place.thread, post, outgoing.mark, text=text, loud=loud
            )
            await self.memory.note_sent(outgoing, sent.id)
        self.show.soon(game)

    async def asked(self, game: str, post: Post) -> list[int]:
        """Return the people to be named on top, whatever else is known of them. In games with
        sealed questions all of them hear it alike; else a noise is made only for those who have no
        other way to hear of it.
        """
        if not post.asked:
            return []
        people = await self.writer.run(queries.seats, game, DOOR)
        return [int(people[seat]) for seat in post.asked if seat in people][:MENTIONS]

    async def to_person(self, user: int, post: Post, outgoing: Outgoing) -> None:
        """Send a direct message. Raises ``Undeliverable`` for who takes none: it waits behind *Your
        orders*, and who is asked is called in the thread.
        """
        try:
            await self.direct(user, post, outgoing.mark, outgoing)
        except discord.Forbidden as error:
            if post.question and not post.sealed:
                await self.call(user, post, outgoing)
            raise Undeliverable("takes no direct messages; the history has it") from error

    async def call(self, user: int, post: Post, outgoing: Outgoing) -> None:
        """Name somebody aloud in the thread whom a prompt or a reminder has not reached, unless
        that was done for this question, or will be. Never where questions are sealed: there all
        who are asked have heard it already.
        """
        place = self.memory.places.get(post.game)
        if place is None or (not post.reminder and self.calls.made(post.game, post.question, user)):
            return
        if not await self.writer.run(queries.still_open, post.game, post.question):
            return
        said = words.words(place.language)
        line = said.say("discord-reminder" if post.reminder else "discord-called")
        called = Post(line, buttons=(panel.orders_button(said, self.names, post.game),))
        mark = self.names.seal("call", outgoing.mark)
        text = f"<@{user}>\n{line}"
        await self.connection.post(place.thread, called, mark, text=text, loud=[user])
        self.calls.note(post.game, post.question, [user])

    async def direct(
        self, user: int, post: Post, mark: str, outgoing: Outgoing | None = None
    ) -> None:
        """Send a direct message, and remember whether it came through. Raises ``discord.Forbidden``
        if not.
        """
        try:
            channel = await self.connection.now.create_dm(discord.Object(user))
            if outgoing is not None and await self.there(channel.id, post, outgoing):
                return
            sent = await self.connection.post(channel.id, post, mark)
            if outgoing is not None:
                await self.memory.note_sent(outgoing, sent.id)
        except discord.Forbidden as error:
            if error.code in CLOSED:
                await self.memory.know(user, direct=False)
            raise
        prompts = await self.prompts_left(user)
        if post.question:
            prompts = (*prompts, Prompt(post.game, post.question, channel.id, sent.id))[-PROMPTS:]
        await self.memory.know(user, direct=True, prompts=prompts)

    async def prompts_left(self, user: int) -> tuple[Prompt, ...]:
        """Return the prompts of somebody that are still open. The buttons of one that is not are
        taken away: no more than one such edit goes with a message.
        """
        prompts = self.memory.person(user).prompts
        gone = await self.writer.run(first_closed, prompts) if prompts else None
        if gone is None:
            return prompts
        said = words.words(self.language_of(user, gone.game))
        view = view_or_none(Post("", buttons=(panel.orders_button(said, self.names, gone.game),)))
        try:
            await self.connection.message(gone.channel, gone.message).edit(view=view)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("the buttons of an old prompt stay: %s", error)
        return tuple(prompt for prompt in prompts if prompt != gone)

    async def there(self, channel: int, post: Post, outgoing: Outgoing) -> bool:
        """Return whether this message has arrived before, without anybody's having noted it.
        Raises what Discord says.
        """
        if not (outgoing.again or outgoing.tries):
            return False
        user = self.connection.now.user
        assert user is not None
        last = self.memory.sent.get(outgoing.sender, LastSent())
        if last.mark == outgoing.mark:
            return True
        target = self.connection.channel(channel)
        found = await delivery_check.arrived(target, user.id, post.text, last)
        if found is not None:
            await self.memory.note_sent(outgoing, found)
        return found is not None

    # ---- coming in

    async def submit(
        self,
        id: str,
        user: discord.abc.User,
        text: str,
        game: str | None,
        rank: Rank = "",
        *,
        typed: bool = False,
    ) -> Receipt:
        """Hand a letter of somebody to the referee; ``typed``: not pressed. Raises
        ``NotStored``.
        """
        arrived = asyncio.get_running_loop().time()
        now, shown = self.writer.clock.now(), user.display_name
        letter = Letter(
            door=DOOR,
            id=id,
            sender=str(user.id),
            text=text,
            at=now,
            game=game,
            name=shown,
            rank=rank,
            account=user.name,
            written=written(id),
            careful=typed,
        )
        answer = await self.writer.submit(letter)
        await self.writer.hold_back(arrived)
        if answer.game:
            self.show.soon(answer.game)
        return answer


def written(id: str) -> int | None:
    """Return when what bears this id was written; ``None`` for an id that is not Discord's."""
    number = id.partition("/")[0]
    return int(snowflake_time(int(number)).timestamp()) if number.isdecimal() else None


def thread_of(place: GameChannel | None) -> int | None:
    """Return the thread of a game, if it has one."""
    return place.thread if place else None


def first_closed(batch: Batch, prompts: Iterable[Prompt]) -> Prompt | None:
    """Return a prompt whose question is open no longer."""
    return next((p for p in prompts if not queries.still_open(batch, p.game, p.question)), None)


CALLS = 1_000
"""Games of which it is remembered who was named."""


class Calls:
    """Who was named aloud for the last question of each game, as far as this process knows, of
    those in which somebody was named last.
    """

    def __init__(self) -> None:
        self.last: dict[str, tuple[int, frozenset[int]]] = {}

    def note(self, game: str, question: int, users: list[int]) -> None:
        """These are named aloud for this question; an earlier one,
        or none (0), counts for nothing.
        """
        last, called = self.last.get(game, (0, frozenset()))
        if question and question >= last:
            self.last.pop(game, None)
            self.last[game] = (
                question,
                frozenset(users) | (called if question == last else frozenset()),
            )
            if len(self.last) > CALLS:
                del self.last[next(iter(self.last))]

    def made(self, game: str, question: int, user: int) -> bool:
        """Return whether this person was named for this question, or the thread is yet to be told
        of it.
        """
        last, called = self.last.get(game, (question, frozenset()))
        return last < question or user in called


PROMPTS = 10
"""Prompts of one person whose buttons are remembered."""
MENTIONS = 20
"""People who are named in one message at the most; more are not asked at once in any game."""


def room_for(asked: tuple[Seat, ...]) -> int:
    """Characters that naming them may take: an id has at most 20 digits."""
    return 25 * min(len(asked), MENTIONS)
