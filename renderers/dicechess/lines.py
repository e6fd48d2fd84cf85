"""A chess scene as plain text and as a short description."""

from collections.abc import Iterator

from renderers.dicechess.board import ChessScene, DieState
from renderers.toolkit.scene import WHOLE, TextLayout
from renderers.toolkit.words import clipped, flow, mapped, news, wrapped

BRACKETS: dict[DieState, str] = {"ready": "[{}]", "waiting": "({})", "spent": "-{}-", "void": "{}"}


def lines(scene: ChessScene, layout: TextLayout) -> Iterator[str]:
    yield from wrapped([scene.banner], layout)
    yield ""
    yield from wrapped(filter(None, (scene.head, scene.taken, scene.status)), layout)
    if scene.dice:
        dice = (f"{BRACKETS[die.state].format(die.kind)} {die.word}" for die in scene.dice)
        yield from flow(dice, "  ", layout.width)
    yield ""
    files = "    " + " ".join(scene.files)
    rows = [files]
    men = {man.at: man.kind if man.colour == "white" else man.kind.lower() for man in scene.pieces}
    for y, rank in enumerate(scene.ranks):
        rows.append(f" {rank}  {' '.join(men.get((x, y), '.') for x in range(8))}  {rank}")
    yield from mapped([*rows, files], scene.summary, layout)
    yield ""
    yield from wrapped(filter(None, (scene.moves, scene.check_word)), layout)
    yield from news(scene.below, layout)


def text(scene: ChessScene, _language: str, layout: TextLayout = WHOLE) -> str:
    """Return the scene as lines. White pieces are capitals."""
    return "\n".join(lines(scene, layout)) + "\n"


def alt(scene: ChessScene, _language: str) -> str:
    dice = ", ".join(f"{die.kind} {die.word}" for die in scene.dice)
    parts = (
        scene.banner,
        scene.head,
        scene.taken,
        dice,
        scene.moves,
        scene.check_word,
        scene.status,
        *scene.notes,
    )
    return clipped(" ".join(part if part[-1] in ".。" else f"{part}." for part in parts if part))
