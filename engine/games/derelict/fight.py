"""Assaults (DL-12), the end of the game (DL-17), and the consequences of an action (DL-18)."""

from typing import Any

from engine import Script, Table
from engine.games.derelict import board, reveal
from engine.games.derelict.board import Token, facing
from engine.games.derelict.events import Again, Ended, Fought, Rammed, Relaxed, Settled, Turned90
from engine.games.derelict.fire import Prompt, Volley, break_door, kill, roll, watchers
from engine.games.derelict.view import MARINES, PromptKind, Reason, Winner, in_words
from engine.games.derelict.world import World, seat_of


def verdict(w: World) -> tuple[Winner, Reason] | None:
    """Return the winner and the reason after an action, or ``None``. The game ends if the objective
    burns, can no longer burn, or no marine is left.

    Rule: DL-17.
    """
    if not w.armed:
        return None
    objectives = {token.cell for token in w.tokens if token.kind == "objective"}
    if objectives & {token.cell for token in w.tokens if token.kind == "flame"}:
        return "marine", "objective"
    if not any(token.race == "marine" for token in w.tokens):
        return "alien", "no-marines"
    if objectives and (w.fuel == 0 or not any(token.kind == "marine_flame" for token in w.tokens)):
        return "alien", "no-fuel"
    return None


def bare(w: World) -> tuple[Winner, Reason] | None:
    """Return winner and reason if the side to move has no unit on the board (DL-2.5), otherwise
    ``None``.
    """
    if any(token.side == w.side for token in w.tokens):
        return None
    return ("alien", "no-marines") if w.side == "marine" else ("marine", "no-aliens")


def finish(t: Table, winner: Winner, reason: Reason) -> None:
    w: World = t.world
    w.winner, w.reason = winner, reason
    t.tell(Ended(winner, reason))
    t.end(f"{winner} {reason}" if winner == "draw" else f"won {winner} {reason}")


class After(Script):
    """The consequences of an action: forced reveals, overwatch if an alien has acted, forced
    reveals again, then the verdict.

    Rule: DL-18.
    """

    steps = ("reveals", "overwatch", "more_reveals", "judge")

    def reveals(self, t: Table) -> None:
        """Expose one blip after another until no marine sees one, if a view may have opened
        (DL-9.1).
        """
        w: World = t.world
        blip = w.exposed if w.full and w.opened else None
        w.opened = blip is not None
        if blip is not None:
            # Repeat this step after the reveal.
            self.at = "" if self.at == "reveals" else "overwatch"
            reveal.expose(t, blip)

    def overwatch(self, t: Table) -> None:
        """Let overwatching marines that see the alien shoot. They are chosen before any die is
        rolled (DL-13.3, DL-13.4).

        Rule: DL-13.
        """
        w: World = t.world
        if shooters := watchers(w):
            t.push(Volley(w.active, shooters))

    def more_reveals(self, t: Table) -> None:
        """Expose blips that became visible through the shots (DL-9.1)."""
        self.reveals(t)

    def judge(self, t: Table) -> None:
        if found := verdict(t.world):
            finish(t, *found)


def is_facing(unit: Token, other: Token) -> bool:
    return board.towards(unit.cell, unit.rot)[0] == other.cell


def ram(t: Table, unit: Token, cell: board.Cell) -> None:
    """Assault a door. Any 6 destroys it, and a chain sword needs no dice (DL-12.3)."""
    dice: tuple[int, ...] = ()
    if unit.kind != "marine_chain":
        pair = f"assault/{unit.name}/{in_words(cell)}"
        dice = roll(t, f"{pair}/{t.nth(pair)}/att", 1 if unit.race == "marine" else 3)
    broken = not dice or 6 in dice
    t.tell(Rammed(unit.name, cell, dice, broken))
    if broken:
        break_door(t, cell)


class Fight(Script, kw_only=True):
    """A fight, step by step (DL-12.4 to DL-12.7).

    Rule: DL-12.
    """

    steps = ("throw", "best", "guard", "settle", "face", "over")
    attacker: str = ""
    defender: str = ""
    key: str = ""  # key of its dice
    marine: tuple[int, ...] = ()
    alien: tuple[int, ...] = ()
    bonus: int = 0  # added to each of the marine's dice
    facing: bool = False

    def sides(self, w: World) -> tuple[Token, Token]:
        one, other = w.unit(self.attacker), w.unit(self.defender)
        return (one, other) if one.race == "marine" else (other, one)

    def throw(self, t: Table) -> None:
        """Roll both sides' dice (DL-12.2, DL-12.4)."""
        w: World = t.world
        marine, alien = self.sides(w)
        if marine.name == self.defender and "overwatch" in marine.markers:
            w.mark(marine.name, without=("overwatch",))
            w.history.pop(marine.name, None)
            t.tell(Relaxed(marine.name))
        self.facing = is_facing(marine, alien)
        kind = marine.kind if self.facing else "marine"
        self.bonus = board.BONUS.get(kind, 0)
        pair = f"assault/{self.attacker}/{self.defender}"
        self.key = f"{pair}/{t.nth(pair)}"
        ends = ("att", "def") if marine.name == self.attacker else ("def", "att")
        self.marine = roll(t, f"{self.key}/{ends[0]}", board.MARINE_DICE.get(kind, 1))
        self.alien = roll(t, f"{self.key}/{ends[1]}", board.ALIEN_DICE.get(kind, 3))
        self.tell(t)

    def tell(self, t: Table, again: Again = "") -> None:
        """Announce the present dice. ``again`` names the re-roll before them."""
        t.tell(
            Fought(
                attacker=self.attacker,
                defender=self.defender,
                marine=self.marine,
                bonus=self.bonus,
                alien=self.alien,
                again=again,
            )
        )

    @property
    def lead(self) -> int:
        """The marine's result minus the alien's (DL-12.5)."""
        return max(self.marine) + self.bonus - max(self.alien)

    def lost(self, w: World) -> bool:
        marine, alien = self.sides(w)
        return self.lead < 0 and (marine.name == self.defender or is_facing(alien, marine))

    def offer(self, t: Table, kind: PromptKind) -> None:
        marine, alien = self.sides(t.world)
        t.push(
            Prompt(
                seat=MARINES,
                kind=kind,
                unit=marine.name,
                other=alien.name,
                dice=tuple(die + self.bonus for die in self.marine),
                against=self.alien,
                lost=self.lost(t.world),
            )
        )

    def best(self, t: Table) -> None:
        """Offer a facing sergeant or hammer a re-roll of the alien's best die (DL-12.6)."""
        marine, _ = self.sides(t.world)
        if self.lead <= 0 and self.facing and marine.kind in board.REROLLERS:
            self.offer(t, "best")

    def guard(self, t: Table) -> None:
        """Offer a marine on guard a re-roll of all its dice (DL-12.6)."""
        marine, _ = self.sides(t.world)
        if self.lead <= 0 and "guard" in marine.markers:
            self.offer(t, "guard")

    def returned(self, t: Table, result: Any) -> None:
        w: World = t.world
        if not result:
            return
        if self.at == "best":
            rest = sorted(self.alien)[:-1]
            self.alien = (*roll(t, f"reroll/{self.key}/best", 1), *rest)
            self.tell(t, "best")
        elif self.at == "guard":
            self.marine = roll(t, f"reroll/{self.key}/guard", len(self.marine))
            self.tell(t, "guard")
        else:
            unit = w.unit(self.defender)
            rot = facing(unit.cell, w.unit(self.attacker).cell)
            w.change(unit, rot=rot)
            t.tell(Turned90(unit.name, rot))

    def settle(self, t: Table) -> None:
        """Destroy the loser (DL-12.7)."""
        w: World = t.world
        marine, alien = self.sides(w)
        winner = marine if self.lead > 0 else alien if self.lead < 0 else None
        t.tell(Settled(self.attacker, self.defender, winner.name if winner else ""))
        attacker, defender = w.unit(self.attacker), w.unit(self.defender)
        if winner is attacker:
            kill(t, self.defender, "assault")
        elif winner is defender and is_facing(defender, attacker):
            kill(t, self.attacker, "assault")

    def face(self, t: Table) -> None:
        """Ask whether a surviving defender that faces elsewhere turns (DL-12.7)."""
        w: World = t.world
        attacker, defender = w.find(self.attacker), w.find(self.defender)
        if attacker and defender and defender.side and not is_facing(defender, attacker):
            seat = seat_of(defender.side)
            t.push(Prompt(seat=seat, kind="face", unit=defender.name, other=attacker.name))

    def over(self, t: Table) -> None:
        t.replace(After())
