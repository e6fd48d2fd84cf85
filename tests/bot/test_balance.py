"""What robots made of each scenario of the house stands at the head of its file."""

import re
from hashlib import sha256
from pathlib import Path

from tests.kit.each import each

GAMES = Path(__file__).parents[2] / "engine" / "games"
FILES = sorted([*GAMES.glob("*/missions/*.toml"), *GAMES.glob("*/scenarios/*.toml")])
LEANS = {"corridor"}
"""The tutorial is to be won by who begins."""
TRIED = "# Tried:"
"""How the line begins that says so."""
RATE = re.compile(r"(\S+) (\d+) % \((\d+) to (\d+)\)")


def fingerprint(text: str) -> str:
    """Return what the line knows a scenario by: eight digits of the hash of all its other lines."""
    kept = "\n".join(line for line in text.splitlines() if not line.startswith(TRIED))
    return sha256(kept.encode()).hexdigest()[:8]


@each("path", FILES)
def test_a_scenario_says_what_robots_made_of_it_as_it_is_now(path: Path) -> None:
    text = path.read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith(TRIED)]
    assert 1 <= len(lines) <= 2
    for line in lines:
        assert line.endswith(f" {fingerprint(text)}"), (
            f"it was changed since: `meanwhile try` it again, and end the line with"
            f" {fingerprint(text)}"
        )
        rates = [(int(rate), int(low), int(high)) for _, rate, low, high in RATE.findall(line)]
        assert len(rates) >= 2, line
        assert all(low <= rate <= high for rate, low, high in rates)
    # Where a second line says what a bonus makes of it, that is what is even.
    if path.stem not in LEANS:
        assert all(40 <= rate <= 60 for rate, _, _ in rates), line
