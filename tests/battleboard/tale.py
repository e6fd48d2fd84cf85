"""Cases of the rules, told line by line; the head of ``cases/rules.txt`` says how."""

from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.games.battleboard.orders import Back, Gone
from engine.state import REFEREE, Start
from tests.battleboard.sitting import Sitting, brief


class TextCase(Struct):
    """A case of a text file: a line with ``==``, and the lines below it."""

    title: str
    lines: list[str]


def read(path: Path) -> list[TextCase]:
    cases: list[TextCase] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("== "):
            cases.append(TextCase(line.removeprefix("== "), []))
        elif line and not line.startswith("#"):
            cases[-1].lines.append(line)
    return cases


def seated(line: str) -> Sitting:
    boards, _, given = line.partition("|")
    options: dict[str, Any] = {"order": "join"}
    for name, _, value in (word.partition("=") for word in given.split()):
        options[name] = int(value) if value.isdigit() else value
    names, cities = list[str](), list[list[tuple[int, int]]]()
    for words in (board.split() for board in boards.split(";") if board.strip()):
        names += [word for word in words if "," not in word]
        squares = [word.split(",") for word in words if "," in word]
        cities.append([(int(x), int(y)) for x, y in squares])
    game = Sitting(cities, **{"players": max(2, len(names)), **options})
    game.join(*names)
    return game


def play(case: TextCase) -> None:
    """Raises ``AssertionError`` at the first line that goes otherwise."""
    first, *lines = case.lines
    game, now = seated(first), 0
    for line in lines:
        step, wanted, expected = line.partition(" -> ")
        if step.startswith("at "):
            now = int(step.removeprefix("at "))
            continue
        found = taken(game, step, now)
        code = found.partition(" ")[0] if "!" in step else found
        assert not wanted or expected in (found, code), f"{line}, but {found}"


def taken(game: Sitting, step: str, now: int) -> str:
    seat, sign, text = step.partition(":")
    if sign:
        return ", ".join(map(brief, game.say(seat, text, now)))
    seat, sign, text = step.partition("!")
    if sign:
        refusal = game.refused(seat, text)
        return f"{refusal.code} {refusal.rule}"
    view, (word, *names) = game.view(), step.split()
    match word:
        case "asked" | "result":
            return str(getattr(game, word))
        case "order":
            return " ".join(view.order)
        case "seats":
            return str(view.open_seats)
        case "standing":
            return view.board(names[0]).standing
        case "cities":
            return " ".join(f"{x},{y}" for x, y in game.view(names[0]).own)
        case "join":
            told = game.join(*names)
        case "leave":
            told = game.leave(*names)
        case "tick":
            told = game.tick(now)
        case _:
            told = game.enter(REFEREE, {"gone": Gone, "back": Back, "start": Start}[word](*names))
    return ", ".join(map(brief, told)) or "nothing"
