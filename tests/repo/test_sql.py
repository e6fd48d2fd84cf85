"""No SQL stands outside of ``engine/store``: another database is another engine there, and
nothing else changes.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.kit.each import each

ROOT = Path(__file__).parents[2]
PRODUCT = ("engine", "bot", "mail", "renderers")
HOME = ROOT / "engine" / "store"

DRIVERS = {"sqlite3", "pysqlite3", "sqlite_utils", "aiosqlite", "psycopg"}
SQL = re.compile(
    r"\b(select\b.+\bfrom\s+\w|insert\s+(or\s+\w+\s+)?into\s+\w|update\s+\w+\s+set\b|delete\s+from\s+\w"
    r"|(create|alter|drop)\s+(table|index|trigger)\b|pragma\s+\w+|begin\s+immediate)",
    re.IGNORECASE | re.DOTALL,
)


def offences(source: str) -> Iterator[str]:
    """Find what only a store may say: a driver that is imported, a statement of SQL."""
    tree = ast.parse(source)
    texts = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [
                node.module or "",
                *(alias.name for alias in node.names if node.module == "engine.store.sqlite"),
            ]
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in texts
            and SQL.search(node.value)
        ):
            yield f"line {node.lineno}: SQL: {node.value[:60]!r}"
        for module in modules:
            if module.split(".")[0] in DRIVERS:
                yield f"imports {module}"


def test_no_sql_stands_outside_of_the_store() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {offence}"
        for room in PRODUCT
        for file in sorted((ROOT / room).rglob("*.py"))
        if HOME not in file.parents
        for offence in offences(file.read_text())
    ]
    assert found == []


@each(
    "planted",
    [
        "import sqlite3",
        "from sqlite_utils.utils import sqlite3",
        "import psycopg.rows",
        "from engine.store.sqlite import sqlite3",
        "rows = store.rows('select id from game')",
        "db.execute('''\n  SELECT count(*)\n  FROM outbox''')",
        "sql = f'update outbox set due = {at}'",
        "sql = 'insert or ignore into keepsake values(1)'",
        "db.execute('pragma quick_check')",
        "sql = 'delete from reminder where game = ?'",
    ],
)
def test_the_law_finds_what_is_planted(planted: str) -> None:
    assert list(offences(planted)) != []


@each(
    "sound",
    [
        '"""Rows that a ``select`` from the outbox would give: select x from y."""',
        "say('select a unit, then a hex')",
        "from engine.store.sqlite import SqliteStore",
        "text = 'update the program'",
    ],
)
def test_the_law_leaves_alone_what_is_no_sql(sound: str) -> None:
    assert list(offences(sound)) == []
