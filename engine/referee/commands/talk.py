"""Chat between the seats (BB-27), which is not part of the history.

Rule: BB-27.
"""

from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.messages import Address
from engine.plaintext import clean
from engine.plan import DAY, HOUR
from engine.referee import unit_of_work
from engine.referee.commands.request import No, Request
from engine.referee.commands.word import Facts, Word, says
from engine.rulings.rulings import Questioned
from engine.slots import Miss, OneOf, Reader
from engine.state import PUBLIC, Seat, Told

LENGTH = 2000
"""The maximum length of a text, in characters. Longer ones are cut."""
LIMITS = (60, HOUR), (200, DAY)
"""The maximum number of messages of a seat within these seconds. Each goes to everybody at the
table, also by mail.
"""
LISTED = 50
"""The maximum number of messages listed."""


class Hearers(OneOf):
    """A slot for the addressees in one word: a seat, everybody, or seats separated by commas."""

    def read(self, reader: Reader, i: int, end: int) -> tuple[Any, int]:
        try:
            seat, after = super().read(reader, i, end)
            return (seat,), after
        except Miss:
            seats = {seat.casefold(): seat for seat in self.of}
            named = [seats.get(word.casefold()) for word in (reader.word(i, end) or "").split(",")]
            if len(named) < 2 or None in named or PUBLIC in named:
                raise
            return tuple(dict.fromkeys(named)), i + 1

    def write(self, value: Any) -> str:
        return ",".join(value) if isinstance(value, tuple) else super().write(value)

    def sample(self, rng: Random) -> Any:
        return (super().sample(rng),)


def hearers(request: Request) -> Hearers:
    return Hearers([PUBLIC, *request.opened.table.seats])


@says("say {to} {text}", slash="say", misread="bad-say", free=True)
class Saying(Word, frozen=True):
    """Send a chat message to some seats, or to all (``*``)."""

    places: ClassVar = {"to": hearers}
    to: tuple[Seat, ...]
    text: str

    def do(self, request: Request) -> Facts:
        opened, seat, batch = request.opened, request.seated(), request.batch
        if seat in opened.table.state.people.hushed:
            raise No("hushed")
        may_say(request, seat)
        everybody = PUBLIC in self.to
        receivers = opened.table.seats if everybody else ()
        text, mutes = clean(self.text)[:LENGTH], request.accounts.mutes
        for n, heard in enumerate((PUBLIC,) if everybody else self.to):
            to = {heard, *receivers, *(() if n else (seat,))}
            deaf = {viewer for viewer in to - {seat} if mutes(opened.id, viewer, seat)}
            unit_of_work.say(
                batch, opened, request.message.at, (seat, heard, text), sorted(to - deaf)
            )
        return {"to": ",".join(self.to)}


@says("ask {text}", free=True, tells=(Questioned,))
class AskModerators(Word, frozen=True):
    """Ask the moderators in private, or the operators if the game has none."""

    text: str

    def do(self, request: Request) -> Facts:
        opened, seat, accounts = request.opened, request.seated(), request.accounts
        staff = list(accounts.staff(opened.id)) or accounts.operators()
        if not [who for who in staff if who not in accounts.person(request.sender)]:
            raise No("nobody-to-ask")
        may_say(request, seat)
        question = Questioned(seat, clean(self.text)[:LENGTH])
        for who in staff:
            own = opened.seat_of(*who)
            told = Told(None, {own: question}) if own else Told(question, {})
            unit_of_work.brief(request.batch, opened, who, [told])
        return {"did": "question"}


def may_say(request: Request, seat: Seat) -> None:
    who, now = (request.opened.id, seat), request.now
    longest = max(seconds for _, seconds in LIMITS)
    past = request.times("talk", longest, who)
    free = max([now, *(past[-most] + seconds for most, seconds in LIMITS if len(past) >= most)])
    if free > now:
        raise No("too-much-said", word=str(-(-(free - now) // 60)))
    request.count("talk", longest, who)


@says("talk", by="anybody", slash="game talk", free=True)
class Listening(Word, frozen=True):
    """List the messages that the sender could read: to all, to their seat, or from it."""

    def do(self, request: Request) -> Facts:
        seat, zone = request.seat, request.accounts.settings(request.sender).zone
        said = [
            [row.at, row.seat, row.receiver, row.text]
            for row in request.batch.talk(request.opened)
            if row.receiver == PUBLIC or (seat is not None and seat in (row.seat, row.receiver))
        ]
        return {"said": said[-LISTED:], "zone": zone}


def mutable(request: Request) -> OneOf:
    doors = {door for door, _ in request.accounts.person(request.sender)}
    others = [seat for seat in request.opened.table.seats if seat != request.seat]
    return OneOf([*others, *sorted(doors)], "no-such-seat")


@says("mute {seat}", slash="game mute", free=True)
class Mute(Word, frozen=True):
    """Mute another seat in this game, or a door for the sender in all games."""

    places: ClassVar = {"seat": mutable}
    on: ClassVar = True
    seat: str

    def do(self, request: Request) -> Facts:
        opened, seat, accounts = request.opened, request.seated(), request.accounts
        if self.seat in opened.table.seats:
            accounts.mute(opened.id, seat, self.seat, on=self.on)
            return {"whom": self.seat}
        person = accounts.person(request.sender)
        muted = [account for account in person if account[0] == self.seat]
        others = [account for account in person if account[0] != self.seat]
        if self.on and all(accounts.settings(account).quiet for account in others):
            raise No("last-address", word=self.seat)
        for account in muted:
            accounts.set(account, replace(accounts.settings(account), quiet=self.on))
            for id in {opened.id, *request.batch.store.games_of(*account)}:
                hush_in(request, id, account, on=self.on)
        return {"whom": self.seat}


@says("unmute {seat}", slash="game unmute")
class Unmute(Mute, frozen=True):
    on: ClassVar = False


def hush_in(request: Request, id: str, account: tuple[str, str], *, on: bool) -> None:
    game = request.batch.known(id)
    for address in list(game.addresses) if game is not None else ():
        if game is not None and (address.door, address.sender) == account:
            changed: Address = replace(address, quiet=on)
            request.batch.settle(game, changed)
