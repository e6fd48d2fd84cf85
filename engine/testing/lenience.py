"""The law that legal orders are understood as people write them."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from engine.lenient import LONGEST, MOST_PIECES, NUMBERS, parts_of
from engine.menu import Menu, Refused
from engine.slots import Reader, Text

GAP = re.compile(r"(?<=\w)[-_,/. ](?=\w)")
"""The gaps in an order that people write in other ways."""
LETTERS = re.compile(r"(?<!\S)[A-Z](?: [A-Z](?!\S))+")
DIGIT = re.compile(r"\b[0-9]\b")
POLITE = ("Please {}.", "{}, please", "1. {}", "2) {} :)", "{}, thanks!", "- {} 👍")
SCRIPTS = [str.maketrans("0123456789", script) for script in ("٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９")]
WORDS = list(NUMBERS)
FILLED = (("",), ("", "at ", "to the "))


def loosened(text: str) -> Iterator[str]:
    """Yield a legal order as people write it, twice: each time some of the rules change it."""
    rng = random.Random(text)

    def apart(text: str) -> str:
        return GAP.sub(lambda _: rng.choice((" ", ", ", "/", "-", ".", " - ")), text)

    def filled(text: str) -> str:
        first, *rest = text.split(" ")
        return " ".join([first, *(rng.choice(FILLED[len(word) > 1]) + word for word in rest)])

    rules: list[Callable[[str], str]] = [
        lambda text: DIGIT.sub(lambda found: WORDS[int(found[0])], text),
        lambda text: text.translate(rng.choice(SCRIPTS)),
        lambda text: LETTERS.sub(lambda found: found[0].replace(" ", ""), text),
        filled,
        apart,
        lambda text: rng.choice(POLITE).format(text),
    ]
    for _ in range(2):
        loose = text
        for rule in rules:
            loose = rule(loose) if rng.random() < 0.5 else loose
        yield loose


def read_loosely(menu: Menu, order: Any, text: str) -> None:
    """Assert that a legal order is understood as people write it. If it can also mean another
    order, it is refused, and both are named.

    Free text and very long orders are not read leniently.
    """
    choice = next(choice for choice in menu.choices if type(order) is choice.order)
    long = len(text) > LONGEST // 2 or len(parts_of(text)) > MOST_PIECES // 2
    if long or any(isinstance(slot, Text) for slot in choice.slots.values()):
        return
    for loose in loosened(text):
        if menu.exact(Reader(loose)) is not None:
            continue
        try:
            read = menu.parse(loose)
        except Refused as refused:
            meant = refused.refusal.meant
            named = text in meant and len(meant) > 1
            assert named, f"{loose!r} is refused, not read as {text!r}"
        else:
            assert read == order, f"{loose!r} is read as another order than {text!r}"
