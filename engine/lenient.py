"""Lenient reading: the orders that a text can mean although it spells none.

A text is cut into pieces: words, numbers and signs. Punctuation between them doesn't count. They
are compared with the words that fit, which slots note while they read, so the slots of any game can
be read like this. Misspelled words are left to ``engine.guesses``.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from msgspec import Struct

from engine.guesses import ReadableChoice, harms
from engine.slots import Miss, PathSlot, Reader, Slot, Text

LONGEST, MOST_PIECES = 400, 48
"""Maximum length of a text that is read leniently, in characters and in pieces."""
TRIES = 150
"""Maximum number of times that slots are read for one text, counted with the words tried."""
WIDE_GAP = re.compile(r"(?:[ \u00a0]{2}|\t)[ \u00a0\t]*")
"""The gap between a suggestion and its reason."""
DOUBT = frozenset(
    "? actually cancel don dont ignore instead kidding maybe meant mean oops scratch sorry wait"
    " wrong".split()
)
NEXT = frozenset("and but no nor not or then".split())
"""Words that no reason has, and words with which none begins."""
PER_WORK = 8
"""Number of choices whose reading counts as one in the budget of ``effort``."""
REMEMBERED = 64
"""Maximum number of texts whose meanings a menu remembers."""
OPTIONS = 10
"""Number of words whose comparison costs as much as reading a slot."""
GIVING_UP = ("resign", "withdraw", "surrender", "concede")
"""Words for leaving a game. One that the game doesn't have means the one that it has."""
SLIPPED = 3
"""Minimum length of a misspelled first word."""
MOST_FILLERS = 3
"""The maximum number of fillers before a part of an order."""
COURTESY = frozenset(
    "please pls plz thanks thx cheers bitte danke merci stp svp gracias grazie graag bedankt"
    " dankjewel alsjeblieft obrigado obrigada prego 請 请 謝謝 谢谢".split()
)
FILLERS = COURTESY | frozenset(
    "at on onto to in into the square hex cell facing door unit player gun guns marine"
    " and und et y auf nach die den das op naar sur en le la les el los las al su il alle"
    " comma komma coma virgule virgola vírgula slash dash".split()
)
"""Words that count only if they are the words of an order."""
NUMBERS = {
    word: str(n)
    for words in (
        "zero one two three four five six seven eight nine ten",
        "null eins zwei drei vier fünf sechs sieben acht neun zehn",
        "zéro un deux trois quatre cinq six sept huit neuf dix",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez",
        "zero uno due tre quattro cinque sei sette otto nove dieci",
        "nul een twee drie vier vijf zes zeven acht negen tien",
        "zero um dois três quatro cinco seis sete oito nove dez",
        "零 一 二 三 四 五 六 七 八 九 十",
    )
    for n, word in enumerate(words.split())
}
SMILE = re.compile(
    "[\U0001f600-\U0001f640\U0001f642-\U0001f644\U0001f646-\U0001f64c\U0001f64f\U0001f3fb-\U0001f3ff"
    "\U0001f44b-\U0001f44d\U0001f44f\U0001f389\U0001f38a\U0001f3af\U0001f4a3\U0001f4a5\U0001f525"
    "\U0001f680\u263a\u2705\u200d]|(?<!\\S)[:;=]-?[)DPp](?!\\S)"
)
"""Smileys that agree with a text. Others may mean the opposite."""
WARD = re.compile("(?<=.{3})wards?$")
"""The ending of directions: a unit that moves ``backward`` moves ``back``."""
UNSEEN = dict.fromkeys(map(ord, "\ufe0f\u20e3"))
LINK = re.compile(r"(?<=\S)<(?:https?:|mailto:|tel:)[^<>\s]*>")
"""The address that mail programs add to a word that looks like one."""
AXES = re.compile(r"\bx ?[=:]? ?(\d+)\W+y ?[=:]? ?(?=\d)", re.I)
"""The names of the axes before two coordinates."""
LOOKALIKE = re.compile(r"(?<=\d[ ,])[Ol](?!\S)|(?<!\S)[Ol](?=[ ,]\d)")
"""A letter that was written for a digit, beside a number."""
LIST_MARK = re.compile(r"\s*(?:[-*•–·]\s+|\(?\d{1,2}[.)]\s*(?=[^\W\d]))")
DROPPED = re.compile(r"(?<=[^\W\d_])['’]s(?!\w)|(?<!\S)@(?=\w)|(?<=\bthank) you\b", re.I)
"""The ends of ``Bob's`` and ``thank you``, and the sign before ``@bob``."""
ODD = re.compile(r"[\uff01-\uff5e\u3000\u2212]|(?![0-9])\d")
PIECE = re.compile(
    rf"[^\W\d_]+|\d+|(?<!\S)(?:-(?=\d|(?:{'|'.join(NUMBERS)})\b)|!)|[^\s,./()_:;'\"‘’“”„«»\[\]!–—、。「」-]",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """Return a text with letters and digits of other widths and scripts in their plain form."""
    return text if text.isascii() else ODD.sub(plain_character, text.translate(UNSEEN))


def plain_character(found: re.Match[str]) -> str:
    """Return one such character in its plain form."""
    character = "-" if found[0] == "\u2212" else unicodedata.normalize("NFKC", found[0])
    return str(unicodedata.decimal(character, character))


@lru_cache(maxsize=20_000)
def parts_of(word: str) -> tuple[str, ...]:
    """Return the pieces of a word of an order: ``("art", "1")`` for ``ART-1``."""
    return tuple(PIECE.findall(plain(word).casefold()))


class Effort:
    """The work that loose readings may still do: about one for each slot that is read."""

    def __init__(self, left: int):
        self.left = left


EFFORT: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def effort(most: int) -> Iterator[None]:
    """Limit the work of loose readings in this block. Beyond it no text is read loosely."""
    token = EFFORT.set(Effort(most))
    try:
        yield
    finally:
        EFFORT.reset(token)


def spend(work: int) -> None:
    """Take this much from the work of the enclosing ``effort``, if there is one."""
    if (budget := EFFORT.get()) is not None:
        budget.left -= work


def is_spent() -> bool:
    """Return whether texts may no longer be read loosely."""
    return (budget := EFFORT.get()) is not None and budget.left <= 0


class Meant(Struct, frozen=True):
    """An order that a text can mean."""

    choice: Any
    order: Any
    begun: bool = False  # a name in the text is only begun
    sure: bool = False  # with the mark after an order that a player may regret


def without_reason(text: str, verbs: frozenset[str]) -> str:
    """Return the order of a suggestion that was copied with its reason, or "". No reason begins
    with one of the ``verbs``, the first words of orders.
    """
    order, *why = WIDE_GAP.split(text[: LONGEST + 1].rstrip(), maxsplit=1)
    words = PIECE.findall(why[0].casefold()) if why and len(text) <= LONGEST else []
    said = any(word.isalpha() and len(word) > 1 for word in words)
    doubted = DOUBT.intersection(words) or (verbs | NEXT).intersection(words[:1])
    return order if said and not doubted else ""


def respelt(text: str, verbs: Set[str]) -> str:
    """Return an order whose first word differs in one letter from only one of the ``verbs``, with
    that verb, or "". A single word is left alone, and so are short ones: they mean too much else.
    Words for giving up are exchanged for the game's own.
    """
    first, _, rest = text.strip().partition(" ")
    said = first.strip(":,.!").casefold()
    if said in GIVING_UP and said not in verbs:
        own = next((word for word in GIVING_UP if word in verbs), "")
        return f"{own} {rest}".rstrip() if own else ""
    if not rest or len(said) < SLIPPED or said in verbs or len(text) > LONGEST:
        return ""
    near = slipped(said, frozenset(verbs))
    return f"{near} {rest}" if near else ""


@lru_cache(maxsize=2_000)
def slipped(said: str, verbs: frozenset[str]) -> str:
    """Return the only one of the verbs that differs from a word by one slip, or ""."""
    near = [verb for verb in verbs if verb.isalpha() and slips(said, verb)]
    return near[0] if len(near) == 1 else ""


def slips(said: str, verb: str) -> bool:
    """Return whether one slip makes a word of another: a letter too many, too few, wrong, or two
    exchanged. ``moved`` is no slip, but a tale.
    """
    if abs(len(said) - len(verb)) > 1 or len(verb) < 3 or said == f"{verb}d":
        return False
    same = next(
        (k for k, (a, b) in enumerate(zip(said, verb, strict=False)) if a != b),
        min(len(said), len(verb)),
    )
    rests = (
        (said[same + 1 :], verb[same:]),
        (said[same:], verb[same + 1 :]),
        (said[same + 1 :], verb[same + 1 :]),
        (said[same + 1 : same + 2] + said[same : same + 1] + said[same + 2 :], verb[same:]),
    )
    return any(a == b for a, b in rests)


def orders_meant(choices: Sequence[ReadableChoice], text: str) -> dict[str, Meant]:
    """Return the orders that a text can mean, by their canonical spelling. Names that are only
    begun count if there is no order with whole names, and never for an order that harms its own
    side.
    """
    if len(text) > LONGEST or is_spent():
        return {}
    walk = Walk(text)
    if not 0 < len(walk.pieces) <= MOST_PIECES:
        return {}
    try:
        return walk.meant(choices)
    finally:
        spend(walk.work + 1)


def in_plain_words(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield a text in the spelling of orders: without fillers, with digits for number words. With
    it come the words that were written for each of its words.
    """
    walk = Walk(text[:LONGEST])
    if not 0 < len(walk.pieces) <= MOST_PIECES or is_spent():
        return
    for words, ends in walk.spellings(0)[1::-1]:
        kept, written = list[str](), list[str]()
        for word, begin, end in zip(words, (0, *ends), ends, strict=False):
            piece = walk.piece(begin)
            if piece not in COURTESY and not (begin and piece in FILLERS):
                kept.append(word)
                written.append(walk.text[walk.spans[begin][0] : walk.spans[end - 1][1]])
        yield " ".join(kept), written


Way = tuple[list[str], list[int]]
"""Words, and the piece after each of them (0: the word ends inside a piece)."""


def add(words: list[str], ends: list[int], word: str, end: int, glue: str | None) -> None:
    """Add a word, or join it to the last one with ``glue``."""
    if glue is None or not words:
        words.append(word)
        ends.append(end)
    else:
        words[-1] += glue + word
        ends[-1] = end


class Walk:
    """The pieces of a text, and the comparison of choices with them."""

    def __init__(self, text: str):
        text = DROPPED.sub("", SMILE.sub(" ", LINK.sub("", AXES.sub(r"\1 ", plain(text)))))
        text = LOOKALIKE.sub(lambda found: "0" if found[0] == "O" else "1", text)
        self.text = text = LIST_MARK.sub("", text, count=1) if LIST_MARK.match(text) else text
        self.spans = [match.span() for match in PIECE.finditer(text)]
        self.pieces = [text[start:end].casefold() for start, end in self.spans]
        self.left, self.ways, self.work = TRIES, dict[int, list[Way]](), 0
        self.whole = True  # slots read whole words; otherwise words are compared piece by piece
        self.sure = text.rstrip().endswith("!") and self.piece(-1) not in COURTESY

    def meant(self, choices: Sequence[ReadableChoice]) -> dict[str, Meant]:
        """Return the orders that the pieces can mean, by their canonical spelling."""
        found: dict[bool, dict[str, Meant]] = {False: {}, True: {}}
        for self.whole in (True, False):
            self.left = TRIES
            for choice in choices:
                for order, begun in self.orders(choice):
                    found[begun][choice.write(order)] = Meant(choice, order, begun, self.sure)
            if self.left < 0:
                return {}
            if found[False]:
                return found[False]
        fair = {
            spelling: one
            for spelling, one in found[True].items()
            if not harms(one.choice, one.order)
        }
        return fair if len(fair) > 1 or len(fair) == len(found[True]) else {}

    def piece(self, at: int) -> str:
        return self.pieces[at] if at < len(self.pieces) else ""

    def orders(self, choice: ReadableChoice) -> Iterator[tuple[Any, bool]]:
        """Yield the orders of a choice that the pieces can mean, and whether a name is only
        begun.
        """
        start = 0
        while self.piece(start) in COURTESY and self.piece(start) != choice.places[0][0]:
            start += 1
        yield from self.rest(choice, 0, {}, start)

    def rest(
        self,
        choice: ReadableChoice,
        place: int,
        got: dict[str, Any],
        at: int,
        *,
        begun: bool = False,
    ) -> Iterator[tuple[Any, bool]]:
        """Yield the orders whose parts from ``place`` on are the pieces from ``at`` on."""
        if place == len(choice.places):
            if COURTESY.issuperset(self.pieces[at:]):
                yield choice.order(**got), begun
            return
        word, name, following = choice.places[place]
        if name is not None:
            slot = choice.slot(name, got)
            named = place > 0 and self.piece(at) == name and self.piece(at + 1) != ""
            found = [] if named and isinstance(slot, Text) else self.values(slot, at, following)
            if named and all(after == at for _, after, _ in found):  # ``twist -1`` has it itself
                found = self.values(slot, at + 1, following)
            for value, after, half in found:
                more = {**got, name: value}
                yield from self.rest(choice, place + 1, more, after, begun=begun or half)
            return
        for start in self.starts(at) if place else (at,):
            if (fits := self.match(word, start)) and not fits[1]:
                yield from self.rest(choice, place + 1, got, fits[0], begun=begun)
                return

    def starts(self, at: int) -> Iterator[int]:
        """Yield the pieces where the next part may begin: here, or after a few fillers."""
        yield at
        for after in range(at + 1, at + MOST_FILLERS + 1):
            if self.piece(after - 1) not in FILLERS or self.ranges(after - 1):
                return
            yield after

    def ranges(self, at: int) -> bool:
        """Return whether a piece is the word of a range such as ``3 to 5``. No order has a range,
        and a dictated ``to`` may be a two.
        """
        if self.piece(at) != "to" or not at or self.touches(at - 1):
            return False
        beside = (self.piece(at - 1), self.piece(at + 1))
        return all(one.isdigit() or one in NUMBERS for one in beside)

    def match(self, word: str, at: int) -> tuple[int, bool] | None:
        """Return the piece after those that spell a word of an order, and whether they only begin
        it. Return ``None`` if they don't.
        """
        parts, first = parts_of(word), at
        for n, part in enumerate(parts):
            while n and self.piece(at) != part and self.piece(at) in FILLERS:
                at += 1
            piece = self.piece(at)
            if part not in (piece, NUMBERS.get(piece), WARD.sub("", piece)):
                after = at + (bool(piece) and part.startswith(piece))
                begun = not self.touches(after) and FILLERS.isdisjoint(self.pieces[first:after])
                if after > first and begun and all(each.isalpha() for each in parts[n:]):
                    return after, True
                return None
            at += 1
        return (at, False) if parts else None

    def touches(self, at: int) -> bool:
        """Return whether a piece follows the one before it without a gap."""
        return 0 < at < len(self.spans) and self.spans[at - 1][1] == self.spans[at][0]

    def values(self, slot: Slot, at: int, following: str) -> list[tuple[Any, int, bool]]:
        """Return the values of a slot that the pieces from ``at`` on can mean, each with the piece
        after it. Fillers are skipped only if they are no values.
        """
        found: dict[tuple[str, int], tuple[Any, int, bool]] = {}
        for start in self.starts(at) if not isinstance(slot, Text) else ():
            whole = self.whole
            for way in self.spellings(start):
                for value, after, count in self.read_slot(slot, way, following):
                    found.setdefault((repr(value), after), (value, after, False))
                    whole = whole or (count > 1 and isinstance(slot, PathSlot))
            for value, after, begun in self.spelled(slot, start) if not whole else ():
                if after > start or start == at:
                    found.setdefault((repr(value), after), (value, after, begun))
            if any(after > start for _, after, _ in found.values()):
                break
        return list(found.values())

    def spellings(self, start: int) -> list[Way]:
        """Return ways to write the pieces from ``start`` on.

        They are as written, split at all punctuation (but with a letter joined to the number after
        it), and split into letters.
        """
        if start in self.ways:
            return self.ways[start]
        written, joined, letters = list[str](), list[str](), list[str]()
        ends: tuple[list[int], list[int], list[int]] = ([], [], [])
        stop = 0
        for k, (begin, end) in enumerate(self.spans[start:], start + 1):
            word = NUMBERS.get(self.pieces[k - 1], self.text[begin:end])
            gap, stop = self.text[stop:begin] if written else " ", end
            pair = word.isdigit() and bool(joined) and len(joined[-1]) == 1 and joined[-1].isalpha()
            add(written, ends[0], word, k, None if re.search(r"\s", gap) else gap)
            add(joined, ends[1], word, k, "" if pair or not gap else None)
            split = list(word) if word.isalpha() else [word]
            letters += split
            ends[2].extend([0] * (len(split) - 1) + [k])
        self.ways[start] = [*zip((written, joined, letters), ends, strict=True)]
        return self.ways[start]

    def read_slot(
        self, slot: Slot, way: Way, following: str = "", before: tuple[str, ...] = ()
    ) -> Iterator[tuple[Any, int, int]]:
        """Yield the value that a slot reads from words, the piece after it and the number of words.
        The words ``before`` them belong to it.
        """
        words, ends = way
        self.left -= 1
        self.work += 1
        if self.left < 0 or not words:
            return
        fixed = parts_of(following)
        end = next((k for k, word in enumerate(words) if parts_of(word) == fixed), len(words))
        with suppress(Miss):
            value, i = slot.read(Reader(" ".join((*before, *words))), 0, len(before) + end)
            last = i - len(before) - 1
            if 0 <= last < len(words) and ends[last]:
                yield value, ends[last], last + 1
            elif 0 <= last < len(words):  # it ended inside a piece, which belongs to other slots
                cut = max((k for k in range(last) if ends[k]), default=-1) + 1
                yield from self.read_slot(slot, (words[:cut], ends[:cut]), "", before)

    def spelled(
        self,
        slot: Slot,
        at: int,
        words: tuple[str, ...] = (),
        before: Sequence[str] = (),
        *,
        begun: bool = False,
    ) -> Iterator[tuple[Any, int, bool]]:
        """Yield the values whose words go on after these ``words`` with the pieces from ``at`` on.
        ``before`` are the words that could stand for the last one.
        """
        self.left -= 1 + len(words)
        self.work += 1 + len(words)
        if self.left < 0:
            return
        reader = Reader(" ".join(words))
        with suppress(Miss):
            value, i = slot.read(reader, 0, len(words))
            if i < len(words):
                return
            yield value, at, begun
        for way in self.spellings(at)[: 1 if words else 0]:
            yield from (
                (one, after, begun) for one, after, _ in self.read_slot(slot, way, "", words)
            )
        # A slot's own list, if it has one, saves checking which of its words are legal.
        options: Sequence[str] = getattr(slot, "of", ()) if not words else ()
        if not isinstance(options, list | tuple) or (not options and reader.far == len(words)):
            options = reader.wanted()
        for start in self.starts(at) if words else (at,):
            self.work += len(options) // OPTIONS
            fitting = [(option, fits) for option in options if (fits := self.match(option, start))]
            for option, (after, half) in fitting:
                yield from self.spelled(slot, after, (*words, option), options, begun=begun or half)
            if fitting:
                break
        if words and self.piece(at) == "+":
            for option in before:
                if fits := self.match(option, at + 1):
                    more = (*words[:-1], f"{words[-1]}+{option}")
                    yield from self.spelled(slot, fits[0], more, before, begun=begun or fits[1])
