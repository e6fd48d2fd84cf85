"""The rules of ``tests.repo.english``: what a native editor would rewrite, and into what.

``english_rules.toml`` has them. ``finds`` are planted offences, ``spares`` sentences that must be
left alone.
"""

# ruff: noqa: E501 (the rules are long lines)

import re
from functools import cached_property

import msgspec
from msgspec import Struct

from tests.kit.data import beside
from tests.repo.prose import words

LONG, SUMMARY = 35, 25
"""Most words between two semicolons, and in the first sentence of a docstring."""
VERB = (
    r"(?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|must|will|would|shall|should|gets?"
    r"|goes|go|comes?|takes?|makes?|gives?|needs?|wants?|says?|tells?|knows?|stays?|reads?|plays?|works?|waits?)"
)
WHO = r"(?:[Ww]ho|[Ww]hoever|[Ww]homever|[Ww]hat|[Ww]hatever|[Ww]hose|[Ww]homsoever)"
CLAUSE = rf"{WHO} (?!about\b|if\b|for\b|else\b)(?:\S+ ){{1,14}}?{VERB}\b"
CODE = ("docstring", "summary", "comment")
EVERYWHERE = (*CODE, "page", "cell", "catalogue", "help", "refusal", "commit")
THING = r"(?:row|line|folder|page|module|class|file|snapshot|picture|object|process|thread|message|mail|entry|column|table|number|test|name|word|step|connection|transaction)"

KEEP = re.compile(
    r"\?$"  # a question may begin with who
    r"|^What (?:happens|to do|you (?:see|need))\b[^,]*$"  # a label
    r"|^(?:What|How|Who|Why|Where) [^.,;:]{0,60}$"  # a label or a link without a full stop
    r"|^(?:what|how|who|whose|why|where|which) [^.;:]{0,45}$"  # a cell, a list item
    r"|^What counts as |^Whose turn\b"
    r"|^(?:[Ww]hat|[Ww]ho|[Hh]ow|[Ww]hose) [^.]*: *$"
)
"""Sentences that the rule ``who`` leaves alone."""
SUBORDINATE = re.compile(
    r"^(?:If|When|Where|While|As|After|Before|Once|Since|Because|Until|Unless|Although|Though|With|In|At|On|By|For|To"
    r"|Without|From|Under|Like|Unlike|Instead|However|Whether|Besides|During|Given|Even|Only|Between|Among|Whatever"
    r"|Wherever|Whenever|Whichever|Whoever|Then|So|Otherwise|Here|There|Now|Later|Today|Again|Also|Thus|Of|Near|Behind|Below|Above|Inside|Outside|Out)\b"
)
PRONOUN = re.compile(
    r", (?:it|they|this|these|there|we|he|she|its \w+|nothing|nobody|everybody|everything|each|none|that) "
    r"(?:is|are|was|were|has|have|had|can|could|may|must|will|would|does|do|goes|go|stays?|takes?|gets?|needs?|says?|happens?|holds?|comes?)\b"
)
CONJUNCTION = re.compile(
    r"\b(?:if|when|where|while|as|after|before|once|since|because|until|unless|although|though|whether|whenever|wherever|who|which|whose|that|what|whatever|whoever|how|and|but|or|nor|so|for|than|[Ee]ither|[Nn]either|for which|of|:)\b[^,]*$"
)


class EnglishRule(Struct, frozen=True, kw_only=True, dict=True):
    """A regular expression over one sentence, or the name of a function in ``TESTS``."""

    bad: str = ""
    test: str = ""
    instead: str
    finds: tuple[str, ...]
    spares: tuple[str, ...] = ()
    kinds: tuple[str, ...] = EVERYWHERE
    games: bool = True  # False: a unit on a map may do it, so texts of games and boards are spared

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        bad = self.bad.replace("<VERB>", VERB).replace("<THING>", THING)
        return re.compile(bad, re.IGNORECASE)

    def hit(self, sentence: str) -> str:
        """Return the offending part of a sentence, or an empty string."""
        if self.test:
            return TESTS[self.test](sentence)
        found = self.pattern.search(sentence)
        return found[0] if found else ""


def who(sentence: str) -> str:
    found = None if KEEP.search(sentence) else WHO_SUBJECT.search(sentence)
    return found[0] if found else ""


def spliced(sentence: str) -> str:
    """Return the place where a comma alone joins two sentences."""
    if SUBORDINATE.match(sentence):
        return ""
    for hit in PRONOUN.finditer(sentence):
        before = re.split(r"[;:]", sentence[: hit.start()])[-1].strip()
        whole = re.search(rf"\b{VERB}\b|\b\w+ed\b", before) and len(before.split()) > 2
        clause = CONJUNCTION.search(before) or SUBORDINATE.match(before[:1].upper() + before[1:])
        if whole and not clause:
            return hit[0].strip(", ")
    return ""


def long(sentence: str) -> str:
    parts = [len(words(part)) for part in sentence.split(";")]
    whole = sum(parts) > 1.5 * LONG and len(parts) < 4  # more parts are a list
    return sentence[:40] if whole or max(parts) > LONG else ""


WHO_SUBJECT = re.compile(
    rf"^{CLAUSE}"
    rf"|(?:[;:–] {WHO}|, (?:and|but|or|so) [Ww]ho) (?:\w+ ){{1,9}}?(?:is|are|has|have|gets?|was|were|may|can|must|goes|comes|stays|reads)\b(?! \w+ing\b)"
    r"|^(?:Whoever|Whatever|Whichever|Wherever)\b"
    r"|\b(?:so that|that|then|where|when|if) (?:who(?:ever)?|whatever) (?:has|is|was|can|may|must|does|had|wants|plays|reads|sees)\b"
)
"""A clause with who or what as the subject of a sentence, or of a part of one."""


def summary(sentence: str) -> str:
    return sentence[:40] if len(words(sentence)) > SUMMARY else ""


TESTS = {"who": who, "spliced": spliced, "long": long, "summary": summary}
RULES = msgspec.convert(beside(__file__), dict[str, EnglishRule])
