"""Composes messages for the thread, for watchers and for single players.

Nothing here depends on earlier messages having arrived.
"""

from msgspec.structs import replace

import renderers
from bot.discord import contests, ids, limits, notices, words
from bot.discord.channels import GameChannel, Memory, place_in, thread_of
from bot.discord.ids import ButtonNames
from bot.discord.panel import SeatPanel
from bot.discord.post import Alert, Button, Calling, CardNews, Embed, Post, encode, escaped, fitted
from bot.discord.ways import Ways
from engine.referee.doors import GameView, News, Talk
from engine.rulings.rulings import Invited
from engine.state import PUBLIC
from engine.store.notes import Notes
from renderers import Sentences, reading

NAMED = 500
"""Characters reserved for the names of the people that a notice mentions."""


class MessageComposer:
    def __init__(self, memory: Memory, names: ButtonNames, language: str):
        self.memory, self.names, self.language = memory, names, language

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        place = self.memory.places.get(seen.game) or place_in(notes, seen.game)
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

    def for_thread(self, said: Sentences, news: News, seen: GameView) -> Post | None:
        """Return the card of a game: news, board, and the players who must act. News that people
        must hear are a notice above it, or alone if nobody is asked anything new. While seats are
        free, only moderators' actions get a card.
        """
        told, over = words.told(said, news, seen), seen.result is not None
        if not (told or news.asks or news.reason == "reminder"):
            return None
        post, notice = Post(""), None if over else notices.notice_of(news.events, seen)
        if notice is not None:
            text = limits.clipped(told, limits.CONTENT - NAMED)
            pressed = notices.buttons(said, self.names, seen.game, notice)
            post, told = Post(text, buttons=pressed, game=seen.game, notice=notice), ""
            if not news.asks:
                return post
        asks = not (over or seen.open or seen.asked is None or not seen.asked.seats)
        names, kind = reading.people(seen), seen.kind.name
        banner = reading.banner(said, seen, news.events) if over else ""
        called = [c.seat for c in seen.chairs] if over else seen.asked.seats if seen.asked else ()
        card = CardNews(
            news=words.before_the_end(said, news, seen, told) if over else told,
            question=words.card_question(said, seen, news.events) if asks or over else (),
            aside=words.card_aside(said, news, seen),
            asked=tuple((seat, escaped(names.get(seat, seat))) for seat in called)
            if asks or over
            else (),
            number=seen.question,
            fresh=asks and news.reason in ("asked", "reminder"),
            reminder=news.reason == "reminder",
            window=asks and seen.asked is not None and seen.asked.window is not None,
            sealed=seen.sealed,
            over=over,
        )
        if kind == contests.KIND:
            card = contests.card(said, self.names, seen, card, news.events)
        picture, alt = renderers.drawn(kind, seen.view, said.language, banner=banner)
        return replace(post, picture=picture, alt=alt, card=card)

    def for_watcher(
        self, said: Sentences, news: News, seen: GameView, place: GameChannel | None
    ) -> Post | None:
        if news.reason == "reminder":
            return None
        invited = any(isinstance(event, Invited) for event in news.events)
        buttons = (ids.join_button(said, self.names, seen.game),) if invited else ()
        header = words.header(said, seen.kind.name, seen.game, thread_of(place))
        text = f"{header}\n{words.bulletin(said, news, seen)}"
        return fitted(Post(text, buttons=buttons), "news.txt")

    def for_player(
        self, said: Sentences, news: News, seen: GameView, place: GameChannel | None
    ) -> Post | None:
        """Return a player's private message: public question, private part, board and buttons.

        A player who has just ordered reads the result in the answer to the order. A message without
        text only closes an earlier one.
        """
        if place is None:
            return self.elsewhere(said, news, seen)
        notice = None if seen.result is not None else notices.notice_of(news.events, seen)
        if notice is None or seen.viewer not in notice.called:
            notice = None
        elif not news.prompted:
            return self.notice(said, news, seen, place, notice)
        own = words.sentences(said, seen, news.events if notice else news.own)
        closing = "\n".join(words.sentences(said, seen, news.own))
        # The card mentions everybody asked a sealed question, and the answer to an order shows it.
        shown = news.mine and seen.sealed and not place.hidden
        if not news.prompted or shown:
            post = Post("", closing=closing, game=seen.game, question=0)
            if news.mine or not own:
                return post
            header = words.header(said, seen.kind.name, seen.game, place.thread)
            return fitted(replace(post, text=f"{header}\n{closing}"), "news.txt")
        parts = words.asked_parts(said, seen)
        reminder = news.reason == "reminder"
        lines = [said.say("discord-reminder")] if reminder else own
        offered = SeatPanel(said, self.names, Ways(seen))
        mean = offered.meanings(offered.ways.replies)
        text = "\n".join((*lines, *parts, *filter(None, (mean,))))
        picture, alt = renderers.drawn(seen.kind.name, seen.view, said.language)
        buttons = offered.prompt()
        return Post(
            words.own_question(said, seen),
            embed=Embed(said.say("discord-only-you"), text),
            buttons=(*buttons, *ids.thread_link(said, place)),
            picture=picture,
            alt=alt,
            game=seen.game,
            question=seen.question,
            asking=Calling(sealed=seen.sealed, secret=reminder or words.has_secret(said, seen)),
            reminder=reminder,
            closing=closing,
        )

    def notice(
        self,
        said: Sentences,
        news: News,
        seen: GameView,
        place: GameChannel,
        notice: Alert,
    ) -> Post:
        header = words.header(said, seen.kind.name, seen.game, place.thread)
        text = "\n".join((header, *words.sentences(said, seen, news.events)))
        return Post(
            limits.clipped(text, limits.CONTENT),
            buttons=(
                *notices.buttons(said, self.names, seen.game, notice),
                *ids.thread_link(said, place),
            ),
            game=seen.game,
            closing="\n".join(words.sentences(said, seen, news.own)),
            asking=Calling(sealed=seen.sealed, secret=notice.asked is not None),
            notice=replace(notice, called=(seen.viewer,)),
        )

    def elsewhere(self, said: Sentences, news: News, seen: GameView) -> Post | None:
        loud = news.prompted or not all(event.minor for event in news.events)
        if (news.mine and seen.result is None) or not loud:
            return None
        picture, alt = renderers.drawn(seen.kind.name, seen.view, said.language)
        buttons: tuple[Button, ...] = ()
        if news.prompted:
            buttons = SeatPanel(said, self.names, Ways(seen)).prompt()
        notice = None if news.prompted else notices.notice_of(news.events, seen)
        if notice is not None:
            buttons = notices.buttons(said, self.names, seen.game, notice)
            notice = replace(notice, called=(seen.viewer,))
        return fitted(
            Post(
                words.message(said, news, seen, news.events, None),
                notice=notice,
                buttons=buttons,
                picture=picture,
                alt=alt,
                game=seen.game,
                question=seen.question if news.prompted else 0,
                asking=Calling(sealed=seen.sealed, secret=True),
                reminder=news.reason == "reminder",
            ),
            "news.txt",
        )

    def talk(
        self, said: Sentences, talk: Talk, seen: GameView, place: GameChannel | None
    ) -> Post | None:
        to_all, viewer = talk.to == PUBLIC, seen.viewer
        if viewer == talk.by or (to_all and viewer != PUBLIC and place is not None):
            return None
        spoken = said.say("discord-talk" if to_all else "discord-talk-private", by=escaped(talk.by))
        return fitted(Post(self.head(said, seen, place) + spoken + escaped(talk.text)), "talk.txt")

    def neutral(
        self, said: Sentences, news: News, seen: GameView, place: GameChannel | None
    ) -> Post:
        thread = seen.viewer == PUBLIC and not news.sender.isdigit()
        button = ids.orders_button(said, self.names, seen.game)
        text = said.say("not-composed", game=seen.game)
        if not thread:
            return Post(self.head(said, seen, place, always=True) + text, buttons=(button,))
        asked = seen.asked.seats if news.prompted and seen.asked is not None else ()
        names = reading.people(seen)
        card = CardNews(
            news=text,
            question=words.turn_of(said, asked, names) if asked else (),
            asked=tuple((seat, escaped(names.get(seat, seat))) for seat in asked),
            number=seen.question,
            fresh=bool(asked),
            sealed=True,
        )
        return Post("", card=card)

    def head(
        self, said: Sentences, seen: GameView, place: GameChannel | None, *, always: bool = False
    ) -> str:
        if seen.viewer == PUBLIC and not always:
            return ""
        return words.header(said, "Meanwhile", seen.game, thread_of(place)) + "\n"
