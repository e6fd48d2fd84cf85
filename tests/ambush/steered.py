"""``python -m tests.ambush.steered --for SECONDS``: whole double-blind games in pairs.

A gives the same orders in both worlds. In the second one B gives others, as long as A may not
notice by a second reckoning (``dark``). Then A and the public must receive the same.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from engine import Seat
from engine.games.ambush import EDITIONS, blind, windows
from engine.games.ambush.world import World
from engine.menu import Menu, Refused
from engine.state import Bulletin, Event, Tick
from engine.store.journal import Entry
from engine.table import GameTable
from engine.testing import Case, pairs
from engine.testing.kit import Setting
from tests.ambush import dark

LONG = 400
"""The maximum number of questions of a pair."""
TRIES = 8
"""Random orders that are tried before B gives none, or the same one as in the first world."""


class Quiet(random.Random):
    """Draws the answer that is given for B at a deadline."""


def pick(menu: Menu, rng: random.Random, *, lines: bool = False) -> Any:
    return menu.default if isinstance(rng, Quiet) else PICK(menu, rng, lines=lines)


PICK = pairs.pick


class SteeredKit(dark.DarkKit):
    """Double blind, in the battles made for it and in the woods of ``dark``."""

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        made = dark.night(seed)
        if seed % 5:
            options = {**made.options, "battle": ("wood", "ridge")[seed % 2]}
            made = Setting(made.seats, options)
        return made, made

    def reveals(self, event: Event) -> bool:
        return False


KIT = SteeredKit()
CASE = Case("ambush-steered", EDITIONS[-1], KIT)


def in_view(w: World, seat: Seat) -> list[Any]:
    """Return the units that a side may look at, and the ruins that it sees."""
    names = {unit.id for unit in w.units.values() if unit.owner == seat} | dark.in_sight(w, seat)
    ruins = {hex: text for hex, text in w.changed.items() if blind.overlooks(w, seat, hex)}
    return [[w.units[name] for name in sorted(names)], ruins]


class Steered(pairs.Driver):
    """One world, with everything that A may know in it (``known``), by the second reckoning."""

    tried = 0

    def __init__(self, *given: Any, **more: Any):
        self.known, self.last = list[bytes](), b""
        super().__init__(*given, **more)

    def own(self, purpose: str) -> Any:
        key = f"{self.secret}/{self.turn}/{self.tried}/{purpose}/secret"
        return (Quiet if self.tried > TRIES else random.Random)(key)

    def note(self, *what: Any, news: bool = False) -> None:
        """Note what A knows now, if it is news."""
        made = msgspec.json.encode(what, order="deterministic", enc_hook=repr)
        if news or made != self.last:
            self.known.append(made)
        if not news:
            self.last = made

    def look(self, bulletin: Bulletin) -> None:
        super().look(bulletin)
        w, top = self.play.table.world, (self.play.table.state.stack or [None])[-1]
        chance = top.chances.get("A") if isinstance(top, windows.SealedWindow) else None
        self.note(in_view(w, "A"), chance, w.result)

    @contextmanager
    def noting(self) -> Iterator[None]:
        real = GameTable.tell

        def tell(table: GameTable, event: Event | None, /, **copies: Event | None) -> None:
            if table.rehearsal is None:
                w, own = table.world, copies.get("A")
                if w.units:
                    self.note(in_view(w, "A"))
                if event is not None and (not w.units or dark.may_know(w, "A", event)):
                    self.note(event, news=True)
                if own is not None:
                    self.note(own, news=True)
            real(table, event, **copies)

        with patch.object(GameTable, "tell", tell):
            yield

    def go_on(self) -> bool:
        """Play a question, and the window after it: only then its effects show."""
        first = 2 * self.turn % len(dark.KIT.probes)
        KIT.probes = dark.KIT.probes[first : first + 2]
        with self.noting():
            while going := super().go_on():
                top = (self.play.table.state.stack or [None])[-1]
                if not isinstance(top, windows.SealedWindow):
                    break
            return going

    def roll_back(self) -> None:
        """The other labs do: it would make the worlds alike again."""

    def repeat(self, entries: list[Entry]) -> None:
        """Play what was played in the other world."""
        with self.noting():
            for entry in entries:
                assert isinstance(entry.order, Tick) or self.play.table.menu(entry.seat).allows(
                    entry.order
                )
                self.play.write(entry.at, entry.seat, entry.order)

    def keep(self) -> tuple[Any, ...]:
        play, rows = self.play, self.world.rows
        lengths = len(play.entries), {viewer: len(rows[viewer]) for viewer in rows}
        return play.table.save(), lengths, self.before, self.turn, self.last, len(self.known)

    def back(self, kept: tuple[Any, ...]) -> None:
        data, (entries, rows), self.before, self.turn, self.last, known = kept
        play = self.play
        play.table = play.table.load(data)
        del play.entries[entries:], play.rows[entries:], play.bulletins[entries:]
        del self.known[known:]
        for viewer, length in rows.items():
            del self.world.rows[viewer][length:]


def follow(a: Steered, b: Steered, first: int, since: int) -> bool:
    """Play the next question of ``b`` so that A may know as much as in ``a``, if that can be."""
    kept = b.keep()
    for b.tried in range(1, TRIES + 3):
        try:
            if b.tried == TRIES + 2:
                b.repeat(a.play.entries[first:])
                b.turn = a.turn
            else:
                b.go_on()
        except (pairs.Abandoned, Refused, AssertionError, ValueError, IndexError):
            b.back(kept)
            continue
        if b.known[since:] == a.known[since:]:
            return True
        b.back(kept)
    return False


def play(seed: int) -> tuple[str, Counter[str]]:
    """Play one pair. Return the first difference, or "", and what was compared."""
    found = Counter[str]()
    with KIT.blind(), patch.multiple(pairs, QUESTIONS=LONG, pick=pick):
        a, b = (Steered(CASE, one, seed, 2 * seed + k) for k, one in enumerate(KIT.pair(seed)))
        seen = dict.fromkeys(KIT.viewers, 0)
        while True:
            since, first, after = len(a.known), len(a.play.entries), len(b.play.entries)
            going = a.go_on()
            if not going or not follow(a, b, first, since) or a.play.over:
                found["whole games" if a.play.over else "parts of games"] += 1
                return "", found
            found["inputs"] += len(a.play.entries) - first + len(b.play.entries) - after
            found["questions"] += 1
            found["in other worlds"] += a.play.table.world.units != b.play.table.world.units
            for viewer in seen:
                rows = [d.world.rows[viewer][seen[viewer] :] for d in (a, b)]
                found["rows"] += len(rows[0])
                found["probes"] += 2 * 2 * 2 * len(rows[0])
                where, _ = pairs.difference(CASE, rows[0], rows[1], seen[viewer])
                if where:
                    return f"pair {seed}, viewer {viewer}: {where}", found
                seen[viewer] += len(rows[0])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.ambush.steered", description=__doc__)
    parser.add_argument("--for", dest="seconds", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=1_000_000 + int(time.time()))
    asked = parser.parse_args()
    end, seed, found = time.monotonic() + asked.seconds, asked.seed, Counter[str]()
    while time.monotonic() < end:
        where, more = play(seed)
        found += more
        if where:
            print(where)
            found["differ"] += 1
        seed += 1
    print(f"{seed - asked.seed} pairs from {asked.seed}: {dict(found)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
