"""The terminal in panes: the rendered screen, and the effect of keys."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from bot.play.full_screen import FullScreen
from bot.play.home import Chosen, rematch
from bot.play.home_screen import Home
from bot.play.lesson import Pupil, lesson_of
from bot.play.people import TerminalPeople
from bot.play.plan import new_game
from bot.play.sitting import TerminalSeat, sit_down
from engine.games import find
from renderers.toolkit.words import columns
from tests.bot.screens import OWN, SEED
from tests.kit.each import each
from tests.kit.games import names

SIZES = ((60, 24), (80, 24), (120, 40))
PATIENCE = 60
ENTER, DOWN, ESCAPE, CONTROL_C, F2, F4 = "\r", "\x1b[B", "\x1b", "\x03", "\x1bOQ", "\x1bOS"
PAGE_DOWN = "\x1b[6~"


class Sized(DummyOutput):
    """A terminal that shows nothing, with a size."""

    def __init__(self, size: tuple[int, int]):
        self.columns, self.rows = size

    def get_size(self) -> Size:
        return Size(rows=self.rows, columns=self.columns)


def drawn(app: Application[Any], columns: int) -> list[str]:
    """The lines of the screen, as they were drawn last."""
    screen = app.renderer.last_rendered_screen
    if screen is None:
        return []
    rows = (screen.data_buffer[y] for y in range(screen.height))
    return ["".join(row[x].char for x in range(columns)).rstrip() for row in rows]


class Sitter:
    """A person at a screen in panes."""

    def __init__(self, pipe: PipeInput, output: Sized, people: TerminalPeople, screen: FullScreen):
        self.pipe, self.output, self.people, self.screen = pipe, output, people, screen

    @property
    def shown(self) -> list[str]:
        return drawn(self.screen.app, self.output.columns)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    async def until(self, *wanted: str, without: str = "\0") -> str:
        """Wait until the screen has these texts, and return it."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not all(one in self.text for one in wanted) or without in self.text:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(f"not {wanted}, or still {without!r}:\n{self.text}") from None
        return self.text

    async def type(self, keys: str, *wanted: str, without: str = "\0") -> str:
        self.pipe.send_text(keys)
        return await self.until(*wanted, without=without)


@asynccontextmanager
async def seated(
    folder: Path,
    kind: str = "battleboard",
    size: tuple[int, int] = (80, 24),
    seats: Sequence[str] = (),
    alone: bool = True,
) -> AsyncIterator[Sitter]:
    """Somebody at a game against a robot; not ``alone``: all seats sit at this screen."""
    folder.mkdir(exist_ok=True)
    named = tuple(seats) or new_game(find(kind), None, [], {}).seats
    named = ("player", "robot") if named[0] == "player1" else named
    robots = [seat for seat in named if alone and seat != OWN.get(kind, named[0])]
    plan = new_game(find(kind), ",".join(named), robots, {}, seed=SEED)
    output = Sized(size)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        screen = FullScreen()
        place = TerminalSeat(folder / "a.db", folder, "en")
        people = TerminalPeople(place, screen, reads=True, places_new=True)
        async with sit_down(place, plan.setup.id, people.show) as sitting:
            sitting.rng.seed(1)
            await sitting.make(kind, plan.setup, plan.seats, plan.robots)
            await sitting.settle_in([])
            async with people.opened():
                playing = asyncio.create_task(people.play(sitting, resumed=False))
                sitter = Sitter(pipe, output, people, screen)
                await sitter.until("▶")
                yield sitter
                pipe.send_text("\x04")
                async with asyncio.timeout(PATIENCE):
                    await playing


@each("kind", names())
async def test_board_question_suggestions_and_keys_are_on_every_screen(
    tmp_path: Path, kind: str
) -> None:
    for size in SIZES:
        async with seated(tmp_path / f"{size[0]}", kind, size) as sitter:
            shown = await sitter.until("▶", "F1 help")
            rows = sitter.shown
            board = ["".join(text for _, text, *_ in row).rstrip() for row in sitter.screen.rows]
            assert [row for row in board if row not in shown] == [], "the board is whole"
            assert rows[-2].split(">")[0] in sitter.people.people
            assert any(row.startswith(("  1 ", "  · ")) for row in rows), shown
            assert max(map(columns, rows)) <= size[0]
            assert len(rows) == size[1]


async def test_an_order_changes_the_panes_and_a_word_opens_a_page_beside_the_question(
    tmp_path: Path,
) -> None:
    async with seated(tmp_path) as sitter:
        await sitter.type("bomb robot 4 4" + ENTER, " 4 . . . . o . .")
        page = await sitter.type(F4, "How to write an order")
        assert "▶ player: " in page
        assert "robot bombed your board" not in page
        await sitter.type(ESCAPE, "robot bombed your board")
        await sitter.type(F2, "bomb a square")
        await sitter.type(" ", "Legend:")
        await sitter.type("q", without="Legend:")


async def test_an_empty_line_does_nothing_and_what_was_meant_stands_in_the_line(
    tmp_path: Path,
) -> None:
    async with seated(tmp_path) as sitter:
        await sitter.type(ENTER + ENTER + "e5" + ENTER, "✗ ", "player> bomb robot 4 4")
        assert "You bombed" not in sitter.text
        await sitter.type("p", "player> p", without="player> bomb")
        await sitter.type(CONTROL_C, without="player> p")
        await sitter.type(CONTROL_C, "quit (or Ctrl-D) leaves")
        await sitter.type("e5" + ENTER, "player> bomb robot 4 4")
        await sitter.type(ENTER, " 4 . . . . o . .")


async def test_keys_choose_a_suggestion_and_send_nothing(tmp_path: Path) -> None:
    """Digits choose only in games whose orders begin with letters."""
    async with seated(tmp_path, "dicechess") as sitter:
        first, second = sitter.screen.orders[:2]
        await sitter.type("1", f"white> {first}")
        await sitter.type("2", f"white> {second}")
        await sitter.type(ESCAPE, without=f"white> {second}")
        await sitter.type(DOWN + DOWN, f"white> {second}")
        assert "You moved" not in sitter.text
        await sitter.type(ENTER, "You moved")


async def test_a_new_size_is_laid_out_at_once(tmp_path: Path) -> None:
    async with seated(tmp_path, size=(120, 40)) as sitter:
        for size in ((60, 24), (100, 30)):
            sitter.output.columns, sitter.output.rows = size
            sitter.screen.app.invalidate()
            await sitter.until("▶ player", "F1 help")
            async with asyncio.timeout(PATIENCE):
                while max(map(columns, sitter.shown)) > size[0] or len(sitter.shown) != size[1]:
                    await asyncio.sleep(0.01)


async def test_a_board_that_is_cut_says_so_and_is_scrolled(tmp_path: Path) -> None:
    async with seated(tmp_path, "ambush", (80, 20)) as sitter:
        cut = await sitter.until("PgUp PgDn 13/14")
        assert "\n12 " not in cut
        await sitter.type(PAGE_DOWN, "\n12 ", "PgUp PgDn 14/14")


async def test_the_end_stays_and_a_rematch_is_a_word(tmp_path: Path) -> None:
    async with seated(tmp_path) as sitter:
        await sitter.type("rematch" + ENTER, "This game isn’t over.")
        await sitter.type("resign" + ENTER, "This ends the game for you.")
        await sitter.type("resign" + ENTER + "withdraw!" + ENTER, "robot has won", "rematch plays")
        await sitter.type("history" + ENTER, "All seats are taken.")
        sitter.pipe.send_text("qrematch" + ENTER)
        async with asyncio.timeout(PATIENCE):
            while sitter.people.wish != "rematch":
                await asyncio.sleep(0.01)


async def test_a_private_text_covers_the_screen_until_its_reader_hides_it(tmp_path: Path) -> None:
    async with seated(tmp_path, seats=("ann", "bob"), alone=False) as sitter:
        hidden = await sitter.type("view bob" + ENTER, "For bob only.")
        assert "cities are at" not in hidden
        assert "to move" not in hidden
        await sitter.type("x", "For bob only.")
        await sitter.type(ENTER, "to hide this.", "C")
        await sitter.type(ENTER, "to move", without="to hide this.")


async def test_the_first_screen_offers_my_games_and_new_ones_with_side_and_level(
    tmp_path: Path,
) -> None:
    async with seated(tmp_path, "dicechess") as sitter:
        sitting = sitter.people.sitting
        again = rematch(sitting)
    assert (again.robots, again.setup.options) == ({"white": 1}, sitting.setup.options)
    assert again.setup.secret != sitting.setup.secret

    async def choice(keys: str, size: tuple[int, int]) -> tuple[Chosen | None, list[str]]:
        output = Sized(size)
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
            home = Home("en", tmp_path / "a.db")
            running = asyncio.create_task(home.app.run_async())
            async with asyncio.timeout(PATIENCE):
                while not (shown := drawn(home.app, size[0])):
                    await asyncio.sleep(0.01)
                pipe.send_text(keys)
                return await running, shown

    found, shown = await choice(ENTER, (80, 24))
    assert found == Chosen(resume=sitting.id)
    assert any(sitting.id in row and "waits for white" in row for row in shown)
    for size in ((80, 24), (60, 24)):
        found, shown = await choice(DOWN + DOWN + "sl" + ENTER, size)
        assert found is not None
        assert found.plan is not None
        assert (found.plan.game.name, found.plan.robots) == ("dicechess", {"white": 2})
        words = " ".join(" ".join(shown).split())
        assert "2-20 players, 10 min" in words, "no word is broken"
    assert (await choice("3t", (80, 24)))[0] == Chosen(lesson="dicechess")
    assert (await choice("q", (80, 24)))[0] is None


async def test_a_lesson_shows_each_step_in_the_question_and_goes_over_into_play(
    tmp_path: Path,
) -> None:
    output = Sized((80, 24))
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        screen = FullScreen()
        place = TerminalSeat(tmp_path / "a.db", tmp_path, "en")
        pupil = Pupil(place, screen, lesson_of("battleboard"), "battleboard")
        plan = pupil.lesson.plan("battleboard")
        async with sit_down(place, plan.setup.id, pupil.show) as sitting:
            playing = asyncio.create_task(pupil.begin(sitting, plan))
            sitter = Sitter(pipe, output, pupil, screen)
            for step in range(1, pupil.total + 1):
                await sitter.until(f"Step {step} of {pupil.total}.")
                assert sitter.text.count("Step ") == 1
                await sitter.type("1" + ENTER)
            await sitter.until("That was the lesson.", "has won", "over>")
            await sitter.type("new" + ENTER)
            async with asyncio.timeout(PATIENCE):
                await playing
        assert pupil.wish == "new"
