"""What doors make of a view for its viewer, at each reason there is to write: asked of their
composers directly, so that it is compared also where no move of a pair leads to it.
"""

import re
import tempfile
from collections.abc import Coroutine, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot import objects
from bot.discord import (
    closing,
    club,
    composing,
    endings,
    ids,
    panel,
    pictures,
    presses,
    ways,
    words,
)
from bot.discord.answer import Turn
from bot.discord.channels import Card, GameChannel, Memory
from bot.discord.door import DiscordDoor
from bot.line.doors import JsonDoor
from bot.line.programs import ProgramDoor
from bot.play import completions, question
from bot.play.asking import Asking
from bot.play.door import RobotDoor, TerminalDoor
from bot.play.lesson import Pupil
from bot.play.sitting import Sitting
from bot.words import words as terminal_words
from engine.referee.doors import GameView, News, Reason, Talk
from engine.rulings.rulings import Announced, Invited, Questioned
from engine.state import PUBLIC
from engine.store.notes import Notes
from mail.names import MailNames
from mail.outgoing.reports import Reports
from mail.outgoing.sentences import Writing
from renderers.reading import possible, prompt

KEY = b"pairs" * 6
LANGUAGE = "zh-TW"
NOW, CARD = 1_700_000_000, 5
USER = "7000"
DATE = re.compile(r"^(Date|Message-ID|In-Reply-To|References): .*$", re.M)
TYPED = ("", "nonsense", "pass now")
"""Words that nobody can order."""


def news_of(seen: GameView, sender: str) -> Iterator[News]:
    """Yield each kind of news that a door tells this viewer."""
    mine: dict[str, Any] = {"sender": sender, "at": NOW, "prompted": seen.is_asked}
    reasons: tuple[Reason, ...] = ("told", "asked", "again", "reminder", "neutral")
    for reason in reasons:
        yield News(reason=reason, **mine)
    for event in (Invited("Zed"), Questioned("zed", "Why?"), Announced("Tea at five.")):
        yield News(events=(event,), **mine)
    for to in (PUBLIC, seen.viewer):
        yield News(reason="talk", talk=Talk("zed", to, "hm"), **mine)


def at_once(work: Coroutine[Any, Any, Any]) -> Any:
    """Return what is awaited, where nobody has to wait for it."""
    try:
        work.send(None)
    except StopIteration as ended:
        return ended.value
    raise AssertionError("it waits for something")


class Desk(Turn):
    """A turn of somebody at Discord, without Discord."""

    def __init__(self, memory: Memory, names: ids.ButtonNames, seen: GameView):
        self.said = words.words(LANGUAGE)
        self.say, self.opened = self.said.say, ways.Ways(seen)
        self.door: Any = SimpleNamespace(memory=memory, names=names)

    def ways(self, seen: GameView) -> ways.Ways:
        return self.opened

    async def panel(self, seen: GameView, at: Any = None, first: str = "") -> Any:
        return panel.panel(self.said, self.door.names, self.opened, at, [], first)[0]


def composed(seen: GameView) -> Iterator[tuple[str, Any]]:
    """Yield the surface, and what its door would make of this view."""
    names, memory = ids.ButtonNames("pairs"), Memory()
    bare = composing.MessageComposer(memory, names, LANGUAGE)
    placed = composing.MessageComposer(Memory(), names, LANGUAGE)
    placed.memory.places[seen.game] = GameChannel(
        game=seen.game, guild=1, channel=2, thread=3, card=Card(message=4, number=CARD)
    )
    doors: dict[str, Any] = {
        "discord": placed,
        "discord, elsewhere": bare,
        "mail": Reports(Writing(MailNames(KEY, "referee@play.example"), LANGUAGE)),
        "json": JsonDoor(),
        "program": ProgramDoor(),
        "terminal": TerminalDoor(seen.game, LANGUAGE, lambda _: None),
        "robot": RobotDoor(),
    }
    for name, door in doors.items():
        for news in news_of(seen, "zed@mail.example" if name == "mail" else USER):
            made = door.compose(news, seen, Notes.nothing(name))
            raw = getattr(made, "raw", None)
            yield f"composed {name}", DATE.sub("", raw.decode("utf-8", "replace")) if raw else made
    yield from at_discord(placed, seen)
    yield from at_terminal(seen)
    yield "result", objects.result(seen, "")


def at_discord(composer: composing.MessageComposer, seen: GameView) -> Iterator[tuple[str, Any]]:
    memory, names = composer.memory, composer.names
    turn, news = Desk(memory, names, seen), News(sender=USER, at=NOW)
    yield "leaving", (endings.asks(turn, seen), endings.cannot(turn, seen), endings.word_of(seen))
    yield "listed", (club.line(turn.said, seen), words.game_line(turn.said, seen, 3))
    door: Any = SimpleNamespace(composer=composer)
    yield "card", at_once(DiscordDoor.card_of(door, memory.places[seen.game], seen))
    yield "old card", presses.old_card(turn, ids.Name("y", seen.game, path=(1,)), seen)
    yield "closed", (closing.asked_of(seen), words.before_the_end(turn.said, news, seen, "?"))
    yield "old button", at_once(presses.stale(turn, seen))
    for text in (*TYPED, *turn.opened.hints):
        name = ids.Name("s", seen.game, turn.opened.seal(names, text), text=text)
        yield "button", (turn.resolved(seen, name), presses.why_not(turn, seen, text))
        yield "drawn order", pictures.drawn(seen, LANGUAGE, panel.Sketch(text))


def at_terminal(seen: GameView) -> Iterator[tuple[str, Any]]:
    said = terminal_words(LANGUAGE)
    hand = question.TerminalHand(said, NOW)
    yield "prompt", (prompt(said, seen), possible(seen, 9))
    screen = SimpleNamespace(size=(80, 24), stays=True, echoes=True)
    view: Any = Pupil.__new__(Pupil)
    view.said, view.screen, view.asking, view.steps = said, screen, Asking(), []
    view.acting = seen.viewer if seen.is_asked else None
    writer = SimpleNamespace(clock=SimpleNamespace(now=lambda: NOW))
    with tempfile.TemporaryDirectory() as folder:
        view.place = SimpleNamespace(language=LANGUAGE, pictures=Path(folder))
        facts = {"id": seen.game, "place": view.place, "writer": writer, "game": seen.kind}
        view.sitting = SimpleNamespace(**facts)
        view.sitting.write = partial(Sitting.write, view.sitting)
        yield "file", at_once(Sitting.draw(view.sitting, seen)).read_bytes()
    boards = list[Any]()
    screen.board, view.board_shown = boards.append, None
    at_once(view.show_board(seen))
    yield "board in a pane", boards
    for alone in (True, False):
        yield "question", (list(question.asked(said, seen, hand, alone=alone)),)
        yield "question", view.question(seen, secret=alone)
    yield "menu and sheet", (view.menu_lines(seen.viewer, seen), view.sheet(seen))
    for text in TYPED:
        yield "completions", list(completions.of_order(view, seen, text))
