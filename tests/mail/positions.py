"""The positions of ``said.toml``: games in which Ann is asked."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.state import Setup
from tests.mail.nasty import answer
from tests.mail.stage import ANN, BOB, START, Office, seat_all, stage

CY = "Cy <cy@mail.example>"
SENDERS = {"Ann": ANN, "Bob": BOB, "Cy": CY}
SHEET = (("Ann", "pos all fwd; ok"), ("Bob", "pos all back; ok"))


class CorpusPosition(Struct, frozen=True, kw_only=True):
    kind: str
    options: dict[str, Any] = {}
    scenario: dict[str, Any] = {}
    loaded: dict[str, list[int | str]] = {}
    seats: tuple[str, ...] = ("Ann", "Bob")
    said: tuple[tuple[str, str], ...] = ()
    # the last mail of Ann, whose order waits; with ``forged`` it can't be proved to be hers
    waits: str = ""
    forged: bool = False


def walker(id: str, side: str, **more: Any) -> dict[str, Any]:
    armour = {"HD": 9, "CT": 25, "CTr": 7, "LT": 18, "RT": 18, "LTr": 4, "RTr": 4}
    limbs = {"LA": 16, "RA": 16, "LL": 22, "RL": 22}
    return {"id": id, "side": side, "tons": 55, "walk": 5, "armour": armour | limbs} | more


def field(*units: dict[str, Any], woods: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    rows = [["P"] * 12 for _ in range(12)]
    for hex in woods:
        rows[int(hex[2:]) - 1][int(hex[:2]) - 1] = "w"
    return {
        "turns": "AB",
        "map": {"size": "12x12", "rows": [" ".join(row) for row in rows]},
        "unit": list(units),
    } | more


BB = CorpusPosition(
    kind="battleboard",
    options={"players": 3, "order": "join", "size": "10x8", "cities": 2, "illegal": "refuse"},
    seats=("Ann", "Bob", "Cy"),
)
DC = CorpusPosition(kind="dicechess", loaded={"turn/1": ["P", "P", "N"]})
HALL = [
    "################",
    "#......#########",
    "#.####.#########",
    "#..............#",
    "################",
]
DL = CorpusPosition(
    kind="derelict",
    scenario={
        "grid": HALL,
        "segs": [],
        "tokens": ["marine 6,3 E", "marine 2,1 E", "door 7,3", "alien 12,3 W"],
        "rules": {},
    },
    loaded={"cp/": [2] * 20},
)
FACING = CorpusPosition(
    kind="derelict",
    seats=("Bob", "Ann"),
    scenario={
        "grid": [".........."] * 7,
        "segs": [],
        "tokens": ["marine 4,6 E", "blip 4,1 N"],
        "rules": {},
    },
    loaded={"cp/": [2] * 20},
    said=(("Bob", "activate M1"), ("Bob", "turn left")),
)
AM = CorpusPosition(
    kind="ambush",
    options={"window": "2h"},
    scenario=field(
        walker("A1", "A"),
        walker("A2", "A"),
        walker("B1", "B"),
        side={"A": {"deploy": ["0101-0602"]}, "B": {"deploy": ["0111-1212"]}},
    ),
)
AMM = CorpusPosition(
    kind="ambush",
    options={"window": "0"},
    scenario=field(walker("A1", "A", at="0309/0"), walker("B1", "B", at="1111/0")),
)
WEAPONS = ["LL:RA", "LL:LA", "ML:RT"]
AMW = CorpusPosition(
    kind="ambush",
    options={"window": "2h"},
    scenario=field(
        walker("A9", "A", at="1111/0"),
        walker("B1", "B", at="0308/0"),
        walker("AH1", "A", at="0404/4", hidden=True, weapons=WEAPONS),
        woods=("0404",),
        turns="BA",
        side={"A": {"allowance": 1}},
    ),
    said=(("Bob", "move B1 run F F F F F F"),),
)
AMH = CorpusPosition(
    kind="ambush",
    options={"window": "2h"},
    scenario=field(
        walker("A1", "A", at="0309/0"),
        walker("B1", "B", at="1111/0"),
        walker("AH1", "A", hidden=True, weapons=WEAPONS),
        woods=("0503", "0604"),
        side={"A": {"allowance": 1, "ambush": ["0401-0604"]}},
    ),
)
DS = CorpusPosition(kind="desert")
POSITIONS = {
    "bb": BB,
    "bb2": CorpusPosition(kind="battleboard", options=BB.options | {"players": 2}),
    "dc": DC,
    "dcr": CorpusPosition(
        kind="dicechess",
        seats=("Bob", "Ann"),
        scenario={"fen": "1n2k3/8/8/8/8/8/8/R3KB2 w Q - 0 1"},
        loaded={"turn/1": ["B", "R", "R"]},
        said=(("Bob", "Bb5"),),
    ),
    "dl": DL,
    "dlc": CorpusPosition(kind="derelict"),
    "dlf": FACING,
    "am": AM,
    "amm": AMM,
    "amw": AMW,
    "amh": AMH,
    "ds": DS,
    "dsf": CorpusPosition(kind="desert", said=SHEET),
    "dsp": CorpusPosition(kind="desert", said=(*SHEET, ("Ann", "ok"), ("Bob", "ok"))),
}
MUSING = "\nHm, I am thinking aloud"
POSITIONS |= {
    "who": replace(BB, waits="bomb bob 3 5", forged=True),
    "mean": replace(BB, waits="bomb bob 3 5" + MUSING),
    "meanpass": replace(BB, waits="pass" + MUSING),
    "meandc": replace(DC, waits="Nf3" + MUSING),
    "whodc": replace(DC, waits="e4", forged=True),
    "meandl": replace(DL, waits="activate M1" + MUSING),
    "whodl": replace(DL, waits="activate M1", forged=True),
    "meanam": replace(AM, waits="deploy A1 0301/3" + MUSING),
    "whoam": replace(AM, waits="deploy A1 0301/3", forged=True),
    "meands": replace(DS, waits="pos all fwd" + MUSING),
    "whods": replace(DS, waits="pos all fwd", forged=True),
}


async def take_corpus_position(at: Office, position: str) -> None:
    what = POSITIONS[position]
    setup = Setup(
        id="g12",
        secret=b"s" * 32,
        options=what.options,
        scenario=what.scenario,
        loaded=what.loaded,
        at=START,
    )
    await at.writer.make(what.kind, setup, [])
    await seat_all(at, senders=[SENDERS[seat] for seat in what.seats])
    for seat, text in what.said:
        handled = await at.take(answer(at, text, seat))
        assert handled.what == "accept", (position, seat, text)
    if what.waits:
        handled = await at.take(answer(at, what.waits, "Ann", "fail" if what.forged else "pass"))


corpus_position = stage(take_corpus_position)
