"""The charts and ratings of Desert as a page to print.

``python -m tests.desert.reference_page`` prints it, ``make docs`` puts it into the site.
"""

from collections.abc import Iterator

from engine.games.desert import game, view
from engine.games.desert.scenario_file import BUILT_IN, SEATS, built_in_scenario, lay_out
from engine.games.desert.world import DesertOptions, ScenarioName
from renderers import sentences_in
from renderers.desert.reference import CHARTS, ratings
from renderers.toolkit.scene import TableScene

HEAD = """\
# Desert: charts and ratings

Charts and ratings to print: the charts `house-1`, then the ratings of the units in each scenario
that comes with the game. It does not say where the units are: that is secret.

During a game `board charts`, `board charts crt`, `board ratings` and `board unit NAME` show the
same, with your own charts and the current state of your units. The
[rules](../../engine/games/desert/RULES.md) say how to use them. Each cell of a chart holds rolls of
two dice, the large one first. Cells of *captured*, *Engaged* and *retreats* (R1 to R3) hold sums.
"""


def seen(name: ScenarioName) -> view.View:
    world = lay_out(built_in_scenario(name), DesertOptions(scenario=name))
    found: view.View = game.EDITIONS[-1].view(world, SEATS[0], [])
    return found


def markdown(table: TableScene, title: str = "") -> Iterator[str]:
    rules = ["---:" if k in table.right else "---" for k in range(len(table.heads))]
    yield f"### {title or table.title}"
    yield ""
    for row in (table.heads, rules, *table.rows):
        yield "| " + " | ".join(row) + " |"
    yield ""


def page() -> str:
    say, lines = sentences_in("en").say, [HEAD, "## The charts house-1", ""]
    for chart in CHARTS.values():
        for table in chart(seen(BUILT_IN[0]), say):
            lines += markdown(table)
    lines += ["## The scenarios", ""]
    for name in BUILT_IN:
        (points,), _ = ratings(seen(name), say)
        lines += markdown(points, f"{points.title}: {name}")
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    print(page(), end="")
