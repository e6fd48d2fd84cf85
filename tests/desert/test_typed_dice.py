"""Dice that both sides throw in front of a camera and type (1.2, Who rolls; DS-23)."""

from hashlib import sha256
from pathlib import Path

from engine import PUBLIC
from engine.games import desert
from engine.games.desert.events import Barraged
from engine.rulings.physical_dice import Typed
from engine.state import Committed
from engine.store import journal
from tests.bot.program import run
from tests.desert.cases import HERE, lines_of, read
from tests.desert.driven import GAME, Driven, once, scenario
from tests.desert.stage import told, worked
from tests.desert.worked import DICE, SAID
from tests.kit.each import each

NAMES = "1/names/C4/Inf"
NOTHING = [1, 1]
"""What a roll shows that has no effect in 5.2."""


def table(stages: int = 1) -> Driven:
    """The Halim Road with typed dice; the names of the targets are as in 5.2."""
    options = {"stages": stages, "dice": "typed"}
    return Driven(
        "typed", scenario("halim-road", []), options, {NAMES: DICE[NAMES]}, True, traced=False
    )


def key(driven: Driven) -> str:
    throw = driven.play.table.state.throw
    return "" if throw is None else throw.key


def throw(driven: Driven, faces: list[int | str], seats: tuple[str, ...] = ("cw", "axis")) -> None:
    for seat in seats:
        driven.line(f"{seat}: roll {' '.join(map(str, faces))}")


def said(driven: Driven, until: str = "") -> list[str]:
    """The worked segment, until the table waits for this roll, each being typed by both sides
    as 5.2 has it; the keys that were typed.
    """
    keys: list[str] = []
    for seat, text in SAID:
        driven.line(f"{seat}: {text}")
        while key(driven):
            if key(driven) == until:
                return keys
            keys.append(key(driven))
            throw(driven, DICE.get(key(driven), list(NOTHING)))
    return keys


def test_the_worked_segment_is_typed_roll_by_roll() -> None:
    """5.2, DS-23: all rolls but the shuffling of the names, those for trucks
    at every barrage, trucks or not.
    """
    driven, plain = table(), worked(stages=1)
    keys = said(driven)
    assert set(keys) == {
        *DICE,
        *(f"1/truck/{at}/1" for at in ("C1/Nr1-Inf", "C3/Nr3-Arty", "B1/Nr1-Inf")),
    } - {NAMES}
    assert len(keys) == len(set(keys)) == 22
    world, other = driven.play.table.world, plain.play.table.world
    assert (world.units, world.lost, world.captured) == (other.units, other.lost, other.captured)
    assert world.step == "move"
    assert told(driven, "axis", Barraged) == told(plain, "axis", Barraged)
    replayed, _ = journal.replay(GAME, driven.setup, driven.play.entries)
    assert replayed.save() == driven.play.table.save()


def test_typed_dice_are_public_and_the_game_is_marked() -> None:
    """R-DICE notwithstanding: also the dice of losses are told to everybody, by their keys."""
    driven = table()
    committed = driven.play.first.events(PUBLIC)[0]
    assert isinstance(committed, Committed)
    assert committed.loaded
    said(driven)
    typed = {event.key: event.faces for event in driven.told[PUBLIC] if isinstance(event, Typed)}
    assert typed["1/assault/C2/att"] == ("3", "4")
    assert typed["1/morale/C2/def"] == ("5", "2")
    rolls = [roll for bulletin in driven.play.bulletins for roll in bulletin.rolls]
    by_referee = [roll.key for roll in rolls if not roll.loaded]
    assert by_referee == [], "nothing that verify could vouch for"


PAPER = [
    "Charts: SHA-256",
    "Hexes in contact: B1, B3, B2 (quiet), B4 (quiet)",
    "Tell the enemy: the assault on C2 costs it 25 % of the raw points there, 8 raw points",
    "C3 40 %, C4 30 % of the raw points there, 13 raw points, and 7 points of vulnerability",
]
TYPED = [
    "C4807 with C4908, whose zone of control covers it",
    "basic differential -1; terrain -6",
    "Tell the enemy: the assault on C4908 costs it 5 % of the raw points there, 0 raw points",
]


@each("n", range(2))
def test_the_examples_of_the_rules_are_played(tmp_path: Path, n: int) -> None:
    """Play the commands and lines of RULES.md in the terminal program: a player at a paper map,
    with their own charts, dice and the printed page, and one without a map (DS-24; P3, P7, P17,
    P18, P23, P31, P39, P46 to P63).
    """
    folder = Path(desert.__file__).parent
    page = (folder / "RULES.md").read_text("utf-8")
    page = page[page.index("## Play at a paper map") : page.index("## How to write an order")]
    command, block = page.split("```sh\n")[1 + n].split("\n```", 1)
    lines = [line.strip() for line in block.splitlines() if line.startswith("    ")]
    charts = (folder / "charts" / "house-1.toml").read_text("utf-8")
    mine = charts.replace('id = "house-1"', 'id = "mine"').replace('kind = "house"', 'kind = "own"')
    (tmp_path / "my-charts.toml").write_text(mine)
    units = HERE.parents[1] / "docs" / "examples" / "desert" / "one-side.toml"
    (tmp_path / "one-side.toml").write_text(units.read_text("utf-8"))
    words = [*command.split()[1:], "--db", "a.db"]
    played = run(tmp_path, *words, stdin="".join(f"{line}\n" for line in lines))
    assert played.returncode == 0, played.stderr
    shown = " ".join(played.stdout.split())
    assert "no order" not in shown
    for told_of in (*(PAPER, TYPED)[n], "it was played without a score"):
        assert told_of in shown
    assert n or sha256(mine.encode()).hexdigest() in shown
    assert not any(word in shown for word in ("Goal:", "VP", "held by"))


def test_one_side_alone_comes_to_what_two_come_to() -> None:
    """Compare the worked segment of each side alone, and that of the axis without any map, with
    that of both (DS-24).
    """
    both, road = worked(stages=0).play.table.world, scenario("halim-road", [])
    axis, cw = (case for case in read(HERE / "cases" / "paper.toml") if case.id[:5] == "alone")
    bare = {key: part for key, part in road.items() if key not in ("hexes", "adjacent", "hexside")}
    bare["unit"] = [unit for unit in road["unit"] if unit["side"] == "axis"]
    ground = "axis: ground C1 fort 1; ground C2 rough; side B2 C3 river; side C4 B4 escarpment"
    for case, made, first in ((axis, road, []), (cw, road, []), (axis, bare, [ground])):
        driven = once(made, case.options, DICE, [*first, *lines_of(case)])
        world = driven.play.table.world
        assert list(world.of(world.other(world.absent))) == list(both.of(case.id[6:]))
        assert world.winner == ""
