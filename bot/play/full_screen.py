"""A full-screen terminal: board, news and question in panes that stay.

Room is given in this order: board, first line of the question, suggestions, refusal, line and keys;
then the newest news, the rest of the question, and older news.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from io import StringIO

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, has_completions
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.formatted_text.utils import split_lines
from prompt_toolkit.history import DummyHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.dimension import AnyDimension
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style
from rich.console import Console

from bot.play import question
from bot.play.asking import Asking, ShownBoard, ShownQuestion
from bot.play.question import FEW, TALL
from bot.play.screens import PART
from bot.play.terminal import WordCompleter, coloured
from bot.words import words
from renderers.toolkit.scene import TextLayout
from renderers.toolkit.words import beside, columns, flow, padded, wrapped

Fragment = tuple[str, str]
STYLE = Style.from_dict(
    {
        "bar": "bg:#1d3348 #e8eef4 bold",
        "dim": "#8496a6",
        "ask": "#f0c93a bold",
        "try": "#7fd4e8",
        "chosen": "bg:#24506a #ffffff bold",
        "bad": "#ff8a80 bold",
        "keys": "bg:#14212e #9fb4c6",
        "rule": "#33485a",
        "new": "bold",
    }
)
WORDS = {"f1": "help", "f2": "view", "f3": "history", "f4": "rules", "c-z": "undo", "f10": "quit"}
"""Keys that give a word."""
SCROLLS = {"down": 1, "up": -1, "pagedown": 10, "pageup": -10, " ": 10, "b": -10}
KEPT, BRIEF = 200, 2
"""Lines of news that are kept, and of a text that is news and needs no page."""
MOST_TRIES = 5


class FullScreen:
    """A terminal with panes. A page to read replaces board and news; the question stays."""

    echoes, stays = True, True

    def __init__(self, language: str = "en") -> None:
        self.said = words(language)
        self.resized: Callable[[], None] = lambda: None
        self.lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.asking = Asking()
        self.title, self.state = "", ""
        self.rows: list[StyleAndTextTuples] = []  # board rows
        self.extra: list[list[StyleAndTextTuples]] = []  # legend and facts that aren't beside it
        self.top = 0  # first row of the board that is shown
        self.news: list[Fragment] = []
        self.fresh = 0  # lines of news since the last order
        self.asked = ShownQuestion()
        self.notice: Fragment = ("", "")
        self.proposed = ""
        self.chosen = -1
        self.reading: tuple[str, list[StyleAndTextTuples]] | None = None
        self.at = 0
        self.secret: tuple[str, str, str] | None = None  # a cover, its text, how to hide it
        self.uncovered = False
        self.hidden = asyncio.Event()
        self.parting: list[str] = []
        self.laid = (0, 0)
        self.buffer = Buffer(
            completer=WordCompleter(self.asking),
            complete_while_typing=False,
            multiline=False,
            history=DummyHistory(),  # the next person at this keyboard must not find it
            accept_handler=self.accept,
        )
        self.app = self.made()

    # ---- a screen

    @property
    def size(self) -> tuple[int, int]:
        found = self.app.output.get_size()
        return found.columns, found.rows

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        shown = asyncio.ensure_future(self.app.run_async())
        shown.add_done_callback(lambda _: self.lines.put_nowait(None))
        try:
            yield
        finally:
            if self.app.is_running:
                self.app.exit()
            await asyncio.wait([shown])
            for line in self.parting:
                print(line)
            self.parting.clear()

    async def ask(self, asking: Asking) -> bytes | None:
        self.renew(asking)
        return await self.lines.get()

    def renew(self, asking: Asking) -> None:
        for fact in ("who", "sealed", "complete", "leaving"):
            setattr(self.asking, fact, getattr(asking, fact))
        self.app.invalidate()

    def say(self, text: str, style: str = "") -> None:
        if style == PART:
            self.parting.append(text)
        elif style == "yellow":
            self.notice = ("class:bad", f"✗ {' '.join(text.split())}")
        elif style == "ansi":
            self.read("picture", [*split_lines(to_formatted_text(ANSI(text)))])
        elif text.strip():
            new = [(f"class:{style}" if style == "dim" else "", line) for line in text.split("\n")]
            self.news = [*self.news, *(one for one in new if one[1].strip())][-KEPT:]
            self.fresh += len(new)
        self.app.invalidate()

    def head(self, text: str) -> None:
        self.title = text

    def board(self, board: ShownBoard) -> None:
        self.state, *more = board.head
        rows, rest = beside(board.rows, board.summary, board.more, self.size[0] - 1)
        self.rows = painted("\n".join((*more, *rows)), board.signs)
        self.extra = [
            painted("\n".join(part), board.signs) for part in (board.sheet, *rest) if part
        ]
        self.app.invalidate()

    def question(self, asked: ShownQuestion) -> None:
        if self.chosen >= 0 or self.buffer.text == self.proposed:
            self.empty()
        self.asked = asked
        self.app.invalidate()

    def page(self, title: str, text: str, signs: Sequence[str] = ()) -> None:
        rows = text.rstrip().split("\n")
        if not signs and len(rows) <= BRIEF:
            self.say(text)
            return
        if not signs:
            rows = [*question.folded(rows, self.size[0] - 2)]
        self.read(title, painted("\n".join(rows), signs))

    def read(self, title: str, rows: list[StyleAndTextTuples]) -> None:
        self.reading, self.at = (title, rows), 0
        self.app.invalidate()

    def propose(self, order: str) -> None:
        self.put(order)
        self.proposed = order

    def link(self, text: str, path: str) -> None:
        if self.reading is not None:
            self.reading[1].extend(painted(f"\n{text}", ()))

    async def alone(self, ready: str, text: str, done: str) -> None:
        self.secret, self.uncovered, self.at = (ready, text, done), False, 0
        self.hidden.clear()
        self.app.invalidate()
        await self.hidden.wait()
        self.secret = None
        self.app.invalidate()

    # ---- keys

    def accept(self, buffer: Buffer) -> bool:
        if buffer.text.strip():
            self.lines.put_nowait(buffer.text.encode("utf-8", "surrogateescape"))
            self.notice, self.fresh = ("", ""), 0
        self.chosen, self.proposed = -1, ""
        return False

    def put(self, text: str) -> None:
        self.buffer.text = text
        self.buffer.cursor_position = len(text)

    def empty(self) -> None:
        self.put("")
        self.chosen, self.proposed = -1, ""

    def choose(self, number: int) -> None:
        if 0 <= number < len(self.tries):
            self.put(self.tries[number][0])
            self.chosen, self.proposed = number, ""

    def clear(self) -> None:
        """Empty the line; an empty one says how to leave."""
        leaving = not self.buffer.text and not self.notice[1]
        self.notice = ("class:dim", self.asking.leaving) if leaving else ("", "")
        self.empty()

    def close(self) -> None:
        """Close the page, or uncover or hide what only one person may read."""
        if self.secret is None:
            self.reading = None
        elif self.uncovered:
            self.hidden.set()
        else:
            self.uncovered = True

    def keys(self) -> KeyBindings:
        keys = KeyBindings()
        covered = Condition(lambda: self.secret is not None)
        busy = covered | Condition(lambda: self.reading is not None)
        # A digit chooses only where it does not begin or continue an order.
        digits = Condition(
            lambda: (
                self.asked.digits
                and self.buffer.text
                in ("", self.proposed, *(self.orders if self.chosen >= 0 else ()))
            )
        )
        proposed = Condition(lambda: bool(self.proposed) and self.buffer.text == self.proposed)

        def replace(event: KeyPressEvent) -> None:
            self.empty()
            self.buffer.insert_text(event.data)

        def tab(_: KeyPressEvent) -> None:
            if self.buffer.complete_state:
                self.buffer.complete_next()
            else:
                self.buffer.start_completion(select_first=False)

        def give(word: str) -> Callable[[KeyPressEvent], None]:
            return lambda _: self.lines.put_nowait(word.encode())

        keys.add("<any>", filter=~busy & proposed)(replace)
        for n in range(MOST_TRIES):
            keys.add(str(n + 1), filter=~busy & digits)(lambda _, n=n: self.choose(n))
        below = Condition(lambda: self.chosen + 1 < len(self.tries))
        moving = ~busy & ~has_completions
        keys.add("down", filter=moving & below)(lambda _: self.choose(self.chosen + 1))
        keys.add("up", filter=moving)(lambda _: self.choose(self.chosen - 1))
        keys.add("tab", filter=~busy)(tab)
        keys.add("escape", filter=~busy, eager=True)(lambda _: self.clear())
        keys.add("c-c", filter=~busy)(lambda _: self.clear())
        keys.add("<any>", filter=busy)(lambda _: None)
        for key, word in WORDS.items():
            keys.add(key, filter=~covered)(give(word))
        keys.add("c-d", filter=~covered)(give("quit"))
        for key, step in SCROLLS.items():
            keys.add(key, filter=busy)(lambda _, step=step: self.scroll(step))
        for key in ("pagedown", "pageup"):
            keys.add(key)(lambda _, step=SCROLLS[key]: self.scroll(step))
        for key in ("escape", "enter", "q", "c-c"):
            keys.add(key, filter=busy, eager=True)(lambda _: self.close())
        return keys

    def scroll(self, step: int) -> None:
        """Scroll what is read, else a board that is taller than its pane."""
        if self.secret is None and self.reading is None:
            self.top += step
            return
        most = len(self.pages()) - self.room()
        self.at = max(0, min(self.at + step, most))

    # ---- panes

    @property
    def tries(self) -> Sequence[tuple[str, str]]:
        """The visible suggestions: one at least, and more as far as the board leaves room."""
        tall = self.size[1]
        room = tall - 6 - len(self.rows) - len(self.notice_rows())
        return self.asked.tries[: max(1, min(room, MOST_TRIES if tall >= TALL else FEW))]

    @property
    def orders(self) -> list[str]:
        return [order for order, _ in self.asked.tries]

    def made(self) -> Application[None]:
        def pane(
            rows: Callable[[], Iterable[StyleAndTextTuples]], height: AnyDimension = None
        ) -> Window:
            return Window(FormattedTextControl(lambda: lined(rows())), height=height)

        line = Window(
            BufferControl(
                self.buffer, input_processors=[BeforeInput(lambda: f"{self.asking.who}> ", "bold")]
            ),
            height=1,
        )
        top = ConditionalContainer(
            HSplit([pane(self.panes)]), Condition(lambda: self.secret is None)
        )
        foot = ConditionalContainer(
            HSplit([pane(self.below, lambda: len(self.below())), line, pane(self.foot, 1)]),
            Condition(lambda: self.secret is None),
        )
        cover = ConditionalContainer(pane(self.covered), Condition(lambda: self.secret is not None))
        menu = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
        return Application(
            Layout(FloatContainer(HSplit([top, foot, cover]), [menu]), focused_element=line),
            key_bindings=self.keys(),
            full_screen=True,
            style=STYLE,
            color_depth=color_depth(),
            before_render=self.look,
        )

    def look(self, _: Application[None]) -> None:
        before, self.laid = self.laid, self.size
        if before not in ((0, 0), self.laid):
            self.resized()

    def question_rows(self) -> list[str]:
        wide = self.size[0] - 1
        head = [*question.laid(self.asked.lines[0], wide)] if self.asked.lines else []
        rest = question.prose(self.asked.lines[1:])
        return [*head, *(question.laid(rest, wide) if rest else ())]

    def notice_rows(self) -> list[str]:
        text = self.notice[1]
        rows = [*wrapped([text], TextLayout(self.size[0] - 3))] if text else []
        return [row if not k else f"  {row}" for k, row in enumerate(rows)][:3]

    def room(self) -> int:
        """Return the lines above the question: those of the board, the rule and the news."""
        if self.secret is not None:
            return self.size[1] - 3
        return self.size[1] - 3 - len(self.below())

    def below(self) -> list[StyleAndTextTuples]:
        tall = self.size[1]
        rows, tries, notice = self.question_rows(), self.tries, self.notice_rows()
        if self.reading is not None:
            rows, tries = rows[:1], ()
        board = min(len(self.rows), tall - 6 - len(tries) - len(notice))
        free = tall - 4 - board - len(tries) - len(notice) - (1 if tall < TALL else 4)
        shown = rows[: max(1, free)]
        if len(shown) < len(rows):
            shown[-1] = f"{cut(shown[-1], self.size[0] - 6).rstrip('… ')} … F2"
        found: list[StyleAndTextTuples] = [
            [("class:ask" if not k else "", row)] for k, row in enumerate(shown)
        ]
        wide = max((columns(order) for order, _ in tries), default=0)
        for k, (order, why) in enumerate(tries):
            number = k + 1 if self.asked.digits else "·"
            text = cut(f"  {number} {padded(order, wide)}  {why}", self.size[0] - 1)
            found.append([("class:chosen" if k == self.chosen else "class:try", text)])
        found += [[(self.notice[0], row)] for row in notice]
        return found

    @property
    def tall(self) -> int:
        """The rows that the board has at most."""
        return max(4, self.room() - 2)

    def panes(self) -> list[StyleAndTextTuples]:
        wide, room = self.size[0], self.room()
        if self.reading is not None:
            title, rows = self.reading
            return [self.bar(title, ""), *rows[self.at : self.at + room]]
        logs = 1 if self.size[1] < TALL else 4
        most = self.tall
        self.top = max(0, min(self.top, len(self.rows) - most))
        board = self.rows[self.top : self.top + most]
        for part in self.extra:
            if len(board) + len(part) + 1 + logs <= room:
                board = [*board, *part]
        rule: StyleAndTextTuples = [("class:rule", "─" * wide)]
        told = self.told(wide, room - len(board) - 1)
        return [self.bar(self.title, self.state), *board, rule, *told]

    def told(self, wide: int, room: int) -> list[StyleAndTextTuples]:
        """Return the latest news that fit. The oldest of them may be cut."""
        found: list[StyleAndTextTuples] = []
        for k, (style, text) in reversed([*enumerate(self.news)]):
            if len(found) >= room:
                break
            new = k >= len(self.news) - self.fresh
            style = style or ("class:new" if new else "class:dim")
            rows = [*wrapped([text], TextLayout(wide - 4))]
            shown = rows[: room - len(found)]
            if len(shown) < len(rows):
                shown[-1] += "…"
            told: list[StyleAndTextTuples] = [
                [(style, f"{' ' if n else '·'} {row}")] for n, row in enumerate(shown)
            ]
            found = [*told, *found]
        return found

    def bar(self, left: str, right: str) -> StyleAndTextTuples:
        wide = self.size[0] - 2
        right = cut(right, max(0, wide - columns(left) - 2)) if right else ""
        gap = " " * max(1, wide - columns(left) - columns(right))
        return [("class:bar", f" {cut(left, wide)}{gap}{right} ")]

    def pages(self) -> list[StyleAndTextTuples]:
        if self.secret is not None:
            rows = question.folded(self.secret[1].split("\n"), self.size[0] - 1)
            return [[("", row)] for row in rows]
        return self.reading[1] if self.reading else []

    def covered(self) -> list[StyleAndTextTuples]:
        if self.secret is None:
            return []
        ready, _, done = self.secret
        if not self.uncovered:
            return [[("", "")], [("class:ask", f"  {ready}")]]
        rows = self.pages()[self.at : self.at + self.room()]
        return [*rows, [("", "")], [("class:ask", f"↑ ↓ Space b   {done}")]]

    def foot(self) -> list[StyleAndTextTuples]:
        key = "terminal-keys-page" if self.reading else "terminal-keys"
        text = self.said.say(key, digits=len(self.tries) if self.asked.digits else 0)
        wide, every = self.size[0] - 1, len(self.pages())
        if every > self.room():
            text = f"{min(every, self.at + self.room())}/{every} · {text}"
        elif self.reading is None and len(self.rows) > self.tall:
            text = f"PgUp PgDn {self.top + self.tall}/{len(self.rows)} · {text}"
        first = next(flow(text.split(" · "), " · ", wide - 1))
        return [[("class:keys", f" {padded(first, wide)}")]]


def cut(text: str, width: int) -> str:
    if columns(text) <= width:
        return text.rstrip()
    while columns(text) >= width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def color_depth() -> ColorDepth | None:
    """Return the depth of colours if it is not the terminal's: none with ``NO_COLOR``."""
    return ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None


def painted(text: str, signs: Sequence[str]) -> list[StyleAndTextTuples]:
    if not signs:
        return [[("", line)] for line in text.split("\n")]
    out = StringIO()
    console = Console(file=out, force_terminal=True, color_system="256", width=1000, no_color=False)
    console.print(coloured(text, signs), soft_wrap=True, end="")
    return [*split_lines(to_formatted_text(ANSI(out.getvalue())))]


def lined(rows: Iterable[StyleAndTextTuples]) -> StyleAndTextTuples:
    found: StyleAndTextTuples = []
    for row in rows:
        found += [*row, ("", "\n")]
    return found[:-1]
