"""The text shown at a terminal: sentences, boards, the question, and the secrets of one seat."""

import asyncio
from collections.abc import Sequence
from typing import Any

import renderers
from bot.play import asking, door, question, screens, sitting
from bot.words import words
from engine import PUBLIC, Seat, errors, messages
from engine.menu import Refusal
from engine.referee.doors import GameView
from renderers import reading
from renderers.reading import looking
from renderers.toolkit.scene import TextLayout
from renderers.toolkit.words import explained

PLAIN = ("join", "leave", "start", "say", "undo")
"""Referee commands that are announced to everybody, so that the receipt needn't mention them."""
PRIVATE = ("queue", "talk", "link", "my data", "forget me", "gm look")
"""Referee commands that concern only the speaker."""
BELOW = 7
"""Lines below a board: its picture, the question and the prompt."""
INTRODUCED = ("Committed",)
"""Events that are shown at the beginning of every game."""


class TerminalView:
    """A game as the people at a terminal see it.

    Without ``reads`` no lines are read, and the game ends when only robots could continue.
    ``again`` is the command that resumes a game. ``gone`` is set once the session is over.
    """

    def __init__(
        self,
        place: sitting.TerminalSeat,
        screen: screens.Screen,
        *,
        reads: bool,
        again: str = "play --resume {id}",
    ):
        self.place, self.screen, self.reads, self.again = place, screen, reads, again
        self.gone = asyncio.Event()
        self.learning = asyncio.Lock()
        self.said = words(place.language)
        self.asking = asking.Asking()
        self.sitting: sitting.Sitting
        self.seen: dict[Seat, GameView] = {}
        self.acting: Seat | None = None
        self.given: tuple[int, set[Seat]] = (0, set())
        self.asked: object = None
        self.keyboard = ""
        self.known: dict[Seat, frozenset[str]] = {}
        self.unread: dict[Seat, list[str]] = {}
        self.drawn: Any = None
        self.board_shown = ""
        self.moves = 0

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.sitting.homes if seat not in self.sitting.robots]

    @property
    def audience(self) -> Seat:
        """The viewer of everything shown unrequested: the only person here, or ``PUBLIC``."""
        return self.people[0] if len(self.people) == 1 else PUBLIC

    @property
    def speaker(self) -> Seat | None:
        """The seat that speaks if none is named: the asked one, or the only person's."""
        return self.acting or (self.people[0] if len(self.people) == 1 else None)

    def tell(self, message: str, style: str = "", **facts: str) -> None:
        """Show one of the terminal's own sentences."""
        self.screen.say(self.said.say(f"terminal-{message}", **facts), style)

    def show(self, bundle: door.Bundle) -> None:
        """Show news as the only person at the terminal may know it, otherwise as everybody may. If
        several people share the terminal, private news waits until their seat looks.
        """
        if bundle.to == self.audience:
            for thing in bundle.objects:
                if thing["kind"] == "message" and thing["event"] not in INTRODUCED:
                    self.screen.say(thing["text"])
        elif self.audience == PUBLIC and bundle.own:
            if bundle.to not in self.unread:
                self.tell("unread", "dim", seat=bundle.to)
            self.unread.setdefault(bundle.to, []).extend(thing["text"] for thing in bundle.own)

    async def show_board(
        self, viewer: Seat, look: str = "", now: GameView | None = None, *, whole: bool = True
    ) -> None:
        """Show the board of a viewer as text, and the path of its picture.

        ``now`` is the situation, if it is known. Unless ``whole``, only facts new to the reader are
        shown, as far as they fit.
        """
        now = now or await self.sitting.see(viewer)
        self.drawn = now.view
        text, signs = await asyncio.to_thread(self.board, viewer, now.view, look, whole=whole)
        if not whole and text == self.board_shown:
            return
        self.asked, self.board_shown = None, text
        self.screen.board(text, signs)
        try:
            path = str(await self.sitting.draw(now, look))
            self.screen.link(self.said.say("terminal-picture", path=path), path)
        except errors.UserError as problem:
            self.refuse(Refusal(code="no-picture", word=str(problem)))

    def board(
        self, viewer: Seat, view: Any, look: str = "", *, whole: bool = True
    ) -> tuple[str, Sequence[str]]:
        """Return a board as text, and the signs of its legend."""
        kind, language = self.sitting.game.name, self.place.language
        scene = renderers.scene_of(kind, view, language, look)
        width, height = self.screen.size
        signs = getattr(scene, "text_signs", ())
        legend, facts = {*map(explained, signs)}, {*getattr(scene, "below", ())}
        known = frozenset() if whole or not height else self.known.get(viewer, frozenset())
        text = renderers.laid_out(kind, scene, language, TextLayout(width, known))
        if whole or not height or text.count("\n") + BELOW <= height:
            self.known[viewer] = frozenset(legend | facts)
            return text, [sign.sign for sign in signs if sign.sign]
        # A board that is too tall loses its facts in words first, then its legend.
        for left_out, told in ((facts, legend), (legend | facts, set[str]())):
            brief = TextLayout(width, known | left_out)
            text = renderers.laid_out(kind, scene, language, brief)
            text += self.said.say("terminal-more") + "\n"
            if text.count("\n") + BELOW <= height:
                self.known[viewer] = known | told
                break
        return text, [sign.sign for sign in signs if sign.sign]

    def refuse(self, why: Refusal) -> None:
        self.screen.say(self.said.refusal(why, self.sitting.game.name), "yellow")

    def put_question(self) -> None:
        """Show the question above the prompt if it or its reader's answer has changed. The only
        person here sees all of it. If several share the screen, only its public part is shown.
        """
        if (seat := self.acting) is None:
            self.asked = None
            return
        now = self.seen[seat]
        open_to_all = not self.asking.sealed
        sheet = self.sheet(now) if open_to_all else ""
        # Others at this screen must not notice changes that concern one seat alone.
        stands = reading.situation(self.said, now)
        public = stands if open_to_all else stands.asked
        told = (seat, now.question, open_to_all, sheet, public)
        if told != self.asked:
            self.asked = told
            if not open_to_all and self.keyboard not in ("", seat):
                self.tell("hand-over", "bold", seat=seat, other=self.keyboard)
            self.keyboard = seat
            self.screen.say(f"\n{sheet}\n" if sheet else "")
            for line, style in self.question(now, secret=open_to_all):
                self.screen.say(line, style)

    @property
    def hand(self) -> question.TerminalHand:
        return question.TerminalHand(self.said, self.sitting.writer.clock.now())

    def question(self, now: GameView, *, secret: bool) -> list[question.Shown]:
        """Return the lines of a seat's question: all of them, or the public part."""
        if not now.is_asked:
            return []
        width, height = self.screen.size
        lines = [*question.asked(self.said, now, self.hand, alone=secret)]
        if secret:
            lines += question.tries(self.said, now, width, height)
        words = "terminal-words" if secret else "terminal-words-secret"
        more = self.said.say(words, seat=now.viewer)
        return [*question.laid(iter([*lines, (f"  {more}", "dim")]), width)]

    async def tell_done(self, seat: Seat, receipt: messages.Receipt) -> None:
        """Report a referee command that is not announced otherwise, to the screen or to one
        seat.
        """
        did = receipt.facts.get("did")
        if did in (None, *PLAIN) or not (text := self.said.did(receipt.facts)):
            return
        if did in PRIVATE and len(self.people) > 1:
            await self.alone(seat, text)
        else:
            self.screen.say(text)

    def menu_lines(self, seat: Seat, now: GameView) -> list[str]:
        """Return an order of each kind that a seat may give now, with the number of variants."""
        ways = [*looking.every_way(now.menu, now.question)]
        if not ways:
            return [self.said.say("terminal-no-menu", seat=seat)]
        wide = max(len(order) for order, _ in ways)
        counted = (
            (order, self.said.say("terminal-ways", count=count) if count != 1 else "")
            for order, count in ways
        )
        lines = (f"  {order:{wide}}  {more}".rstrip() for order, more in counted)
        return [self.said.say("terminal-may", seat=seat), *lines]

    def sheet(self, now: GameView) -> str:
        """Return the tables that an asked seat chooses from, or ""."""
        language = self.place.language
        kind, why = now.kind.name, now.menu.why
        return renderers.sheet_text(kind, now.view, language, why) if now.is_asked else ""

    async def alone(self, seat: Seat, text: str) -> None:
        """Show something that only one seat may read."""
        await self.screen.alone(
            self.said.say("terminal-only-seat", seat=seat), text, self.said.say("terminal-hide")
        )

    def meant(self, name: str, otherwise: Seat | None) -> Seat | None:
        """Return the named seat, else ``otherwise``, else the only person's. Returns ``None`` after
        a message if no seat has that name.
        """
        if not name and (seat := otherwise or (self.people[0] if len(self.people) == 1 else None)):
            return seat
        for seat in self.sitting.homes:
            if seat.casefold() == name.casefold():
                return seat
        self.tell("no-seat", "yellow", word=name, seats=self.said.listed(list(self.sitting.homes)))
        return None
