"""Dice that players throw by hand, in front of a camera, and type. The rules don't notice.

A roll that nobody has typed yet stops the run. The table is restored to its state before the entry,
and asks for the roll. When all seats have typed the same, the entry is played again. Such dice are
public, and nobody can verify them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from engine.menu import Choice, Menu
from engine.play import Governed
from engine.rulings import times
from engine.rulings.rulings import tag
from engine.slots import Many
from engine.state import Bulletin, Event, House, Order, Roll, Seat, Throw, Tick, Told

REFEREE = "referee"
"""Typed instead of a face, it lets the referee throw."""
MOST = 9
"""The maximum number of dice typed at once."""


class Untyped(Exception):
    """A die has not been typed yet. ``key`` names its roll, ``faces`` are possible."""

    def __init__(self, key: str, faces: Sequence[Any]):
        super().__init__(key)
        self.key, self.faces = key, tuple(map(str, faces))


class Impossible(Exception):
    def __init__(self, key: str):
        super().__init__(key)
        self.key = key


class Type(Order, frozen=True, tag=tag):
    """A seat types dice: ``roll 5 4`` as read, ``roll referee`` to let the referee throw."""

    faces: tuple[str, ...]


class Wanted(Event, frozen=True, tag=tag):
    final: ClassVar[bool] = False
    key: str
    faces: tuple[str, ...]  # faces of the missing die
    shown: tuple[str, ...] = ()  # results of the dice before it


class Typed(Event, frozen=True, tag=tag):
    key: str
    faces: tuple[str, ...]


class Disputed(Event, frozen=True, tag=tag):
    """The seats have typed different or impossible faces, and are asked again."""

    final: ClassVar[bool] = False
    key: str


ORDERS = (Type,)
EVENTS = (Wanted, Typed, Disputed)


class Faces(Many):
    """The faces of typed dice. Only those of the first die are checked at once."""

    def __init__(self, faces: Sequence[str]):
        super().__init__(faces, 1, 1, code="no-such-face")

    def read(self, reader: Any, i: int, end: int) -> tuple[tuple[str, ...], int]:
        first, i = super().read(reader, i, end)
        more = reader.words[i : min(end, i + MOST - 1)]
        return (*first, *(word.casefold() for word in more)), i + len(more)

    def write(self, value: Sequence[str]) -> str:
        return " ".join(value)


def menu(t: Governed, beside: Menu) -> Menu:
    """Return the menu of a seat that is asked for a roll. By default the referee throws.

    ``beside`` are the orders that are always possible. Of these, only leaving the game remains,
    because the order that waits for the roll has not happened yet.
    """
    wanted = waiting(t)
    leave = [
        choice
        for choice in beside.choices
        if issubclass(choice.order, Order) and choice.order.confirmed
    ]
    roll = Choice(Type, "roll {faces}", faces=Faces((*wanted.faces, REFEREE)))
    return Menu((roll, *leave), default=Type((REFEREE,)), why=wanted)


def waiting(t: Governed) -> Wanted:
    throw = t.state.throw
    assert throw is not None
    return Wanted(throw.key, throw.faces, tuple(t.state.typed.get(throw.key, ())))


def face(t: Governed, key: str, k: int, options: Sequence[Any]) -> int | None:
    """Return the index of the option that die ``k`` of a roll shows, as typed, or ``None`` if the
    referee throws.

    Raises ``Untyped`` if nobody has typed it yet, and ``Impossible`` if it cannot show that.
    """
    said = t.state.typed.get(key, [])
    if REFEREE in said:
        return None
    if k >= len(said):
        raise Untyped(key, options)
    words = list(map(str, options))
    if said[k] not in words:
        raise Impossible(key)
    return words.index(said[k])


def guarded(t: Governed, at: int, seat: Seat, order: Order) -> Bulletin:
    told, before = list(t.told), t.save()
    try:
        try:
            bulletin = t.play(at, seat, order)
        except Untyped as missing:
            none_too_many(t.rolls, t.state.typed)
            # The seats are committed to a closed question before anybody throws.
            sealed = [] if t.state.typed else t.commitments
            t.restore(before, told)
            t.commitments = sealed
            return stop(t, at, seat, order, missing)
        none_too_many(bulletin.rolls, t.state.typed)
    except Impossible as impossible:
        t.restore(before, [*told, Told(Disputed(impossible.key), {})])
        del t.state.typed[impossible.key]
        return guarded(t, at, seat, order)
    t.state.typed = {}
    return bulletin


def none_too_many(rolls: Iterable[Roll], typed: Mapping[str, Sequence[str]]) -> None:
    fell = {roll.key: len(roll.dice) for roll in rolls}
    for key, said in typed.items():
        if REFEREE not in said and len(said) > fell.get(key, len(said)):
            raise Impossible(key)


def stop(t: Governed, at: int, seat: Seat, order: Order, missing: Untyped) -> Bulletin:
    """Store an entry until its roll is typed, and return the bulletin that asks for it."""
    t.state.throw = Throw(seat, order, missing.key, missing.faces)
    if not isinstance(order, House):
        # The order counts already, because its receipt names its number.
        t.state.orders[seat] = t.state.orders.get(seat, 0) + 1
    t.tell(waiting(t))
    return ask(t, at)


def ask(t: Governed, at: int) -> Bulletin:
    state = t.state
    state.now, state.question = max(state.now, at), state.question + 1
    state.due = None if state.pace is None else t.rounded(state.now + state.pace)
    told, t.told = tuple(t.told), []
    sealed, t.commitments = tuple(t.commitments), []
    return Bulletin(
        at=state.now,
        question=state.question,
        told=told,
        commitments=sealed,
        asked=t.ask(),
        due=state.due,
        fresh=True,
    )


def take(t: Governed, at: int, seat: Seat, order: Order) -> Bulletin:
    state, throw, asked = t.state, t.state.throw, t.ask()
    assert throw is not None
    assert asked is not None
    state.now = max(state.now, at)
    missed: list[Seat] = []
    if isinstance(order, Type):
        throw.typed[seat] = order.faces
        state.orders[seat] = state.orders.get(seat, 0) + 1
    elif state.due is not None and state.now >= state.due:
        missed = [one for one in asked.seats if one not in throw.typed]
        throw.typed = dict.fromkeys(asked.seats, (REFEREE,))
    if any(one not in throw.typed for one in asked.seats):
        return Bulletin(at=state.now, question=state.question, asked=asked, due=state.due)
    times.count(t, [one for one in asked.seats if one not in missed], missed)
    said = set(throw.typed.values())
    if len(said) > 1:
        throw.typed = {}
        t.tell(Disputed(throw.key))
        return ask(t, at)
    (faces,) = said
    state.throw = None
    state.typed[throw.key] = [*state.typed.get(throw.key, []), *faces]
    if not isinstance(throw.order, House):
        state.orders[throw.seat] -= 1
    t.tell(Typed(throw.key, faces))
    if isinstance(throw.order, Tick):
        # Renew its deadline: the time for the roll was a separate one.
        state.due = state.now
    return guarded(t, at, throw.seat, throw.order)
