"""docs/ambush-tables.md, made of the tables that the rules use.

``python -m tests.repo.ambush_tables --write`` writes the page.
"""

import sys

import renderers
from renderers.ambush.tables import TABLES
from renderers.toolkit.scene import TableScene
from tests.repo.tree import ROOT

PAGE = ROOT / "docs" / "ambush-tables.md"
HEAD = """# The tables of Ambush

Made of what the rules use, to be printed; in a game the same is shown by the looks `weapons`,
`hits` and `moving`. What they are for stands in [the rules](../engine/games/ambush/RULES.md).
"""


def markdown(table: TableScene) -> list[str]:
    rule = ["---:" if k in table.right else "---" for k in range(len(table.heads))]
    rows = (table.heads, rule, *table.rows)
    return [f"\n## {table.title}\n", *(f"| {' | '.join(row)} |" for row in rows)]


def page() -> str:
    say = renderers.sentences_in("en").say
    tables = [table for made in TABLES.values() for table in made(say)]
    return HEAD + "\n".join(line for table in tables for line in markdown(table)) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page())
