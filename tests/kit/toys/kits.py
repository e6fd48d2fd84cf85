"""The toys described to the kit, with a planted leak for every
mechanism that could betray a secret.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from engine import PUBLIC, Ask, Event, Seat, Table, dice
from engine.table import GameTable
from engine.testing.kit import Kit, Setting
from tests.kit.planted import planted
from tests.kit.toys import field, sealed
from tests.kit.toys.patrol import Chance, Patrol, Watch
from tests.kit.toys.sealed import Barrage, LossesTaken, Struck, Tally

__all__ = ["Barrage", "BarrageKit", "Patrol", "PatrolKit"]


@planted(GameTable, "dice")
def one_stream(
    _: Any, self: GameTable, key: str, salts: Sequence[Seat] | None = None
) -> Callable[[Sequence[Any]], Any]:
    self.state.rolled += 1
    numbers = dice.stream(self.setup.secret, (), self.state.rolled.to_bytes(4, "big"))
    return lambda options: options[dice.face(numbers, len(options))]


@planted(GameTable, "take")
def answers_counted(real: Any, self: GameTable, at: int, seat: Seat, order: Any) -> Any:
    """An answer to a sealed question is told to all at once."""
    if isinstance(order, sealed.Put | sealed.Ready):
        self.tell(sealed.Yielded(seat))
    return real(self, at, seat, order)


@contextmanager
def losses_asked_only_if_hit() -> Iterator[None]:
    def ask(self: sealed.Losses, t: GameTable) -> Ask | None:
        hit = tuple(seat for seat in sealed.present(t) if t.world.hits[seat])
        return Ask(hit) if hit else None

    def answer(self: sealed.Losses, t: GameTable, orders: dict[Seat, Any]) -> None:
        for seat in t.seats:
            for name in orders[seat].batteries if seat in orders else ():
                del t.world.batteries[seat][name]
            t.tell(LossesTaken(seat))
        t.pop()

    with patch.object(sealed.Losses, "ask", ask), patch.object(sealed.Losses, "answer", answer):
        yield


@planted(GameTable, "tell")
def rolled_only_if_fired(
    real: Any, self: GameTable, event: Event | None, /, **copies: Event | None
) -> None:
    """A zone at which nobody fires is not told, so the number of events depends on plans."""
    if not any(isinstance(copy, sealed.Fired) and not copy.points for copy in copies.values()):
        real(self, event, **copies)


@planted(Barrage, "view")
def losses_listed(real: Any, self: Barrage, world: Any, viewer: Seat, shown: Any) -> Any:
    return msgspec.structs.replace(
        real(self, world, viewer, shown), round=sum(map(len, world.batteries.values()))
    )


@contextmanager
def due_when_hurt() -> Iterator[None]:
    real = Barrage.pace

    def opened(self: GameTable, top: Any, ask: Ask) -> None:
        real_open(self, top, ask)
        if self.state.due is not None:
            self.state.due += sum(getattr(self.world, "hits", {}).values())

    real_open = GameTable.open
    with (
        patch.object(GameTable, "open", opened),
        patch.object(Barrage, "pace", lambda *_: real(*_) or 3600),
    ):
        yield


class BarrageKit(Kit):
    """Blue's batteries and plans are secret; red learns of them by his
    own hits, the public at the end.
    """

    owner, viewers, pairs = "blue", ("red", PUBLIC), 15
    silent = True
    probes = (
        "done",
        "put r1 1 on north",
        "put b1 1 on north",
        "put r1 9 on north",
        "lose",
        "lose r1",
        "lose b1",
        "",
    )
    leaks = (
        answers_counted,
        losses_asked_only_if_hit,
        rolled_only_if_fired,
        losses_listed,
        due_when_hurt,
    )

    def setting(self, seed: int) -> Setting:
        rng = random.Random(seed)
        n = rng.randint(2, 4)
        strengths = [[rng.randint(1, 6) for _ in range(rng.randint(0, 4))] for _ in range(n)]
        options = {"players": n, "rounds": rng.randint(1, 5), "hours": rng.choice((0, 24))}
        return Setting(("red", "blue", "green", "white")[:n], options, {"strengths": strengths})

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        rng = random.Random(seed)
        options = {"players": 2, "rounds": 4, "hours": rng.choice((0, 24))}
        first, second = (
            Setting(
                ("red", "blue"),
                options,
                {"strengths": [[3, 1, 4], [rng.randint(1, 4) for _ in range(4)]]},
            )
            for _ in range(2)
        )
        return first, second

    def reveals(self, event: Event) -> bool:
        return isinstance(event, Struck | Tally)


@planted(GameTable, "closed")
def early_close(real: Any, self: GameTable, ask: Ask) -> bool:
    return real(self, ask) or (
        bool(ask.seats) and all(seat in self.state.answers for seat in ask.seats)
    )


@contextmanager
def menu_from_world() -> Iterator[None]:
    real = Patrol.view

    def view(self: Patrol, world: Any, viewer: Seat, shown: Any) -> Any:
        hidden = {unit.at for unit in world.units.values() if unit.hidden and unit.owner != viewer}
        seen = real(self, world, viewer, shown)
        walls = {f"~{x}{y}": field.Unit("nobody", (x, y)) for x, y in hidden}
        return msgspec.structs.replace(seen, units=seen.units | walls)

    with patch.object(GameTable, "menu", menu_with(view)):
        yield


def menu_with(view: Callable[..., Any]) -> Callable[[GameTable, Seat], Any]:
    """``GameTable.menu`` that makes menus from another view than the one that is shown."""
    real = GameTable.menu

    def menu(self: GameTable, seat: Seat) -> Any:
        with patch.object(type(self.game), "view", view):
            return real(self, seat)

    return menu


@planted(Chance, "resume")
def counted_in_private(real: Any, self: Chance, t: Any) -> None:
    t.state.question += t.rehearsal is None
    real(self, t)


@planted(Watch, "ask")
def asked_only_if_near(_: Any, self: Watch, t: Table) -> Ask | None:
    return Ask(self.owners, t.world.options.window) if self.facts else None


@planted(Watch, "ask")
def later_if_near(_: Any, self: Watch, t: Table) -> Ask | None:
    return Ask(self.owners, t.world.options.window + 600 * len(self.facts)) if self.owners else None


@planted(Patrol, "always")
def standing_orders_told(_: Any, self: Patrol, t: Table, seat: Seat, order: Any) -> None:
    t.world.units[order.unit].policy = order.policy
    t.tell(field.Done(""), **{seat: field.Filed(order.unit, order.policy)})


@planted(GameTable, "menu")
def refusals_from_world(real: Any, self: GameTable, seat: Seat) -> Any:
    """The examples in a refusal are drawn with a seed that knows the secrets."""
    made = real(self, seat)
    salt = sum(unit.at[0] for unit in self.world.units.values() if unit.hidden)
    examples = made.examples
    made.examples = lambda seed, n=10: examples(seed + salt, n)
    return made


@contextmanager
def rehearsed_for_all() -> Iterator[None]:
    with patch.object(Watch, "show", lambda self, *_: next(iter(self.facts.values()), None)):
        yield


class PatrolKit(Kit):
    """Blue's hidden units and standing orders are secret until they are revealed."""

    owner, viewers, private = "blue", ("red", PUBLIC), (field.Standing,)
    pairs = 15
    silent = True
    probes = (
        "walk red1 E E E",
        "walk red2 N W",
        "walk blue-hidden1 N",
        "walk red1 S S X",
        "fire blue-hidden1",
        "noted",
        "retreat red1 N",
        "stay red1",
        "file blue-hidden1 fire",
        "",
    )
    leaks = (
        one_stream,
        early_close,
        menu_from_world,
        counted_in_private,
        asked_only_if_near,
        later_if_near,
        standing_orders_told,
        refusals_from_world,
        rehearsed_for_all,
    )

    def setting(self, seed: int) -> Setting:
        """Both may have hidden units; windows of all lengths, none among them."""
        rng = random.Random(seed)
        size = rng.randint(4, 6)
        places = rng.sample([(x, y) for x in range(size) for y in range(size)], 10)
        slots = {seat: rng.randint(0, 3) for seat in field.SEATS}
        options = {
            "size": size,
            "days": rng.randint(1, 3),
            "window": rng.choice((0, 45, 600)),
            "hours": rng.choice((0, 24)),
        }
        scenario = {
            "visible": {seat: [places.pop() for _ in range(2)] for seat in field.SEATS},
            "hidden": {
                seat: [places.pop() for _ in range(rng.randint(0, slots[seat]))]
                for seat in field.SEATS
            },
            "policies": {
                seat: [rng.choice(("hold", "fire")) for _ in range(3)] for seat in field.SEATS
            },
            "slots": slots,
        }
        return Setting(field.SEATS, options, scenario)

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        """Blue's hidden units stand elsewhere, have other orders, and may be fewer."""
        rng = random.Random(seed)
        size = 5
        places = rng.sample([(x, y) for x in range(size) for y in range(size)], size * size)
        public = {
            "visible": {seat: [places.pop() for _ in range(2)] for seat in field.SEATS},
            "slots": {"blue": 3},
        }
        options = {"size": size, "days": 2, "window": rng.choice((45, 600))}

        def world() -> Setting:
            hidden = [place for place in rng.sample(places, 3) if rng.random() < 0.85]
            policies = [rng.choice(("hold", "hold", "hold", "fire")) for _ in range(3)]
            scenario = {**public, "hidden": {"blue": hidden}, "policies": {"blue": policies}}
            return Setting(field.SEATS, options, scenario)

        return world(), world()

    def reveals(self, event: Event) -> bool:
        """A unit comes into sight, or shows what it was told to do: where it was walked into, it
        comes into sight as well.
        """
        return isinstance(event, field.Revealed | field.Shot)
