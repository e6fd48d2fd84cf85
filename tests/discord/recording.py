"""``python -m tests.discord.recording ambush DIR``: a whole game of Ambush at Discord in words and
pictures, step by step, as Ann, Bob and Zoe, who watches, see it.

Writes ``index.html`` with everything that each of them was shown, the boards as files of their own,
and, where Chromium is installed, a picture of each step.
"""

import hashlib
import random
import sys
import tempfile
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime
from html import escape
from pathlib import Path

from msgspec import Struct, field

from engine.state import Seat
from engine.table import GameTable
from tests.discord.opportunities import AMBUSH, GAME, HIDES, Played, begun, run
from tests.discord.pictures.camera import Camera
from tests.discord.pictures.page import Json, Screen, Writing, page
from tests.discord.server.world import User
from tests.shots import CHROMIUM, shoot

READERS = ("ann", "bob", "zoe")
WIDTH = 1260
Orders = list[tuple[Seat, str]]


class Step(Struct, kw_only=True):
    title: str
    at: int
    over: bool
    shown: dict[str, Screen]


class Recorder(Struct):
    game: Played
    seen: dict[str, dict[str, Json]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    async def note(self, title: str) -> None:
        await self.game.stage.quiet()
        over = (await self.game.stage.opened(GAME)).table.state.result is not None
        shown = {name: self.new(name, self.game.users[name]) for name in READERS}
        at = self.game.clock.now()
        self.steps.append(Step(title=title, at=at, over=over, shown=shown))

    def new(self, name: str, user: User) -> Screen:
        world, known = self.game.stage.world, self.seen.setdefault(name, {})
        camera = Camera(self.game.stage, self.game.clock)
        pieces: list[Json] = []
        place = ""
        for message in world.sees(user):
            if known.get(message.id) == message.json:
                continue
            known[message.id] = message.json
            channel = world.channels[message.json["channel_id"]]
            named = str(channel.json.get("name") or "private messages")
            if named != place:
                pieces.append({"note": named})
                place = named
            pieces.append({"message": deepcopy(message.json)})
        return camera.screen(user, self.game.thread, *pieces)


class Player:
    """Everybody's hands: gives the orders of robots in all the ways that there are, or those of
    another game again. ``quiet``: Bob's hidden walker stays hidden.
    """

    def __init__(self, recorder: Recorder, orders: Orders | None, *, quiet: bool):
        self.game, self.recorder, self.quiet = recorder.game, recorder, quiet
        self.given = None if orders is None else list(orders)
        self.said: Orders = []
        self.lot = random.Random(1)

    async def play(self) -> None:
        while (table := (await self.game.stage.opened(GAME)).table).state.result is None:
            ask = table.ask()
            assert ask is not None
            left = [seat for seat in ask.seats if seat not in table.state.answers]
            if not left:
                await self.game.passed()
                await self.recorder.note("The time is over")
            elif ask.window is None:
                await self.order(left[0], table)
            else:
                await self.react(left[0], table)

    async def react(self, seat: Seat, table: GameTable) -> None:
        possible = table.menu(seat).complete("")
        if "fire" in possible and not self.quiet:
            await self.give(seat, "fire BX")
        else:
            await self.give(seat, next(one for one in ("hold", "noted") if one in possible))

    async def order(self, seat: Seat, table: GameTable) -> None:
        if self.given is not None:
            text = next(words for one, words in self.given if one == seat)
            self.given.remove((seat, text))
        else:
            text = self.chosen(seat, table)
        self.said.append((seat, text))
        if text.startswith("hide BX"):
            text = f"hide BX {HIDES[self.game.world]}"
        await self.give(seat, text)

    def chosen(self, seat: Seat, table: GameTable) -> str:
        begin = [text for one, text in AMBUSH.said(self.game.world) if one == seat]
        done = sum(one == seat for one, _ in self.said)
        if done < len(begin):
            return begin[done]
        menu = table.menu(seat)
        text = menu.write(table.game.robot(table.view(seat), menu, self.lot))
        return "ok" if self.quiet and "BX" in text else text

    async def give(self, seat: Seat, text: str) -> None:
        stage, user, thread = self.game.stage, self.game.users[seat], self.game.thread
        name, direct, card = user.json["global_name"], stage.direct(user), stage.card(GAME)
        if direct and text in direct[-1].buttons:
            got = await stage.people.click(user, direct[-1], text)
            await self.recorder.note(f"{name} presses “{text}” in the private message")
            if "Accepted" in got.text:
                return
        if len(self.said) % 3 == 0 and "Orders" in card.buttons:
            panel = await stage.people.click(user, card, "Orders")
            await self.recorder.note(f"{name} presses “Orders”")
            form = await stage.people.click(user, panel.shown, "Type…")
            got = await stage.people.fill_in(form, text=text)
            title = f"{name} presses “Type…” and writes “{text}”"
        else:
            got = await stage.people.slash(user, thread, "order", text=text)
            title = f"{name} types “/order {text}”"
        assert "Accepted" in got.text, (text, got.text)
        await self.recorder.note(title)


def steps(
    world: str = "near", orders: Orders | None = None, *, quiet: bool = False
) -> tuple[list[Step], Orders]:
    """Return the steps of a whole game, and the orders that were given but in windows; ``orders``
    are those of another game.
    """

    async def play(path: Path) -> tuple[list[Step], Orders]:
        async with begun(path, AMBUSH, world, called=str.capitalize) as game:
            recorder = Recorder(game)
            await recorder.note("Ann has begun a game, and Bob has joined")
            player = Player(recorder, orders, quiet=quiet)
            await player.play()
            return recorder.steps, player.said

    with tempfile.TemporaryDirectory() as folder:
        found: tuple[list[Step], Orders] = run(play(Path(folder)))
        return found


# ---- the page


class Filed(Writing):
    def __init__(self, screen: Screen, keep: Callable[[bytes], str]):
        super().__init__(screen)
        self.keep = keep

    def data(self, id: str) -> str:
        return self.keep(self.on.blobs[id])


def html_of(number: int, step: Step, keep: Callable[[bytes], str]) -> str:
    at = f"{datetime.fromtimestamp(step.at, UTC):%H:%M}"
    columns = "".join(
        f'<div><div class="bar"><b>{name.capitalize()}</b></div>'
        + (Filed(screen, keep).parts() or '<p class="same">Nothing new.</p>')
        + "</div>"
        for name, screen in step.shown.items()
    )
    title = f"{number}. {escape(step.title)} <small>{at} UTC</small>"
    return f'<h1 id="s{number}">{title}</h1><div class="step">{columns}</div>'


def write(found: list[Step], folder: Path) -> None:
    for name in ("boards", "screens"):
        (folder / name).mkdir(parents=True, exist_ok=True)

    def keep(data: bytes) -> str:
        path = folder / "boards" / f"{hashlib.sha256(data).hexdigest()[:16]}.png"
        path.write_bytes(data)
        return f"boards/{path.name}"

    parts = [html_of(number, step, keep) for number, step in enumerate(found, 1)]
    (folder / "index.html").write_text(page("".join(parts), "record"), "utf-8")
    for number, part in enumerate(parts, 1):
        if CHROMIUM is not None:
            alone = folder / "step.html"
            alone.write_text(page(part, "record"), "utf-8")
            picture = shoot(alone.resolve(), WIDTH, height=4_500).quantize(128)
            picture.save(folder / "screens" / f"{number:03}.png", optimize=True)
            alone.unlink()


def main(kind: str, folder: str) -> None:
    if kind != AMBUSH.kind:
        raise SystemExit(f"“{kind}” cannot be recorded. Possible: {AMBUSH.kind}.")
    found, _ = steps()
    write(found, Path(folder))
    print(f"{len(found)} steps: {Path(folder) / 'index.html'}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
