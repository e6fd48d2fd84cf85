"""Cases of dice chess, told line by line; the head of ``cases/rules.txt`` says how."""

import chess

from engine.games.dicechess.view import Moved
from engine.state import Event
from tests.battleboard.tale import TextCase
from tests.dicechess.stage import Stage


def brief(event: Event) -> str:
    """Return an event in a few words: ``forfeited white PP``."""
    values = [str(getattr(event, field)) or "-" for field in event.__struct_fields__]
    return " ".join([type(event).__name__.lower(), *values])


def play(case: TextCase) -> Stage:
    """Raises ``AssertionError`` at the first line that goes otherwise."""
    first, *lines = case.lines
    fen, _, given = first.partition(" | ")
    options = dict(word.split("=") for word in given.split())
    scenario = {"fen": chess.STARTING_FEN if fen == "start" else fen}
    stage = Stage(scenario | {"quiet": int(options.pop("quiet", 0))}, options)
    for line in lines:
        step, _, expected = line.partition(" -> ")
        seat, sign, text = step.partition("!")
        if sign:
            before = stage.table.save()
            assert (stage.order(seat, text.strip()), stage.table.save()) == (expected, before), line
            continue
        seat, sign, text = step.partition(":")
        if step.startswith("roll "):
            assert stage.roll(step.removeprefix("roll ")) == "", line
        elif sign:
            assert stage.order(seat, text.strip()) == "", line
        for part in filter(None, expected.split("; ")):
            name, equals, value = part.partition("=")
            found = [shown(stage, name)] if equals else [brief(event) for event in stage.events]
            assert (value if equals else part) in found, f"{line}: {found}"
        data, view = stage.table.save(), stage.view
        stage.table = stage.table.load(data)
        assert (stage.view, stage.table.save()) == (view, data), line
    return stage


def shown(stage: Stage, name: str) -> str:
    view = stage.view
    match name:
        case "board":
            return view.fen.split()[0]
        case "sans":
            return ",".join(event.san for event in stage.events if isinstance(event, Moved))
        case "skipped":
            return ",".join(view.skipped)
        case "san" | "kind" | "spent":
            return str(getattr(view.moves[-1], name))
    return str(getattr(view, name))
