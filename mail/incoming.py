"""A mail becomes letters: judged, deduplicated, played and answered in one transaction with what it did."""

import hashlib
import json
import logging
from collections.abc import Sequence

import msgspec
from msgspec import Struct, structs

from engine.batch import Batch, OpenGame
from engine.desk import VERBS
from engine.journal import encode
from engine.keepsakes import keep, kept
from engine.letters import Address, Letter, News, Receipt
from engine.menu import Menu, Refused
from engine.referee import Referee
from engine.state import PUBLIC
from engine.store import Act, InboxRow
from mail.envelope import Mail, write_mail
from mail.names import Capability
from mail.reading import Reading
from mail.senders import Book, Judgement, Place, judge
from mail.verdicts import verdict
from mail.writing import Writing, number_of

log = logging.getLogger(__name__)

DOOR = "mail"
INVITED = 1_000
"""Chairs of people who are invited and have not joined are numbered from here."""
HELD = 3_000
"""Characters of orders that are held until somebody says YES."""
STATUS = ("status", "board", "map", "report")
HOUSE_WORDS = frozenset([*VERBS, *STATUS, "help"])


class Handled(Struct, frozen=True):
    """What was done with a mail, in a word, and what is to be mailed to people who have no seat."""

    what: str
    direct: tuple[Mail, ...] = ()


class Held(Struct, frozen=True):
    """Orders that wait for a YES."""

    game: str
    chair: int
    turn: int
    id: str
    sender: str
    lines: tuple[str, ...]


read_held = msgspec.json.Decoder(Held).decode


def current(opened: OpenGame) -> dict[str, int]:
    """The number of the question that is put to each asked seat."""
    ask = opened.table.ask()
    return dict.fromkeys(ask.seats if ask else (), opened.table.state.question)


def book(batch: Batch) -> Book:
    """Everybody who is reached by mail, or invited."""
    keepsakes = kept(batch.store, DOOR)
    places = []
    for (game,) in batch.store.db.execute("select distinct game from address where door = ? order by game", (DOOR,)):
        opened = batch.game(game)
        if opened is None or opened.table.state.result is not None:
            continue
        strict, asked = f"strict/{game}" in keepsakes, current(opened)
        for address in opened.addresses:
            chair = number_of(opened.table.state.chairs, address.viewer)
            if address.door == DOOR and address.viewer != PUBLIC:
                turn = asked.get(address.viewer, 0)
                places.append(Place(game, chair, address.viewer, address.sender, turn, strict=strict))
    for name, value in keepsakes.items():
        if name.startswith("invited/"):
            _, game, number = name.split("/")
            if not any(place.game == game and place.address == value for place in places):
                places.append(Place(game, int(number), "", value))
    return Book(tuple(places), frozenset(name[7:] for name in keepsakes if name.startswith("passed/")))


def invite(batch: Batch, writing: Writing, game: str, address: str, at: int) -> Mail:
    """Ask somebody into a game: a reply that says ``join`` takes a seat. Raises ``ValueError`` for what is no address,
    ``KeyError`` for a game that does not exist."""
    opened = batch.game(game)
    if opened is None:
        raise KeyError(game)
    keepsakes = kept(batch.store, DOOR)
    known = {value: name for name, value in keepsakes.items() if name.startswith(f"invited/{game}/")}
    chair = int(known[address].rpartition("/")[2]) if address in known else INVITED + len(known)
    mail = writing.invitation(address, Capability(game, chair, 0), opened.table.game.name, at)
    keep(batch.store, DOOR, {f"invited/{game}/{chair}": address})
    return mail


def handle(referee: Referee, batch: Batch, writing: Writing, authserv_id: str, reading: Reading, at: int) -> Handled:
    """Do what a mail says that arrived at second ``at``. In the writer's thread, within one batch: either all of it is
    durable, receipts included, or nothing has happened."""
    if reading.kind == "bounce":
        return bounced(batch, writing, reading, at)
    known = book(batch)
    desk = Desk(referee, batch, writing, reading, at, known)
    proof = writing.names.confirms(reading.receivers)
    if proof is None:
        return desk.take(judge(reading, known, writing.names, authserv_id))
    said = verdict(reading.verdicts, authserv_id, (reading.sender or "").rpartition("@")[2])
    return desk.confirm(proof) if reading.kind == "person" and said != "fail" else Handled("drop")


def bounced(batch: Batch, writing: Writing, reading: Reading, at: int) -> Handled:
    """Note for the operator whose mail came back."""
    seat = writing.names.bounced(reading.receivers)
    if seat is None:
        return Handled("bounce of nobody's")
    facts = {"chair": seat[1], "status": [failure.status for failure in reading.failed]}
    batch.acts.append(Act(at, DOOR, "mail came back", seat[0], json.dumps(facts)))
    return Handled("bounce")


class Desk:
    """One mail."""

    def __init__(self, referee: Referee, batch: Batch, writing: Writing, reading: Reading, at: int, known: Book):
        self.referee, self.batch, self.writing = referee, batch, writing
        self.reading, self.at, self.known = reading, at, known
        self.quiet = False

    def take(self, judgement: Judgement) -> Handled:
        """Act on what was found out about the sender."""
        self.quiet = judgement.quiet
        place, sender = judgement.place, self.reading.sender
        log.info("mail %s from %s: %s (%s)", self.reading.id, sender, judgement.action, judgement.why)
        if judgement.action == "drop" or sender is None:
            return Handled("drop")
        if judgement.action == "help" or place is None:
            return Handled("help", self.help(sender))
        key = self.reading.id if judgement.action == "accept" else f"{judgement.action}:{sender}:{self.reading.id}"
        if not self.fresh(key, place):
            return Handled("again")
        opened = self.batch.game(place.game)
        assert opened is not None
        if judgement.action == "stale":
            self.stale(opened, place)
        elif judgement.action == "confirm":
            self.hold(opened, place, sender)
        else:
            if judgement.vouched:
                keep(self.batch.store, DOOR, {f"passed/{sender.casefold()}": "yes"})
            self.orders(opened, place, self.reading.id)
        return Handled(judgement.action)

    # ---- answers

    def post(self, opened: OpenGame, place: Place, mail: Mail) -> None:
        """Put an answer into the outbox, for the registered address alone."""
        if not self.quiet:
            self.batch.post(opened, Address(DOOR, place.address, opened.id, place.seat), write_mail(mail))

    def report(self, opened: OpenGame, place: Place, first: Sequence[str] = (), subject: str = "") -> None:
        """How the game stands."""
        if place.seat:
            self.post(
                opened,
                place,
                self.writing.report(news(opened, place, self.at), place.epoch, first, self.reading.id, subject),
            )
        else:
            self.post(
                opened,
                place,
                self.writing.invitation(place.address, self.capability(place), opened.table.game.name, self.at),
            )

    def capability(self, place: Place) -> Capability:
        """What the answer to an answer carries."""
        opened = self.batch.game(place.game)
        return Capability(place.game, place.chair, opened.table.state.question if opened and place.seat else 0)

    def help(self, sender: str) -> tuple[Mail, ...]:
        """For somebody whose game cannot be told; nothing where no answer may go out."""
        if self.quiet:
            return ()
        say = self.writing.said.say
        games = self.batch.store.games_of(DOOR, sender)
        line = say("mail-which-game", games=self.writing.said.listed(games)) if games else say("mail-no-game")
        subject = say("mail-help-subject", game=self.writing.names.host)
        return (self.writing.answer(sender, None, self.reading.id, subject, [line], self.at),)

    def stale(self, opened: OpenGame, place: Place) -> None:
        """The question is over: say so, and how the game stands."""
        say = self.writing.said.say
        then = max((one.turn for one in self.writing.names.in_addresses(self.reading.receivers, {})), default=0)
        first = [say("mail-stale", then=then, game=opened.id)]
        self.report(opened, place, first, say("mail-stale-subject", game=opened.id))

    # ---- orders that wait for a YES

    def hold(self, opened: OpenGame, place: Place, sender: str) -> None:
        """Keep the orders, and ask at the registered address whether they are to be played."""
        say, proof = self.writing.said.say, self.writing.names.proof("held", opened.id, place.chair, self.reading.id)
        turn = opened.table.state.question
        held = Held(opened.id, place.chair, turn, self.reading.id, sender, self.reading.lines)
        value = encode(held).decode()
        if not self.reading.lines or len(value) > HELD:
            return
        keep(self.batch.store, DOOR, {f"held/{proof}": value})
        lines = [say("mail-confirm", sender=sender, game=opened.id), *(f"“{line}”" for line in held.lines)]
        mail = self.writing.answer(
            place.address, self.capability(place), self.reading.id,
            say("mail-confirm-subject", game=opened.id), [*lines, say("mail-confirm-how")], self.at,
            reply_to=self.writing.names.confirmation(proof),
        )  # fmt: skip
        self.post(opened, place, mail)

    def confirm(self, proof: str) -> Handled:
        """A mail to the address that only the registered one was told: YES has what is held played, once, and while its
        question is open."""
        value = kept(self.batch.store, DOOR).get(f"held/{proof}")
        held = read_held(value) if value else None
        place = self.known.at(Capability(held.game, held.chair, held.turn)) if held else None
        opened = self.batch.game(place.game) if place else None
        yes = bool(self.reading.lines) and self.reading.lines[0].strip(" .!").casefold() == "yes"
        if held is None or place is None or opened is None or place not in self.known.of(self.reading.sender or ""):
            return Handled("drop")
        if not yes or not self.fresh(f"yes:{proof}", place):
            return Handled("again" if yes else "not confirmed")
        if place.turn > held.turn:
            self.report(opened, place, [self.writing.said.say("mail-confirmed-late")])
            return Handled("stale")
        self.reading = structs.replace(self.reading, lines=held.lines, aside=())
        self.orders(opened, place, f"held:{held.id}")
        return Handled("accept")

    def fresh(self, key: str, place: Place) -> bool:
        """Has nothing been done under this name yet? From now on something has."""
        if (DOOR, key) in self.batch.inbox or self.batch.store.answered(DOOR, key):
            return False
        digest, receipt = hashlib.sha256(key.encode()).digest(), encode(Receipt("answered", place.game))
        self.batch.inbox[DOOR, key] = InboxRow(DOOR, key, digest, self.at, place.game, receipt)
        return True

    # ---- what is accepted

    def orders(self, opened: OpenGame, place: Place, id: str) -> None:
        """Everything that the mail says, from the top: words of the house one by one, orders together."""
        menu = opened.table.menu(place.seat) if place.seat else Menu()
        lines = self.reading.lines or tuple(line for line in self.reading.aside if allowed(menu, line))
        prose = tuple(line for line in lines if is_prose(line) and not allowed(menu, line))
        if len(prose) < len(lines):
            lines = tuple(line for line in lines if line not in prose)
            self.reading = structs.replace(self.reading, aside=(*self.reading.aside, *prose))
        if not lines:
            self.report(opened, place, [self.writing.said.say("mail-no-text")])
        for number, text in enumerate(pieces(lines)):
            self.piece(opened, place, text, f"{id}#{number}")

    def piece(self, opened: OpenGame, place: Place, text: str, id: str) -> None:
        """One word of the house, or one script of orders."""
        word = first_word(text)
        if word in STATUS:
            self.report(opened, place)
            return
        if word == "help" or (not place.seat and word != "join"):
            self.explain(opened, place)
            return
        letter = Letter(
            DOOR, id, place.address, text, self.at, opened.id, self.reading.name or place.address.split("@")[0]
        )
        receipt = self.referee.answer(self.batch, letter, None)
        after = self.batch.game(opened.id)
        assert after is not None
        if receipt.seat and not place.seat:
            place = structs.replace(place, seat=receipt.seat, chair=number_of(after.table.state.chairs, receipt.seat))
        of = self.capability(place)
        kind = after.table.game.name
        self.post(
            after, place, self.writing.receipt(place.address, of, place.epoch, self.reading, receipt, kind, self.at)
        )

    def explain(self, opened: OpenGame, place: Place) -> None:
        """What can be said now."""
        said = self.writing.said
        patterns = opened.table.menu(place.seat).help() if place.seat else ["join", "join NAME"]
        may = said.say("mail-may", patterns="; ".join(patterns)) if patterns else said.say("mail-may-nothing")
        lines = [said.say("mail-help"), *said.say("mail-help-words").split(";"), may]
        subject = said.say("mail-help-subject", game=opened.id)
        of = self.capability(place)
        self.post(opened, place, self.writing.answer(place.address, of, self.reading.id, subject, lines, self.at))


def news(opened: OpenGame, place: Place, at: int) -> News:
    """How a game stands for one reader, with nothing new in it."""
    table, state = opened.table, opened.table.state
    ask = table.ask()
    return News(
        game=opened.id, kind=table.game, viewer=place.seat, sender=place.address, at=at, events=[], own=[],
        question=state.question, asked=ask, due=state.due, fresh=False, mine=False,
        prompted=ask is not None and place.seat in ask.seats, result=state.result, chairs=tuple(state.chairs),
        view=lambda: table.view(place.seat), menu=lambda: table.menu(place.seat),
    )  # fmt: skip


def first_word(text: str) -> str:
    """The word that a line begins with."""
    return text.split(maxsplit=1)[0].casefold()


def is_prose(line: str) -> bool:
    """Is it a sentence, such as people write around their orders? A mistyped order is none, and is refused instead."""
    said = first_word(line) in HOUSE_WORDS
    return not said and line[-1] in ".:!?,。：！？" and (len(line.split()) > 2 or not line.isascii())


def pieces(lines: Sequence[str]) -> list[str]:
    """The lines of a mail, those that are orders together, each word of the house alone."""
    found: list[str] = []
    together = False
    for line in lines:
        alone = first_word(line) in HOUSE_WORDS
        if together and not alone:
            found[-1] += f"\n{line}"
        else:
            found.append(line)
        together = not alone
    return found


def allowed(menu: Menu, line: str) -> bool:
    """Could this line be an order after all?"""
    try:
        menu.parse(line)
    except Refused:
        return False
    return True
