"""Answers of Ambush that a side has filed before anybody is asked."""

from engine.referee import standing_orders
from engine.rulings.times import FileOrders
from engine.state import PUBLIC, REFEREE, Seat
from tests.ambush import scenarios, stage

FILED: dict[Seat, tuple[str, ...]] = {
    "A": ("always avoid no A1", "avoid yes A2 run F F F L F"),
    "B": ("continue B1 F F L F F", "avoid yes B1 run F F F F"),
}


def example(filed: dict[Seat, tuple[str, ...]]) -> scenarios.Run:
    run = scenarios.Run(stage.WORKED)
    for seat, texts in filed.items():
        run.enter(REFEREE, FileOrders(seat, texts))
    for line in stage.WORKED.play[:4]:
        run.line(line)
    return run


def test_WN_6_avoid_and_continue_filed_beforehand_play_the_worked_example_from_one_order() -> None:
    whole = scenarios.Run(stage.WORKED)
    whole.play()
    run, said = example(FILED), []
    while (found := next(standing_orders.answers(run.table, set()), None)) is not None:
        seat, text, order = found
        said.append(text)
        run.enter(seat, order)
    assert said == [FILED["B"][1], FILED["B"][0], FILED["A"][1]]
    assert run.table.rows[-1] == whole.table.rows[-1]
    assert run.events() == whole.events()


def test_WN_6_what_is_filed_reaches_nobody_else_until_it_is_said() -> None:
    bare, filed = example({}), example({"B": FILED["B"]})
    for viewer in (PUBLIC, "A"):
        assert filed.events(viewer) == bare.events(viewer)
        assert filed.table.view(viewer) == bare.table.view(viewer)
    assert filed.table.menu("A").offers() == bare.table.menu("A").offers()


def test_WN_6_an_answer_for_another_unit_or_one_that_cannot_be_paid_is_not_said() -> None:
    run = example({"B": ("avoid no B2", "continue B1 F", "avoid yes B1 run F F F F F F F F F F F")})
    assert run.table.ask().seats == ("B",)  # type: ignore[union-attr]  # B1 may avoid
    assert list(standing_orders.answers(run.table, set())) == []
