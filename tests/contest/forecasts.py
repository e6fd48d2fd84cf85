"""How well ratings forecast: ``python -m tests.contest.forecasts GAMES SEED``.

Four kinds of players meet at random: steady ones, ones who improve, ones whose form varies from
game to game, and newcomers who come late and play little. Games follow a logistic law; a tenth of
them is drawn. Printed is the log-loss of the forecasts over the second half, for Elo and for our
ratings; lower is better, and a coin has 0.693. ``oracle`` knows the true strengths.
"""

import math
import random
import sys
from collections import defaultdict

from engine.plan import DAY
from engine.referee import ratings
from engine.store.rows import RatedRow

PLAYERS = 300
KINDS = ("steady", "improving", "varying", "newcomer")
STEP = 16
"""Elo's factor K is twice this, as it was before."""
DRAWN = 0.1
SCALE = 400 / math.log(10)


def strength(kind: str, base: float, when: float, rng: random.Random) -> float:
    """Return a player's strength in Elo points at a time from 0 to 1."""
    match kind:
        case "improving":
            return base + 300 * when
        case "varying":
            return base + rng.gauss(0, 150)
    return base


def expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference / SCALE))


def forecast(a: RatedRow, b: RatedRow, at: int) -> float:
    """Return the share that our ratings expect for ``a``."""
    beta = ratings.model().beta
    spread = ratings.drifted(a, at) ** 2 + ratings.drifted(b, at) ** 2 + 2 * beta**2
    return 1 / (1 + math.exp(-(a.mu - b.mu) / math.sqrt(spread)))


def loss(share: float, result: float) -> float:
    return -(result * math.log(share) + (1 - result) * math.log(1 - share))


def run(games: int, seed: int) -> dict[str, dict[str, float]]:
    rng = random.Random(seed)
    kinds = [rng.choice(KINDS) for _ in range(PLAYERS)]
    bases = [rng.gauss(1500, 200) for _ in range(PLAYERS)]
    begins = [rng.uniform(0.4, 0.9) if kind == "newcomer" else 0.0 for kind in kinds]
    weights = [0.25 if kind == "newcomer" else 1.0 for kind in kinds]
    elo = [1500.0] * PLAYERS
    rows = [ratings.newcomer("x", ("d", str(k))) for k in range(PLAYERS)]
    sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for n in range(games):
        when = n / games
        at = int(when * 365 * DAY)
        here = [k for k in range(PLAYERS) if begins[k] <= when]
        a, b = 0, 0
        while a == b:
            a, b = rng.choices(here, [weights[k] for k in here], k=2)
        true = [strength(kinds[k], bases[k], when, rng) for k in (a, b)]
        win = expected(true[0] - true[1])
        result = 0.5 if rng.random() < DRAWN else float(rng.random() < win)
        shares = {
            "elo": expected(elo[a] - elo[b]),
            "ours": forecast(rows[a], rows[b], at),
            "oracle": DRAWN / 2 + (1 - DRAWN) * win,
        }
        for name, share in shares.items() if n >= games // 2 else ():
            for kind in {"all", kinds[a], kinds[b]}:
                sums[kind][name].append(loss(share, result))
        change = 2 * STEP * (result - shares["elo"])
        elo[a], elo[b] = elo[a] + change, elo[b] - change
        ranks = (1, 1) if result == 0.5 else (1, 2) if result else (2, 1)
        rows[a], rows[b] = ratings.after([rows[a], rows[b]], ranks, str(n), at)
    return {
        kind: {name: sum(some) / len(some) for name, some in found.items()}
        for kind, found in sums.items()
    }


def main(games: int, seed: int) -> None:
    for kind, found in sorted(run(games, seed).items()):
        print(f"{kind:10}", " ".join(f"{name} {value:.4f}" for name, value in found.items()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
