"""The first screen, filling a terminal: games to go on with, new games, lessons."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window

from bot.play.full_screen import STYLE, color_depth, lined
from bot.play.home import HARD, Chosen, listed, offers, planned, sides, unfinished, way
from bot.play.plan import new_game
from bot.play.question import folded
from bot.words import words
from engine.games import find
from engine.state import Seat
from renderers.toolkit.words import columns


class Home:
    """The rows, the chosen one of them, and who would play it. ``app`` returns the choice."""

    def __init__(self, language: str, db: Path):
        self.said = words(language)
        self.every = offers(self.said, unfinished(db))
        self.at, self.number, self.level = 0, 0, 1
        self.app: Application[Chosen | None] = self.made()

    @property
    def ways(self) -> list[tuple[tuple[Seat, ...], tuple[Seat, ...]]]:
        return sides(new_game(find(self.every[self.at].kind), None, [], {}).seats)

    def move(self, to: int) -> None:
        self.at, self.number = to % len(self.every), 0

    def side(self) -> None:
        self.number = (self.number + 1) % len(self.ways)

    def harder(self) -> None:
        self.level = HARD if self.level == 1 else 1

    def wanted(self) -> Chosen:
        one = self.every[self.at]
        if one.resume:
            return Chosen(resume=one.resume)
        return Chosen(plan=planned(find(one.kind), self.number, self.level))

    def made(self) -> Application[Chosen | None]:
        keys = KeyBindings()

        def on(key: str, act: Callable[[], object]) -> None:
            keys.add(key)(lambda _: act())

        def leave(*every: str, choice: Callable[[], Chosen | None]) -> None:
            for key in every:
                keys.add(key)(lambda event: event.app.exit(result=choice()))

        on("down", lambda: self.move(self.at + 1))
        on("up", lambda: self.move(self.at - 1))
        on("s", self.side)
        on("l", self.harder)
        for n in range(min(9, len(self.every))):
            on(str(n + 1), partial(self.move, n))
        leave("enter", choice=self.wanted)
        leave("t", choice=lambda: Chosen(lesson=self.every[self.at].kind))
        leave("w", choice=self.watched)
        leave("q", "f10", "c-c", "c-d", choice=lambda: None)
        window = Window(FormattedTextControl(lambda: lined(self.rows())))
        foot = Window(FormattedTextControl(self.foot), height=1, style="class:keys")
        return Application(
            Layout(HSplit([window, foot])),
            key_bindings=keys,
            full_screen=True,
            style=STYLE,
            color_depth=color_depth(),
        )

    def watched(self) -> Chosen:
        """Return a game of robots only, of the kind of the chosen row."""
        return Chosen(plan=planned(find(self.every[self.at].kind), len(self.ways) - 1, self.level))

    def foot(self) -> str:
        return f" {self.said.say('terminal-keys-home')}"

    def rows(self) -> list[StyleAndTextTuples]:
        say, wide = self.said.say, self.app.output.get_size().columns
        found: list[StyleAndTextTuples] = [
            [("class:bar", f" {say('terminal-welcome')}".ljust(wide))]
        ]
        new = False
        for k, (one, lines) in enumerate(
            zip(self.every, listed(self.said, self.every, wide - 1), strict=True)
        ):
            if not k or (not one.resume and not new):
                new = not one.resume
                found += [
                    [("", "")],
                    [("class:ask", f"  {say('terminal-new' if new else 'terminal-go-on')}")],
                ]
            style = "class:chosen" if k == self.at else ""
            found += [[(style, line + " " * (wide - 1 - columns(line)))] for line in lines]
        found.append([("", "")])
        found += [[("class:new", line)] for line in folded([f"  {self.detail()}"], wide - 1)]
        return found

    def detail(self) -> str:
        one = self.every[self.at]
        if one.resume:
            return self.said.say("terminal-enter-resumes", id=one.resume)
        seats, robots = self.ways[self.number]
        facts = {"title": self.said.title(one.kind), "way": way(self.said, seats, robots)}
        level = self.level if robots else 0
        return self.said.say("terminal-enter-begins", level=level, **facts)


def chosen(language: str, db: Path) -> Chosen | None:
    return Home(language, db).app.run()
