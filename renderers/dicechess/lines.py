"""A chess scene as plain text, and in words."""

from collections.abc import Iterator

from renderers.dicechess.board import ChessScene, DieState
from renderers.toolkit.words import clipped, wrapped

BRACKETS: dict[DieState, str] = {"ready": "[{}]", "waiting": "({})", "spent": "-{}-", "void": "{}"}


def lines(scene: ChessScene) -> Iterator[str]:
    """Yield the board with its dice, a line each."""
    yield scene.banner
    yield ""
    yield scene.head
    yield scene.status
    if scene.dice:
        yield "  ".join(f"{BRACKETS[die.state].format(die.kind)} {die.word}" for die in scene.dice)
    yield ""
    files = "    " + " ".join(scene.files)
    yield files
    men = {man.at: man.kind if man.colour == "white" else man.kind.lower() for man in scene.pieces}
    for y, rank in enumerate(scene.ranks):
        yield f" {rank}  {' '.join(men.get((x, y), '.') for x in range(8))}  {rank}"
    yield files
    yield ""
    yield from wrapped(filter(None, (scene.moves, scene.check_word, *scene.notes)))


def text(scene: ChessScene, _language: str) -> str:
    """Return the scene as lines; white pieces are capitals."""
    return "\n".join(lines(scene)) + "\n"


def alt(scene: ChessScene, _language: str) -> str:
    """Return the scene in at most 1,024 characters."""
    dice = ", ".join(f"{die.kind} {die.word}" for die in scene.dice)
    parts = (
        scene.banner,
        scene.head,
        dice,
        scene.moves,
        scene.check_word,
        scene.status,
        *scene.notes,
    )
    return clipped(" ".join(part if part[-1] in ".。" else f"{part}." for part in parts if part))
