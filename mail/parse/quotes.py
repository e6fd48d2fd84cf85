"""Finds the lines of a reply that its writer wrote, by quotation marks and attributions.

Quotations, attributions, forms of courtesy and signatures are left out. To keep matching linear, no
regular expression here spans more than a few hundred characters, and none has two adjacent open
ends.
"""

import re
import unicodedata
from typing import Literal

from msgspec import Struct

from mail.parse.vocabulary import VOCABULARY, any_of

WORDS: dict[str, str] = VOCABULARY["quotes"]
WROTE = re.compile(rf"\b{any_of(WORDS['wrote'])}\b|{any_of(WORDS['wrote_in_signs'])}", re.I)
"""Words that announce a quotation: “… wrote:”."""
WROTE_AT_END = re.compile(
    r"(?:写道|寫道|書きました|のメール|작성|썼습니다|написал(?:\(а\))?|wrote)\W*$", re.I
)
"""Such words at the end of a line without a colon."""
FORWARDED = re.compile(rf"{any_of(WORDS['forwarded'])}\W*$", re.I)
"""A whole line above a forwarded mail."""
KEYS = frozenset(WORDS["keys"].split())
"""Names of headers such as From, Sent, To and Subject, as programs print them above a quotation."""
GREETING = re.compile(
    rf"{any_of(WORDS['greeting'])}(?: {any_of(WORDS['greeted'])}){{0,2}}[,.! ]*$", re.I
)
"""A whole line with only a greeting."""
CLOSING = re.compile(rf"{any_of(WORDS['closing'])}[,.! ]*$", re.I)
"""A whole line with only thanks or a farewell."""
TAGLINE = re.compile(
    rf"{any_of(WORDS['sent'])}\b.{{0,160}}{any_of(WORDS['device'])}.{{0,160}}$|"
    rf"{any_of(WORDS['tagline'])}",
    re.I,
)
"""A line that programs add at the end, naming the device or product."""


MARK = "##- reply above this line with your orders -##"
"""The first line of every mail from the referee, the same in all languages.

Replies are cut at it.
"""

LINES = 2_000
"""Maximum number of lines that are read."""
WIDTH = 1_000
"""Maximum number of characters of a line that are read."""
TYPED = 12_000
"""Maximum number of characters that a player may have written: sixty orders of 200."""
WRITTEN = 250
"""Maximum number of lines that a player may have written."""
ATTEMPTS = 300
"""Maximum number of lines that are examined as possible attributions."""
ATTRIBUTION = 360
"""Maximum length of an attribution, in characters."""

MARKED = re.compile(r"##-\s?reply above this line", re.I)
QUOTE = re.compile(r"\s{0,3}(?:[>|]|[^\W\d_]{1,3}>(?:\s|$))")
SIGNATURE = re.compile(r"\s?--\s*$")
RULE = re.compile(r"\s{0,4}(?:-{3,}\s?[^\s-].{0,200}-{3,}|_{20,}|-{20,}|={20,}|\*{20,})\s{0,4}$")
END = re.compile(r"(?:end|signoff|quit)\W*$", re.I)

# An attribution has a time or an address, and ends in a colon or a word for “wrote”.
TIME = re.compile(r"\b(?:19|20)\d\d\b|\d{1,2}[:.h]\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d年")
ADDRESS = re.compile(r"[^\s<>()@]{1,80}@[^\s<>()@]+")
LAST = re.compile(r"[:：]\s*[-*>\s]*$")
GLUED = re.compile(r"([^:]{0,200}(?::[^:]{1,200}){0,3}:)[ \t\xa0]{2,8}(?=\S)")
NOVELL = re.compile(r">{3} .{3,200} >{3}\s*$")
"""GroupWise's attribution."""
KEY = re.compile(r"\W{0,6}([^\W\d][^:：<>@\d]{0,24}?)\s{0,2}\*?\s?[:：]")

CAPITAL = r"[^\W\d_a-zа-яα-ω][^\W\d_]*\.?"
NAME = re.compile(
    rf"{CAPITAL}(?:[ '’-](?:(?:de|da|di|van|von|der|den|la|le) ){{0,2}}{CAPITAL}){{0,3}}$"
)
CONTACT = re.compile(r"https?:|www\.|@|\+?\d[\d /()-]{6,}\d")

BUTTON = re.compile(r" ?<mailto:[^<>\s]{1,300}\?[^<>\s]{1,600}>", re.I)
"""The address of a button of ours, which programs put behind its words."""
INVISIBLE = dict.fromkeys(
    [
        0xAD,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2065),
        *range(0x2066, 0x206A),
        0xFEFF,
        0xFFFC,
        0xFDFA,
        0xFDFB,
    ]
)
"""Invisible control characters: soft hyphens, joiners, direction and byte order marks.

And two ligatures that stand for up to eighteen characters, which would multiply the work.
"""
PUNCTUATION = str.maketrans("‐‑‒–—−‘’‚′“”„", "-" * 6 + "'" * 4 + '"' * 3) | INVISIBLE
BULLET = re.compile(r"[*•·◦▪‣]\s+")
BOLD = re.compile(r"([*_])([^*_]+)\1$")


class Written(Struct, frozen=True):
    """The writer's text. ``lines`` may be orders. ``aside`` are greetings, thanks, names and
    taglines.
    """

    lines: tuple[str, ...]
    aside: tuple[str, ...]


def clean(line: str) -> str:
    """Return a line with typographic characters, which phones insert, replaced by plain ones. The
    result is one line of printable characters.
    """
    if not line.isascii():
        line = unicodedata.normalize("NFKC", line[:WIDTH].translate(INVISIBLE))
        line = line[:WIDTH].translate(PUNCTUATION)
    if not line.isprintable():
        line = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in line)
    line = " ".join(line[:WIDTH].split())
    line = BULLET.sub("", line, count=1) if BULLET.match(line) else line
    bold = BOLD.match(line)
    return bold[2].strip() if bold else line


def written(text: str) -> Written:
    """Return the writer's own text, wherever it is in the reply."""
    return QuoteReader(lines_of(text)).read()


def lines_of(text: str) -> list[str]:
    """Return the lines of a reply. Phones may put an attribution and the quotation on one line,
    which is split here.
    """
    out: list[str] = []
    for line in BUTTON.sub("", text).split("\n", LINES)[:LINES]:
        glued = GLUED.match(line[:ATTRIBUTION])
        if glued and addressed(glued[1]) and TIME.search(glued[1]):
            out += [glued[1], line[glued.end() :]]
        else:
            out.append(line)
    return out[:LINES]


def addressed(text: str) -> bool:
    return "@" in text and bool(ADDRESS.search(text))


def timed_or_addressed(text: str) -> bool:
    return bool(TIME.search(text)) or addressed(text)


class QuoteReader:
    def __init__(self, lines: list[str]):
        self.lines = [line[:WIDTH].translate(INVISIBLE) for line in lines]
        self.attempts = ATTEMPTS

    def read(self) -> Written:
        lines, aside = sorted_out([line for _, line in self.own()])
        return Written(tuple(lines), tuple(aside))

    def own(self) -> list[tuple[int, str]]:
        """Return the writer's own lines, cleaned, with their line numbers."""
        own: list[tuple[int, str]] = []
        at = 0
        while at < len(self.lines) and len(own) < WRITTEN:
            step = self.skipped(at)
            if step is None:
                break
            if step:
                at += step
                continue
            line = clean(self.lines[at])
            if END.match(line):
                break
            if line:
                own.append((at, line))
            at += 1
        return own

    def skipped(self, at: int) -> int | None:
        """Return the number of lines to skip here; ``None`` means all the rest."""
        line = self.lines[at]
        if NOVELL.match(line) and timed_or_addressed(line):
            return None
        if QUOTE.match(line):
            return 1
        if (
            MARKED.search(line)
            or RULE.match(line)
            or FORWARDED.match(line[:WIDTH].strip())
            or self.headers(at)
        ):
            return None
        if SIGNATURE.match(line):
            end = self.next_quotation(at + 1)
            return None if end is None else end - at
        count = self.attribution(at)
        if not count:
            return 0
        follows = self.next_line(at + count)
        return count if follows is not None and QUOTE.match(self.lines[follows]) else None

    def next_line(self, at: int) -> int | None:
        return next(
            (i for i in range(at, min(at + 20, len(self.lines))) if self.lines[i].strip()), None
        )

    def next_quotation(self, at: int) -> int | None:
        for i in range(at, len(self.lines)):
            if QUOTE.match(self.lines[i]) or MARKED.search(self.lines[i]) or self.attribution(i):
                return i
        return None

    def attribution(self, at: int) -> int:
        """Return the number of lines in the attribution that begins here, from 0 to 3."""
        if self.attempts <= 0 or not timed_or_addressed(self.lines[at][:ATTRIBUTION]):
            return 0
        self.attempts -= 1
        said = ""
        for count in (1, 2, 3):
            if at + count > len(self.lines):
                return 0
            line = self.lines[at + count - 1].strip()
            if not line or QUOTE.match(line) or len(said) + len(line) > ATTRIBUTION:
                return 0
            said = f"{said} {line}".strip()
            if self.says_who(said, at + count):
                # The line above an attribution may be an order with a date. If the lines below
                # suffice as an attribution, that line is not part of it.
                below = " ".join(part.strip() for part in self.lines[at + 1 : at + count])
                return 0 if TIME.search(below) and self.says_who(below, at + count) else count
        return 0

    def says_who(self, said: str, after: int) -> bool:
        """Return whether these words announce a quotation. If the language is unknown, the next
        line decides.
        """
        colon, time, address = LAST.search(said), bool(TIME.search(said)), addressed(said)
        if not colon:
            return bool(WROTE_AT_END.search(said)) and (time or address)
        if WROTE.search(said) or (time and address):
            return time or address
        follows = self.next_line(after)
        return follows is not None and bool(
            QUOTE.match(self.lines[follows]) or MARKED.search(self.lines[follows])
        )

    def headers(self, at: int) -> bool:
        """Return whether the headers of a quoted mail begin here. It takes two known ones, or four
        in any language, with an address or a time among them.
        """
        first = KEY.match(self.lines[at][:80])
        if first is None or not self.lines[at][first.end(1) :].strip(" *:：") or self.attempts <= 0:
            return False
        self.attempts -= 1
        found = known = 0
        evidence = False
        for line in self.lines[at : at + 8]:
            key = KEY.match(line[:80])
            if key is None:
                # A long value continues on the next line, but not before the first key.
                if not found or not line.strip() or found > 3:
                    break
                if not line[:1].isspace() and not addressed(line[:200]):
                    break
                continue
            found += 1
            words = key[1].casefold().split()
            known += words[0] in KEYS or key[1].casefold() in KEYS
            evidence = evidence or timed_or_addressed(line[:200])
        return evidence and (known >= 2 or found >= 4)


def sorted_out(lines: list[str]) -> tuple[list[str], list[str]]:
    """Split lines into possible orders, and courtesy: greetings, thanks, names and taglines."""
    kept: list[str] = []
    aside: list[str] = []
    closing = False
    for line in lines:
        closed = bool(CLOSING.match(line))
        polite = closed or GREETING.match(line) or TAGLINE.match(line[:300])
        if polite or (closing and (NAME.match(line) or CONTACT.search(line))):
            aside.append(line)
        else:
            kept.append(line)
            closing = False
        closing = closing or closed
    return kept, aside


What = Literal["order", "word", "tried", "near", ""]
"""The class of a line.

It is an order that is possible now, a command, the beginning of an order, nearly an order, or
anything else.
"""
Fate = Literal[
    "", "own", "aside", "quoted", "typed", "edge", "beside", "below", "marked", "question"
]
"""The fate of a line.

A ``typed`` line is part of our own text, but was typed anyway. The last five make an order
doubtful. ``edge`` may be the beginning or the end of a text of ours. ``beside`` is below a
quotation without marks. ``below`` is below an attribution without a quotation. ``marked`` is in
somebody else's quotation. ``question`` is next to a question.
"""
DOUBTFUL = frozenset[Fate](["edge", "beside", "below", "marked", "question"])


class ReplyLine(Struct, kw_only=True):
    """A line of a reply. Its words are those from ``first`` to before ``end`` in the stream of all
    words.
    """

    at: int  # line number
    text: str
    depth: int  # of quotation
    first: int
    end: int
    sent: int = 0  # number of its words that belong to a run of ours
    fate: Fate = ""
    what: What | None = None
    unread: bool = False  # the work for this mail was spent before this line
    spelt: str = ""  # the order in it, as it is read


class OwnLines(Struct, frozen=True, kw_only=True):
    """The writer's lines, sorted."""

    own: tuple[str, ...]  # read as orders
    aside: tuple[str, ...]  # courtesy, and everything below the last order
    doubtful: tuple[str, ...]  # orders to ask about, never played and never dropped
    strange: tuple[str, ...] = ()  # words that may withdraw the orders or add a condition
    # if there are strange words: ``own`` and the orders that the words make doubtful
    meant: tuple[str, ...] = ()
    whole: bool = True  # no line was left out
