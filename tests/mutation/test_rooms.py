"""What is said of mutants is kept: rooms, reasons, figures."""

from tests.kit.each import each
from tests.mutation import rooms
from tests.mutation.rooms import Room, Spared
from tests.mutation.run import ROOT, Mutant, Outcome

ROOMS = rooms.read()


def test_every_room_has_modules_tests_and_a_reason_for_each_mutant_that_may_live() -> None:
    for room in ROOMS.values():
        for path in (*room.modules, *room.tests):
            assert (ROOT / path.partition("::")[0]).exists(), path
        assert all(one.why and one.became for one in room.spared)


def mutant(code: int, became: str = "b") -> Mutant:
    return Mutant(module="m.py", where="f", was="a", became=became, code=code)


@each("equal, percent", [(True, 75.0), (False, 60.0)])
def test_of_the_mutants_that_anybody_could_tell_so_many_are_killed(
    equal: bool, percent: float
) -> None:
    """One has failed, one never ended, one broke everything, one lives, of one it is said why."""
    spared = [Spared(where="f", was="a", became=["c", "d"], why="It is so.", equal=equal)]
    spared.append(Spared(where="g", was="a", became=["c"], why="It was so."))
    outcome = Outcome(
        name="x",
        room=Room(modules=["m.py"], tests=[], spared=spared),
        made=5,
        mutants=[mutant(1), mutant(-24), mutant(3), mutant(0), mutant(33, "c")],
        seconds=2.0,
    )
    assert outcome.percent == percent
    lines = outcome.text().splitlines()
    assert lines[0].startswith("x: 5 of 5 mutants tried, 3 killed (1 of them endless), ")
    assert ("    It is so." in lines) is not equal
    assert lines[-1] == "  no such mutant any more: g: a"
