"""Discord's door: composes messages and sends them in the event loop."""

import asyncio
import logging
import math
import secrets
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import aiohttp
import discord
from msgspec.structs import replace

import renderers
from bot import queries
from bot.discord import connection, ids, limits, notices, words
from bot.discord.channels import DOOR, GameChannel, Memory, Prompt, Servers, closed
from bot.discord.club import ServerPosts
from bot.discord.composing import MessageComposer
from bot.discord.connection import UNREACHABLE, Braked, DiscordConnection, LastSent
from bot.discord.contests import KIND
from bot.discord.ids import ButtonNames, written
from bot.discord.notices import OWN_WAYS, Notices, Reach, naming
from bot.discord.pictures import Projector
from bot.discord.post import Calling, CardNews, Post, decode, encode, escaped, view_of
from bot.discord.show import Cards, Show, Telling, nothing
from engine.errors import TryLater, Undeliverable
from engine.messages import Message, Outgoing, Rank, Receipt
from engine.referee.doors import Door, GameView, News, Repeats
from engine.referee.writer import Writer
from engine.state import PUBLIC, Seat
from engine.store.notes import Notes
from engine.store.store import Store
from renderers import LANGUAGES

log = logging.getLogger(__name__)

PATIENCE = 20
"""Seconds that a message waits for the connection before the dispatcher takes it back."""
CLOSED = (50007, 50278)
"""Discord's codes for “this person takes no direct messages from you”."""
GONE = (10003, 10008)
"""Discord's codes for “no such channel” and “no such message”."""


class DiscordDoor(Door):
    """The Discord door of one process. ``folder`` contains the database."""

    name, looks, shares = DOOR, True, False
    repeats: Repeats = "checked"
    says_who_heard = True
    patience = 600.0
    """Seconds after which a player who missed every message is named in public."""

    def __init__(self, token: str, language: str = "en"):
        self.names = ButtonNames(token)
        self.language = language
        self.memory = Memory()
        self.servers = Servers(self.memory)
        self.composer = MessageComposer(self.memory, self.names, language)
        self.folder = Path()
        self.connection = DiscordConnection()
        self.show = Show(self.connection, self.memory, self.names)
        self.cards = Cards(self.connection, self.memory, self.names, self.show)
        self.club = ServerPosts(self.connection, self.memory, self.servers, self.names)
        self.show.changed = self.club.soon
        self.show.to_end = self.to_end
        self.club.with_film = self.with_film
        self.projector = Projector()
        self.notices = Notices(self.memory, self.people, self.reach)
        self.rematching = asyncio.Lock()
        self.reading = asyncio.Lock()  # read strangers' files one at a time
        self.closing = False
        self.refusals: dict[str, int] = {}  # refusals in a row, by game
        # The time of the last check and whether the person was a member, by server and person.
        self.members: dict[tuple[int, int], tuple[int, bool]] = {}
        self.refused: Callable[[str, Exception], Awaitable[int | None]] = nothing
        self.works: Callable[[str], Awaitable[None]] = nothing
        self.unseen: Callable[[str], Awaitable[None]] = nothing
        self.calls: dict[tuple[int, str], asyncio.Task[None]] = {}
        for own in LANGUAGES:
            # Load the catalogues now, so that the first user doesn't have to wait for them.
            words.words(own)
            renderers.sentences_in(own)

    @property
    def writer(self) -> Writer:
        return self.memory.writer

    def on_open(self, writer: Writer) -> None:
        self.memory.writer = writer
        self.remember(writer.referee.store)
        self.folder = writer.referee.store.path.parent

    def remember(self, store: Store) -> None:
        self.memory.read(store)
        self.servers.read(store)

    async def close(self) -> None:
        self.closing = True
        for call in list(self.calls.values()):
            call.cancel()
        await self.show.stop()
        await self.club.stop()

    def language_of(self, user: int, game: str | None = None) -> str:
        place = self.memory.places.get(game or "")
        own = self.memory.settings_of(user).language
        return own or (place.language if place else self.language)

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        return self.composer.compose(news, seen, notes)

    # ---- sending, in the event loop

    def send(self, outgoing: Outgoing) -> "asyncio.Future[None]":
        return asyncio.ensure_future(self.deliver(outgoing))

    async def deliver(self, outgoing: Outgoing) -> None:
        post = decode(outgoing.payload)
        try:
            # On Python 3.11, ``wait_for`` may swallow a cancellation.
            async with asyncio.timeout(0.01 if self.closing else PATIENCE):
                await self.connection.online.wait()
        except TimeoutError:
            raise TryLater("there is no connection to Discord") from None
        try:
            if outgoing.sender.isdigit():
                await self.to_person(int(outgoing.sender), post, outgoing)
            else:
                await self.in_public(outgoing.game, post, outgoing)
        except Braked as error:
            raise TryLater(str(error), wait=math.ceil(self.connection.brake.left)) from error
        except discord.RateLimited as error:
            wait = math.ceil(error.retry_after)
            raise TryLater("Discord wants fewer requests", wait=wait) from error
        except discord.HTTPException as error:
            raise TryLater(f"Discord answers {error.status}, code {error.code}") from error
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            raise TryLater(f"Discord cannot be reached: {type(error).__name__}") from error

    async def in_public(self, game: str, post: Post, outgoing: Outgoing) -> None:
        try:
            await self.to_thread(game, post, outgoing)
        except (discord.HTTPException, discord.ClientException) as error:
            at = await self.refused(game, error)
            if at is None:
                raise
            code = getattr(error, "code", 0)
            raise TryLater(f"Discord refuses to show the game, code {code}", at=at) from error
        await self.works(game)

    async def tell(self, receivers: Sequence[str], text: str) -> None:
        """Send direct messages of no game. Raises ``TryLater`` or ``Undeliverable``."""
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
        """Show news on the card of the game, below the notice that comes with it."""
        place = await self.memory.place_of(game)
        if place is None:
            raise Undeliverable("the game has no place at Discord")
        if not place.thread:
            place = await self.show.new_thread(place)
        if place.lost:
            self.show.soon(game)
        if post.notice is not None or post.card is None:
            place = await self.say(place, post, outgoing)
        if post.card is not None:
            people = await self.people(game)
            loud = await self.loud(game, post.card, people)
            if post.card.over:
                post = await self.with_film(game, post, place.language)
            again = bool(outgoing.again or outgoing.tries)
            told = Telling(post=post, mark=outgoing.mark, people=people, loud=loud, again=again)
            await self.cards.tell(place, told)
            self.show.soon(game)

    async def say(self, place: GameChannel, post: Post, outgoing: Outgoing) -> GameChannel:
        called = await self.notices.called(place.game, post.notice, outgoing.seq)
        if not await self.there(place.thread, post, outgoing):
            quiet, loud = post.notice is not None and post.notice.quiet, [*called.values()]
            new = naming(replace(post, card=None, picture=b"", alt=""), called)
            mark = self.names.seal("notice", outgoing.mark) if post.card else outgoing.mark
            try:
                sent = await self.connection.post(place.thread, new, mark, loud=loud, quiet=quiet)
            except discord.NotFound as error:
                if error.code not in GONE:
                    raise
                place = await self.show.new_thread(place)
                sent = await self.connection.post(place.thread, new, mark, loud=loud, quiet=quiet)
            await self.memory.note_sent(outgoing, sent.id)
            if place.private:
                # A mention adds people to the thread; the next update removes former players.
                members = (*self.memory.places[place.game].members, *loud)
                await self.memory.change(place.game, members=tuple(dict.fromkeys(members)))
        await self.notices.heard(place.game, post.notice, called)
        await self.said_below(place)
        return place

    async def said_below(self, place: GameChannel) -> None:
        if place.card is not None and not place.over:
            await self.memory.change(place.game, below=True)
            self.show.soon(place.game)

    async def to_end(self, place: GameChannel) -> None:
        """Post the card of a game again below our other messages, and delete the old one.

        The new card mentions the same people silently, since they have been notified. Raises
        Discord's errors.
        """
        seen = await self.writer.run(queries.seen, place.game, None)
        post = None if seen is None or place.over else await self.card_of(place, seen)
        if post is None or post.card is None:
            await self.memory.change(place.game, below=False)
            return
        people = await self.people(place.game)
        owed = any(place.game in self.memory.person(user).owed for user in people.values())
        loud = await self.loud(place.game, post.card, people)
        mark = self.names.seal("below", place.game, place.card.number if place.card else 0)
        told = Telling(post=post, mark=mark, people=people, loud=loud, quiet=not owed)
        await self.cards.tell(place, told)
        if self.memory.places[place.game].below:
            self.show.soon(place.game)

    async def card_of(self, place: GameChannel, seen: GameView) -> Post | None:
        said, news = words.words(place.language), News(sender="", at=0, reason="reminder")
        post = await asyncio.to_thread(self.composer.for_thread, said, news, seen)
        if post is None or post.card is None:
            return None
        return replace(post, card=replace(post.card, fresh=True))

    async def with_film(self, game: str, post: Post, language: str) -> Post:
        """Add the film and the replay page of a finished game."""
        try:
            replay = await self.writer.run(queries.replay, game, PUBLIC)
            assert replay is not None
            if self.memory.places[game].kind != KIND:
                film, _ = await self.projector.draw(0, replay, language)
                post = replace(post, film=film)
            page = await self.projector.page(0, replay, language)
        except Exception as error:
            log.error("game %s: there is no film or page: %s", game, type(error).__name__)
            return post
        return replace(post, page=page) if len(page) <= limits.FILE else post

    async def people(self, game: str) -> dict[Seat, int]:
        found = await self.writer.run(queries.seats, game, DOOR)
        return {seat: int(user) for seat, user in found.items()}

    async def loud(self, game: str, card: CardNews, people: dict[Seat, int]) -> list[int]:
        asking, found = Calling(sealed=card.sealed), list[int]()
        for seat, _ in card.asked:
            if (user := people.get(seat)) is None:
                continue
            person = self.memory.person(user)
            owed = person.owed.get(game) == card.number
            reach = await self.reach(user, game)
            if card.over or owed or notices.named(reach, asking):
                found.append(user)
            if game in person.owed:
                await self.paid(user, game)
        return found[:MENTIONS]

    async def reach(self, user: int, game: str) -> Reach:
        wish = await self.writer.run(queries.signals, game, (DOOR, str(user))) if game else ""
        return Reach(self.memory.person(user).direct, wish)

    async def to_person(self, user: int, post: Post, outgoing: Outgoing) -> None:
        """Send a private message to a user who wants it, and close the finished prompts.

        Raises ``Undeliverable`` if the user accepts no direct messages. The message is then
        available behind *Orders*, and the next public post mentions the user if nothing else
        reached them.
        """
        reach, told = await self.reach(user, post.game), False
        if post.game:
            told = await self.end_prompts(user, post.game, post.closing)
        own = bool(post.closing) and not told
        asking = replace(post.asking, secret=post.asking.secret or own)
        place = await self.memory.place_of(post.game)
        hidden = place is not None and place.hidden
        wanted = notices.written_to(reach, asking, hidden=hidden)
        if hidden and post.question and (asking.sealed or reach.direct is False):
            await self.unseen(post.game)
        if not post.question and not post.closing and post.notice is None:
            wanted = True
        if post.reminder and not (wanted or hidden) and reach.wish not in OWN_WAYS:
            await self.call(user, post.game, post.question, outgoing.mark)
        if not post.text or not wanted:
            return
        if reach.direct is False and post.game:
            raise Undeliverable("takes no direct messages; the history has it")
        try:
            await self.direct(user, post, outgoing.mark, outgoing)
            await self.notices.heard(post.game, post.notice)
        except discord.Forbidden as error:
            if post.question and hidden:
                await self.unseen(post.game)
            elif post.question and notices.owed(reach, asking):
                await self.owe(user, post)
            if post.reminder and not hidden:
                await self.call(user, post.game, post.question, outgoing.mark)
            raise Undeliverable("takes no direct messages; the history has it") from error

    async def owe(self, user: int, post: Post) -> None:
        owed = {**self.memory.person(user).owed, post.game: post.question}
        await self.memory.know(user, owed=owed)
        self.call_later(user, post.game)

    def call_owed(self) -> None:
        """Schedule a mention of all players that the last process has not reached."""
        for user, person in self.memory.people.items():
            for game in person.owed:
                if (user, game) not in self.calls:
                    self.call_later(user, game)

    def call_later(self, user: int, game: str) -> None:
        """Mention this user after a while, unless a public post does it first."""
        if (old := self.calls.get((user, game))) is not None:
            old.cancel()
        self.calls[user, game] = asyncio.ensure_future(self.call_in_time(user, game))

    async def call_in_time(self, user: int, game: str) -> None:
        number = None
        while number is None:
            await asyncio.sleep(self.patience)
            await self.connection.online.wait()
            if (number := self.memory.person(user).owed.get(game)) is None:
                break
            try:
                await self.call(user, game, number, self.names.seal("owed", game, number, user))
            except UNREACHABLE as error:
                log.warning("somebody in game %s was not called: %s", game, error)
                number = None
            else:
                await self.paid(user, game)
        self.calls.pop((user, game), None)

    async def paid(self, user: int, game: str) -> None:
        left = {id: number for id, number in self.memory.person(user).owed.items() if id != game}
        await self.memory.know(user, owed=left)

    async def call(self, user: int, game: str, question: int, mark: str) -> None:
        """Post the card again and mention a user that nothing else reaches, if they are still
        asked. This is never done for sealed questions, where all players asked are notified alike.
        """
        place = self.memory.places.get(game)
        seen = await self.writer.run(queries.seen, game, None)
        if place is None or seen is None or seen.sealed or seen.question != question:
            return
        post = await self.card_of(place, seen)
        people = await self.people(game)
        if post is not None and user in people.values():
            mark = self.names.seal("call", mark)
            await self.cards.tell(place, Telling(post=post, mark=mark, people=people, loud=[user]))

    async def direct(
        self, user: int, post: Post, mark: str, outgoing: Outgoing | None = None
    ) -> None:
        """Send a direct message, and remember whether it arrived. Raises ``Forbidden``."""
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
        prompts = self.memory.person(user).prompts
        if post.question:
            prompt = Prompt(post.game, post.question, channel.id, sent.id, sent.content)
            prompts = (*prompts, prompt)[-PROMPTS:]
        await self.memory.know(user, direct=True, prompts=prompts)

    async def end_prompts(self, user: int, game: str, closing: str) -> bool:
        """Close a user's prompts with the result. Returns whether there were any."""
        prompts = [prompt for prompt in self.memory.person(user).prompts if prompt.game == game]
        ended = await self.writer.run(closed, prompts) if prompts else ()
        if not ended:
            return False
        said = words.words(self.language_of(user, game))
        place = self.memory.places.get(game)
        link = (ids.thread_button(said, place.thread_link),) if place else ()
        head = words.header(said, place.kind, game, place.thread) if place else ""
        buttons = view_of(Post("", buttons=link))
        for prompt in ended:
            # Strike the prompt through, since it asks in the present tense.
            asked = "\n".join(f"~~{line}~~" for line in prompt.text.splitlines() if line)
            lines = filter(None, (asked or head, said.say("discord-closed"), closing))
            text = limits.clipped("\n".join(lines), limits.CONTENT)
            try:
                message = self.connection.message(prompt.channel, prompt.message)
                # Keep the picture below, so that the offers can still be read later.
                await message.edit(content=text, view=buttons)
            except UNREACHABLE as error:
                log.info("the buttons of an old prompt stay: %s", error)
        left = tuple(one for one in self.memory.person(user).prompts if one not in ended)
        await self.memory.know(user, prompts=left)
        return True

    async def there(self, channel: int, post: Post, outgoing: Outgoing) -> bool:
        """Return whether this message arrived before without being recorded."""
        if not (outgoing.again or outgoing.tries):
            return False
        user = self.connection.now.user
        assert user is not None
        last = self.memory.sent.get(outgoing.sender, LastSent())
        if last.mark == outgoing.mark:
            return True
        target = self.connection.channel(channel)
        found = await connection.arrived(target, user.id, post.text, last)
        if found is not None:
            await self.memory.note_sent(outgoing, found)
        return found is not None

    # ---- incoming

    async def submit(
        self,
        id: str,
        user: discord.abc.User,
        text: str,
        game: str | None,
        rank: Rank = "",
        *,
        typed: bool = False,
        place: str = "",
    ) -> Receipt:
        """Submit a message; ``typed`` if it is no button. Raises ``NotStored``."""
        now, shown = self.writer.clock.now(), user.display_name
        message = Message(
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
            place=place,
        )
        answer = await self.writer.submit(message)
        if answer.game:
            self.show.soon(answer.game)
        return answer


PROMPTS = 10
"""Maximum number of prompts per person whose buttons are remembered."""
MENTIONS = 20
"""Maximum number of people mentioned in one message. No game asks more at the same time."""
