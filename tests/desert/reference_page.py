"""The charts and ratings of Desert as a page to be printed: ``docs/desert-reference.md``.

``python -m tests.desert.reference_page --write`` writes it.
"""

import sys
from collections.abc import Iterator

from engine.games.desert.game import EDITIONS
from engine.games.desert.scenario_file import HOUSE, SEATS, house_scenario, lay_out
from engine.games.desert.view import View
from engine.games.desert.world import DesertOptions, ScenarioName
from renderers import sentences_in
from renderers.desert.reference import CHARTS, ratings
from renderers.toolkit.scene import TableScene
from tests.repo.tree import ROOT

PAGE = ROOT / "docs" / "desert-reference.md"
HEAD = """\
# Desert: charts and ratings

What is looked up while one plays Desert, to be printed: the charts `house-1`, then the ratings of
the points in each scenario of the house. It is made from the files that the game reads, by
`python -m tests.desert.reference_page --write`. Who stands where is not here: that is secret.

During a game `board charts`, `board charts crt`, `board ratings` and `board unit NAME` show the
same, with charts of your own and your units as they are. What each rule does with them is in the
[rules](../engine/games/desert/RULES.md). A cell of a chart holds readings of two dice, the large
one first; cells of captured, Engaged and retreats (R1 to R3) hold their sum.
"""


def seen(name: ScenarioName) -> View:
    world = lay_out(house_scenario(name), DesertOptions(scenario=name))
    found: View = EDITIONS[-1].view(world, SEATS[0], [])
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
        for table in chart(seen(HOUSE[0]), say):
            lines += markdown(table)
    lines += ["## The scenarios", ""]
    for name in HOUSE:
        (points,), _ = ratings(seen(name), say)
        lines += markdown(points, f"{points.title}: {name}")
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), "utf-8")
    else:
        print(page(), end="")
