"""Tells chat from words that may change an order, in nine languages.

A line is chat if its language is known and no word of it denies, corrects, delays, doubts or makes
conditional. Lines in other languages are never chat.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from mail.parse.vocabulary import VOCABULARY, any_of

WORDS = VOCABULARY["chat"]
HALTING: dict[str, str] = WORDS["halting"]
COMMON = {name: frozenset(words.split()) for name, words in WORDS["common"].items()}
"""The halting and the common words of each known language.

Halting words may change an order, and an asterisk stands for any ending. A language is recognised
by its common words; lines in those without common words are never chat.
"""
HALTING_SIGNS = re.compile(
    "[不別别沒没勿未非改錯错等停消取撤如若要果否則则或還还但先再想考慮虑應应該该可能另換换更正算玩笑誤误忽略幫帮才只除除非更]"
)
PLACES = re.compile(r"\d+\s*[ ,./:x×-]\s*\d|\b[A-Za-z]{1,4}-?\d|\d[A-Za-z]\b|\d{4}")
"""Coordinates, squares and units."""
ASKS_PEOPLE = re.compile(
    r"(?:^|[.,!] )\W*(?:by the way,? |so,? )?(?:how (?:is|are|was|were)|are you|did you|have you|"
    r"wie (?:geht|war)|habt ihr|hast du|kommst du|ça va|comment (?:ça|vas|allez)|tudo (?:bem|bom)|"
    r"qué tal|cómo (?:est|va)|come (?:va|stai)|hoe (?:gaat|was))\b",
    re.I,
)
"""A question to people, not about an order."""
ASKED = any_of(WORDS["asked"])
ASKED_SIGNS = r"(?:[幫帮]我[走下打]?|我[^\s，。！？]{0,6}[要想選选走下出]|我|走|執行|执行|請|请)"
REQUESTED = re.compile(rf"(?<![\w']){ASKED}(?![\w'])|{ASKED_SIGNS}", re.I)
REQUEST = re.compile(
    rf"(?:(?:^|.*[\s,.;:!—–(-]){ASKED}|.*{ASKED_SIGNS})[\s,:\"'“”„«]*$", re.I | re.S
)
"""A lead that asks for the order behind it."""
INSISTS = re.compile(
    r"\W*(?:i|we|ich|wir|yo|io|eu)\s*$|"
    r"(?:^|.*[\s,])(?:i'?ll|i will|i'd like to|please|bitte|ich (?:nehme|möchte|werde|wähle)|"
    r"je(?: choisis| prends)?|elijo|scelgo|s'il vous plaît|por favor|per favore|ik(?: kies)?)\s*$",
    re.I | re.S,
)
"""A lead that asks for the everyday word behind it, such as ``pass``."""
SWAPS = re.compile(any_of(WORDS["swaps"]), re.I)
"""Words that exchange two coordinates."""
TALE = re.compile(rf"\b{any_of(WORDS['tale'])}\b|上次|昨天|夢到", re.I)
"""Words about the past: an order named beside them is none."""
POLITE_IF = re.compile(
    rf"\b{any_of(WORDS['polite'])}\b|{any_of(WORDS['polite_signs'])}"
    rf"|\b{any_of(WORDS['polite_turn'])}(?=[ \t]*(?:[,.:;!，。：！\n–-]|$))",
    re.I,
)
"""Polite phrases with words that would otherwise halt."""
FEW = 4
"""Maximum number of words of an exclamation."""
LONGEST = 400
"""Maximum length of a line that may be chat."""


WHOLE, STEMS = dict[str, set[str]](), dict[str, set[str]]()
"""The languages of each halting word, and of each beginning of one."""
WELL_KNOWN = frozenset().union(*COMMON.values())
"""The common words of the languages that most people write; other languages may not claim them."""
for language, halting in HALTING.items():
    for entry in halting.split():
        if language not in COMMON and entry in WELL_KNOWN:
            continue
        (STEMS if entry[-1] == "*" else WHOLE).setdefault(entry.rstrip("*"), set()).add(language)


@lru_cache(maxsize=20_000)
def halting_in(word: str) -> frozenset[str]:
    """Return the languages in which a word may change an order."""
    found = set(WHOLE.get(word, ()))
    for end in range(1, len(word) + 1):
        found |= STEMS.get(word[:end], set())
    after = word.partition("'")[2]
    return frozenset(found) | (halting_in(after) if after else frozenset())


COMMON_IN = {
    word: [name for name, common in COMMON.items() if word in common]
    for word in frozenset().union(*COMMON.values())
}
NEXT = re.compile(r"\s+([\w'’-]+)")
AFTER = re.compile(
    rf"[\s,]*(?:{POLITE_IF.pattern}|{any_of(WORDS['after'])}(?![\w'])|謝謝|谢谢)", re.I
)
"""Words behind an order that belong to the request for it."""
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def languages(text: str, names: Sequence[str] = ()) -> dict[str, int]:
    """Return the languages that a text may be in, with the number of their words in it."""
    words = (word for word in WORD.findall(text.casefold()) if word not in names)
    found = Counter(name for word in words for name in COMMON_IN.get(word, ()))
    most = max(found.values(), default=0)
    return {name: n for name, n in found.items() if 3 * n >= 2 * most}


def halts(text: str, names: Sequence[str] = ()) -> bool:
    """Return whether a text has a word or a sign that may change an order.

    Words of other languages count, too, unless they are common in the language of the text.
    """
    text = REQUESTED.sub(" ", POLITE_IF.sub(" ", text.replace("’", "'")))
    spoken = [name for name, count in languages(text, names).items() if count > 1]
    usual = frozenset().union(*(COMMON[name] for name in spoken))
    for word in WORD.findall(text.casefold()):
        found = halting_in(word)
        if found and (word not in usual or found.intersection(spoken)):
            return True
    return "n't" in text.casefold() or bool(HALTING_SIGNS.search(text))


def is_chat(line: str, names: Sequence[str] = ()) -> bool:
    """Return whether a line in a known language has no word that may change an order."""
    line = line.replace("’", "'").strip()
    if len(line) > LONGEST or line[-1:] in ":,：，" or halts(line, names) or PLACES.search(line):
        return False
    if ("?" in line or "？" in line) and not ASKS_PEOPLE.search(line):
        return False
    if re.search("[\u4e00-\u9fff]", line):
        return True
    count = len(WORD.findall(line))
    return count > 2 and 6 * max(languages(line, names).values(), default=0) >= count


def without_request(tail: str) -> str:
    """Return the words behind an order without those that belong to the request for it."""
    tail = tail.replace("’", "'")
    while polite := AFTER.match(tail):
        tail = tail[polite.end() :]
    return tail


def goes_on(tail: str) -> bool:
    """Return whether the words right behind an order may belong to it."""
    found = NEXT.match(without_request(tail))
    word = found[1].casefold() if found else ""
    return bool(word) and word not in COMMON_IN


def is_short(text: str, names: Sequence[str] = ()) -> bool:
    """Return whether a few words, in any language, have none that may change an order."""
    words = WORD.findall(text)
    sound = not (halts(text, names) or PLACES.search(text) or {*"?？:：,，"}.intersection(text))
    return 0 < len(words) <= FEW and sound


def asks(lead: str) -> bool:
    """Return whether a lead is empty or asks for the order behind it."""
    lead = POLITE_IF.sub(" ", lead.replace("’", "'"))
    return not lead.strip(" \"'“”„«([-–—:.") or bool(REQUEST.match(lead[-LONGEST:]))
