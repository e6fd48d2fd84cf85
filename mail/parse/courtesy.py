"""Recognises neutral text around orders: greetings, thanks, names, and additions by programs.

Only phrases known here are neutral. Any other words in a mail with orders may withdraw them or add
a condition, in any language, so the referee asks. A phrase belongs here only if it can't change or
cancel an order.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import partial

from engine.lenient import COURTESY
from mail.parse import chat, quotes
from mail.parse.quotes import CLOSING, GREETING, TAGLINE
from mail.parse.vocabulary import VOCABULARY, any_of, phrases

WORDS = VOCABULARY["courtesy"]
HALTS = frozenset(WORDS["halts"].split())
"""Words that can't be names below a farewell."""
DOUBTS = frozenset("❌✖❎🚫⛔🛑👎🤔❓❔⁉✋🤚🙅🔄🔁↩↪⏪⏸⏳⌛")
"""Emoji that say no, ask, or want to go back."""
SYMBOLS = frozenset(["So", "Sk"])
SMILEY = re.compile(
    r"(?<![^\s.,!)])[:;=8xX]['’]?[-o^]?[)DPp3*|/\\\]dO(](?![\w])|<3|\^\^|\^_\^|:-?\)+"
)
CLAUSE = re.compile(r"[.!,;:…。！，；：、~～()\[\]\"“”«»]+|\s[-–—]+\s|(?<=\s)[-–—]+$|^[-–—*]+\s")

OPENERS = frozenset(WORDS["openers"].split())
"""First words of courtesy in other languages."""
APOLOGIES = frozenset(WORDS["apologies"].split())
"""First words that say nothing alone, or that correct what was said."""
FOLLOWING = frozenset(WORDS["following"].split())
"""Words that may follow in courtesy."""
PHRASE = re.compile(phrases(WORDS["phrases"], WORDS["parts"]), re.I)
"""A clause that doesn't affect the orders."""
ASKED = re.compile(any_of(WORDS["asked"]), re.I)
"""A question that expects no answer."""

LINK = re.compile(r"(?:<?(?:https?://|www\.|mailto:|tel:)[^\s>]+>?|[^\s<>@]+@[^\s<>@]+\.\w+)", re.I)
PLACED = re.compile(r"<[^<>\s]{1,80}\.(?:png|jpe?g|gif|svg)>|\[(?:cid|image):[^\]]{0,200}\]", re.I)
"""A placeholder that a program inserts for a picture."""
PRONOUNS = re.compile(r"\((?:\w{2,5}/\w{2,5}(?:/\w{2,6})?)\)")
"""Pronouns such as she/her after a name."""
INITIAL = re.compile(r"\b([A-Z])\. ?(?=[A-Z])")
"""The initial of a first name."""
KISSES = re.compile(r" x{1,5}$")
CONTACTS = frozenset(WORDS["contacts"].split())
ADDED = re.compile(any_of(WORDS["added"]), re.I)
"""A line added by a program."""
COMPANY = re.compile(rf"\b{any_of(WORDS['company'])}\b|保密|機密|机密|收件人", re.I)
"""Words from notices that companies put above or below each mail."""
FAREWELL = re.compile(rf"\b{any_of(WORDS['farewell'])}\b|敬上", re.I)
LONG = 45
"""A program may have wrapped a line that is longer than this many characters."""
HEARD = 3_000
"""Maximum number of characters of a mail that are examined for chat."""
MOST = 300
"""Maximum number of characters of a line that are read."""


def is_neutral(line: str, names: Sequence[str] = ()) -> bool:
    """Return whether a line can't affect the orders in the same mail. ``names`` are those of the
    people at the table, in lower case.
    """
    if len(line) > MOST or DOUBTS.intersection(line):
        return False
    if GREETING.match(line) or CLOSING.match(line) or TAGLINE.match(line) or ADDED.fullmatch(line):
        return True
    if not re.search(r"\w", chat.POLITE_IF.sub("", line)) and re.search(r"\w", line):
        return True
    text = LINK.sub(" ", PLACED.sub(" ", line))
    text = SMILEY.sub(" ! ", text)
    text = "".join("!" if unicodedata.category(c) in ("So", "Sk", "Cs") else c for c in text)
    asked = "?" in text or "？" in text
    said = [clause for part in CLAUSE.split(text) if (clause := plain(part))]
    if text != line and not said:
        return True  # only emoji and addresses
    words = [word for clause in said for word in clause.split()]
    reach = all(word in CONTACTS or word in names or word.isdigit() for word in words)
    if reach and (text != line or any(word in CONTACTS and len(word) > 2 for word in words)):
        return text != line or any(sign.isdigit() for sign in line)
    if asked:
        return len(said) == 1 and bool(ASKED.fullmatch(said[0].rstrip("?？ ")))
    if "/" in text or "\\" in text:
        return False
    others = [one for one in said if not all(word in names for word in one.split())]
    if said and not others:
        return False
    return all(is_phrase(without_names(one, names)) for one in others)


def is_harmless(line: str, names: Sequence[str] = (), *, above: bool = False) -> bool:
    """Return whether a line is neutral, or chat that can't affect the orders. Less is asked of a
    line ``above`` the first order.
    """
    if is_neutral(line, names):
        return True
    line = INITIAL.sub(r"\1 ", line)
    left = clauses(line, names)
    rest, said = " ".join(left), [part for part in CLAUSE.split(line) if plain(part)]
    if DOUBTS.intersection(line):
        return False
    # a few words beside courtesy, such as “Thanks, what a day”
    brief = 0 < len(left) < len(said) and "?" not in line and chat.is_short(rest, names)
    brief = brief and (above or chat.is_calm(rest, names))
    return brief or any(chat.is_chat(one, names, above=above) for one in (line, rest))


def without_end(line: str, names: Sequence[str] = ()) -> str:
    """Return a line without courtesy at its end, such as ``ciao``."""
    words = line.split()
    while len(words) > 1 and (
        words[-1].casefold().strip(".,!") in COURTESY or is_neutral(words[-1], names)
    ):
        words.pop()
    return " ".join(words)


def clauses(text: str, names: Sequence[str] = ()) -> list[str]:
    """Return the clauses of a text that aren't neutral phrases or names."""
    parts = [part.strip() for part in CLAUSE.split(SMILEY.sub(" ! ", text))]
    return [
        part
        for part in parts
        if (said := without_names(plain(part), names)) and said not in names and not is_phrase(said)
    ]


def plain(clause: str) -> str:
    """Return the words of a clause in lower case, without contact details, smileys and other
    signs.
    """
    said = quotes.CONTACT.sub(" ", clause.casefold().replace("’", "'"))
    said = re.sub(r"[^\w\s'?？-]", " ", said)
    return " ".join(said.split()).strip("- '")


def without_names(clause: str, names: Sequence[str]) -> str:
    """Return a clause without the names of people addressed at its beginning and end."""
    words = clause.split()
    while len(words) > 1 and words[-1] in names:
        words.pop()
    while len(words) > 1 and words[0] in names:
        words.pop(0)
    return " ".join(words)


def is_phrase(clause: str) -> bool:
    first, *rest = clause.casefold().split() or [""]
    polite = first in OPENERS and FOLLOWING.issuperset(rest)
    greets = bool(GREETING.match(clause)) and not chat.halts(clause)
    return (
        (polite and bool(rest or first not in APOLOGIES))
        or greets
        or bool(CLOSING.match(clause))
        or bool(PHRASE.fullmatch(clause))
    )


def without_pictures(line: str) -> str:
    """Return a line without the emoji at its end, unless they contradict it."""
    end = len(line)
    while end and (line[end - 1] in " \ufe0f" or unicodedata.category(line[end - 1]) in SYMBOLS):
        end -= 1
    return line if DOUBTS.intersection(line[end:]) else line[:end]


def is_sign(line: str) -> bool:
    """Return whether a line without words carries a meaning: a thumb, or a question mark. The signs
    beside the rows of a quoted receipt carry none.
    """
    asks = bool(line) and not line.strip("?？!！ ") and bool({"?", "？"} & {*line})
    return asks or any(unicodedata.category(sign) == "So" for sign in line if sign not in "✓✗")


# ---- a whole reply


def strange(
    lines: Sequence[tuple[int, str, bool]],
    names: Sequence[str],
    own: Sequence[str],
    harmless: Callable[..., bool] | None = None,
) -> list[str]:
    """Return the lines that may change the meaning of the orders around them. Each line comes with
    its number, its text, and whether it is an order. ``own`` are the names of the writer.
    """

    heard = harmless or partial(is_harmless, names=names)
    found: list[str] = []
    signed, company, last = False, False, -2
    of_company = company_lines(lines)
    first = next((place for place, (*_, ordered) in enumerate(lines) if ordered), 0)
    for place, (at, text, ordered) in enumerate(lines):
        if at != last + 1:
            company = False
        if ordered:
            signed = company = False
        else:
            company = company or of_company[place]
            closed = bool(CLOSING.match(text)) or bool(
                FAREWELL.search(text) and chat.is_short(text, names)
            )
            cries = place < first and text[-1:] in "!！" and chat.is_short(text, names)
            signed = signed or closed or is_signature(text, own)
            known = closed or company or is_signature(text, own)
            signed = signed or is_block(lines[place : place + 2])
            below = lines[place + 1 : place + 2]
            if text[-1:] in ",，" and [o for n, _, o in below if n == at + 1] == [False]:
                text = text[:-1]  # the sentence goes on below
            if not (
                known or (signed and is_title(text)) or cries or heard(text, above=place < first)
            ):
                found.append(text)
        last = at
    return found


def is_signature(text: str, own: Sequence[str]) -> bool:
    """Return whether a line is its writer's name: in full, in part, or its first letter."""
    words = KISSES.sub("", plain(PRONOUNS.sub("", text))).split()
    if not 0 < len(words) <= 4 or HALTS.intersection(words):
        return False
    initials = [name[:1] for name in own]
    return (
        all(word in own for word in words)
        or (words[0] in initials and len(words) == 1)
        or (len(words) == 1 and text[:1].isupper() and any(is_form(words[0], one) for one in own))
        or (words[0] in own and bool(quotes.NAME.match(text.strip(" -–—,.!"))))
    )


def is_form(word: str, name: str) -> bool:
    """Return whether a word is another form of a name, such as ``Anna`` of ``Ann``."""
    alike = word[:2] == name[:2] and abs(len(word) - len(name)) < 3
    return (
        alike
        and len(name) > 2
        and not chat.halts(word)
        and SequenceMatcher(None, word, name).ratio() > 0.6
    )


def is_block(lines: Sequence[tuple[int, str, bool]]) -> bool:
    """Return whether two adjacent lines begin a signature of names and titles."""
    (first, *_), (second, *_) = lines[0], lines[-1]
    return second == first + 1 and all(
        not ordered and len(text.split()) > 1 and is_title(text) for _, text, ordered in lines
    )


def is_title(text: str) -> bool:
    """Return whether a line below a farewell is a name, a title or contact details."""
    words = re.findall(r"[^\W\d_](?:[^\W\d_]|\.(?=[^\W\d_]))*", text)
    if HALTS.intersection(word.casefold() for word in words):
        return False
    return all(
        word[0].isupper() or word in ("of", "and", "und", "de", "the", "for") for word in words
    )


def company_lines(lines: Sequence[tuple[int, str, bool]]) -> list[bool]:
    """Return for each line whether it belongs to a company's notice, including wrapped lines."""
    found: list[bool] = []
    below, next_at = False, -1
    for at, text, ordered in reversed(lines):
        wrapped = below and len(text) >= LONG and next_at == at + 1
        below, next_at = not ordered and (wrapped or bool(COMPANY.search(text))), at
        found.append(below)
    return found[::-1]
