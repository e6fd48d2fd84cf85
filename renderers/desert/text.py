"""Desert maps and tables as plain text, and in words."""

from collections.abc import Iterator

from renderers.battleboard import text
from renderers.battleboard.text import ALT, WIDTH, columns, flow, padded
from renderers.desert.board import MapScene, SheetScene, TableScene
from renderers.sentences import sentences_in


def lines(scene: MapScene, language: str) -> Iterator[str]:
    """The map with everything on it, a line each."""
    yield from flow(scene.banner.split(" "), " ")
    yield from flow(scene.status.split(" "), " ")
    yield ""
    cell = max(map(columns, scene.cells.values())) + 1
    across, down = max(x for x, _ in scene.cells) + 1, max(y for _, y in scene.cells) + 1
    many = max(1, WIDTH // cell)
    for first in range(0, across, many):
        for y in range(down):
            row = (scene.cells.get((x, y), "") for x in range(first, min(across, first + many)))
            if words := "".join(padded(word, cell) for word in row).rstrip():
                yield words
        yield ""
    said = sentences_in(language)
    yield from flow(
        [said.say("text-legend"), *(f"{sign.sign} {sign.word}" for sign in scene.legend)], "   "
    )
    for fact in scene.facts:
        yield from flow(fact.split(" "), " ")


@text.board.register
def board(scene: MapScene, language: str) -> str:
    """The map as lines; every fact of the picture is in it."""
    return "\n".join(lines(scene, language)) + "\n"


@text.board.register
def sheet(scene: SheetScene, _language: str) -> str:
    """The tables as lines."""
    parts = [scene.banner, scene.status]
    for table in scene.tables:
        parts += ["", *ruled(table)]
    parts += (
        ["", *(line for note in scene.notes for line in flow(note.split(" "), " "))]
        if scene.notes
        else []
    )
    return "\n".join(parts) + "\n"


def ruled(table: TableScene) -> Iterator[str]:
    """A table in columns; the last column goes on in the next line where it is too long."""
    yield table.title
    rows = (table.heads, *table.rows)
    wide = [max(columns(row[k]) for row in rows) for k in range(len(table.heads))]
    before = sum(wide[:-1]) + 2 * len(wide[:-1])
    for row in rows:
        head = "  ".join(
            " " * (wide[k] - columns(word)) + word if k in table.right else padded(word, wide[k])
            for k, word in enumerate(row[:-1])
        )
        room = max(20, WIDTH - before)
        parts = [row[-1]] if columns(row[-1]) <= room else wrapped(row[-1], room)
        yield f"{head}  {parts[0]}".rstrip()
        yield from (" " * before + part for part in parts[1:])


def wrapped(words: str, room: int) -> list[str]:
    """Words in lines of so many columns."""
    found = [""]
    for word in words.split(" "):
        if found[-1] and columns(found[-1]) + 1 + columns(word) > room:
            found.append(word)
        else:
            found[-1] = f"{found[-1]} {word}".strip()
    return found


@text.alt.register
def alt(scene: MapScene, _language: str) -> str:
    """How the game stands, and the stacks as far as there is room."""
    return clipped([scene.banner, scene.status, *scene.short])


@text.alt.register
def alt_of_sheet(scene: SheetScene, _language: str) -> str:
    """What the tables are, and how many lines they have."""
    return clipped(
        [
            scene.banner,
            scene.status,
            *(f"{table.title}: {len(table.rows)}" for table in scene.tables),
        ]
    )


def clipped(parts: list[str]) -> str:
    """Sentences as one text of at most 1,024 characters."""
    words = ". ".join(part.rstrip(".。") for part in parts if part) + "."
    return words if len(words) <= ALT else words[: ALT - 1] + "…"
