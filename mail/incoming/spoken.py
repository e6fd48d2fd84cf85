"""Finds orders within sentences, and in lines that have several."""

import re
from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from engine.game import AnyGame
from engine.lenient import COURTESY
from engine.menu import Menu, Refused
from mail.incoming import verbs
from mail.parse import chat, courtesy
from mail.parse.subtract import NOT

WORDS = 80
"""Maximum number of words of a sentence that is searched for an order."""
LONG = 9
"""Maximum number of words of an order within a sentence."""
LONGEST_CHAIN = 200
"""Maximum length of a line that is divided into orders."""
NEXT = "(?:and|then|und|dann|danach|et|puis|ensuite|y|luego|después|e|poi|en|dan|daarna|depois)"
JOINT = re.compile(
    rf"(?:\s*[,;，；、]\s*(?:{NEXT}\s+)*|\s+(?:{NEXT}\s+)+)(?:\d{{1,2}}[.)]\s*)?|"
    r"(?:^|\s+)\d{1,2}(?:[.)]\s*|,(?=[^\W\d]))|(?:然後|然后|接著|接着|再)",
    re.I,
)
"""The text between two orders on a line, or before the first."""
BEGUN = 2
"""Maximum number of words of an order that lacks its last word."""
TRIES = 30
"""Maximum number of pieces of a line that are tried as orders."""
ALONE = 3
"""Maximum number of words of a clause that means an everyday word as an order."""
TOKEN = re.compile(r"[^\s,;!?\"“”„«»()\[\]。，！？：]+(?<![.:])")
"""A word of a sentence, without the punctuation around it."""
ASKS = re.compile("[?？]+")
DENIED = re.compile(
    r"\b(?:not|nicht|pas|kein\w*|niet|geen|cancel|annule?\w*|forget|instead of|rather than|statt|"
    r"anstatt|al posto di|au lieu de?|en vez de|in plaats van|em vez de)(?: \w+)?\W*$",
    re.I,
)
"""Words that deny the order behind them."""
DENIED_AFTER = re.compile(r"\W*(?:no|not|nope|nein|nicht|non|nee|niet|não|wrong|falsch)\b", re.I)
"""Words that deny the order in front of them."""
PART = re.compile(r"\w+|\W+")
WORD = re.compile(r"[^\W\d_]{2,}")


class Sentence(Struct, frozen=True):
    """The only order that a line asks for, if any, and words behind it that may change it."""

    order: str = ""
    doubt: str = ""


def chain(game: AnyGame, menu: Menu, line: str, names: Sequence[str] = ()) -> list[str]:
    """Return the orders of a line that consists of at least two, joined by commas, list numbers or
    words such as ``then``. The later ones may be legal only after those before them.
    """
    if len(line) > LONGEST_CHAIN or menu.takes(line):
        return []
    found, end = list[str](), 0
    for piece in (*JOINT.finditer(line), None):
        text = line[end : piece.start() if piece else None].strip()
        begins = bool(text) and (
            verbs.first_word(text) in menu.verbs | game.words or game.resembles(text)
        )
        if begins:
            found.append(text)
        elif text and found and not menu.takes(found[-1]):
            found[-1] = f"{found[-1]}, {text}"
        elif text:
            return []
        end = piece.end() if piece else end
    if len(found) < 2 or not menu.takes(found[0]) or any(chat.halts(one, names) for one in found):
        return []
    good = all(menu.takes(one) or len(one.split()) <= LONG for one in found)
    return found if good and "?" not in line else []


def completed(menu: Menu, line: str, names: Sequence[str]) -> str:
    """Return an order that lacks only one word, if just one word fits: ``fire AH1`` for a bare
    ``fire``. Other lines are returned as they are.
    """
    text = courtesy.without_end(line, names).rstrip(" .!,") if len(line) <= LONGEST_CHAIN else ""
    if not 0 < len(text.split()) <= BEGUN or menu.takes(line):
        return line
    try:
        menu.read(text, examples=False)
    except Refused as refused:
        wanted = refused.refusal.wanted
        if refused.refusal.code == "incomplete" and len(wanted) == 1 and not wanted[0].isdigit():
            with suppress(Refused):
                return menu.read(f"{text} {wanted[0]}", examples=False)[1]
    return line


def spans(menu: Menu, line: str) -> list[tuple[int, int, str]]:
    """Return the longest orders within a line: start, end and canonical spelling."""
    tries = TRIES
    words = list(TOKEN.finditer(line))[:WORDS]
    firsts = {choice.parts[0] for choice in menu.offered}
    found: list[tuple[int, int, str]] = []
    at = 0
    while at < len(words) and tries > 0:
        word = words[at][0].casefold()
        if word in firsts or any(map(str.isdigit, word)):
            longest = LONG if word in firsts else 1
            for end in range(min(at + longest, len(words)), at, -1):
                if words[end - 1][0].casefold() in COURTESY:
                    continue
                begin, stop = words[at].start(), words[end - 1].end()
                text, tries = line[begin:stop], tries - 1
                if menu.stops_at(text) is None:
                    found.append((begin, stop, menu.read(text, examples=False)[1]))
                    at = end - 1
                    break
                if end == at + 1 and (whole := completed(menu, text, ())) != text:
                    found.append((begin, stop, whole))
        at += 1
    return found


def orders_in(menu: Menu, line: str, *, wanted: bool = False) -> list[str]:
    """Return the different orders within a line, if ``wanted`` without those that it denies."""
    found = [
        order
        for begin, end, order in spans(menu, line)
        if not (wanted and (DENIED.search(line[:begin]) or DENIED_AFTER.match(line[end:])))
    ]
    return list(dict.fromkeys(found))


def sentence(menu: Menu, line: str, names: Sequence[str]) -> Sentence:
    found = spans(menu, line)
    if len({order for _, _, order in found}) != 1:
        return Sentence()
    begin, stop, order = found[0]
    lead, tail = line[:begin], line[stop:]
    before = chat.before_request(lead)
    said = courtesy.clauses(lead if before is None else before, names)
    if chat.halts(" ".join(said), names):
        return Sentence()
    if is_everyday(line[begin:stop]):
        if courtesy.clauses(chat.without_request(tail), names):
            return Sentence()
        if said and not chat.INSISTS.match(lead):
            return Sentence(order, line) if stands_alone(order, line) else Sentence()
    if not (before is not None or chat.asks(lead) or not said):
        return Sentence()
    firsts = {choice.parts[0] for choice in menu.offered} | menu.verbs
    doubted = (
        ("?" in line and not said and before is None)
        or not all(is_settled(part, names) for part in ASKS.split(tail))
        or chat.goes_on(tail)
        or chat.PLACES.search(tail)
        or courtesy.DOUBTS.intersection(line)
        or firsts.intersection(tail.casefold().split())
    )
    return Sentence(order, tail.strip() if doubted else "")


def is_settled(tail: str, names: Sequence[str]) -> bool:
    """Return whether the words behind an order leave it as it is."""
    for clause in courtesy.clauses(tail, names):
        said = chat.POLITE_IF.sub(" ", chat.without_request(clause)).strip(" .,;:!-–—")
        signs = len(said.split()) > 1 and courtesy.is_title(said)
        calm = not (chat.halts(said, names) or chat.PLACES.search(said))
        calm = calm and chat.is_calm(said, names, whole=False)
        if said and not (signs or calm or courtesy.is_harmless(said, names)):
            return False
    return True


def patched(menu: Menu, order: str, line: str, names: Sequence[str]) -> str:
    """Return the one order that results if words of a correction replace parts of an order, or if
    it exchanges its coordinates.
    """
    parts = PART.findall(order)
    places = [k for k, part in enumerate(parts) if k and part[0].isalnum()]
    numbers = [k for k in places if parts[k].isdigit()]
    said = [one.strip(".,;:!?()") for one in line.split()]
    said = [one for one in said if any(map(str.isdigit, one)) or one.casefold() in names]
    old = [k for k in places if parts[k] in said]
    tries: list[dict[int, str]] = []
    if not said and len(numbers) == 2 and chat.SWAPS.search(line):
        tries = [{k: parts[m] for k, m in zip(numbers, numbers[::-1], strict=True)}]
    elif len(said) == 2 and len({parts[k] for k in old}) == 1 and NOT.search(line):
        (new,) = (one for one in said if one != parts[old[0]])
        tries = [dict.fromkeys(old, new)]
    elif len(said) == 1 and not NOT.search(line[: line.find(said[0])]):
        tries = [{k: said[0]} for k in places]
    elif 1 < len(said) <= len(places):
        tries = [dict(zip(places[-len(said) :], said, strict=True))]
    found = dict[str, None]()
    for changes in tries:
        with suppress(Refused):
            text = "".join(changes.get(k, part) for k, part in enumerate(parts))
            found.setdefault(menu.read(text, examples=False)[1])
    found.pop(order, None)
    return next(iter(found)) if len(found) == 1 else ""


def stands_alone(order: str, line: str) -> bool:
    """Return whether an everyday word is almost a clause of its own."""
    clauses = [courtesy.plain(clause).split() for clause in courtesy.CLAUSE.split(line)]
    return any(order in said and len(said) <= ALONE for said in clauses)


def is_everyday(order: str) -> bool:
    """Return whether an order is one word without digits, which people also write otherwise."""
    return order.isalpha()


def is_negated(line: str) -> bool:
    """Return whether a line has a word that denies, stops or makes conditional what it says."""
    said = {word.casefold() for word in WORD.findall(line)}
    return bool(NOT.search(line) or courtesy.HALTS & said or courtesy.DOUBTS.intersection(line))
