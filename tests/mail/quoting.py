"""Ways in which programs quote a mail, and a made-up game that knows what an order is."""

import re
from collections.abc import Callable, Iterator
from textwrap import TextWrapper

from msgspec import Struct

from mail.parse.quotes import OwnLines, What
from mail.parse.runs import runs_of
from mail.parse.subtract import said_in
from tests.kit.data import beside

DATA = beside(__file__)

EXAMPLES = ["bomb ann 0 0", "pass", "withdraw", "bomb bob 1 2", "bomb bob 2 2", "bomb ann 0 2"]
REPORT: str = DATA["report"]
CARD = DATA["card"]
"""A report as a card: what is asked stands first, examples are lines."""
ORDER = re.compile(r"(?:bomb (?:ann|bob) \d \d|pass|withdraw)$", re.I)
OURS = ["Referee", "referee@play.example", "referee+"]
RUNS = runs_of(REPORT)


def what(line: str) -> What:
    if ORDER.match(line):
        return "order"
    first, *rest = line.split()
    if first.casefold() in ("bomb", "withdraw") and rest:
        return "tried"
    if first.casefold() in ("help", "status", "say"):
        return "word"
    return "near" if first.casefold() in ("bmob", "bom", "pas") else ""


def said(text: str, *, known: bool = True) -> OwnLines:
    return said_in(text, RUNS if known else None, OURS, what)


def orders(lines: tuple[str, ...]) -> list[str]:
    return [line.casefold() for line in lines if what(line) == "order"]


def rewrapped(lines: list[str], width: int, mark: str) -> list[str]:
    """What a program makes that marks first and wraps then: what is over has no mark."""
    return [
        part
        for line in lines
        for part in (
            TextWrapper(width, break_on_hyphens=False, break_long_words=False).wrap(mark + line)
            or [mark]
        )
    ]


Quoting = Callable[[list[str]], list[str]]


def wrapping(width: int, mark: str) -> Quoting:
    return lambda lines: rewrapped(lines, width, mark)


QUOTINGS: dict[str, Quoting] = {
    "marked": lambda lines: ["> " + x for x in lines],
    "marked, no blank": lambda lines: [">" + x for x in lines],
    "bar": lambda lines: ["| " + x for x in lines],
    "deep": lambda lines: [">> > " + x for x in lines],
    "supercite": lambda lines: ["   Ref> " + x for x in lines],
    **{f"marked, rewrapped at {w}": wrapping(w, "> ") for w in (40, 58, 66, 72, 76)},
    "not marked": lambda lines: lines,
    **{f"not marked, rewrapped at {w}": wrapping(w, "") for w in (40, 66, 76)},
    "bullets changed": lambda lines: [x.replace("* ", "  • ") for x in lines],
    "bullets gone": lambda lines: [x.removeprefix("* ") for x in lines],
    "bold and links": lambda lines: [
        x.replace("HELP", "*HELP*<https://x.example/help>") for x in lines
    ],
    "blank lines doubled": lambda lines: [y for x in lines for y in (x, "")],
    "no-break blanks": lambda lines: [x.replace(" ", "\u00a0") for x in lines],
    "typography": lambda lines: [
        x.replace("'", "’").replace("–", "—").replace("...", "…") for x in lines
    ],
    "a line a paragraph": lambda lines: (
        re.sub(r"\n(?!\n)", " ", "\n".join(lines)).replace("  ", "\n").split("\n")
    ),
    "letters lost": lambda lines: [x.encode("ascii", "replace").decode() for x in lines],
    "picture in words": lambda lines: ["[image: board]" if ". ." in x else x for x in lines],
    "tabs": lambda lines: ["\t" + x for x in lines],
}
FOOTERS = DATA["footers"]
"""What people and programs write below an order every day."""
ANNOUNCED = DATA["announced"]
TYPED = DATA["typed"]
WANTED = {typed: list(lines) for typed, lines in DATA["wanted"].items()}


class Placed(Struct, frozen=True):
    """A reply: how the report is quoted, where the writer typed, what they typed, and the text."""

    quoting: str
    announced: str
    where: str
    typed: str
    text: str


def replies(quoting: str) -> Iterator[Placed]:
    report, quote = REPORT.splitlines(), QUOTINGS[quoting]
    cuts = {"above the board": 13, "below the board": 20, "below the examples": 23}
    for announced, said in ANNOUNCED.items():
        top = said.split("\n")
        for name, typed in TYPED.items():
            texts = {
                "top": [*typed, "", *top, *quote(report)],
                "bottom": [*top, *quote(report), "", *typed, ""],
                "top, cut down": [
                    *typed, "", *top, *quote([x for x in report if "for example" in x])
                ],
            }  # fmt: skip
            for where, cut in cuts.items():
                texts[where] = [*top, *quote(report[:cut]), "", *typed, "", *quote(report[cut:])]
            for where, lines in texts.items():
                yield Placed(quoting, announced, where, name, "\n".join(lines))
