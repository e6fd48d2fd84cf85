"""Recognises YES and NO in the answer to a question."""

import re
from collections.abc import Sequence
from typing import Literal

from mail.parse import chat, courtesy, quotes
from mail.parse.quotes import TAGLINE
from mail.parse.vocabulary import VOCABULARY, any_of

WORDS = VOCABULARY["consent"]

YES_WORD = any_of(WORDS["yes"])
AFFIRMS = any_of(WORDS["affirms"])
KIND = any_of(WORDS["kind"])
YES = re.compile(
    rf"(?:{KIND} )*(?:{YES_WORD}|{AFFIRMS})(?:[ ']+(?:{YES_WORD}|{AFFIRMS}|{KIND}))*", re.I
)
"""A clause that means yes."""
LONGEST = 60
"""Maximum length of a clause that may mean yes."""
KINDLY = re.compile(KIND, re.I)
NO_WORD = any_of(WORDS["no"])
NO = re.compile(
    rf"{NO_WORD}(?:\b|(?<=\W)|$)(?! (?:problem|worries|prob|doubt|hay problema|problema|issue))|"
    r"[不別别没沒]|"
    r"(?:this|that|it|i) (?:was|is|did|have) ?n[o']t\b|(?:it|that|"
    r"this) (?:wasn't|isn't)\b|"
    r"i (?:didn't|haven't|never)\b|not me\b|"
    r"(?:das )?(?:war ich|ich war(?: das)?) nicht|"
    r"(?:das )?ist nicht von mir|ce n'(?:est|"
    r"était) pas|ik was het niet|dat was ik niet|"
    r"это (?:был |была )?не я|to nie",
    re.I,
)
"""The beginning of a clause that means no."""
DISOWNS = re.compile(
    r"\b(?:wasn't me|was not me|not me\b|(?:i )?(?:didn't|did not|"
    r"haven't|can't have|couldn't have|"
    r"never) (?:\w+ )?(?:send|sent|write|written|wrote|do|done)|"
    r"nicht von mir|war ich nicht|"
    r"(?:habe|hab) ich (?:das )?(?:nicht|nie) geschrieben|pas moi|"
    r"jamais écrit|no fui yo|"
    r"mai scritto|non sono stat[oa] io|niet van mij|não fui eu|nunca escrevi)\b|不是我",
    re.I,
)
"""Words by which people disown a mail, wherever they are in the answer."""
THUMBS = re.compile("[👍✅✔👌🆗👎❌✖🚫⛔]")


def consent(
    lines: Sequence[str], own: Sequence[str] = (), orders: Sequence[str] = ()
) -> Literal["yes", "no", ""]:
    """Return whether a mail means only yes or only no, and nothing else that may matter.

    ``own`` are the names of its writer. The ``orders`` in question may be repeated.
    """
    heard = [(at, line, False) for at, line in enumerate(lines) if not is_around(line)]
    unknown = courtesy.strange(heard, (), own)
    said = [line for _, line, _ in heard if line in unknown or speaks(line)]
    if any(DISOWNS.search(line.replace("’", "'")) for line in said):
        return "no"
    if any("?" in line or "？" in line for line in said):
        return ""
    known = {courtesy.plain(order) for order in orders}
    clauses = [c for line in said for c in clauses_of(without_name(line, own)) if c not in known]
    if not clauses or len(clauses[0]) > LONGEST:
        return ""
    yes = [clause for clause in clauses if YES.fullmatch(clause)]
    if any(NO.match(clause) for clause in clauses if clause not in yes):
        return "" if yes else "no"
    rest = [
        c
        for c in clauses
        if not (
            c in yes
            or courtesy.is_phrase(c)
            or KINDLY.fullmatch(c)
            or chat.POLITE_IF.fullmatch(c)
            or c == "sorry"
        )
    ]
    first = next(c for c in clauses if c in yes or c in rest) if yes else ""
    clear = yes[:1] == [first] and len(" ".join(rest)) <= LONGEST and all(map(speaks_on, rest))
    return "yes" if yes and (not rest or clear) else ""


def speaks_on(clause: str) -> bool:
    """Return whether a clause behind a yes takes nothing back."""
    return len(clause.split()) > 1 and not chat.halts(clause) and not chat.PLACES.search(clause)


def speaks(line: str) -> bool:
    clauses = [clause for clause in clauses_of(line) if len(clause) <= LONGEST]
    return any(YES.fullmatch(clause) or NO.match(clause) for clause in clauses)


def is_around(line: str) -> bool:
    """Return whether a line is an attribution or added by a program."""
    return quotes.timed_or_addressed(line) or bool(TAGLINE.match(line))


def clauses_of(line: str) -> list[str]:
    """Split a line into clauses. Meaningful emoji become clauses of their own."""
    line = THUMBS.sub(lambda found: f", {found[0]} ,", line)
    found = [(part, THUMBS.search(part)) for part in courtesy.CLAUSE.split(line)]
    return [said for part, one in found if (said := one[0] if one else courtesy.plain(part))]


def without_name(line: str, own: Sequence[str]) -> str:
    """Return a line without its writer's name at the end."""
    words = line.split()
    while len(words) > 1 and words[-1].casefold().strip(" .!,") in own:
        words.pop()
    return " ".join(words)
