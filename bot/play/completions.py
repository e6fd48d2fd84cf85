"""Completions at the prompt, each with its meaning."""

from collections.abc import Iterator, Sequence

from bot.play import asking, question
from bot.play.view import TerminalView
from engine.referee.commands import VERBS, WORDS
from engine.referee.doors import GameView
from renderers import reading
from renderers.reading import looking

OWN = "hint menu picture replay view undo say resign rematch new save quit".split()
REFEREE_WORDS = (*(one.word() for one in looking.LOOKS), *OWN)
DESK_WORDS = tuple(sorted({word.split()[0] for word in VERBS}))
"""Referee commands in every game, offered only after their first letter."""


def reasons_of(people: TerminalView, now: GameView) -> dict[str, str]:
    found = reading.suggestions(people.said, now, question.MANY)
    return {one.order: one.why for one in found}


def of_order(people: TerminalView, now: GameView, text: str) -> Iterator[tuple[str, str]]:
    """Yield the words that may continue an order. Each comes with the reason for the best
    suggestion that it leads to, or with that order.
    """
    head = text.rpartition(" ")[0].lstrip()
    hints = reasons_of(people, now)
    for word in now.menu.complete(text):
        begun = f"{head} {word}".strip().casefold()
        fits = [order for order in hints if f"{order} ".casefold().startswith(f"{begun} ")]
        why = next((hints[order] for order in fits), "")
        yield word, why or next((order for order in fits if order.casefold() != begun), "")


def of_line(people: TerminalView, text: str) -> asking.Completions:
    word, blank, rest = text.lstrip().partition(" ")
    if blank and word in ("view", "history", "menu", "say"):
        known: Sequence[str] = people.sitting.seats if word == "say" else [*people.sitting.homes]
        folded = rest.casefold()
        return [(s, "") for s in known if " " not in rest and s.casefold().startswith(folded)]
    offered = (*REFEREE_WORDS, *DESK_WORDS) if word else REFEREE_WORDS
    own = [
        (one, meaning(people, one))
        for one in dict.fromkeys(offered)
        if not blank and one.startswith(text.casefold())
    ]
    own += of_words(people, text) if blank else []
    now = people.seen.get(people.acting) if people.acting else None
    orders = [*of_order(people, now, text)] if now else []
    return [*orders, *(one for one in own if one[0] not in dict(orders))]


def of_words(people: TerminalView, text: str) -> asking.Completions:
    """Return the second and third words of referee commands: ``gm pause``."""
    *head, last = text.casefold().split(" ")
    keys = [one.key().split() for one in WORDS]
    found = {
        " ".join(key[: len(head) + 1]): key[len(head)]
        for key in keys
        if key[: len(head)] == head and len(key) > len(head) and key[len(head)].startswith(last)
    }
    return [(word, meaning(people, so_far.replace(" ", "-"))) for so_far, word in found.items()]


def meaning(people: TerminalView, word: str) -> str:
    known = (f"terminal-word-{word}", f"look-{word}", f"word-{word}")
    return next((people.said.say(one) for one in known if people.said.knows(one)), "")
