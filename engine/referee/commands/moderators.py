"""Moderators' commands. All are logged in the audit log, and players read those that concern
them.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from engine.errors import Uncorrectable
from engine.game import Gather
from engine.messages import Receipt
from engine.plaintext import clean
from engine.referee import stakes
from engine.referee.commands import consent, recipients, seats, time, undo
from engine.referee.commands.request import No, Request, Who
from engine.referee.commands.word import Facts, Word, says
from engine.rulings import rulings, times
from engine.rulings.agreement import Consent
from engine.slots import OneOf
from engine.state import PUBLIC, REFEREE, Leave, Seat
from engine.store.journal import encode
from engine.store.marks import hidden_place
from engine.store.rows import NOT_COMPOSED, AuditEntry
from engine.table import GameTable

ACTS = 50
"""The number of acts shown at once from the audit log."""
TOLD = ("what", "because", "seat", "seats", "seconds", "at", "line")
"""Facts of an act that reveal no account."""


class Moderating(Word, frozen=True):
    by: ClassVar[Who] = "moderator"
    audited: ClassVar = True

    def first(self, request: Request) -> Receipt | None:
        kind = self.needs(request)
        return consent.needed(request, self, kind) if kind else None


def clock(request: Request, ruling: time.ClockRuling) -> None:
    time.rule(request.batch, request.opened, request.message.at, ruling)


def clean_text(text: str) -> str:
    return clean(text)[: consent.LONGEST]


# ---- people


@says("kick {seat}", slash="game kick")
class Kick(Moderating, frozen=True):
    """Remove a player before the start. They can join again after an invitation."""

    seat: Seat

    def do(self, request: Request) -> Facts:
        opened, state = request.opened, request.opened.table.state
        if state.result or not isinstance(state.stack[0], Gather):
            raise No("game-started")
        request.enter(Leave(self.seat))
        gone = recipients.readers(opened, self.seat)
        for address in gone:
            request.accounts.kick(opened.id, (address.door, address.sender))
        recipients.leave(request.batch, opened, gone)
        return {"did": "kick", "seat": self.seat}


@says("gm kick {seat}", slash="mod seat kick")
class GmKick(Kick, frozen=True):
    pass


# ---- time


@says("gm pause", asks="silent", tells=(times.Paused,))
class GmPause(Moderating, frozen=True):
    def do(self, request: Request) -> Facts:
        clock(request, times.Pause(times.MODERATOR))
        return {}


@says("gm resume", asks="spoken", tells=(times.Unpaused,))
class GmResume(Moderating, frozen=True):
    def do(self, request: Request) -> Facts:
        clock(request, times.Resume(times.MODERATOR))
        return {}


@says("gm extend {length}", asks="silent", tells=(times.Extended,))
class GmExtend(Moderating, frozen=True):
    length: int

    def do(self, request: Request) -> Facts:
        clock(request, times.Extend(self.length, times.MODERATOR))
        return {"seconds": self.length}


@says("gm deadline {end}", asks="spoken", tells=(times.DueSet,))
class GmDeadline(Moderating, frozen=True):
    places: ClassVar = {"end": time.deadline}
    end: int

    def do(self, request: Request) -> Facts:
        clock(request, times.SetDue(self.end, times.MODERATOR))
        return {"at": self.end}


@says("gm default", "gm default {seat}", asks="spoken", tells=(times.Forced,), rating="counts")
class GmDefault(Moderating, frozen=True):
    """Play the default for everybody asked, or for one seat."""

    seat: Seat = ""

    def do(self, request: Request) -> Facts:
        request.begun()
        opened, ask = request.opened, request.opened.table.ask()
        named: Sequence[Seat] = (self.seat,) if self.seat else ask.seats if ask is not None else ()
        for seat in named:
            now = opened.table.ask()
            if self.seat or (now is not None and seat in now.seats):
                clock(request, times.Force(seat, times.MODERATOR))
        return {"seats": list(named)}


# ---- seats


@says(
    "gm replace {seat}",
    "gm replace {seat} {who}",
    slash="mod seat replace",
    asks="spoken",
    tells=(rulings.Vacated, rulings.Replaced),
    rating="counts",
    audited=False,
)
class GmReplace(Moderating, frozen=True):
    """Free a seat, or offer it to a person, who takes it with `join`."""

    seat: Seat
    who: str = ""

    def needs(self, request: Request) -> Consent:
        # For a seat without a player, silent agreement is enough.
        return "silent" if self.seat in request.opened.table.state.people.vacant else self.asks

    def do(self, request: Request) -> Facts:
        request.begun()
        if request.agreed == "silent" and self.needs(request) == "spoken":
            raise No("joined-before", word=self.seat)  # the player is back
        name, told = "", "no"
        if not self.who:
            recipients.vacate(request.batch, request.opened, request.message.at, self.seat)
            request.audit("gm replace", seat=self.seat, who=[])
        elif request.message.rank == "operator":
            newcomer = recipients.account_of(request, self.who)
            if held := recipients.plays(request, newcomer):
                raise No("joined-before", word=held)
            name, told = recipients.display_name(request.opened, newcomer), "yes"
            recipients.take_over(request, self.seat, newcomer, name)
            request.audit("gm replace", seat=self.seat, who=list(newcomer))
        else:
            name, told = seats.offer(request, self.seat, self.who, "gm replace"), "offered"
        return {"seat": self.seat, "name": name, "any": told}


@says(
    "gm remove {seat}",
    slash="mod seat remove",
    asks="spoken",
    tells=(rulings.Removed,),
    rating="counts",
)
class GmRemove(Moderating, frozen=True):
    seat: Seat

    def do(self, request: Request) -> Facts:
        request.begun()
        if self.seat in request.opened.table.state.people.removed:
            raise No("removed-before", word=self.seat)
        request.enter(rulings.Remove(self.seat))
        return {"seat": self.seat}


# ---- the position


@says("gm rollback {line}", asks="spoken", tells=(rulings.RolledBack,))
class GmRollback(Moderating, frozen=True):
    line: int

    def do(self, request: Request) -> Facts:
        request.begun()
        way = undo.way_back(request.batch, request.opened, self.line)
        undo.go_back(request.batch, request.opened, request.message.at, way, "moderator")
        return {"line": way.line}


@says("gm undo", asks="spoken", tells=(rulings.RolledBack,))
class GmUndo(Moderating, frozen=True):
    """Undo the last order that was visible to everybody."""

    def do(self, request: Request) -> Facts:
        request.begun()
        opened, steps = request.opened, request.opened.table.state.steps
        if not steps:
            raise No("nothing-to-undo")
        way = undo.way_back(request.batch, opened, to=max(steps.values()) - 1)
        undo.go_back(request.batch, opened, request.message.at, way, "moderator")
        return {"line": way.line}


@says("gm correct {path} = {value} because {reason}", asks="spoken", tells=(rulings.Corrected,))
class GmCorrect(Moderating, frozen=True):
    """Correct one value of the position. The moderator must have looked at it."""

    path: str
    value: str
    reason: str

    def first(self, request: Request) -> Receipt | None:
        """Ask the others if the sender had a seat or is on a player's side."""
        request.going_on()
        opened = request.opened
        person = stakes.kin(request.batch, opened, request.sender)
        had = stakes.seats_had(request.batch, opened, person)
        if not recipients.has_viewed(request.batch, opened, person):
            raise No("plays-himself") if had else No("look-first", "gm look")
        return ask_as_outsider(request, had, self)

    def do(self, request: Request) -> Facts:
        opened = request.opened
        try:
            value = msgspec.json.decode(self.value)
        except msgspec.DecodeError:
            value = self.value
        ruling = rulings.Correct(self.path, value, clean_text(self.reason))
        try:
            try_ruling(opened.table.load(opened.table.save()), request.message.at, ruling)
        except Uncorrectable as bad:
            raise No(bad.code, word=bad.word) from bad
        except Exception as error:
            # The rules can't continue from such a position, whatever exception they raise.
            raise No("bad-value", word=self.path) from error
        request.enter(ruling)
        return {"because": ruling.reason}


def try_ruling(table: GameTable, at: int, ruling: rulings.Ruling) -> None:
    table.take(max(at, table.state.now), REFEREE, ruling)
    table.load(table.save())
    for viewer in (PUBLIC, *table.seats):
        table.view(viewer)
        table.menu(viewer).examples(0)


# ---- words


@says("gm announce {words}", tells=(rulings.Announced,))
class GmAnnounce(Moderating, frozen=True):
    words: str

    def do(self, request: Request) -> Facts:
        request.enter(rulings.Announce(clean_text(self.words)))
        return {}


@says("appeal {reason}", slash="appeal", audited=True, tells=(rulings.Appealed,))
class Appealing(Word, frozen=True):
    """Appeal to the moderators. ``none`` withdraws the appeal."""

    reason: str

    def do(self, request: Request) -> Facts:
        request.going_on()
        seat, text, accounts = request.seated(), clean_text(self.reason), request.accounts
        held, text = accounts.appeals(request.opened.id), "" if text == "none" else text
        if not text and seat not in held:
            raise No("nothing-appealed")
        accounts.appeal(request.opened.id, seat, request.message.at, text)
        request.enter(rulings.Appeal(seat, text))
        return {"did": "appeal" if text else "appeal none"}


@says("gm rule {reason}", asks="silent", tells=(rulings.RuledOn,))
class GmRule(Moderating, frozen=True):
    """Decide an appeal."""

    reason: str

    def do(self, request: Request) -> Facts:
        for seat in request.accounts.appeals(request.opened.id):
            request.accounts.appeal(request.opened.id, seat, 0, "")
        request.enter(rulings.Decide(clean_text(self.reason)))
        return {"because": clean_text(self.reason)}


@says("gm mute {seat}", slash="mod seat mute", asks="silent", tells=(rulings.Hushed,))
class GmMute(Moderating, frozen=True):
    on: ClassVar = True
    seat: Seat

    def do(self, request: Request) -> Facts:
        request.enter(rulings.Hush(self.seat, self.on))
        return {"seat": self.seat}


@says("gm unmute {seat}", slash="mod seat unmute")
class GmUnmute(GmMute, frozen=True):
    on: ClassVar = False


@says("gm close", "gm close {reason}", asks="spoken", tells=(rulings.Closed,), rating="void")
class GmClose(Moderating, frozen=True):
    reason: str = ""

    def do(self, request: Request) -> Facts:
        request.going_on()
        request.enter(rulings.Close(clean_text(self.reason)))
        return {"because": clean_text(self.reason)}


@says("gm page {how}", slash="mod page", tells=(rulings.Linked,))
class GmPage(Moderating, frozen=True):
    """Give a private game a web page under an address that nobody can guess, or remove it."""

    places: ClassVar = {"how": OneOf(("on", "off"))}
    how: str

    def do(self, request: Request) -> Facts:
        game, accounts, on = request.opened.id, request.accounts, self.how == "on"
        if not request.opened.table.setup.private:
            raise No("not-private")
        if accounts.page_linked(game) != on:
            accounts.link_page(game, on=on)
            request.enter(rulings.LinkPage(on))
        place = f"games/{hidden_place(request.batch.store, game)}/index.html"
        home = accounts.home()
        return {"how": self.how, "place": f"{home.rstrip('/')}/{place}" if home else place}


# ---- moderators


class Naming(Moderating, frozen=True):
    """A command that names a person. The audit log has the account, players read the name."""

    asks: ClassVar = "spoken"
    tells: ClassVar = (rulings.Appointed,)
    audited: ClassVar = False
    who: str

    def named(self, request: Request, who: tuple[str, str], *, alone: bool, told: bool) -> Facts:
        by_all = request.agreed or bool(request.message.rank)
        if told:
            request.enter(
                rulings.Appoint(recipients.display_name(request.opened, who, self.who), alone)
            )
        if told or by_all:
            request.accounts.name_by(request.opened.id, who, None if by_all else request.sender)
        seat = recipients.named_by_seat(request.opened, self.who)
        request.audit(self.word(), who=list(who), by_seat=seat or "")
        return {}


@says("gm moderator {who}")
class GmModerator(Naming, frozen=True):
    """Add another moderator."""

    def do(self, request: Request) -> Facts:
        who, game = recipients.account_of(request, self.who), request.opened.id
        new = request.accounts.role(game, who) is None
        if new:
            request.accounts.give_role(game, who, "moderator")
        return self.named(request, who, alone=False, told=new)


@says("gm hand {who}")
class GmHand(Naming, frozen=True):
    """Transfer the game to another moderator and stop moderating."""

    def do(self, request: Request) -> Facts:
        accounts, game = request.accounts, request.opened.id
        who, role = recipients.account_of(request, self.who), accounts.role(game, request.sender)
        if who in accounts.person(request.sender) and (role or not request.message.rank):
            raise No("no-such-person", word=self.who)
        if role == "moderator":
            accounts.give_role(game, request.sender, None)
            accounts.give_role(game, who, accounts.role(game, who) or "moderator")
        else:
            for account, held in list(accounts.staff(game).items()):
                if held == "owner":
                    accounts.give_role(game, account, None)
            accounts.give_role(game, who, "owner")
        return self.named(request, who, alone=True, told=True)


# ---- what they may see


def ask_as_outsider(request: Request, had: set[Seat], asked: Word) -> Receipt | None:
    """Ask the others if the sender gave up a seat or moderates in the name of players."""
    sides = had or consent.sponsors(request)
    if request.agreed or not sides:
        return None
    return consent.ask(request, min(sides), asked, asked.asks)


@says("gm look", "gm look {seat}", asks="spoken", tells=(rulings.Viewed,), audited=False)
class GmLook(Moderating, frozen=True):
    """Show a seat's view, or everything. The players are told the moderator's account."""

    seat: Seat = ""

    def first(self, request: Request) -> Receipt | None:
        """Ask the others if the sender gave up their seat. Raises ``No`` if they still have one,
        because hidden facts are shown to players only after the end.
        """
        batch, opened = request.batch, request.opened
        if opened.table.state.result:
            return None
        person = stakes.kin(batch, opened, request.sender)
        if any(opened.seat_of(*account) for account in person):
            raise No("plays-himself")
        if recipients.has_viewed(batch, opened, person):
            return None
        return ask_as_outsider(request, stakes.seats_had(batch, opened, person), self)

    def do(self, request: Request) -> Facts:
        opened = request.opened
        if not opened.table.state.result:
            request.accounts.view(opened.id, request.sender)
            request.enter(
                rulings.View(recipients.account(request), request.message.door, self.seat)
            )
        request.audit("gm look", seat=self.seat or None)
        table = opened.table
        everything = {"world": table.world, "stack": table.state.stack}
        seen = table.view(self.seat) if self.seat else everything
        return {"of": self.seat, "seen": msgspec.json.decode(encode(seen))}


@says("gm audit", free=True, audited=False)
class GmAudit(Moderating, frozen=True):
    def do(self, request: Request) -> Facts:
        # Only operators see messages that could not be composed, because a moderator who plays
        # would learn from them.
        game, batch = request.opened.id, request.batch
        acts = batch.store.acts(game, but=NOT_COMPOSED, most=ACTS)
        acts += [act for act in batch.acts if act.game == game and act.action != NOT_COMPOSED]
        return {"acts": [audit_row(request, act) for act in acts[-ACTS:]]}


def audit_row(request: Request, act: AuditEntry) -> list[Any]:
    """Return an audited act as the sender may read it. Operators read it as logged. For everybody
    else, people appear by their seats or shortened, with only the facts in ``TOLD``.
    """
    if request.message.rank == "operator" or request.accounts.operates(request.sender):
        return [act.at, act.actor, act.action, act.facts]
    door, _, sender = act.actor.partition("/")
    facts = msgspec.json.decode(act.facts)
    told = {name: value for name, value in facts.items() if name in TOLD}
    if who := facts.get("who"):
        told["who"] = facts.get("by_seat") or recipients.shortened(who[1])
    actor = recipients.at_the_table(request.opened, (door, sender))
    return [act.at, actor, act.action, encode(told).decode()]
