"""Standing orders of hidden units (rules 2.19): how they are written, and what they say."""

import random
import re

from engine.games.ambush import orders
from engine.games.ambush.board.units import Unit
from engine.games.ambush.view import View
from engine.games.ambush.world import Shooter, World
from engine.menu import Choice, Menu
from engine.slots import Miss, OneOf, Reader, Slot
from engine.state import Seat

CONDITIONS = (
    *(f"side={side}" for side in ("front", "left", "right", "rear")),
    *(f"facing={facing}" for facing in range(6)),
    "tons>=60",
)


class Policy(Slot):
    """``hold``, ``fire``, ``fire@2``, ``fire if side=rear``, ``fire if facing=0``, ``fire if
    tons>=60``, and ``ask else hold`` (2.19).
    """

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        reader.note(i, "no-such-policy", ["hold", "fire", "fire@2", "ask"])
        if not said(reader, i, end, "ask"):
            return self.plain(reader, i, end)
        reader.note(i + 1, "not-one-of", ["else"])
        if not said(reader, i + 1, end, "else"):
            raise Miss
        rest, i = self.plain(reader, i + 2, end)
        return f"ask else {rest}", i

    def plain(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        """Read a policy without ``ask``. Raises ``Miss``."""
        reader.note(i, "no-such-policy", ["hold", "fire", "fire@2"])
        if word := said(reader, i, end, "hold|fire@[1-9]"):
            return word, i + 1
        if not said(reader, i, end, "fire"):
            raise Miss
        reader.note(i + 1, "not-one-of", ["if"])
        if not said(reader, i + 1, end, "if"):
            return "fire", i + 1
        reader.note(i + 2, "not-one-of", CONDITIONS)
        known = "side=(front|left|right|rear)|facing=[0-5]|tons>=[1-9][0-9]{1,2}"
        if condition := said(reader, i + 2, end, known):
            return f"fire if {condition}", i + 3
        raise Miss

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        policy = rng.choice(
            ("hold", "fire", "fire@2", f"fire if {rng.choice(CONDITIONS)}", "fire if tons>=60")
        )
        return f"ask else {policy}" if rng.random() < 0.3 else policy


def said(reader: Reader, i: int, end: int, pattern: str) -> str:
    """Return word ``i`` in small letters if it is like this, else ""."""
    word = (reader.word(i, end) or "").casefold()
    return word if re.fullmatch(pattern, word) else ""


def standing_menu(view: View, seat: Seat) -> Menu:
    """Return what may be said at any time: standing orders, and whether to be asked at all.

    Rule: WN-4.
    """
    hidden = [unit.id for unit in view.of(seat) if unit.hidden]
    choices = []
    if hidden:
        choices.append(
            Choice(orders.Standing, "ambush {unit} {policy}", unit=OneOf(hidden), policy=Policy())
        )
    if view.rights[seat]:
        choices.append(Choice(orders.Asking, "asking {how}", how=OneOf(["on", "off"])))
    return Menu(choices)


def fires(w: World, shooter: Shooter, mover: Unit) -> bool:
    """Return what the standing order of a unit says (2.19); without one it holds.

    Rule: WN-3.
    """
    policy = w.policy.get(shooter.unit, "hold").removeprefix("ask else ")
    match policy.split():
        case ["fire"]:
            return True
        case ["fire", "if", condition]:
            name, _, value = condition.partition("=")
            if name == "facing":
                return mover.facing == int(value)
            return shooter.side == value if name == "side" else mover.tons >= int(value)
        case [word] if word.startswith("fire@"):
            had = sum(n for pair, n in w.chances.items() if pair.endswith(f"/{shooter.unit}"))
            return had >= int(word[5:])
    return False
