"""The table that is printed: what was measured, the result, the goal, and whether it is met."""

from msgspec import Struct


class Row(Struct, frozen=True):
    """One line. A ``goal`` is the least result wanted, or with ``below`` the greatest."""

    what: str
    result: float | None
    unit: str = ""
    goal: float | None = None
    below: bool = False
    note: str = ""

    @property
    def met(self) -> str:
        if self.goal is None:
            return ""
        if self.result is None:
            return "missing"
        return (
            "yes"
            if (self.result <= self.goal if self.below else self.result >= self.goal)
            else "no"
        )


def at_most(what: str, result: float | None, unit: str, goal: float, note: str = "") -> Row:
    return Row(what, result, unit, goal, True, note)


def number(value: float) -> str:
    return (
        f"{value:,.0f}"
        if abs(value) >= 100
        else f"{value:,.1f}"
        if abs(value) >= 10
        else f"{value:,.2f}"
    )


def line(row: Row) -> tuple[str, ...]:
    result = "-" if row.result is None else f"{number(row.result)} {row.unit}".rstrip()
    goal = "" if row.goal is None else f"{'<=' if row.below else '>='} {number(row.goal)}"
    return row.what, result, goal, row.met, row.note


def text(rows: list[Row]) -> str:
    cells = [("measured", "result", "goal", "met", ""), *map(line, rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    lines = []
    for what, result, goal, met, note in cells:
        padded = (
            what.ljust(widths[0]),
            result.rjust(widths[1]),
            goal.ljust(widths[2]),
            met.ljust(widths[3]),
            note,
        )
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)
