"""Databases of released versions, kept so that every later version is seen to open them.

``python -m tests.store.kept --write`` plays and writes the one of the version in pyproject.toml:
a running game of each kind, with orders taken back, orders filed beforehand, a player who is
reached at two doors, and questions whose answers are sealed. The file of a version that has been
released is never written again. One game more is over.
"""

import gzip
import sys
import tempfile
import tomllib
from pathlib import Path
from random import Random

from engine.game import robot_order
from engine.messages import Message, Receipt
from engine.referee import accounts, doors, open_game, referee
from engine.referee.batch import Batch
from engine.state import Ask, Seat
from engine.store import history, sqlite
from engine.store.store import Store
from engine.table import GameTable
from tests.repo.tree import ROOT

FOLDER = Path(__file__).parent / "versions"
GAMES = {
    "ambush": ("battle=town window=2h tick=1m", ("A", "B"), 60),
    "battleboard": ("size=12x12 cities=5 order=join timeout=2d", ("ann", "bob"), 24),
    "derelict": ("mission=hunt", ("marine", "alien"), 60),
    "desert": ("scenario=camel-ridge", ("axis", "cw"), 30),
    "dicechess": ('clock="3d grace 12h"', ("white", "black"), 24),
}
"""Of each kind: its options, who sits at the seats of Ann and Bob, and after how many orders of
theirs it stands.
"""
SEALED = ("ambush", "desert")
"""Kinds that stand in a question whose answers are sealed, one of which has been given."""
ABSENCE = "2026-12-01 to 2026-12-05"
"""When Bob is away: after all that is kept."""
ANSWER = "pass"
"""What is filed in BattleBoard, and played when its seat is asked."""
SPOKEN = "until tomorrow"
OWNER, ANN, BOB = ("box", "olga"), ("box", "ann"), ("box", "bob")
ELSEWHERE = ("post", "ann@example.org")
"""Where Ann is reached as well."""
BEGAN = 1_790_000_000
"""The second in which the first message arrives."""
FILED = "always think it over"
"""What Bob has filed everywhere; it is an answer to nothing, and so it stays."""


class Club:
    """A referee whose messages come from people that are called by their accounts."""

    def __init__(self, store: Store):
        self.store, self.referee = store, referee.Referee(store, dict[str, doors.Door]())
        self.at = BEGAN

    def say(self, who: accounts.Account, text: str, game: str | None = None) -> Receipt:
        """Have somebody say something, a minute after what was said last."""
        self.at += 60
        door, sender = who
        message = Message(
            door=door, id=f"<{self.at}>", sender=sender, text=text, at=self.at, game=game
        )
        (receipt,) = self.referee.take([message], self.at).answers
        assert isinstance(receipt, Receipt)
        assert receipt.refusal is None, f"{text!r}: {receipt.refusal}"
        return receipt

    def opened(self, game: str) -> open_game.OpenGame:
        def found(batch: Batch) -> open_game.OpenGame | None:
            return batch.game(game)

        (opened,) = self.referee.take([found], self.at).answers
        assert isinstance(opened, open_game.OpenGame)
        return opened

    def table(self, game: str) -> GameTable:
        return self.opened(game).table

    def order(self, game: str, rng: Random) -> tuple[Seat, str] | None:
        """Return who has to answer now, and what a robot would say for them; ``None`` if only the
        clock can go on.
        """
        table = self.table(game)
        ask = table.ask()
        waiting = [seat for seat in ask.seats if seat not in table.state.answers] if ask else []
        if not waiting:
            return None
        seat = rng.choice(waiting)
        menu = table.menu(seat)
        return seat, menu.write(robot_order(table.game, table.view(seat), menu, rng, 1))

    def go_on(self, game: str, people: dict[Seat, accounts.Account], rng: Random) -> bool:
        """Have somebody answer, or the clock come; return whether somebody could."""
        if (asked := self.order(game, rng)) is not None:
            seat, text = asked
            self.say(people[seat], text, game)
            return True
        due = self.table(game).state.due
        assert due is not None, f"nobody is asked in {game}, and no time is set"
        self.at = max(self.at, due)

        def tick(batch: Batch) -> None:
            opened = batch.game(game)
            assert opened is not None
            batch.tick(opened, self.at)

        self.referee.take([tick], self.at)
        return False


def half_sealed(table: GameTable) -> bool:
    """Return whether a game stands in a sealed question that somebody has answered."""
    ask: Ask | None = table.ask()
    return ask is not None and ask.sealed and 0 < len(table.state.answers) < len(ask.seats)


def begin(club: Club, kind: str) -> tuple[str, dict[Seat, accounts.Account]]:
    """Make a game, and have Ann and Bob sit down; return its id, and who has which seat."""
    options, seats, _ = GAMES[kind]
    game = str(club.say(OWNER, f"new {kind} {options}".strip()).facts["game"])
    people = dict(zip(seats, (ANN, BOB), strict=True))
    for seat, who in people.items():
        club.say(who, f"join {seat}", game)
    return game, people


def take_back(club: Club, game: str) -> None:
    """Have the moderator go back to the middle of the history."""
    lines = club.opened(game).n // 2
    club.say(OWNER, f"gm rollback {lines}", game)


def happen(club: Club, kind: str, game: str, said: int) -> None:
    """Have in a game what comes up only now and then, after so many orders."""
    half = GAMES[kind][2] // 2
    if said == half // 2:
        club.say(OWNER, "gm pause", game)
        club.say(OWNER, "gm resume", game)
    if said == half and not history.taken_back(club.store.bulletins(game)):
        take_back(club, game)
    ask = club.table(game).ask()
    if said == half + 1 and kind == "battleboard" and ask is not None:
        # Whoever is not asked has filed an answer to their next question: it is used.
        club.say(BOB if "ann" in ask.seats else ANN, f"queue add {ANSWER}", game)


def play(club: Club, kind: str, seed: int) -> str:
    """Play a game until it stands as it is kept, and return its id."""
    rng, most = Random(seed), GAMES[kind][2]
    game, people = begin(club, kind)
    club.say(BOB, "hours Europe/Berlin 22:00-07:00 weekends", game)
    club.say(BOB, f"away {ABSENCE}", game)
    said = 0
    while said < most or (kind in SEALED and not half_sealed(club.table(game))):
        said += club.go_on(game, people, rng)
        happen(club, kind, game, said)
        if said == most // 2 + 4:
            # From here on Ann speaks from elsewhere.
            people = {seat: ELSEWHERE if who == ANN else who for seat, who in people.items()}
        assert said < 10 * most, f"{kind} with seed {seed} comes to no sealed question"
        assert club.table(game).state.result is None, f"{kind} with seed {seed} is over too soon"
    club.say(BOB, f"queue add {FILED}", game)
    club.say(ANN, f"say {GAMES[kind][1][1]} {SPOKEN}", game)
    return game


def play_out(club: Club) -> None:
    game = str(club.say(OWNER, "new battleboard size=3x3 cities=1").facts["game"])
    people = {"ann": ELSEWHERE, "bob": BOB}
    for who in people.values():
        club.say(who, f"join {'ann' if who == ELSEWHERE else 'bob'}", game)
    while club.table(game).state.result is None:
        club.go_on(game, people, Random(1))


def fill(store: Store) -> None:
    club = Club(store)
    code = club.say(ANN, "link").facts["code"]
    club.say(ELSEWHERE, f"link {code}")
    for seed, kind in enumerate(GAMES):
        play(club, kind, seed)
    play_out(club)


def written(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "kept.db"
        with sqlite.SqliteStore(db) as store:
            fill(store)
        data = db.read_bytes()
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(data, mtime=0))


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    written(FOLDER / f"{version}.db.gz")
