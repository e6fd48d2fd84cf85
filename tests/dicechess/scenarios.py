"""Run a file of dice chess scenarios: ``python -m tests.dicechess.scenarios
FILE.json`` (format: section 4.1).
"""

import json
import sys
from pathlib import Path
from typing import Any

from engine.games.dicechess.view import Forfeited
from engine.games.dicechess.world import ordered
from tests.dicechess.stage import Stage

TOP = {"id", "title", "covers", "fen", "quiet", "start", "steps"}
STEP = {"roll", "by", "move", "refused"}
EXPECTED = {
    *tuple(
        "phase to_move owner remaining forfeit candidates turn_no quiet_now check board".split()
    ),
    *("san", "legal", "legal_has", "legal_lacks", "result", "reason"),
}


def run(scenario: dict[str, Any]) -> list[str]:
    wrong = [f"unknown key {key!r}" for key in scenario.keys() - TOP]
    stage = Stage({key: scenario[key] for key in ("fen", "quiet") if key in scenario})
    wrong += [f"start: {line}" for line in compare(stage, scenario.get("start", {}))]
    for n, step in enumerate(scenario["steps"], 1):
        wrong += [f"step {n}: {line}" for line in play(stage, step)]
    return wrong


def play(stage: Stage, step: dict[str, Any]) -> list[str]:
    before, rolled, stage.events = stage.view, "roll" in step, []
    code = stage.roll(step["roll"]) if rolled else stage.order(step["by"], step["move"])
    wrong = []
    if code != step.get("refused", ""):
        wrong.append(
            f"{step.get('move', step.get('roll'))}: refused {code!r}, expected"
            f" {step.get('refused', '')!r}"
        )
    if code and stage.view != before:
        wrong.append("a refusal changed something")
    if not stage.same_for_all():
        wrong.append("the views differ")
    return wrong + compare(stage, {key: value for key, value in step.items() if key not in STEP})


def compare(stage: Stage, expected: dict[str, Any]) -> list[str]:
    wrong = [f"unknown key {key!r}" for key in expected.keys() - EXPECTED]
    return wrong + [
        f"{key} is {got!r}, expected {expected[key]!r}"
        for key in expected.keys() & EXPECTED
        if (got := actual(stage, key, expected[key])) != expected[key]
    ]


def actual(stage: Stage, key: str, wanted: Any) -> Any:
    """What the game shows under a key. Sets come in the order of
    ``wanted`` where they agree with it.
    """
    view = stage.view
    match key:
        case "remaining":
            return ordered(view.kept)
        case "forfeit":
            return ordered(
                "".join(event.dice for event in stage.events if isinstance(event, Forfeited))
            )
        case "quiet_now":
            return view.quiet
        case "board":
            return view.fen.split()[0]
        case "san":
            return view.moves[-1].san if view.moves else None
        case "legal":
            legal = stage.legal()
            return wanted if sorted(legal) == sorted(wanted) else sorted(legal)
        case "legal_has":
            return [san for san in wanted if san in stage.legal()]
        case "legal_lacks":
            return [san for san in wanted if san not in stage.legal()]
        case _:
            return getattr(view, key)


def main(files: list[str]) -> int:
    failed = total = 0
    for file in files:
        for scenario in json.loads(Path(file).read_text(encoding="utf-8"))["scenarios"]:
            wrong = run(scenario)
            total, failed = total + 1, failed + bool(wrong)
            print(f"{'FAILED' if wrong else 'ok':7}{scenario['id']}  {scenario.get('title', '')}")
            for line in wrong:
                print(f"       {line}")
    print(f"{total - failed} of {total} scenarios pass")
    return 1 if failed or not total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
