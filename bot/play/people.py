"""`meanwhile play` for people: a prompt at a terminal, or plain lines from a file."""

import asyncio
import shlex
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, ClassVar

import renderers
from bot.config import Config
from bot.play.asking import Asking
from bot.play.door import Bundle
from bot.play.lines import BadLine, addressed, text_of, unless, without_comment
from bot.play.screens import Screen
from bot.play.sitting import Sitting, Situation, TerminalSeat
from bot.words import command, told, words
from engine.errors import NotStored, UserError
from engine.letters import Receipt
from engine.menu import Menu, Refusal, Refused
from engine.referee.desk import VERBS
from engine.state import PUBLIC, Committed, Line, Seat
from renderers.house import times

HOUSE_WORDS = ("help", "menu", "board", "view", "history", "undo", "say", "quit")
DESK_WORDS = tuple(sorted({word.split()[0] for word in VERBS}))
"""What can be said to the referee in every game; offered when a word has been begun."""
PLAIN = ("join", "leave", "start", "say", "undo")
"""What the desk does that everybody is told, so that the receipt need not say it."""
PRIVATE = ("queue", "talk", "link", "gm look")
"""What is the speaker's business alone."""
INTRODUCED = ("Committed",)
"""Events that are told at the beginning, every time."""
ROBOTS_BOARD = 8
"""Orders after which robots that are among themselves show the board."""


class TerminalPeople:
    """The form in which people play. ``reads``: lines are read; else it ends when nobody
    but robots can go on. ``again`` is the command that goes on with a game; ``gone`` is set
    when there is nothing more to say.
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
        self.standing = Situation()
        self.menu = Menu()
        self.menus: dict[Seat, Menu] = {}
        self.acting: Seat | None = None
        self.given: tuple[int, set[Seat]] = (0, set())
        self.asked = ""
        self.unread: dict[Seat, list[str]] = {}
        self.drawn: Any = None
        self.moves = 0

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

    # ---- telling

    def tell(self, message: str, style: str = "", **facts: str) -> None:
        """One of the terminal's own sentences."""
        self.screen.say(self.said.say(f"terminal-{message}", **facts), style)

    def show(self, bundle: Bundle) -> None:
        """What has happened: as the only person at the terminal is told it, else as everybody
        is, and what is for one of several people is kept until that one looks.
        """
        if bundle.to == self.audience:
            for thing in bundle.objects:
                if thing["kind"] == "message" and thing["event"] not in INTRODUCED:
                    self.screen.say(thing["text"])
        elif self.audience == PUBLIC and bundle.own:
            if bundle.to not in self.unread:
                self.tell("unread", "dim", seat=bundle.to)
            self.unread.setdefault(bundle.to, []).extend(thing["text"] for thing in bundle.own)

    async def show_board(self, viewer: Seat, *, always: bool = False, look: str = "") -> None:
        """The board of a viewer as text, and its picture's path; unasked only if it has changed."""
        view = await self.sitting.view(viewer)
        if view == self.drawn and not always:
            return
        self.drawn, self.asked = view, ""
        self.screen.board(*await asyncio.to_thread(self.board, view, look))
        try:
            self.tell("picture", "dim", path=str(await self.sitting.draw(viewer, view, look)))
        except UserError as problem:
            self.refuse(Refusal("no-picture", word=str(problem)))

    def board(self, view: Any, look: str = "") -> tuple[str, Sequence[str]]:
        """A board as text, and the signs of its legend."""
        kind, language = self.sitting.game.name, self.place.language
        scene = renderers.scene_of(kind, view, language, look)
        return renderers.board_text(kind, view, language, look), [
            sign.sign for sign in scene.legend if sign.sign
        ]

    def refuse(self, why: Refusal) -> None:
        """Why something cannot be done."""
        self.screen.say(self.said.refusal(why, self.sitting.game.name), "yellow")

    # ---- playing

    async def play(self, sitting: Sitting, *, resumed: bool) -> None:
        """From sitting down to the end of the game, or of what is typed."""
        self.sitting = sitting
        self.introduce(resumed=resumed)
        if not self.people:
            sitting.between = self.after_robot
        await sitting.begin()
        await self.refresh()
        follower = asyncio.ensure_future(sitting.follow(self.refresh))
        try:
            while self.reads and not self.gone.is_set():
                line = await unless(self.gone, self.screen.ask(self.asking))
                if line is None or not await self.hear(line):
                    break
        finally:
            follower.cancel()
            with suppress(asyncio.CancelledError):
                await follower
        self.part()

    def relieved(self) -> None:
        """Somebody has taken over these seats at another terminal."""
        self.tell("relieved", "yellow")
        self.gone.set()

    def introduce(self, *, resumed: bool) -> None:
        """Which game this is, and who plays."""
        robot = self.sitting.robots
        seats = [
            self.said.say("terminal-robot", seat=s) if s in robot else s for s in self.sitting.seats
        ]
        facts = {
            "id": self.sitting.id,
            "kind": self.sitting.game.name,
            "seats": self.said.listed(seats),
        }
        self.tell("resumed" if resumed else "game", "bold", **facts)
        setup = self.sitting.setup
        sealed = Committed(setup.in_dice, sha256(setup.secret).hexdigest(), bool(setup.loaded))
        self.screen.say(self.said.event(self.sitting.game.name, sealed, PUBLIC, {}), "dim")
        if self.reads and self.people:
            self.tell("help-hint", "dim")

    def part(self) -> None:
        """How to go on, or to look back."""
        elsewhere = (
            "" if str(self.place.db) == Config().db else f" --db {shlex.quote(str(self.place.db))}"
        )
        if self.standing.result:
            self.tell("history", "dim", command=f"{command()} history {self.sitting.id}{elsewhere}")
        else:
            self.tell(
                "resume",
                "dim",
                command=f"{command()} {self.again.format(id=self.sitting.id)}{elsewhere}",
            )

    async def after_robot(self) -> None:
        """Robots among themselves show the board from time to time."""
        self.moves += 1
        if self.moves % ROBOTS_BOARD == 0:
            await self.show_board(PUBLIC)

    async def refresh(self) -> None:
        """Learn how the game stands; show the board if it has changed;
        see whose turn it is to speak.
        """
        async with self.learning:
            with suppress(NotStored):
                await self.learn()

    async def learn(self) -> None:
        """The same, once at a time. Raises ``NotStored``."""
        self.standing = standing = await self.sitting.standing()
        if standing.result or (self.reads and not self.people):
            self.gone.set()
        await self.show_board(self.audience)
        if self.given[0] != standing.number:
            self.given = (standing.number, set())
        asked = [seat for seat in standing.asked if seat in self.people]
        waiting = [seat for seat in asked if seat not in self.given[1]]
        self.acting = next(iter(waiting or asked), None)
        self.menus = {seat: await self.sitting.menu(seat) for seat in self.people}
        self.menu = self.menus[self.acting] if self.acting else Menu()
        self.asking.sealed = standing.sealed and len(self.people) > 1
        self.asking.who = self.acting or self.said.say("terminal-waiting")
        # What can be answered to a sealed question is nothing for the others at this screen.
        shown = (f"view {self.acting}",) if self.asking.sealed else brief(self.menu.help())
        until = standing.due and self.said.say(
            "terminal-until-hint", time=times.moment(standing.due)
        )
        self.asking.hint = " | ".join((*([until] if until else []), *shown, "help", "quit"))
        await self.put_question()
        self.asking.complete = self.complete
        self.screen.renew(self.asking)

    async def put_question(self) -> None:
        """Say what is asked, above the prompt, as soon as it is another question or its
        reader has another answer to it: all of it to who sits here alone, else what
        everybody at this screen may read.
        """
        seat, standing = self.acting, self.standing
        if seat is None:
            self.asked = ""
            return
        if self.asking.sealed:
            said = self.said.say("terminal-secret", seat=seat)
        else:
            said = await self.question(seat)
            if len(self.people) > 1 and said:
                said = self.said.say("terminal-asked", seat=seat, question=said)
        told = f"{standing.number} {said} {standing.due}"
        # What has come since the board was shown has a board of its own, and
        # its question stands below that.
        overtaken = (await self.sitting.standing()).number != standing.number
        if told != self.asked and not overtaken:
            self.asked = told
            self.screen.say(self.said.joined(said, self.until()), "bold")

    def complete(self, text: str) -> list[str]:
        """The words that could stand at the end of ``text``."""
        if (found := addressed(text, self.menus)) is not None:
            return self.menus[found[0]].complete(text[len(found[0]) + 1 :].lstrip())
        word, blank, rest = text.lstrip().partition(" ")
        if blank and word in ("view", "history", "menu", "say"):
            known = self.sitting.seats if word == "say" else self.sitting.homes
            return [
                s for s in known if " " not in rest and s.casefold().startswith(rest.casefold())
            ]
        known = (*HOUSE_WORDS, *DESK_WORDS) if word else HOUSE_WORDS
        house = (
            ()
            if blank
            else [one for one in dict.fromkeys(known) if one.startswith(text.casefold())]
        )
        return [*self.menu.complete(text), *house]

    async def hear(self, line: bytes) -> bool:
        """Do what a line says; ``False``: it says that this is the end."""
        try:
            text = without_comment(text_of(line))
            if not text:
                return True
            verb, _, rest = text.partition(" ")
            if verb.casefold() in ("quit", "exit"):
                return False
            if (found := addressed(text, self.sitting.homes)) is not None:
                await self.order(*found)
            elif (act := self.ACTS.get(verb.casefold())) is not None:
                await act(self, rest.strip())
            elif (speaker := self.speaker) is not None:
                await self.order(speaker, text)
            else:
                self.tell("whose", "yellow", example=f"{next(iter(self.people), 'SEAT')}: {text}")
        except BadLine as bad:
            self.refuse(Refusal(bad.code, word=bad.word, wanted=bad.wanted))
        except NotStored as error:
            self.refuse(Refusal("not-stored", word=str(error)))
        return True

    async def order(self, seat: Seat, text: str) -> None:
        """An order of a seat, or several."""
        number = self.standing.number
        edits = False
        given: list[Receipt] = []
        secret = self.asking.sealed
        refused: list[str] = []
        last = self.sitting.game.split(text)[-1:]
        with suppress(Refused):
            edits = isinstance((await self.sitting.menu(seat)).parse("".join(last)), Line)

        def answer(receipt: Receipt, _: int) -> None:
            if self.asking.sealed and receipt.done:
                self.tell("sealed", "dim", seat=seat)
            elif not self.screen.echoes:
                for done in receipt.done:
                    self.tell("taken", seat=seat, order=done.order)
            if (
                receipt.done
                and not (receipt.refusal or receipt.dropped or edits)
                and self.given[0] == number
            ):
                self.given[1].add(seat)
            given.append(receipt)

        def rest() -> None:
            """What was not done, after what was."""
            for receipt in given:
                if receipt.refusal:
                    refused.append(self.said.refusal(receipt.refusal, self.sitting.game.name))
                elif receipt.dropped:
                    refused.append(
                        self.said.say("terminal-dropped", orders=self.said.listed(receipt.dropped))
                    )
            for why in () if secret else refused:
                self.screen.say(why, "yellow")

        await self.sitting.order(seat, text, answer, rest)
        if secret and refused:
            # What was refused says what was tried.
            await self.alone(seat, "\n".join(refused))
        for receipt in given:
            await self.tell_done(seat, receipt)
        await self.refresh()

    async def tell_done(self, seat: Seat, receipt: Receipt) -> None:
        """What the desk has done, where nobody is told of it otherwise: for
        everybody at the screen, or for one.
        """
        did = receipt.facts.get("did")
        if did in (None, *PLAIN) or not (text := self.said.did(receipt.facts)):
            return
        if did in PRIVATE and len(self.people) > 1:
            await self.alone(seat, text)
        else:
            self.screen.say(text)

    # ---- what people can say beside orders

    async def tell_help(self, _: str) -> None:
        """``help``"""
        kind = self.sitting.game.name
        self.screen.say(self.said.say("terminal-help", kind=kind))
        if looks := renderers.modes(kind, await self.sitting.view(self.audience)):
            self.tell("looks", looks=self.said.listed([f"board {look}" for look in looks]))
        if self.acting:
            self.tell_menu(self.acting, self.menu)

    def tell_menu(self, seat: Seat, menu: Menu) -> None:
        """The patterns of a menu."""
        if menu.help():
            self.tell("may", seat=seat, patterns=" | ".join(menu.help()))
        else:
            self.tell("no-menu", seat=seat)

    async def tell_choices(self, rest: str) -> None:
        """``menu [SEAT]``"""
        if (seat := self.meant(rest, self.acting)) is None:
            return
        menu = await self.sitting.menu(seat)
        legal = menu.examples(self.standing.number)
        examples = (self.said.examples("may", legal),) if legal else ()
        if self.asking.sealed:
            await self.alone(seat, "\n".join((*menu.help(), *examples)))
            return
        self.tell_menu(seat, menu)
        for text in examples:
            self.screen.say(text)

    async def look(self, rest: str) -> None:
        """``board [LOOK]``: as everybody sees it; with a look of the game's, as
        who is told what happens sees it.
        """
        if not rest:
            await self.show_board(PUBLIC, always=True)
            return
        looks = renderers.modes(self.sitting.game.name, await self.sitting.view(self.audience))
        found = next((look for look in looks if look.casefold() == rest.casefold()), None)
        if found is None:
            self.refuse(
                Refusal(
                    "no-look", word=rest, wanted=("board", *(f"board {look}" for look in looks))
                )
            )
        else:
            await self.show_board(self.audience, always=True, look=found)

    async def tell_view(self, rest: str) -> None:
        """``view [SEAT]``"""
        if (seat := self.meant(rest, self.acting)) is None:
            return
        if seat == self.audience:
            await self.show_board(seat, always=True)
            await self.put_question()
        else:
            text, _ = self.board(await self.sitting.view(seat))
            news = "".join(f"{line}\n" for line in self.unread.pop(seat, ()))
            asked = self.said.joined(await self.question(seat), self.until())
            await self.alone(seat, "\n".join(filter(None, (asked, news, text.rstrip()))))

    async def question(self, seat: Seat) -> str:
        """Why a seat is asked, for that seat to read; "" if it is not."""
        if seat not in self.standing.asked:
            return ""
        view, menu = await self.sitting.view(seat), await self.sitting.menu(seat)
        return self.said.prompt(self.sitting.game.name, view, why=menu.why)

    def until(self) -> str:
        """Until when the question is open; "" if it waits for answers alone."""
        if (due := self.standing.due) is None:
            return ""
        left = times.length(max(0, due - self.sitting.writer.clock.now()), self.said.say)
        return self.said.say("terminal-until", time=times.moment(due), left=left)

    async def alone(self, seat: Seat, text: str) -> None:
        """Something that one seat alone may read."""
        await self.screen.alone(
            self.said.say("terminal-only-seat", seat=seat), text, self.said.say("terminal-hide")
        )

    async def tell_history(self, rest: str) -> None:
        """``history [SEAT]``"""
        viewer = self.meant(rest, None) if rest else self.audience
        if viewer is None:
            return
        found, view = await self.sitting.history(viewer), await self.sitting.view(viewer)
        lines = told(found, self.sitting.game.name, view, viewer, self.place.language)
        text = "\n".join(lines) or self.said.say("terminal-no-history")
        if viewer in (PUBLIC, self.audience):
            self.screen.say(text)
        else:
            await self.alone(viewer, text)

    async def undo(self, _: str) -> None:
        """``undo``: the last order that was given here."""
        if (seat := self.sitting.last or self.speaker) is not None:
            await self.order(seat, "undo")

    async def talk(self, rest: str) -> None:
        """``say NAME TEXT``, by the seat at the prompt."""
        if (speaker := self.speaker) is not None:
            await self.order(speaker, f"say {rest}")
        else:
            self.tell("whose", "yellow", example=f"{next(iter(self.people), 'SEAT')}: say {rest}")

    def meant(self, name: str, otherwise: Seat | None) -> Seat | None:
        """The seat that is named, else ``otherwise``; ``None``: neither, and that has been said."""
        if not name and (seat := otherwise or (self.people[0] if len(self.people) == 1 else None)):
            return seat
        for seat in self.sitting.homes:
            if seat.casefold() == name.casefold():
                return seat
        self.tell("no-seat", "yellow", word=name, seats=self.said.listed(list(self.sitting.homes)))
        return None

    ACTS: ClassVar[dict[str, Callable[["TerminalPeople", str], Awaitable[None]]]] = {
        "help": tell_help,
        "menu": tell_choices,
        "board": look,
        "view": tell_view,
        "history": tell_history,
        "undo": undo,
        "say": talk,
    }


def brief(patterns: Sequence[str]) -> list[str]:
    """The patterns of a menu for a single line: of verbs with more than two, the verb alone."""
    verbs = [pattern.partition(" ")[0] for pattern in patterns]
    shown = (
        f"{verb} …" if verbs.count(verb) > 2 else pattern
        for verb, pattern in zip(verbs, patterns, strict=True)
    )
    return list(dict.fromkeys(shown))
