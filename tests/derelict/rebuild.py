"""A recorded state as a table of this engine, and back: tokens, choices, orders."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from engine import Anytime, Menu, Order, SeatHolder, table
from engine.games.derelict import EDITIONS, turns
from engine.games.derelict import orders as o
from engine.games.derelict.board import BLIPS, MARKERS, Cell, Token
from engine.games.derelict.menu import Offer, Why
from engine.games.derelict.reveal import Forced, Voluntary
from engine.games.derelict.view import SEATS, Standing, in_words
from engine.games.derelict.world import DerelictOptions, World, highest
from tests.kit.made import setup_of

Record = dict[str, Any]
Key = tuple[str, int | None, int | None, int]

GAME = EDITIONS[-1]
ACTIONS = {
    "left": "turnLeft",
    "right": "turnRight",
    "enter": "move",
    "burn": "shoot",
    "place": "deploy",
    "done": "pass",
}
UNPLACED = ("reveal", "overwatch", "guard", "unjam", "command")
PROMPTS: dict[type[Order], str] = {
    o.Reroll: "reroll",
    o.Keep: "accept",
    o.Face: "turn",
    o.Stay: "accept",
    o.Unjam: "unjam",
    o.Leave: "decline",
}


class Rebuilt:
    """A table in the state of one record. ``names``: what this engine
    calls the tokens of the record.
    """

    def __init__(self, record: Record, grid: list[str], segs: list[str] | None):
        width = max(map(len, grid))
        rows = tuple(row.ljust(width, "#") for row in grid)
        self.names: dict[str, str] = {}
        self.strays = Counter[tuple[Any, ...]]()
        tokens = self.read(record["tokens"])
        head = record["ruleset"] == "head"
        options = DerelictOptions(profile="full" if head else "seed")
        world = World(
            options=options,
            title="",
            grid=rows,
            segs=tuple(row.ljust(width, ".") for row in segs or ()),
            tokens=tokens,
            numbers=highest(tokens),
            players=dict.fromkeys(SEATS, ""),
            by_tokens=True,
        )
        world.turn, world.side = record.get("turn", 1), record["side"]
        world.active = self.names.get(record["active"] or "", "")
        world.ap = record["ap"] if record["active"] else 0
        world.last = "move" if record["last_move"] else ""
        if head:
            world.last = record["last_action"] or world.last
            world.target = self.names.get(record["last_shot_target"] or "", "")
            world.command, world.fuel = record["command_points"], record["flamer_fuel"]
            history = record.get("overwatch_history", {}).items()
            world.history = {
                self.names[k]: self.names.get(v or "", "") for k, v in history if k in self.names
            }
        world.standing = {seat: Standing(face="ask") for seat in SEATS}
        setup = setup_of("recorded", b"recorded", {"profile": options.profile}, {"grid": rows})
        self.table = table.GameTable.new(GAME, setup)
        self.table.told = []
        state = self.table.state
        state.world, state.stack = world, [turns.Main()]
        state.chairs = [
            SeatHolder(seat=seat, name=seat, number=n, salt="") for n, seat in enumerate(SEATS, 1)
        ]

    def read(self, recorded: list[Record]) -> list[Token]:
        """The tokens; markers go to the unit of their cell, and
        ``strays`` has those where no unit is.
        """
        counts = Counter[str]()
        found: list[Token] = []
        for token in recorded:
            if token["type"] in MARKERS:
                continue
            new = token_of(token)
            if new.race:
                letter = new.race[0].upper()
                counts[letter] += 1
                here = {t["type"] for t in recorded if (t["x"], t["y"]) == new.cell}
                new = replace(
                    new,
                    name=f"{letter}{counts[letter]}",
                    markers=tuple(marker for marker in sorted(MARKERS) if marker in here),
                    ammo=token.get("attrs", {}).get("flamerAmmo"),
                )
            self.names[token["id"]] = new.name or in_words(new.cell)
            found.append(new)
        units = {token.cell for token in found if token.name}
        for token in recorded:
            if token["type"] in MARKERS and (token["x"], token["y"]) not in units:
                self.strays[key_of_token(token)] += 1
        return found

    def orienting(self, first: str, last: str, due: int, forced: bool) -> None:
        names = self.names[first], self.names[last]
        self.table.state.stack.append(Forced(*names, due) if forced else Voluntary(*names, due))

    def at(self, choice: Record) -> str:
        unit = self.table.world.position.units.get((choice.get("x"), choice.get("y")))
        return unit.name if unit else ""

    def open(self) -> None:
        self.table.run()


def token_of(token: Record) -> Token:
    value = BLIPS.get(token["type"], 0)
    kind = "blip" if value else token["type"]
    return Token(kind=kind, x=token["x"], y=token["y"], rot=token["rot"], value=value)


def key_of_token(token: Record) -> tuple[Any, ...]:
    ammo = token.get("attrs", {}).get("flamerAmmo")
    return token["type"], token["x"], token["y"], token["rot"], ammo


def tokens_of(world: World) -> Counter[tuple[Any, ...]]:
    found = Counter[tuple[Any, ...]]()
    kinds = {value: kind for kind, value in BLIPS.items()}
    for token in world.tokens:
        kind = kinds.get(token.value, token.kind)
        found[kind, token.x, token.y, token.rot, token.ammo] += 1
        found.update((marker, token.x, token.y, 0, None) for marker in token.markers)
    return found


def keys(choices: list[Record]) -> set[Key]:
    return {
        (choice["action"], choice.get("x"), choice.get("y"), choice["cost"]) for choice in choices
    }


def offered(menu: Menu) -> dict[Key, Order]:
    """What a menu offers, as a record would have it, with the order to be given. Raises
    ``AssertionError`` if menu and list of offers differ.
    """
    assert isinstance(menu.why, Why)
    ours = (choice for choice in menu.offered if choice.order.__module__ == o.__name__)
    answers = [order for choice in ours for order in every(choice)]
    answers = [order for order in answers if not isinstance(order, Anytime)]
    if not menu.why.offers:
        return {(PROMPTS[type(order)], None, None, 0): order for order in answers}
    found: dict[Key, Order] = {}
    moving = "deploy" if menu.why.shown.phase == "deployment" else "move"
    orders = [order_of(offer) for offer in menu.why.offers]
    for offer, order in zip(menu.why.offers, orders, strict=True):
        where = (None, None) if offer.act in UNPLACED else offer.cell or (None, None)
        action = moving if offer.act == "move" else ACTIONS.get(offer.act, offer.act)
        found.setdefault((action, *where, offer.cost), order)
    assert {repr(order) for order in orders} == {repr(order) for order in answers}, (
        "the menu is not the list of offers"
    )
    return found


def every(choice: Any) -> list[Order]:
    if not choice.slots:
        return [choice.order()]
    if len(choice.slots) > 1 or choice.pattern.startswith("standing"):
        return []
    ((name, slot),) = choice.slots.items()
    return [choice.order(**{name: value}) for value in slot.few()]


def order_of(offer: Offer) -> Order:
    cell: Cell = offer.cell or (0, 0)
    match offer.act:
        case "activate":
            return o.Activate(offer.unit)
        case "left" | "right":
            return o.Turn(offer.act)
        case "shoot":
            return o.Shoot(offer.unit or in_words(cell))
        case "move" | "door" | "deploy" | "place" | "burn" as act:
            at: Order = getattr(o, act.capitalize())(cell)
            return at
        case act:
            plain: Order = getattr(o, act.capitalize())()
            return plain
