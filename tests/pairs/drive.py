"""Plays a pair: the same moves in both houses, and everything compared after each of them."""

import asyncio
import hashlib
import io
import random
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from bot.play.door import TERMINAL
from engine.game import answers
from engine.menu import Menu
from engine.plan import DAY
from engine.referee.commands import lobby
from engine.rulings import plan_text
from engine.state import PUBLIC, Anytime, Line, Seat, Setup
from engine.table import GameTable
from engine.testing.kit import Case, Setting
from renderers import atlas
from tests.pairs import moves, wires
from tests.pairs.cup import CUP
from tests.pairs.house import BOX, GAME, START, House, parts_of
from tests.pairs.moves import Move

LENGTH = 40
"""Moves of a pair."""
CLOCKS = (
    *("", "", "1h replace 1", "1h replace 2", "2h, grace 15m", "bank 2h +10m"),
    *("1d remind 12h 3h replace 1", "1d remind 20h 10h 1h", "30m miss moderator"),
)
DOORS: tuple[tuple[str, ...], ...] = ((), ("mail",), ("discord",))
SHOWN = 300
"""Characters of a difference."""


CODE = "A" * lobby.CODE
"""The code with which two accounts are linked; it is a random one otherwise."""


TO_BOX = f"to {BOX} "


class FirstOf:
    @staticmethod
    def choice(_: str) -> str:
        return CODE[0]


class Abandoned(Exception):
    """The owner's secrets forbid an order that everybody would have taken for legal."""


class PairOutcome(Struct, frozen=True, kw_only=True):
    """What came of a pair. ``where`` it differs, ``step`` after how many moves; ``messages`` were
    compared, ``secrets`` was said in secret.
    """

    kind: Literal["equal", "revealed", "differs", "abandoned"]
    where: str = ""
    surface: str = ""
    step: int = 0
    messages: int = 0
    secrets: int = 0


class Pair:
    """Two houses and their moves. ``vanished``: the owner answers nothing but windows.
    ``counts``: who misses deadlines loses the seat.
    """

    def __init__(self, case: Case, seed: int, folder: Path):
        self.case, self.kit, self.seed = case, case.kit, seed
        rng = random.Random(f"house {seed}")
        clock, doors = rng.choice(CLOCKS), DOORS[seed % len(DOORS)]
        beginnings = case.kit.pair(seed)
        self.seats = beginnings[0].seats
        self.houses = [
            House(folder, n, case, in_contest(setup_of(case, setting, seed, clock), seed), doors)
            for n, setting in enumerate(beginnings, 1)
        ]
        self.compared = self.secrets = 0
        self.counts = "replace" in clock
        self.vanished = bool(clock) and rng.random() < 0.4
        self.viewers = [seat for seat in self.kit.viewers if seat != PUBLIC]
        self.players = [seat for seat in self.seats if seat != self.kit.owner]

    async def run(self, script: Sequence[Move]) -> PairOutcome:
        step, kind = 0, "equal"
        where = surface = ""
        try:
            for house in self.houses:
                with house.listening():
                    await house.begin(self.seats)
            kind, surface, where = self.compare()
            while kind == "equal" and step < len(script):
                try:
                    for house in self.houses:
                        with house.listening():
                            await self.play(house, script[step])
                            await house.quiet()
                except Abandoned:
                    kind = "abandoned"
                else:
                    kind, surface, where = self.compare()
                step += 1
        finally:
            for house in self.houses:
                await house.end()
        if kind == "differs":
            where = f"{self.case.name}, pair {self.seed}, move {step}: {where}"
        return PairOutcome(
            kind=kind,  # type: ignore[arg-type]  # one of them
            where=where,
            surface=surface,
            step=step,
            messages=self.compared,
            secrets=self.secrets,
        )

    # ---- moves

    async def play(self, house: House, move: Move) -> None:
        await house.passes(1)
        rng = move.chance()
        owner, seat = self.kit.owner, rng.choice(self.players)
        words = {
            "owner": owner,
            "viewer": rng.choice(self.viewers or self.players),
            "kind": house.kind,
            "code": f"{CODE[:4]}-{CODE[4:]}",
            "tomorrow": datetime.fromtimestamp(house.clock.now() + DAY, UTC).strftime("%Y-%m-%d"),
        }
        match move.kind:
            case "answer":
                await self.answer(house, move)
            case "line":
                await self.line(house, move, seat)
            case "anytime":
                await self.anytime(house, move, seat)
            case "secret":
                await self.secret(house, move, words)
            case "probe":
                if self.kit.probes:
                    await house.say(seat, rng.choice(self.kit.probes) or "pass", rng)
            case "desk":
                await house.say(seat, rng.choice(moves.DESK).format(**words), rng)
            case "owner":
                await house.say(owner, rng.choice(moves.OWNER).format(**words))
            case "moderator":
                text = rng.choice(moves.MODERATOR).format(**words)
                await house.submit("max", text, rank="moderator")
            case "stranger":
                await house.submit("zed", rng.choice(moves.STRANGER).format(**words))
            case "look":
                await self.look(house, rng)
            case "wait":
                await house.passes(rng.choice(moves.PASSES))
            case "due":
                due = (await house.table()).state.due
                if due is not None:
                    await house.passes(
                        due - house.clock.now() + rng.choice((-30_000, -3_000, -2, 0, 5, 1_000))
                    )
            case "mail":
                text = rng.choice(("say * by mail", "status", "history", "board", "queue list"))
                await house.mails(seat, text)
            case "drop":
                if seat in house.wires:
                    await house.hang_up(seat)
                else:
                    await house.connect(seat)
                await house.quiet()
            case "outage":
                house.down = "" if house.down else rng.choice(("json", TERMINAL, *house.more))
            case "refusing":
                house.refusing ^= {(rng.choice(("json", *house.more)), seat)}
            case "sleep":
                await house.sleeps(rng.choice(moves.PASSES[2:5]))
            case "restart":
                await house.restarted()
            case "kill":
                await house.killed()

    def own(self, move: Move, house: House) -> random.Random:
        """Return the chance of a house alone; where nobody who plays knows the secret, there is
        none.
        """
        return move.own(0 if self.kit.owner in self.kit.viewers else house.number)

    async def look(self, house: House, rng: random.Random) -> None:
        seat = rng.choice(self.viewers or self.players)
        await house.say(seat, rng.choice(("?", "public?")), rng)
        await house.submit("zed", "games")
        await house.numbers()
        await house.pages()
        for viewer in self.kit.viewers:
            await house.reads(viewer)

    async def answer(self, house: House, move: Move) -> None:
        table, owner = await house.table(), self.kit.owner
        ask, due, rng = table.ask(), table.state.due, move.chance("answer")
        if ask is None or not ask.seats or table.state.result is not None:
            if due is not None:
                await house.passes(due - house.clock.now())
            return
        seat = rng.choice(ask.seats)
        if seat == owner and self.vanished and ask.window is None:
            # Misses deadlines until the seat is free for somebody else.
            if due is not None:
                await house.passes(due - house.clock.now() + 3_600)
        elif seat != owner:
            await house.say(seat, written(table.menu(seat), rng), rng)
        elif self.kit.dark or len(ask.seats) > 1 or ask.window is not None or ask.secret:
            own = self.own(move, house)
            if ask.window is None or own.random() < 0.5:
                await self.aside(house, written(table.menu(owner), own))
        else:
            seen = table.state.stack[-1].menu(table.view(PUBLIC), owner)
            order = one_of(seen, rng)
            if not table.menu(owner).allows(order):
                raise Abandoned
            await house.say(owner, seen.write(order))

    async def line(self, house: House, move: Move, seat: Seat) -> None:
        menu = (await house.table()).menu(seat)
        if any(issubclass(choice.order, Line) for choice in answers(menu)):
            rng = move.chance("line")
            await house.say(seat, written(menu, rng, lines=True), rng)

    async def anytime(self, house: House, move: Move, seat: Seat) -> None:
        table, rng = await house.table(), move.chance("anytime")
        if table.state.result is None:
            menu = table.menu(seat)
            found = [choice for choice in menu.offered if issubclass(choice.order, Anytime)]
            if found:
                await house.say(seat, menu.write(rng.choice(found).sample(rng)), rng)

    async def secret(self, house: House, move: Move, words: dict[str, str]) -> None:
        """Have the owner do what nobody else may notice: other things in each house, or nothing."""
        own, owner = self.own(move, house), self.kit.owner
        for _ in range(own.randrange(4)):
            table = await house.table()
            ask, menu = table.ask(), table.menu(owner)
            found: list[list[str]] = [[own.choice(moves.ASIDE).format(**words)]]
            private = [c for c in menu.offered if c.order in self.kit.private]
            if private:
                found.append([menu.write(own.choice(private).sample(own))])
            if ask is not None and owner in ask.seats and table.state.result is None:
                found += self.sealed(table, menu, own)
            for text in own.choice(found):
                await self.aside(house, text)

    def sealed(self, table: GameTable, menu: Menu, own: random.Random) -> list[list[str]]:
        """Return what the owner may say in secret while a sealed question is open, without
        deciding when it closes.
        """
        ask, owner = table.ask(), self.kit.owner
        assert ask is not None
        if ask.window is not None:
            said = written(menu, own)
            return [[said], ["cancel"], [said, "cancel"], ["queue add hold"], ["queue add noted"]]
        if len(ask.seats) > 1 and owner not in table.state.answers:
            found = [["wait", "ready"]]
            # Who writes a line is there, which everybody learns when the question closes.
            if not self.counts and any(issubclass(choice.order, Line) for choice in answers(menu)):
                found += [[written(menu, own, lines=True)], ["cancel"]]
            return found
        return []

    async def aside(self, house: House, text: str) -> None:
        self.secrets += 1
        await house.say(self.kit.owner, text)

    # ---- comparing

    def compare(self) -> tuple[str, str, str]:
        one, other = (house.collected() for house in self.houses)
        twice = self.houses[0].marks & self.houses[1].marks
        if twice:
            return (
                "differs",
                "mark",
                f"a mark that is made without the secret of the server: {twice}",
            )
        reveal = False
        for viewer in self.kit.viewers:
            boxes = {
                name for heard in (one, other) for name in heard[viewer] if name.startswith(TO_BOX)
            }
            for box in sorted(boxes):
                told = [
                    [parts_of(row[-1]) for row in heard[viewer].get(box, ())]
                    for heard in (one, other)
                ]
                where, revealed = self.of_box(*told)
                if revealed:
                    reveal = True
                elif where:
                    return "differs", box, f"viewer {viewer}, {box}: {where}"
        if reveal:
            return "revealed", "", ""
        for viewer in self.kit.viewers:
            for surface in sorted({*one[viewer], *other[viewer]}):
                a, b = one[viewer][surface], other[viewer][surface]
                self.compared += len(a)
                if a != b and all(house.is_over for house in self.houses):
                    return "revealed", "", ""  # by a moderator or a contest
                if a != b:
                    where = difference(a, b)
                    return "differs", surface, f"viewer {viewer}, {surface}: {where}"
        return "equal", "", ""

    def of_box(self, a: list[Any], b: list[Any]) -> tuple[str, bool]:
        """Return where the news of a viewer differ, and whether that is a reveal. A view may be
        newer than the events it comes with: those of the whole move are looked at first.
        """
        told = [[event for row in rows for event in row.events] for rows in (a, b)]
        for one, two in zip_longest(*told):
            if one != two:
                if any(event is not None and event[0] for event in (one, two)):
                    return "", True
                return f"{one}\n  and {two}", False
        return difference([row.rest for row in a], [row.rest for row in b]), False


def readable(what: Any) -> str:
    if isinstance(what, tuple | list):
        return " ".join(map(readable, what))
    return what.decode(errors="replace") if isinstance(what, bytes) else str(what)


def difference(a: list[Any], b: list[Any]) -> str:
    for one, two in zip_longest(a, b):
        if one != two:
            x, y = readable(one), readable(two)
            k = next((k for k, (p, q) in enumerate(zip(x, y, strict=False)) if p != q), 0)
            start = max(0, k - 80)
            return f"{x[start : start + SHOWN]}\n  and {y[start : start + SHOWN]}"
    return ""


def one_of(menu: Menu, rng: random.Random, *, lines: bool = False) -> Any:
    """Return a random answer; of those that are ``lines`` of a sheet, or of the others."""
    found = answers(menu)
    fitting = [choice for choice in found if issubclass(choice.order, Line) == lines]
    return rng.choice(fitting or found).sample(rng)


def written(menu: Menu, rng: random.Random, *, lines: bool = False) -> str:
    return menu.write(one_of(menu, rng, lines=lines)) if answers(menu) else "pass"


def setup_of(case: Case, setting: Setting, seed: int, clock: str) -> Setup:
    return Setup(
        id=GAME,
        secret=seed.to_bytes(32, "big"),
        options={**setting.options, **(case.kit.unclocked if clock else {})},
        scenario=setting.scenario,
        at=START,
        loaded=setting.loaded,
        clock=plan_text.read(clock) if clock else None,
    )


def in_contest(setup: Setup, seed: int) -> Setup:
    """Make every fourth game one of a contest."""
    found = {"contest": CUP, "dice_id": f"{CUP}/0/1/0"} if seed % 4 == 2 else {}
    return replace(setup, **found)


def hashed_picture(_: str, scene: Any) -> bytes:
    """Return what stands for a picture: a small one of the hash of its scene, from which alone it
    is drawn.
    """
    file = io.BytesIO()
    hashed_image("", scene).save(file, "PNG")
    return file.getvalue()


def hashed_image(_: str, scene: Any) -> Image.Image:
    return Image.frombytes("P", (32, 1), hashlib.sha256(repr(scene).encode()).digest())


def hashed_board(_: atlas.Atlas, picture: Image.Image, near: object = None) -> atlas.Tiled:
    return atlas.Tiled(picture.size, picture.tobytes(), tuple(picture.tobytes()))


def play(case: Case, seed: int, script: Sequence[Move] | None = None) -> PairOutcome:
    """Play one pair. ``script``: other moves than those of its seed. One pair in twenty has real
    pictures.
    """
    script = moves.script(seed, LENGTH) if script is None else script
    with ExitStack() as stack:
        if seed % 20:
            stack.enter_context(patch("renderers.encoded", hashed_picture))
            stack.enter_context(patch("renderers.image", hashed_image))
            stack.enter_context(
                patch.multiple("renderers.atlas.Atlas", add=hashed_board, png=bytes)
            )
        stack.enter_context(case.kit.blind())
        stack.enter_context(patch("engine.referee.commands.lobby.secrets", FirstOf))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=memory())))
        with asyncio.Runner(loop_factory=wires.StillLoop) as runner:
            return runner.run(Pair(case, seed, folder).run(script))


def memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
