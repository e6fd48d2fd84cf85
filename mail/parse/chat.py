"""Tells chat from words that may change an order, in ten languages.

Text above an order is chat if its language is known and no word of it denies, corrects, delays,
doubts or makes conditional. Text below may take the order back, so each word must be known to be
harmless, too, or be in the place of a noun. Lines in other languages are never chat.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from engine.lenient import NUMBERS
from mail.parse.vocabulary import VOCABULARY, any_of

WORDS = VOCABULARY["chat"]
HALTING: dict[str, str] = WORDS["halting"]
COMMON = {name: frozenset(words.split()) for name, words in WORDS["common"].items()}
"""The halting and the common words of each known language.

Halting words may change an order, and an asterisk stands for any ending. A language is recognised
by its common words; lines in those without common words are never chat.
"""
CALM = {name: words.split() for name, words in WORDS["calm"].items()}
"""Words of each language that can't change an order, in whatever sentence."""
CALM_WORDS = {name: frozenset(w for w in words if w[-1] != "*") for name, words in CALM.items()}
CALM_STEMS = {name: tuple(w[:-1] for w in words if w[-1] == "*") for name, words in CALM.items()}
NOUNS = {name: frozenset(words.split()) for name, words in WORDS["nouns"].items()}
"""Words with a noun or an adjective behind them."""
TOPICS = WORDS["topics"]["all"].split()
TOPIC_WORDS = frozenset(word for word in TOPICS if word[-1] != "*")
TOPIC_STEMS = tuple(word[:-1] for word in TOPICS if word[-1] == "*")
RISKY = frozenset(WORDS["risky"].split())
"""Words by which a language is known, but that may belong to a change of an order."""
REFERS = re.compile(rf"\b{any_of(WORDS['refers'])}(?!\w)", re.I)
"""Words that may mean the order: in a sentence with them each word must be known."""
MEANT_FOR = re.compile(rf"\b{any_of(WORDS['meant_for'])}(?!\w)", re.I)
"""The beginning of a sentence about what an order was meant for."""
CALM_SIGNS = re.compile(WORDS["calm_signs"])
REFERRING_SIGNS = re.compile(WORDS["referring_signs"])
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
REQUEST_WORDS = {name: frozenset(words.split()) for name, words in WORDS["requests"].items()}
"""Words of a clause that asks for an order. It has at least one of those in ``REQUESTING``."""
REQUESTING = {
    name: frozenset(words.strip().split("\n")[0].split())
    for name, words in WORDS["requests"].items()
}
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
LENGTHY = 6
"""Minimum number of words of a sentence that says more than where or when an order is meant."""
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
PIECES = re.compile(
    r"(?:qu|dell|nell|sull|dall|all|un|[ldjmtsnc])'(?=[^\W\d_])|[^\W\d_]+(?:['-][^\W\d_]+)*|\d+",
    re.I,
)
"""The words of a sentence. French and Italian articles are words of their own."""
SENTENCE = re.compile(r"[.,;:!?…。，！？()]+|\s[-–—]+\s")
BEFORE_NAMES = frozenset(WORDS["before_names"].split())
"""Words before a name that an order may be meant for."""
THIRD_PERSON = frozenset(WORDS["third_person"].split())
SPEAKS = {name: frozenset(words.split()) for name, words in WORDS["speaks"].items()}
OTHERS = frozenset(WORDS["others"].split())
FIRST_PERSON = re.compile(r"\b(?:i|i'm|we|ich|wir|je|j'|nous|yo|io|ik|wij|eu|nós)(?![\w])", re.I)
VOCATIVE = re.compile(r"\W*[^\W\d_]+\s+(?:you|du|ihr|tu|toi|vous|te|vas|ti|je|jij|você)\b", re.I)
"""A sentence that begins by speaking to somebody."""


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
    for word in WORD.findall(text.casefold()):
        found = halting_in(word)
        if found and (found.intersection(spoken) or not is_usual(word, spoken)):
            return True
    return "n't" in text.casefold() or bool(HALTING_SIGNS.search(text))


def is_usual(word: str, spoken: Sequence[str]) -> bool:
    return any(word in COMMON[name] or knows(name, word) for name in spoken)


def is_chat(line: str, names: Sequence[str] = (), *, above: bool = False) -> bool:
    """Return whether a line in a known language can't change an order beside or above it. Less is
    asked of a line ``above`` the first order.
    """
    line = line.replace("’", "'").strip()
    if len(line) > LONGEST or line[-1:] in ":,：，" or halts(line, names) or PLACES.search(line):
        return False
    if ("?" in line or "？" in line) and not ASKS_PEOPLE.search(line):
        return False
    if re.search("[\u4e00-\u9fff]", line):
        long = len(line) > FEW
        return above or bool(long and CALM_SIGNS.search(line) and not REFERRING_SIGNS.search(line))
    found = languages(line, names)
    count = len(WORD.findall(line))
    if above and count > 2 and 6 * max(found.values(), default=0) >= count:
        return True
    rest = POLITE_IF.sub(" ", line)
    return len(WORD.findall(rest)) > 2 and is_calm(rest, names)


def is_calm(text: str, names: Sequence[str] = (), *, whole: bool = True) -> bool:
    """Return whether each word is harmless, or in the place of a noun, in one language.

    A ``whole`` sentence also needs somebody who speaks or is spoken of, since a place or a time
    alone may belong to an order.
    """
    sentences = [one for one in SENTENCE.split(text.replace("’", "'")) if WORD.search(one)]
    words = PIECES.findall(text.replace("’", "'").casefold())
    heard = {name: sum(is_of(name, word) for word in words) for name in COMMON}
    most = max(heard.values())
    return bool(sentences) and any(
        all(is_calm_in(name, one, names, whole=whole) for one in sentences)
        for name, count in heard.items()
        if count == most
    )


def is_calm_in(language: str, sentence: str, names: Sequence[str], *, whole: bool) -> bool:
    if MEANT_FOR.match(sentence):
        return False
    words = [found[0] for found in PIECES.finditer(sentence)]
    nouns, refers = NOUNS[language], bool(REFERS.search(sentence))
    said = {word.casefold() for word in words}
    fragment = words[0].casefold() in nouns and not SPEAKS[language].intersection(said)
    if whole and fragment and len(words) < LENGTHY:
        return False
    if OTHERS & said and (refers or len(words) < FEW):
        return False
    loose = whole and is_remote(language, sentence, words)
    room = 0  # how many words that nobody knows may follow as a noun with its adjective
    for place, word in enumerate(words):
        one, first = word.casefold(), place == 0
        after = words[place + 1].casefold() if place + 1 < len(words) else ""
        if one in nouns or (one == "to" and after in nouns):
            room = 0 if refers and len(words) < LENGTHY + 2 else 2
        elif one.isdigit() or one in NUMBERS:
            if not (len(one) > 1 and one.isdigit()) and not knows(language, after):
                return False
        elif one in names:
            last = words[place - 1].casefold() if place else ""
            spoken_to = place == len(words) - 1 and last not in nouns | BEFORE_NAMES
            spoken_to = spoken_to and not FIRST_PERSON.search(sentence)
            if not (spoken_to or (first and VOCATIVE.match(sentence))):
                return False
        elif not knows(language, one):
            proper = word[0].isupper() and not first and (len(word) == 1 or not refers)
            if not (proper or room or loose) or is_topic(one):
                return False
            room = max(0, room - 1)
        else:
            room = max(0, room - 1)
    return True


def is_remote(language: str, sentence: str, words: Sequence[str]) -> bool:
    """Return whether a third of the words may be unknown, since none refers to an order."""
    said = [word.casefold() for word in words]
    if len(said) < FEW or REFERS.search(sentence) or (THIRD_PERSON | OTHERS).intersection(said):
        return False
    heads = (
        word for at, word in enumerate(said) if at == 0 or FIRST_PERSON.fullmatch(said[at - 1])
    )
    if not all(knows(language, word) for word in heads) or RISKY.intersection(said):
        return False
    unknown = sum(not is_of(language, word) for word in said)
    return 3 * unknown <= len(said) and not any(map(is_topic, said))


@lru_cache(maxsize=20_000)
def knows(language: str, word: str) -> bool:
    """Return whether a word is harmless in any sentence of a language."""
    return word not in RISKY and is_of(language, word)


@lru_cache(maxsize=20_000)
def is_of(language: str, word: str) -> bool:
    whole = word in CALM_WORDS[language] or word in COMMON[language] or word in NOUNS[language]
    return whole or (bool(word) and word.startswith(CALM_STEMS[language]))


@lru_cache(maxsize=20_000)
def is_topic(word: str) -> bool:
    return word in TOPIC_WORDS or word.startswith(TOPIC_STEMS)


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


def before_request(lead: str) -> str | None:
    """Return the text before a clause that only asks for the order behind it, if there is one."""
    begin = max((found.end() for found in SENTENCE.finditer(lead.rstrip(" :\"'“„«"))), default=0)
    said = POLITE_IF.sub(" ", lead[begin:].replace("’", "'").casefold())
    words = PIECES.findall(said)
    asked = any(
        REQUESTING[name].intersection(words) and REQUEST_WORDS[name].issuperset(words)
        for name in REQUESTING
    )
    return lead[:begin] if asked else None


def asks(lead: str) -> bool:
    """Return whether a lead is empty or asks for the order behind it."""
    lead = POLITE_IF.sub(" ", lead.replace("’", "'"))
    return not lead.strip(" \"'“”„«([-–—:.") or bool(REQUEST.match(lead[-LONGEST:]))
