"""The one mail that answers a mail: what was understood, what came of it, and how the
game stands where that is new.
"""

import json
import logging
from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec import Struct

from engine.letters import Address, Receipt
from engine.menu import Refusal
from engine.referee.batch import Batch, zone_of
from engine.referee.doors import News, Past
from engine.referee.open_game import OpenGame
from engine.state import PUBLIC
from engine.store.journal import encode
from engine.store.sqlite import AuditEntry
from mail.incoming import confirmations, rate_limit, verbs
from mail.incoming.confirmations import PendingOrders, Waits
from mail.incoming.senders import Membership
from mail.memberships import DOOR, Memberships, question_of
from mail.names import Capability
from mail.outgoing.envelope import Block, Draft, Mail, write_mail
from mail.outgoing.reports import (
    happened,
    head,
    heard,
    is_asked,
    open_question,
    prompt,
    untold,
    with_board,
)
from mail.outgoing.sentences import MANY, Writing, clipped, list_block, one_line, text_block
from mail.parse.reading import Reading

log = logging.getLogger(__name__)


QUOTED = 20_000
"""Characters of held orders that are quoted in a question."""


def name_of(reading: Reading, place: Membership) -> str:
    """What a mail is known by: others may have used its Message-ID,
    and it may be for several places.
    """
    return f"{place.game}.{place.chair}/{(reading.sender or '').casefold()}/{reading.id}"


class LastReceipt(Struct, frozen=True):
    """The last receipt of a chair, by its number; and the last one of orders that were taken:
    its number, their question, and when their mail says that it was written.
    """

    n: int = 0
    taken: int = 0
    turn: int = 0
    date: int | None = None


read_slip = msgspec.json.Decoder(LastReceipt).decode


class Answer:
    """What is to be answered to one mail of somebody with a place: ``first`` on top, what was
    ``understood`` line by line, ``blocks`` below; it ``shows`` the board, looked at as
    ``look``; or how the game stood once, ``old``. ``effect``: something was done; ``ordered``:
    orders were taken. ``wrong``: something was not. ``again``: it was asked for in so many
    words. ``trust``: what speaks for the sender, where that is not enough
    (``Judgement.trust``). ``id``: the mail's own name, and its sender's and the place's, so
    that nobody else's mail has it.
    """

    def __init__(
        self, batch: Batch, writing: Writing, reading: Reading, at: int, place: Membership
    ):
        self.batch, self.reading, self.at, self.place = batch, reading, at, place
        self.notes = batch.notes_of(DOOR)
        self.places = Memberships(batch, at)
        self.base, self.writing = writing, writing
        self.say = writing.say
        self.id = name_of(reading, place)
        self.trust = ""
        self.first: list[str] = []
        self.understood: list[str] = []
        self.blocks: list[Block] = []
        self.shows = self.effect = self.ordered = self.wrong = self.again = False
        self.waiting = 0
        self.look = self.subject = ""
        self.old: News | None = None
        self.speak()
        self.asked_before = question_of(self.opened, place.seat)
        self.over_before = self.opened.table.state.result is not None

    @property
    def opened(self) -> OpenGame:
        """The game."""
        opened = self.batch.game(self.place.game)
        assert opened is not None
        return opened

    def speak(self) -> None:
        """From here on in the reader's language, with the times of where he lives."""
        zone = zone_of(self.opened.table, self.place.seat)
        self.writing = self.base.to(self.notes, self.place.address, zone)
        self.say = self.writing.say

    # ---- what has become of the mail

    def told_of(self, text: str, receipt: Receipt) -> None:
        """What has become of a letter, line by line."""
        say = self.say
        self.ordered = self.ordered or bool(receipt.done)
        self.effect = self.effect or self.ordered or receipt.status == "answered"
        self.understood += [
            say("mail-done", n=done.n, order=clipped(done.order)) for done in receipt.done
        ]
        if receipt.status == "answered":
            self.understood += verbs.did(self.writing, text, receipt)
        if receipt.refusal is not None:
            self.wrong = True
            self.refused(receipt.order, receipt.refusal)
        if receipt.dropped:
            self.understood.append(say("mail-dropped", orders=clipped("; ".join(receipt.dropped))))

    def refused(self, order: str, refusal: Refusal) -> None:
        """Why an order is not taken, and what would be."""
        why = one_line(self.writing.said.refusal(refusal, self.opened.table.game.name))
        self.understood.append(self.say("mail-refused", order=clipped(order), why="") + why)

    # ---- what waits for a YES

    def ask_whether(self, order: str) -> None:
        """An order that ends the seat's part in the game waits for a YES."""
        self.hold(
            "certain", (order,), [self.say("mail-certain", game=self.place.game, order=order)]
        )
        self.waits(order)

    def waits(self, line: str) -> None:
        """Say that a line waits; if there is nothing else to say, the question itself says it."""
        self.waiting += 1
        self.understood.append(self.say("mail-waits", order=clipped(line)))

    def ask_old(self, new: str) -> None:
        """A new address waits for a YES from the old one."""
        self.hold("leaving", (new,), [self.say("mail-leaving", address=new)])
        self.waits(f"address {new}")

    def ask_new(self, new: str) -> None:
        """It waits for a YES from the new one as well."""
        self.hold(
            "moving",
            (new,),
            [self.say("mail-moving", address=self.place.address, host=self.writing.names.host)],
            to=new,
        )

    def hold_for(self, sender: str, lines: tuple[str, ...]) -> bool:
        """Orders that somebody else may have written wait for a YES from the registered
        address. ``False``: too many have come for which no more speaks than for this one.
        """
        place, say = self.place, self.say
        budget, most = f"ask/{place.game}/{place.chair}/{self.trust}", self.most
        if not rate_limit.allows(self.notes, budget, lines, self.at, most, again=True):
            self.too_many("too many mails to confirm")
            return False
        asking = [say("mail-confirm", sender=sender, game=place.game), *self.quoted(lines)]
        if (until := rate_limit.free_at(self.notes, budget, self.at, most)) > self.at:
            asking.append(say("mail-confirm-last", until=self.writing.when(until)))
        self.hold(
            "orders", lines, asking, turn=self.opened.table.state.question if place.seat else 0
        )
        return True

    def quoted(self, lines: Sequence[str]) -> list[str]:
        """Lines as they were written, within bounds."""
        shown: list[str] = []
        left = QUOTED
        for line in map(clipped, lines):
            left -= len(line)
            if left < 0:
                return [*shown, self.say("mail-confirm-more", count=len(lines) - len(shown))]
            shown.append(f"“{line}”")
        return shown

    def hold(
        self,
        what: Waits,
        lines: tuple[str, ...],
        asking: Sequence[str],
        turn: int = 0,
        to: str = "",
    ) -> None:
        """Keep lines until somebody says YES: the registered address, or ``to``."""
        place, to = self.place, to or self.place.address
        kept = PendingOrders(
            what=what,
            game=place.game,
            chair=place.chair,
            turn=turn,
            id=self.id,
            sender=self.reading.sender or "",
            asked=to,
            at=self.at,
            lines=lines,
            trust=self.trust,
        )
        proof = confirmations.hold(self.notes, self.writing.names, kept)
        self.effect = True
        subject = self.say("mail-confirm-subject", game=place.game)
        lines = (*asking, self.say("mail-confirm-how"))
        self.post(self.writing.question(to, proof, self.reading.id, subject, lines, self.at))

    # ---- the answer

    def slip(self) -> LastReceipt:
        """The chair's last receipt."""
        value = self.notes.get(f"receipt/{self.place.game}/{self.place.chair}")
        return read_slip(value) if value else LastReceipt()

    def news(self) -> News:
        """How the game stands for the reader."""
        opened, table, state = self.opened, self.opened.table, self.opened.table.state
        viewer = self.place.seat or PUBLIC
        return News(
            game_id=opened.id,
            game=table.game,
            viewer=viewer,
            sender=self.place.address,
            at=self.at,
            events=[],
            own=[],
            question=state.question,
            asked=table.ask(),
            due=state.due,
            fresh=False,
            mine=False,
            prompted=False,
            result=state.result,
            chairs=tuple(state.chairs),
            view=lambda: table.view(viewer),
            menu=lambda: table.menu(viewer),
            past=Past(opened.n, partial(self.batch.told, opened, viewer), self.notes),
        )

    def finish(self) -> None:
        """One answer, with the whole report if the reader is asked
        something new or the game has ended.
        """
        self.speak()
        place, say = self.place, self.say
        if (
            self.waiting
            and self.waiting == len(self.understood)
            and not (self.first or self.blocks or self.shows)
        ):
            return
        if not place.seat and not place.watches:
            self.guest()
            return
        news = self.news()
        asked = question_of(self.opened, place.seat)
        fresh = asked not in (0, self.asked_before)
        over = news.result is not None and not self.over_before
        before = heard(self.notes, news.game_id, news.sender)
        pages = untold(news)
        open_question(self.notes, news.game_id, news.sender, asked)
        slip = self.slip()
        n = slip.n + 1
        blocks = [
            Block("title", (say("mail-receipt-title", n=n, game=place.game, kind=news.game.name),))
        ]
        blocks += [text_block(*self.first)] if self.first else []
        if self.understood:
            blocks += [text_block(say("mail-receipt")), list_block(self.understood[:MANY])]
        blocks += [*self.about(), *self.blocks, *happened(self.writing, news, pages)]
        whole = self.shows or fresh or over or news.result is not None
        if whole and self.old is None:
            blocks += head(self.writing, news)[1:]
        draft = Draft(
            place.address,
            self.headline(n, news, asked=fresh),
            tuple(blocks),
            self.at,
            self.reading.id,
        )
        if whole:
            draft = with_board(self.writing, self.old or news, draft, self.look)
            blocks = [*draft.blocks, *(prompt(self.writing, news) if self.old is None else ())]
        blocks.append(Block("small", (self.foot(),)))
        draft = msgspec.structs.replace(draft, blocks=tuple(blocks))
        of = Capability(place.game, place.chair, news.question)
        mail = self.writing.post(draft, of, place.epoch, receipt=n)
        if not self.post_if_allowed(mail, free=self.effect or fresh or over):
            self.notes.put(f"heard/{news.game_id}/{news.sender}", encode(before).decode())
            return
        self.keep_slip(slip, n)

    def finish_in_short(self) -> None:
        """The answer without board and news, which could not be composed: what
        has become of the mail's lines.
        """
        slip, game = self.slip(), self.place.game
        n = slip.n + 1
        subject = self.say("mail-not-composed-subject", game=game)
        closing = (self.say("not-composed", game=game), self.say("mail-not-composed-how"))
        blocks = [
            Block(
                "title",
                (self.say("mail-receipt-title", n=n, game=game, kind=self.opened.table.game.name),),
            )
        ]
        blocks += [text_block(*self.first)] if self.first else []
        blocks += (
            [text_block(self.say("mail-receipt")), list_block(self.understood[:MANY])]
            if self.understood
            else []
        )
        draft = Draft(
            self.place.address, subject, (*blocks, text_block(*closing)), self.at, self.reading.id
        )
        if self.post_if_allowed(
            self.writing.post(draft, self.capability(), self.place.epoch, receipt=n),
            free=self.effect,
        ):
            self.keep_slip(slip, n)

    def keep_slip(self, slip: LastReceipt, n: int) -> None:
        """From now on this is the chair's last receipt."""
        taken = (
            LastReceipt(n, n, self.asked_before, self.reading.date)
            if self.ordered
            else msgspec.structs.replace(slip, n=n)
        )
        self.notes.put(f"receipt/{self.place.game}/{self.place.chair}", encode(taken).decode())

    def headline(self, n: int, news: News, *, asked: bool) -> str:
        """The subject."""
        if self.subject:
            return self.subject
        state = (
            "over" if news.result is not None else "asked" if asked and is_asked(news) else "other"
        )
        if state == "other" and self.wrong:
            state = "wrong" if not self.effect else "partly"
        return self.say(
            "mail-receipt-subject",
            game=news.game_id,
            n=n,
            turn=news.question,
            kind=news.game.name,
            state=state,
        )

    def foot(self) -> str:
        """What to do if somebody else wrote it: CANCEL is said only where there is something
        of this mail that it takes back.
        """
        if not self.effect:
            return self.say("mail-foot")
        seat = self.place.seat
        back = self.waiting or (seat and self.opened.table.retractable(seat))
        return self.say("mail-not-you" if back else "mail-not-you-done")

    def about(self) -> list[Block]:
        """What of the mail was not read as orders."""
        say, said, reading = self.say, self.writing.said, self.reading
        lines = [] if reading.whole else [say("mail-not-whole")]
        if reading.aside and (self.understood or self.first):
            lines.append(say("mail-aside", lines=clipped(said.listed(reading.aside))))
        if reading.attachments:
            lines.append(say("mail-attachments", names=clipped(said.listed(reading.attachments))))
        return [Block("small", tuple(map(one_line, lines)))] if lines else []

    def guest(self) -> None:
        """Somebody who is invited and has no seat."""
        lines = [*self.first, *self.understood]
        subject = self.say("mail-help-subject", game=self.place.game)
        blocks = [*([text_block(*lines)] if lines else []), *self.about(), *self.blocks]
        if not blocks:
            mail = self.writing.invitation(
                self.place.address, self.capability(), self.opened.table.game.name, self.at
            )
        else:
            draft = Draft(self.place.address, subject, tuple(blocks), self.at, self.reading.id)
            mail = self.writing.post(draft, self.capability(), self.place.epoch)
        self.post_if_allowed(mail, free=self.effect)

    def capability(self) -> Capability:
        """What the answer to an answer carries."""
        return Capability(
            self.place.game,
            self.place.chair,
            self.opened.table.state.question if self.place.seat else 0,
        )

    def post_if_allowed(self, mail: Mail, *, free: bool) -> bool:
        """Post an answer, unless too many have gone out that changed nothing."""
        budget = f"{mail.to}/{self.trust}" if self.trust else mail.to
        said = [
            *self.first,
            *self.understood,
            *(line for block in self.blocks for line in block.lines),
        ]
        if not free and not rate_limit.allows(
            self.notes, budget, said, self.at, self.most, again=self.again
        ):
            self.too_many("too many answers")
            return False
        self.post(mail)
        return True

    @property
    def most(self) -> tuple[int, int, int]:
        """How many answers go out to mails like this one."""
        return (
            rate_limit.PLAYER
            if self.place.seat and not self.trust.startswith("name")
            else rate_limit.STRANGER
        )

    def too_many(self, what: str) -> None:
        """Note that a mail is not answered."""
        log.warning("no more answers to %s for a while", self.place.address)
        facts = json.dumps({"chair": self.place.chair})
        self.batch.acts.append(AuditEntry(self.at, DOOR, what, self.place.game, facts))

    def post(self, mail: Mail) -> None:
        """Put a mail into the outbox."""
        self.batch.post(
            self.opened, Address(DOOR, mail.to, self.place.game, self.place.seat), write_mail(mail)
        )
