"""Turn queue and stack of a game, printed as in rules 3.2 and 3.8: for
moderators and tests, never for seats.
"""

from collections.abc import Sequence

from engine.game import Frame
from engine.games.ambush import skids, windows, world
from engine.games.ambush.moves import Halt, March


def queue(w: world.World, frames: Sequence[Frame]) -> str:
    """The turns of 3.1: A, S, R and H turns are read off the stack from
    the top, only N turns are a list.
    """
    words: list[str] = []
    for frame in reversed(frames):
        if isinstance(frame, March | Halt | skids.Skid):
            words.append(f"R({frame.unit})" if words else f"*{frame.turn}({frame.unit})*")
            words += [f"S({frame.unit})"] if isinstance(frame, Halt) else []
            words += [f"H({seat})" for seat in frame.owed]
    normal = [f"N({seat})" for seat in w.turns]
    if normal and not words:
        normal[0] = f"*{normal[0]}*"
    return " ".join(words + normal)


def stack(w: world.World, frames: Sequence[Frame]) -> str:
    """The frames of 3.1, bottom first; the machinery around them is left out."""
    top = len(frames) - 1
    lines = [one(w, frame, top=k == top) for k, frame in enumerate(frames)]
    return " > ".join(line for line in lines if line)


def one(w: world.World, frame: Frame, *, top: bool) -> str:
    match frame:
        case March():
            unit = w.units[frame.unit]
            return f"MOVE {frame.unit}@{unit.hex} mp {frame.used}/{unit.points(frame.mode)}"
        case Halt():
            return f"CONT {frame.unit} mp {frame.used}/{frame.used + frame.left}"
        case skids.Skid():
            place = f"@{w.units[frame.unit].hex} d{frame.direction} rem{frame.left}" if top else ""
            return f"SKID {frame.unit}{place}"
        case skids.AskAvoid():
            return f"ASK {frame.unit}"
        case windows.Window() | windows.StepWindow():
            near = ", ".join(f"{seat}:[{','.join(units)}]" for seat, units in frame.near.items())
            return f"WINDOW {{{near}}}"
    return ""
