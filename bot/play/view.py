"""The text shown at a terminal: sentences, boards, the question, and the secrets of one seat."""

import asyncio
from collections.abc import Sequence
from typing import Any

import renderers
from bot.play import question
from bot.play.asking import Asking, ShownBoard, ShownQuestion
from bot.play.door import Bundle
from bot.play.question import FEW, MANY, MARK, TALL
from bot.play.screens import NEWS, Screen
from bot.play.sitting import Sitting, TerminalSeat
from bot.words import words
from engine import PUBLIC, Seat, errors, messages
from engine.menu import Refusal
from engine.referee.doors import GameView
from renderers import reading
from renderers.reading import looking
from renderers.registry import can, renderer
from renderers.toolkit.scene import WHOLE, TextLayout
from renderers.toolkit.words import explained, noted, wrapped

PLAIN = ("join", "leave", "start", "say", "undo")
"""Referee commands that are announced to everybody, so that the receipt needn't mention them."""
PRIVATE = ("queue", "talk", "link", "my data", "forget me", "gm look")
"""Referee commands that concern only the speaker."""
BELOW = 7
"""Lines below a board, for the question and the prompt."""
LEAST, ABOUT = 8, 12
"""Lines of a map in panes: the least, and those that the panes need around it."""


class TerminalView:
    """A game as the people at a terminal see it.

    Without ``reads`` no lines are read, and the game ends when only robots could continue.
    ``again`` is the command that resumes a game, and ``places_new`` means that others can follow it
    here. ``gone`` is set once the session is over.
    """

    def __init__(
        self,
        place: TerminalSeat,
        screen: Screen,
        *,
        reads: bool,
        again: str = "play --resume {id}",
        places_new: bool = False,
    ):
        self.places_new = places_new
        self.relaying = asyncio.Event()
        self.place, self.screen, self.reads, self.again = place, screen, reads, again
        self.gone = asyncio.Event()
        self.learning = asyncio.Lock()
        self.said = words(place.language)
        self.asking = Asking()
        self.sitting: Sitting
        self.seen: dict[Seat, GameView] = {}
        self.acting: Seat | None = None
        self.given: tuple[int, set[Seat]] = (0, set())
        self.asked: object = None
        self.keyboard = ""
        self.unread: dict[Seat, list[str]] = {}
        self.drawn: Any = None
        self.board_shown: ShownBoard | None = None
        self.sheet_shown: set[str] = set()
        self.moves = 0

    @property
    def lasting(self) -> bool:
        """Whether people stay when the game is over: they sit at a terminal."""
        return self.reads and self.screen.echoes

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

    def tell(self, message: str, style: str = "", **facts: str | int) -> None:
        self.screen.say(self.said.say(f"terminal-{message}", **facts), style)

    def show(self, bundle: Bundle) -> None:
        """Show news as the only person at the terminal may know it, otherwise as everybody may. If
        several people share the terminal, private news waits until their seat looks.
        """
        if bundle.to == self.audience:
            for text in bundle.lines:
                self.screen.say(text, NEWS)
        elif self.audience == PUBLIC and bundle.own:
            if bundle.to not in self.unread:
                self.tell("unread", "dim", seat=bundle.to)
            self.unread.setdefault(bundle.to, []).extend(thing["text"] for thing in bundle.own)

    async def show_board(self, now: GameView) -> None:
        self.drawn = (now.view, now.question)
        shown = await asyncio.to_thread(self.standing, now)
        if shown != self.board_shown:
            self.board_shown = shown
            self.screen.board(shown)

    async def read_board(self, viewer: Seat, look: str = "", before: str = "") -> None:
        """Show a whole board and its picture's path; ``before`` precedes it in panes."""
        now = await self.sitting.see(viewer)
        text, signs = await asyncio.to_thread(self.board, now.view, look)
        told = "\n\n".join(filter(None, (before, text) if self.screen.stays else (text, before)))
        self.screen.page(f"board {look}".strip(), told, signs)
        try:
            path = str(await self.sitting.draw(now, look))
            self.screen.link(self.said.say("terminal-picture", path=path), path)
        except errors.UserError as problem:
            self.refuse(Refusal(code="no-picture", word=str(problem)))

    def board(self, view: Any, look: str = "") -> tuple[str, Sequence[str]]:
        kind, language = self.sitting.game.name, self.place.language
        scene = renderers.scene_of(kind, view, language, look)
        layout = TextLayout(self.screen.size[0])
        return renderers.laid_out(kind, scene, language, layout), signs_of(scene)

    def standing(self, now: GameView) -> ShownBoard:
        kind, language, stays = self.sitting.game.name, self.place.language, self.screen.stays
        scene = renderers.scene_of(kind, now.view, language)
        legend = tuple(explained(sign) for sign in getattr(scene, "text_signs", ()) if sign.sign)
        facts, summary = (tuple(getattr(scene, name, ())) for name in ("below", "summary"))
        width, height = self.screen.size
        tall = max(LEAST, height - ABOUT) if stays else 0
        layout = TextLayout(width, frozenset((*legend, *facts, *summary)), stays, tall)
        text = renderers.laid_out(kind, scene, language, layout).rstrip()
        above, _, below = text.partition("\n\n" if "\n\n" in text else "\n")
        head, rows = above.split("\n"), [row for row in below.split("\n") if row.strip()]
        if stays:
            banner = getattr(scene, "banner", "")
            head[: len([*wrapped([banner], layout)])] = [banner]  # the bar has one line
        elif not can(renderer(kind), "asks"):
            head, rows = [], [*head, *rows]  # no question tells it
        asked = now.viewer == self.acting
        sheet = [*filter(None, self.sheet(now, width).split("\n"))] if asked else []
        used = len(head) + max(len(rows), len(summary)) + len(sheet) + BELOW
        return ShownBoard(
            head=tuple(head),
            rows=tuple(rows),
            summary=summary,
            sheet=tuple(sheet) if stays else (),
            more=(legend, *facts) if stays else tuple(self.explained(legend, facts, height - used)),
            signs=tuple(signs_of(scene)),
        )

    def explained(self, legend: Sequence[str], facts: Sequence[str], room: int) -> list[str]:
        """Return legend and facts in lines for below the first board, as far as they fit."""
        width, height = self.screen.size
        signs = [*noted([self.said.say("text-legend"), *legend], width)] if legend else []
        told = [*wrapped(facts, TextLayout(width))]
        more = [self.said.say("terminal-more")]
        parts = ([*signs, *told], [*signs, *more], more)
        return next((part for part in parts if not height or len(part) <= room), more)

    def refuse(self, why: Refusal) -> None:
        self.screen.say(self.said.refusal(why, self.sitting.game.name), "yellow")

    def put_question(self) -> None:
        """Show the question above the prompt if it or its reader's answer has changed. The only
        person here sees all of it. If several share the screen, only its public part is shown.
        """
        if (seat := self.acting) is None:
            self.put((None,), self.waiting())
            return
        now = self.seen[seat]
        open_to_all = not self.asking.sealed
        sheet = self.sheet(now) if open_to_all and not self.screen.stays else ""
        # Others at this screen must not notice changes that concern one seat alone.
        stands = reading.situation(self.said, now)
        public = stands if open_to_all else stands.asked
        tries = reading.suggestions(self.said, now, FEW) if open_to_all else ()
        self.put((seat, now.question, open_to_all, sheet, public, tries), None, sheet)

    def put(self, told: object, asked: ShownQuestion | None, sheet: str = "") -> None:
        if told == self.asked:
            return
        self.asked = told
        if asked is None:
            seat, open_to_all = str(self.acting), not self.asking.sealed
            if not open_to_all and self.keyboard not in ("", seat):
                self.tell("hand-over", "bold", seat=seat, other=self.keyboard)
            self.keyboard = seat
            new = [line for line in sheet.split("\n") if line and line not in self.sheet_shown]
            if new:
                self.screen.say("\n".join(new))
            self.sheet_shown = {*sheet.split("\n")}
            asked = self.question(self.seen[seat], secret=open_to_all)
        self.screen.question(asked)

    def waiting(self) -> ShownQuestion:
        now = self.seen[PUBLIC]
        if now.result:
            lines = [f"{MARK} {reading.banner(self.said, now)}"]
            lines += [self.said.say("terminal-what-now")] if self.lasting else []
            return ShownQuestion(tuple(lines))
        asked = reading.asked(self.said, now)
        if not self.screen.stays or asked is None:
            return ShownQuestion()
        return ShownQuestion((reading.written(reading.waiting(self.said, asked), self.hand),))

    @property
    def hand(self) -> question.TerminalHand:
        return question.TerminalHand(self.said, self.sitting.writer.clock.now())

    def question(self, now: GameView, *, secret: bool) -> ShownQuestion:
        """Return a seat's question: all of it, or the public part."""
        if not now.is_asked:
            return ShownQuestion()
        tall = self.screen.size[1] == 0 or self.screen.size[1] >= TALL
        found = reading.suggestions(self.said, now, MANY if tall else FEW) if secret else ()
        words = "terminal-words" if secret else "terminal-words-secret"
        return ShownQuestion(
            lines=tuple(question.asked(self.said, now, self.hand, alone=secret)),
            tries=tuple((one.order, one.why) for one in found),
            word=self.said.say("terminal-try"),
            more=self.said.say(words, seat=now.viewer),
            digits=self.screen.stays and not any(map(now.menu.complete, "12345")),
        )

    async def tell_done(self, seat: Seat, receipt: messages.Receipt) -> None:
        """Report a referee command that nothing else announces."""
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

    def sheet(self, now: GameView, width: int = WHOLE.width) -> str:
        """Return the tables that an asked seat chooses from, or ""."""
        language = self.place.language
        kind, why = now.kind.name, now.menu.why
        return renderers.sheet_text(kind, now.view, language, why, width) if now.is_asked else ""

    async def alone(self, seat: Seat, text: str) -> None:
        await self.screen.alone(
            self.said.say("terminal-only-seat", seat=seat), text, self.said.say("terminal-hide")
        )

    def meant(self, name: str, otherwise: Seat | None) -> Seat | None:
        """Return the named seat, else ``otherwise``, else the only person's, else say so."""
        if not name and (seat := otherwise or (self.people[0] if len(self.people) == 1 else None)):
            return seat
        for seat in self.sitting.homes:
            if seat.casefold() == name.casefold():
                return seat
        self.tell("no-seat", "yellow", word=name, seats=self.said.listed(list(self.sitting.homes)))
        return None


def signs_of(scene: Any) -> list[str]:
    return [sign.sign for sign in getattr(scene, "text_signs", ()) if sign.sign]
