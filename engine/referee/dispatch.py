"""Whose is a letter, may its sender be heard, and is it for the desk or for the game?"""

from collections.abc import Sequence

from engine.errors import Behind
from engine.letters import Done, Letter, Receipt
from engine.menu import LONGEST, Refusal, Refused, too_long
from engine.referee import desk
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.state import Bulletin, Seat

MOST_ORDERS = 60
"""Orders of one letter, at every door."""
QUOTED = 100
"""Characters of the first order too many that are quoted."""


def take(batch: Batch, letter: Letter) -> Receipt:
    """Play one letter. Raises ``Behind``, and else nothing that the rules do not raise."""
    return answer(batch, letter).short()


def answer(batch: Batch, letter: Letter) -> Receipt:
    """Return the receipt of one letter, with all that it quotes."""
    opened, seat = whose(batch, letter)
    if opened is not None and seat is None and not admits(batch, opened, letter):
        opened = None
    if opened is not None:
        batch.memory[opened.id] = opened
        waits = batch.tick(opened, letter.at)
        if waits and seat is not None and not is_talk(letter):
            raise Behind(opened.id)
    if len(letter.text) > LONGEST:
        legal = opened.menu(seat).examples(opened.table.state.question) if opened and seat else ()
        game = opened.id if opened else None
        return Receipt(
            status="refused", game=game, seat=seat, order=letter.text, refusal=too_long(legal)
        )
    receipt = desk.answer(batch, opened, seat, letter)
    if receipt is not None:
        return receipt
    if opened is None or seat is None:
        games = batch.store.games_of(letter.door, letter.sender)
        return Receipt(
            status="refused",
            order=letter.text,
            refusal=Refusal(code="no-game-of-yours"),
            facts={"games": games},
        )
    return script(batch, opened, seat, letter)


def admits(batch: Batch, opened: OpenGame, letter: Letter) -> bool:
    """Return whether the sender may know that there is this game. A private one is for its readers,
    its guests, and those who look after it.
    """
    if not opened.table.setup.private or letter.rank:
        return True
    who, register = (letter.door, letter.sender), batch.register
    person = register.person(who)
    reads = any((address.door, address.sender) in person for address in opened.addresses)
    looks_after = register.role(opened.id, who) is not None or register.operates(who)
    return reads or looks_after or register.invited(opened.id, who)


def whose(batch: Batch, letter: Letter) -> tuple[OpenGame | None, Seat | None]:
    """Return the game and the seat of a letter: as it says, else the one game of its sender that
    asks them.
    """
    if letter.game is not None:
        opened = batch.game(letter.game)
        return opened, opened.seat_of(letter.door, letter.sender) if opened else None
    asking = []
    for id in batch.store.games_of(letter.door, letter.sender):
        opened = batch.known(id)
        seat = opened.seat_of(letter.door, letter.sender) if opened else None
        if opened and seat and (ask := opened.table.ask()) and seat in ask.seats:
            asking.append((opened, seat))
    return asking[0] if len(asking) == 1 else (None, None)


def script(batch: Batch, opened: OpenGame, seat: Seat, letter: Letter) -> Receipt:
    """Play the orders of a letter, from the left, until one is refused or something has come up
    that may change the rest.
    """
    parts = opened.table.game.split(letter.text) or [""]
    if (refusal := too_many(parts)) is not None:
        return Receipt(
            status="refused", game=opened.id, seat=seat, order=refusal.word, refusal=refusal
        )
    done: list[Done] = []
    for i, part in enumerate(parts):
        rest = tuple(parts[i + 1 :])
        try:
            menu, seed = opened.menu(seat), opened.table.state.question
            order, text = menu.read(part, seed, careful=letter.careful)
        except Refused as refused:
            return Receipt(
                status="refused",
                game=opened.id,
                seat=seat,
                done=tuple(done),
                order=part,
                refusal=menu.advised(refused.refusal, part),
                dropped=rest,
            )
        number = opened.table.state.orders.get(seat, 0) + 1
        bulletin = batch.enter(opened, letter.at, seat, order, spoken=True)
        done.append(Done(text, number))
        if rest and interrupted(bulletin, seat):
            return Receipt(
                status="stopped", game=opened.id, seat=seat, done=tuple(done), dropped=rest
            )
    return Receipt(status="taken", game=opened.id, seat=seat, done=tuple(done))


def too_many(texts: Sequence[str]) -> Refusal | None:
    """Return the refusal of a letter that has more orders than any may have: the place is the
    first order too many. None: it has no more.
    """
    if len(texts) <= MOST_ORDERS:
        return None
    facts = (("limit", MOST_ORDERS), ("count", len(texts)))
    return Refusal(code="too-many-orders", word=texts[MOST_ORDERS][:QUOTED], facts=facts)


def is_talk(letter: Letter) -> bool:
    """Return whether a text is talk, which waits for no clock."""
    return letter.text.strip().partition(" ")[0].casefold() == "say"


def interrupted(bulletin: Bulletin, seat: Seat) -> bool:
    """Return whether a script of this seat ends here."""
    someone_else = bulletin.asked is None or seat not in bulletin.asked.seats
    return someone_else or any(event.stops for event in bulletin.events(seat))
