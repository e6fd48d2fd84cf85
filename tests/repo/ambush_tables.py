"""The tables of Ambush as a page to print, made from the tables that the rules use.

``python -m tests.repo.ambush_tables`` prints it, ``make docs`` puts it into the site.
"""

import renderers
from renderers.ambush.tables import TABLES
from renderers.toolkit.scene import TableScene

HEAD = """# Ambush: tables

Weapons, hits and movement, to print. In a game, `board weapons`, `board hits` and `board moving`
show the same. The [rules](../../engine/games/ambush/RULES.md) say how to use them.
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
    print(page())
