"""`meanwhile play` for people: a prompt at a terminal, or plain lines from a file."""

import re
import shlex
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import ClassVar, Literal

from msgspec import Struct

from bot import config, places
from bot.play import acts, asking, completions, view
from bot.play.lines import addressed, alongside, telling, text_of, unless, without_comment
from bot.play.plan import NAMELESS
from bot.play.question import MANY
from bot.play.screens import PART
from bot.play.sitting import Sitting
from engine.errors import NotStored
from engine.menu import Refused
from engine.messages import Receipt
from engine.state import PUBLIC, Line, Seat
from renderers import reading
from renderers.reading import looking
from renderers.reading.receipt import Fate
from renderers.toolkit.words import columns, padded

ASKS_HELP = re.compile(r"\?(?!\S)")
BEGUN = 50
"""Maximum suggestions among which one is sought that a refused text begins."""
ROBOTS_BOARD = 8
"""Number of orders after which the board is shown in a game of robots only."""


class Pending(Struct, frozen=True):
    """An order that the player may regret: it is played when its text is repeated."""

    seat: Seat
    order: str
    said: str


class TerminalPeople(view.TerminalView):
    """People at a terminal. ``pending`` is an order that waits for confirmation."""

    pending: Pending | None = None
    wish: Literal["", "new", "rematch"] = ""
    """The game to play after this one: another, or the same again."""

    def opened(self) -> AbstractAsyncContextManager[None]:
        return self.screen.opened()

    async def play(self, sitting: Sitting, *, resumed: bool) -> None:
        self.sitting = sitting
        self.screen.resized = lambda: self.relaying.set()
        self.asking.leaving = self.said.say("terminal-leaving")
        self.introduce(resumed=resumed)
        if robots_only := not self.people:
            sitting.between = self.after_robot
        await sitting.begin()
        await self.refresh()
        async with alongside(sitting.follow(self.refresh)), alongside(self.relay()):
            while self.reads and not self.gone.is_set():
                line = await unless(self.gone, self.screen.ask(self.asking))
                if line is None or not await self.hear(line):
                    break
        if robots_only:
            await self.read_board(PUBLIC)
        self.part()

    def relieved(self) -> None:
        """Announce that another terminal has taken over these seats, and end."""
        self.tell("relieved", "yellow")
        self.gone.set()

    def introduce(self, *, resumed: bool) -> None:
        robot = self.sitting.robots
        seats = [
            self.said.say("terminal-robot", seat=s) if s in robot else s for s in self.sitting.seats
        ]
        facts = {
            "id": self.sitting.id,
            "kind": self.sitting.game.name,
            "seats": self.said.listed(seats),
        }
        others = [seat for seat in self.sitting.seats if seat not in self.people]
        nameless = self.people == [NAMELESS]
        self.screen.head(
            self.said.say(
                "terminal-head",
                kind=facts["kind"],
                id=facts["id"],
                who=self.said.listed(others if nameless else self.people or seats),
                you="against" if nameless else "plays" if len(self.people) == 1 else "none",
            )
        )
        self.tell("resumed" if resumed else "game", "bold", **facts)
        if self.reads and self.people and not self.screen.stays:
            self.tell("help-hint", "dim")

    async def relay(self) -> None:
        while True:
            await self.relaying.wait()
            self.relaying.clear()
            self.drawn = self.asked = None
            await self.refresh()

    def resumes(self) -> str:
        return self.in_shell(self.again.format(id=self.sitting.id))

    def in_shell(self, words: str) -> str:
        usual = str(self.place.db) == config.usual_database()
        elsewhere = "" if usual else f" --db {shlex.quote(str(self.place.db))}"
        return f"{places.command()} {words}{elsewhere}"

    def part(self) -> None:
        if not (self.seen and self.seen[PUBLIC].result):
            self.tell("resume", PART, command=self.resumes())
            return
        id = self.sitting.id
        for name, what in (
            ("history", f"history {id}"),
            ("pages", f"replay {id} --html {id}.html"),
            ("verify", f"verify {id}"),
        ):
            self.tell(name, PART, command=self.in_shell(what))

    async def after_robot(self) -> None:
        """Show the board from time to time while only robots play."""
        self.moves += 1
        if self.moves % ROBOTS_BOARD == 0:
            await self.read_board(PUBLIC)

    async def refresh(self) -> None:
        """Update the situation, one call at a time: a changed board, and whose turn it is."""
        async with self.learning:
            with suppress(NotStored):
                await self.learn()

    async def learn(self) -> None:
        self.seen = await self.sitting.read(self.audience, *self.people)
        now, shown = self.seen[PUBLIC], self.seen[self.audience]
        if (now.result and not self.lasting) or (self.reads and not self.people):
            self.gone.set()
        if self.given[0] != now.question:
            self.given = (now.question, set())
        ask = now.asked
        asked = [seat for seat in (ask.seats if ask else ()) if seat in self.people]
        waiting = [seat for seat in asked if seat not in self.given[1]]
        self.acting = next(iter(waiting or asked), None)
        self.asking.sealed = ask is not None and ask.sealed and len(self.people) > 1
        self.asking.who = self.acting or self.said.say(
            "terminal-over" if now.result else "terminal-waiting"
        )
        if (shown.view, shown.question) != self.drawn:
            await self.show_board(shown)
        self.put_question()
        self.asking.complete = self.complete
        self.screen.renew(self.asking)

    def complete(self, text: str) -> asking.Completions:
        if (found := addressed(text, filter(None, self.seen))) is not None:
            rest = text[len(found[0]) + 1 :].lstrip()
            return [*completions.of_order(self, self.seen[found[0]], rest)]
        return completions.of_line(self, text)

    async def hear(self, line: bytes) -> bool:
        with telling(self.refuse):
            text = without_comment(text_of(line))
            pending, self.pending = self.pending, None
            if pending and text.casefold() == pending.said.casefold():
                await self.order(pending.seat, pending.order)
                return True
            if not text:
                self.repeat()
                return True
            verb, _, rest = text.partition(" ")
            if verb.casefold() in ("quit", "exit"):
                return False
            if not rest and verb.casefold() in ("new", "rematch"):
                return self.wished(verb.casefold())
            if (found := addressed(text, self.sitting.homes)) is not None:
                await self.addressed(*found)
            elif (act := self.ACTS.get(verb.casefold())) is not None:
                await act(self, rest.strip())
            elif (look := looking.look_of(ASKS_HELP.sub("help ", text))) is not None:
                await acts.look(self, look)
            else:
                await self.speak(text)
        return True

    def repeat(self) -> None:
        if not self.screen.stays:
            self.asked = None
            self.put_question()

    def wished(self, word: str) -> bool:
        """Remember the wish for another game; return whether to stay, because it can't be met."""
        if not self.places_new or (word == "rematch" and not self.seen[PUBLIC].result):
            self.tell("no-rematch" if self.places_new else "no-new", "yellow")
            return True
        self.wish = "new" if word == "new" else "rematch"
        return False

    async def addressed(self, seat: Seat, text: str) -> None:
        """Show a seat the requested part of the game, or play its order."""
        if (look := looking.look_of(text)) is not None:
            await acts.look(self, look, seat)
        elif text.casefold() == "view":
            await acts.view(self, seat)
        else:
            await self.order(seat, text)

    async def speak(self, text: str) -> None:
        """Play an order without a seat name, as the current speaker."""
        if (speaker := self.speaker) is not None:
            await self.order(speaker, text)
        else:
            self.tell("whose", "yellow", example=f"{next(iter(self.people), 'SEAT')}: {text}")

    async def order(self, seat: Seat, text: str) -> Receipt | None:
        """Play one or several orders of a seat, and return the last receipt."""
        number = self.given[0]
        edits = False
        given: list[Receipt] = []
        secret = self.asking.sealed
        ask = self.seen[PUBLIC].asked if self.seen else None
        secretly = ask is not None and ask.sealed
        refused: list[str] = []
        last = self.sitting.game.split(text)[-1:]
        with suppress(Refused):
            menu = (await self.sitting.see(seat)).menu
            edits = isinstance(menu.parse("".join(last)), Line)

        def answer(receipt: Receipt, _: int) -> None:
            if self.asking.sealed and receipt.done:
                self.tell("sealed-line" if edits else "sealed", "dim", seat=seat)
            elif not self.screen.echoes:
                for done in receipt.done:
                    self.tell("taken", seat=seat, order=done.order)
            elif edits or secretly:
                # No news mentions it, so confirm it here.
                for line in self.lines(receipt, "taken"):
                    self.screen.say(line, "dim")
            if (
                receipt.done
                and not (receipt.refusal or receipt.dropped or edits)
                and self.given[0] == number
            ):
                self.given[1].add(seat)
            given.append(receipt)

        def rest() -> None:
            """Report the orders that failed, after those that succeeded."""
            self.screen.renew(self.asking)
            for receipt in given:
                refused.extend(self.lines(receipt, "refused", "dropped"))
                self.offer(seat, receipt, refused)
            for why in () if secret else refused:
                self.screen.say(why, "yellow")

        await self.sitting.order(seat, text, answer, rest, typed=True)
        if secret and refused:
            # The refusal repeats the order, which is secret.
            await self.alone(seat, "\n".join(refused))
        for receipt in given:
            await self.tell_done(seat, receipt)
        await self.refresh()
        return given[-1] if given else None

    def lines(self, receipt: Receipt, *fates: Fate) -> list[str]:
        found = reading.outcomes(self.said, receipt, self.sitting.game.name)
        told = reading.lines(self.said, [one for one in found if one.fate in fates])
        return [reading.written(line, self.hand) for line in told]

    def offer(self, seat: Seat, receipt: Receipt, told: list[str]) -> None:
        """After a refusal, put the order that was probably meant into the line. An order that the
        player may regret must be repeated instead.
        """
        if receipt.refusal is None or receipt.dropped:
            return
        why = reading.refused(self.said, receipt.refusal, self.sitting.game.name, receipt.order)
        if why.sure:
            self.pending = Pending(seat, why.sure, why.wrote)
            told[-1] = self.said.joined(told[-1], self.said.say("terminal-again", order=why.wrote))
        elif self.asking.sealed:
            return  # others would see it in the line
        elif meant := self.seen[seat].menu.corrected(receipt.order, why.meant):
            self.propose(seat, meant)
        elif meant := self.begun(seat, receipt.order, "" if why.meant else receipt.refusal.word):
            if not why.meant:
                told[-1] = self.said.joined(told[-1], self.said.say("meant", words=meant))
            self.propose(seat, meant)

    def propose(self, seat: Seat, order: str) -> None:
        self.screen.propose(order if seat == self.acting else f"{seat}: {order}")

    def begun(self, seat: Seat, text: str, word: str) -> str:
        """Return the first suggestion that begins so, or else has the name ``word``, or ""."""
        tries = [one.order for one in reading.suggestions(self.said, self.seen[seat], BEGUN)]
        begins, name = text.casefold(), word.casefold() if word[-1:].isdigit() else ""
        found = [order for order in tries if order.casefold().startswith(begins)]
        if name and not name.isdigit():
            found += [order for order in tries if name in order.casefold().split()]
        return next(iter(found), "")

    async def undo(self, rest: str) -> None:
        """Take back the last order given here, or return to a line of the history: ``undo [LINE]``.
        Other seats at the same terminal agree at once.
        """
        if (seat := self.sitting.last or self.speaker) is None:
            return
        receipt = await self.order(seat, f"undo {rest}".strip())
        if receipt and receipt.facts.get("did") == "propose":
            for other in self.people:
                if other != seat:
                    await self.sitting.order(other, "agree", lambda *_: None)
            await self.refresh()

    async def talk(self, rest: str) -> None:
        """Send a message from the seat at the prompt: ``say NAME TEXT``."""
        if (speaker := self.speaker) is None:
            await self.speak(f"say {rest}")
            return
        receipt = await self.order(speaker, f"say {rest}")
        to, _, text = rest.partition(" ")
        if receipt is not None and receipt.refusal is None and to != "*":
            self.tell("said", "dim", seat=speaker, to=to, text=text)

    async def hint(self, _: str) -> None:
        if (seat := self.acting) is None or self.asking.sealed:
            self.tell("no-hint", "yellow")
            return
        found = reading.suggestions(self.said, self.seen[seat], MANY)
        wide = max((columns(one.order) for one in found), default=0)
        lines = [f"  {padded(one.order, wide)}  {one.why}".rstrip() for one in found]
        self.screen.page("hint", "\n".join(lines) or self.said.say("terminal-no-hint"))

    async def save(self, _: str) -> None:
        self.tell("saved", command=self.resumes())

    ACTS: ClassVar[dict[str, Callable[["TerminalPeople", str], Awaitable[None]]]] = {
        "hint": hint,
        "hints": hint,
        "menu": acts.menu,
        "moves": acts.menu,
        "picture": acts.picture,
        "replay": acts.replay,
        "save": save,
        "undo": undo,
        "view": acts.view,
        "say": talk,
    }
