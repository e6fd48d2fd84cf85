"""What people at a terminal are shown: sentences, boards, the question, and what is for one of
them alone.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

import renderers
from bot.play.asking import Asking
from bot.play.door import Bundle
from bot.play.screens import Screen
from bot.play.sitting import Sitting, TerminalSeat
from bot.words import words
from engine.errors import UserError
from engine.letters import Receipt
from engine.menu import Menu, Refusal
from engine.referee.doors import Seen
from engine.state import PUBLIC, Seat
from renderers.house import times

PLAIN = ("join", "leave", "start", "say", "undo")
"""What the desk does that everybody is told, so that the receipt need not say it."""
PRIVATE = ("queue", "talk", "link", "my data", "forget me", "gm look")
"""What is the speaker's business alone."""
INTRODUCED = ("Committed",)
"""Events that are told at the beginning, every time."""


class TerminalView:
    """A game as the people at a terminal see it. ``reads``: lines are read; else it ends when
    nobody but robots can go on. ``again`` is the command that goes on with a game; ``gone`` is
    set when there is nothing more to say.
    """

    def __init__(
        self,
        place: TerminalSeat,
        screen: Screen,
        *,
        reads: bool,
        again: str = "play --resume {id}",
    ):
        self.place, self.screen, self.reads, self.again = place, screen, reads, again
        self.gone = asyncio.Event()
        self.learning = asyncio.Lock()
        self.said = words(place.language)
        self.asking = Asking()
        self.sitting: Sitting
        self.seen: dict[Seat, Seen] = {}
        self.acting: Seat | None = None
        self.given: tuple[int, set[Seat]] = (0, set())
        self.asked = ""
        self.unread: dict[Seat, list[str]] = {}
        self.drawn: Any = None
        self.moves = 0

    @property
    def menu(self) -> Menu:
        """The menu of who is asked to speak."""
        seen = self.seen.get(self.acting or PUBLIC)
        return seen.menu if seen else Menu()

    @property
    def people(self) -> list[Seat]:
        """The seats at which people sit."""
        return [seat for seat in self.sitting.homes if seat not in self.sitting.robots]

    @property
    def audience(self) -> Seat:
        """Who may read what is shown unasked: the only person at the terminal, or everybody."""
        return self.people[0] if len(self.people) == 1 else PUBLIC

    @property
    def speaker(self) -> Seat | None:
        """Who speaks where no seat is named: who is asked, or the only person."""
        return self.acting or (self.people[0] if len(self.people) == 1 else None)

    def tell(self, message: str, style: str = "", **facts: str) -> None:
        """Say one of the terminal's own sentences."""
        self.screen.say(self.said.say(f"terminal-{message}", **facts), style)

    def show(self, bundle: Bundle) -> None:
        """Tell what has happened: as the only person at the terminal is told it, else as everybody
        is. What is for one of several people is kept until that one looks.
        """
        if bundle.to == self.audience:
            for thing in bundle.objects:
                if thing["kind"] == "message" and thing["event"] not in INTRODUCED:
                    self.screen.say(thing["text"])
        elif self.audience == PUBLIC and bundle.own:
            if bundle.to not in self.unread:
                self.tell("unread", "dim", seat=bundle.to)
            self.unread.setdefault(bundle.to, []).extend(thing["text"] for thing in bundle.own)

    async def show_board(self, viewer: Seat, look: str = "", now: Seen | None = None) -> None:
        """Show the board of a viewer as text, and its picture's path; as it is ``now``."""
        now = now or await self.sitting.see(viewer)
        self.drawn, self.asked = now.view, ""
        self.screen.board(*await asyncio.to_thread(self.board, self.drawn, look))
        try:
            self.tell("picture", "dim", path=str(await self.sitting.draw(now, look)))
        except UserError as problem:
            self.refuse(Refusal(code="no-picture", word=str(problem)))

    def board(self, view: Any, look: str = "") -> tuple[str, Sequence[str]]:
        """Return a board as text, and the signs of its legend."""
        kind, language = self.sitting.game.name, self.place.language
        scene = renderers.scene_of(kind, view, language, look)
        return renderers.board_text(kind, view, language, look), [
            sign.sign for sign in scene.legend if sign.sign
        ]

    def refuse(self, why: Refusal) -> None:
        """Say why something cannot be done."""
        self.screen.say(self.said.refusal(why, self.sitting.game.name), "yellow")

    def put_question(self) -> None:
        """Say what is asked, above the prompt, if it is another question or its reader has
        another answer to it: all of it to who sits here alone, else what everybody at this
        screen may read.
        """
        if (seat := self.acting) is None:
            self.asked = ""
            return
        now, sheet = self.seen[seat], ""
        if self.asking.sealed:
            said = self.said.say("terminal-secret", seat=seat)
        else:
            said = self.question(now)
            if len(self.people) > 1 and said:
                said = self.said.say("terminal-asked", seat=seat, question=said)
            sheet = self.sheet(now)
        told = f"{now.question} {said} {now.due} {sheet}"
        if told != self.asked:
            self.asked = told
            self.screen.say(self.said.joined(said, self.until(now.due)), "bold")
            if sheet:
                self.screen.say(f"\n{sheet}\n")

    async def tell_done(self, seat: Seat, receipt: Receipt) -> None:
        """Say what the desk has done, where nobody is told of it otherwise: for everybody at the
        screen, or for one.
        """
        did = receipt.facts.get("did")
        if did in (None, *PLAIN) or not (text := self.said.did(receipt.facts)):
            return
        if did in PRIVATE and len(self.people) > 1:
            await self.alone(seat, text)
        else:
            self.screen.say(text)

    def tell_menu(self, seat: Seat, menu: Menu) -> None:
        """Show the patterns of a menu."""
        if menu.help():
            self.tell("may", seat=seat, patterns=" | ".join(menu.help()))
        else:
            self.tell("no-menu", seat=seat)

    def question(self, now: Seen) -> str:
        """Return why a seat is asked, for that seat to read; "" if it is not."""
        return self.said.prompt(now.kind.name, now.view, why=now.menu.why) if now.is_asked else ""

    def sheet(self, now: Seen) -> str:
        """Return the tables that an asked seat chooses from, for that seat to read."""
        language = self.place.language
        kind, why = now.kind.name, now.menu.why
        return renderers.sheet_text(kind, now.view, language, why) if now.is_asked else ""

    def until(self, due: int | None) -> str:
        """Return until when the question is open; "" if it waits for answers alone."""
        if due is None:
            return ""
        left = times.length(max(0, due - self.sitting.writer.clock.now()), self.said.say)
        return self.said.say("terminal-until", time=times.moment(due), left=left)

    async def alone(self, seat: Seat, text: str) -> None:
        """Show something that one seat alone may read."""
        await self.screen.alone(
            self.said.say("terminal-only-seat", seat=seat), text, self.said.say("terminal-hide")
        )

    def meant(self, name: str, otherwise: Seat | None) -> Seat | None:
        """Return the seat that is named, else ``otherwise``; ``None``: neither, and that has been
        said.
        """
        if not name and (seat := otherwise or (self.people[0] if len(self.people) == 1 else None)):
            return seat
        for seat in self.sitting.homes:
            if seat.casefold() == name.casefold():
                return seat
        self.tell("no-seat", "yellow", word=name, seats=self.said.listed(list(self.sitting.homes)))
        return None
