"""The twin in memory is the database in all that can be asked: both are written the same, and say
the same.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from engine.errors import Contradicts
from engine.letters import Address
from engine.state import PUBLIC
from engine.store.contract import Store
from engine.store.memory import MemoryStore
from engine.store.rows import Cursor, Place, Rows
from engine.store.sqlite import SqliteStore
from tests.store.test_units import CONTRADICTIONS, batch, everything

GAMES = ("g", "h", "i")
DOORS = ("mail", "chat")
STEPS = 12


def anything(random: Random, store: Store, made: dict[str, int]) -> dict[str, Any]:
    """Return a batch that may fit what is stored, or may not."""
    game = random.choice(GAMES)
    n = made.get(game, 0) + random.choice((1, 1, 1, 1, 0))
    more = batch(store, game, max(n, 1))
    more["inbox"] = [structs.replace(one, id=f"<{game} {n}>") for one in more["inbox"]]
    rows: Rows = more["games"][game]
    assert rows.snapshot is not None
    result = random.choice((None, None, "ann"))
    due = random.choice((None, random.randint(50, 70)))
    rows.snapshot = structs.replace(rows.snapshot, result=result, due=due)
    rows.remind = random.choice((None, random.randint(50, 70)))
    rows.addresses = [address(random, game) for _ in range(3)]
    more["delivered"].cursors |= {
        (door, game): cursor(random, door, game) for door in DOORS if random.random() < 0.5
    }
    more["notes"] = [
        (random.choice(DOORS), f"a/{random.randint(0, 3)}", random.choice(("x", None)))
    ]
    for part in ("inbox", "games", "delivered", "acts", "notes"):
        if random.random() < 0.1:
            del more[part]
    if random.random() < 0.2 and len(more) == 5 and game == "g":
        CONTRADICTIONS[random.choice(list(CONTRADICTIONS))](more)
    return more


def address(random: Random, game: str) -> Address:
    """Return somebody who reads a game, or did."""
    since = random.randint(0, 4)
    return Address(
        door=random.choice(DOORS),
        sender=random.choice(("ann", "bob")),
        game=game,
        viewer=random.choice(("ann", PUBLIC)),
        since=since,
        until=random.choice((None, since + 2)),
    )


def cursor(random: Random, door: str, game: str) -> Cursor:
    """Return how far a door says that it has told a game."""
    late = {who: Place(random.randint(0, 3), 0, 1, 5, "no") for who in ("ann", "bob")}
    behind = dict(list(late.items())[: random.randint(0, 2)])
    return Cursor(door=door, game=game, upto=random.randint(0, 9), behind=behind)


def said(store: Store) -> dict[str, Any]:
    """Return all that a store says, but for what is its own secret."""
    found = everything(store, *GAMES)
    (notes, _), _ = found.pop("notes"), found.pop("mark")
    found["more"] = [
        (store.notes(door), store.notes(door, "a"), store.finished(door, ["bob"])) for door in DOORS
    ]
    found["pages"] = [store.ids(2, game) for game in store.ids()]
    found["answered"] = [
        store.answered("mail", f"<{game} {n}>") for game in GAMES for n in range(9)
    ]
    marks = [structs.replace(out, mark="") for out in found["finished"]]
    return found | {"notes": notes, "finished": marks, "behind": None}


@pytest.mark.parametrize("seed", range(25))
def test_both_engines_say_the_same_of_the_same_batches(tmp_path: Path, seed: int) -> None:
    random, made = Random(seed), dict[str, int]()
    with SqliteStore(tmp_path / "db") as file:
        memory = MemoryStore(tmp_path / "db")
        taken = 0
        for at in range(STEPS):
            more = anything(random, file, made)
            outcomes = []
            for store in (file, memory):
                try:
                    store.write(at, **more)
                    outcomes.append(True)
                except Contradicts:
                    outcomes.append(False)
            assert outcomes[0] == outcomes[1], more
            if outcomes[0]:
                taken += 1
                for game, rows in more.get("games", {}).items():
                    made[game] = rows.snapshot.n if rows.snapshot else 0
            assert said(memory) == said(file)
        assert taken > 0, "something was written"
