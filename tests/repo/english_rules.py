"""The rules of ``tests.repo.english``: what a native editor would rewrite, and into what.

``finds`` are planted offences, ``spares`` sentences that must be left alone.
"""

# ruff: noqa: E501 (the rules are long lines)

import re
from collections.abc import Callable
from functools import cached_property

from msgspec import Struct

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
    """A regular expression over one sentence, or a function that returns the offending part."""

    bad: str = ""
    test: Callable[[str], str] | None = None
    instead: str
    finds: tuple[str, ...]
    spares: tuple[str, ...] = ()
    kinds: tuple[str, ...] = EVERYWHERE
    games: bool = True  # False: a unit on a map may do it, so texts of games and boards are spared

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.bad, re.IGNORECASE)

    def hit(self, sentence: str) -> str:
        """Return the offending part of a sentence, or an empty string."""
        if self.test:
            return self.test(sentence)
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

RULES: dict[str, EnglishRule] = {
    "who": EnglishRule(
        test=who,
        instead="name the person or thing: *A player who …*, *If you …*, *Messages that …*",
        finds=(
            "Whoever plays may go.",
            "What is told to Ann is not stored.",
            "A mail; who reads it has time.",
        ),
        spares=("Who is to move?", "What happens next"),
    ),
    # “for who”, “from who”: who without a noun before it.
    "whom": EnglishRule(
        bad=r"\b(?:for|from|by|like|than|with|behind|beside|before|around|between|only|lets?|makes?|gives?|helps?|keeps?|warns?) who\b"
        r"(?! (?:to|it|they|that|this|you|\w+ whom)\b)|(?<!\bto )(?<!\bby )(?<!touches )(?<!against )(?<!those )\bwhom\b(?!\?)",
        instead="*for players who …*, *from anyone who …*",
        finds=("A place for who plays.", "It says whom it asks."),
        spares=("The player to whom it was sent.",),
    ),
    "late": EnglishRule(
        bad=r"\b[Ww]ho is late\b",
        instead="*a late player*",
        finds=("Wait for who is late.",),
        spares=("A player is late.",),
    ),
    "of-what": EnglishRule(
        bad=rf"\b(?:of|by|less|like|with) what (?!happens\b|happened\b|to\b)(?:\S+ ){{0,4}}?{VERB}\b",
        instead="name the thing: *made from the tables of the rules*, *without our own text*",
        finds=("Made of what the rules say.", "It is decided by what is secret."),
        spares=("An account of what happened.",),
    ),
    # “Of a file everything is told”: the object before everything else.
    "fronted": EnglishRule(
        bad=r"^Of (?:an?|the|some|each|every|several|all|what|its|your|their) (?!these|those)",
        instead="put the thing where its verb is: *The audit log notes …*",
        kinds=(*CODE, "page", "cell", "help", "refusal"),
        finds=("Of a running game the audit log keeps it.",),
        spares=("Of course it is.", "Some of the games are long."),
    ),
    "per": EnglishRule(
        bad=rf"\b(?:an?|one|two|four|the) (?:{THING}|orders?|rows) an? (?!few\b|bit\b|lot\b|second\b|minute\b|day\b|week\b|month\b|year\b)\w+",
        instead="*one row per order*, *a module for each command*",
        finds=("It writes a row an order.", "One snapshot a game is kept."),
        spares=("It writes one row per order.", "One mail a day."),
    ),
    "became": EnglishRule(
        bad=r"\b(?:what|that) (?:has |have |had )?(?:becomes?|became|become|comes|came|has come) of\b|\b(?:nothing|something|anything) (?:comes|came|has come|had come) of\b|\bcomes to (?:light|an end)\b|\bcome to nothing\b|\bcame to nothing\b",
        instead="*the result of*, *what happened to*, *ends*",
        finds=("Say what became of an order.", "Nothing came of it."),
        spares=("It becomes a message.",),
    ),
    "any-more": EnglishRule(
        bad=r"\b(?:no|not|n't|none|nobody|nothing|never|nor)\b[^.;:?!]{1,60}\bany ?more\b|\bknows? no more\b|\b(?:is|are|has|have) (?:hidden |them |it |its moderator )no more\b(?! \w+ than| than)",
        instead="*no longer*",
        finds=("It is not shown any more.", "A unit is hidden no more."),
        spares=("It no longer shows.", "No more than two."),
    ),
    "so-long": EnglishRule(
        bad=r"(?<![Nn]ot )\bso long\b(?! as| that)|\bso (?:much|many) (?:longer|later|\w+s\b(?! (?:that|as)))|\bfor so (?:long|many)\b",
        instead="*that long*, *by that much*, *N seconds*",
        finds=("Wait so many seconds.", "It waits so long."),
        spares=("So long as it is there.",),
    ),
    "stands": EnglishRule(
        bad=r"\b(?:stands?|stood|standing)\b (?:in|on|at|there|here|below|above|behind|beside|between|alone|apart|elsewhere|beyond|twice|under|with|before|open|among|as|nowhere)\b(?! for)"
        r"|\bstands? still\b|\bmay stand\b|\bcan stand\b|\bwhat stands\b|\bmust stand\b",
        instead="*is*, *appears*, *is written*",
        kinds=tuple(kind for kind in EVERYWHERE if kind != "catalogue"),
        games=False,
        finds=("The name stands in the log.",),
        spares=("X stands for a number.", "Standing orders."),
    ),
    "lies": EnglishRule(
        bad=r"\b(?:lies?|lay)\b (?:in|at|on|open|there|where|beside|behind|below|above|outside|apart|side)\b(?! wait)|\bwhat lies\b",
        instead="*is*, *is stored*",
        kinds=tuple(kind for kind in EVERYWHERE if kind != "catalogue"),
        games=False,
        finds=("The file lies in a folder.",),
        spares=("It lies to them.",),
    ),
    "mend": EnglishRule(
        bad=r"\bmend(?:s|ed|ing)?\b",
        instead="*fix*, *repair*, *update*",
        finds=("Mend the catalogue.",),
        spares=("Recommended.",),
    ),
    "archaic": EnglishRule(
        bad=r"\b(?:thereby|therein|thereof|hereby|whereof|whereby|whereupon|hitherto|anew|for ever|in vain|at the most|ere|lest|betwixt|forthwith|whilst|amongst|of late|nor (?:do|does|is|are|can|has|have|may|was|were)|so it be|be it|needs no more than|none the less|all the same|wherein|whence|thence|in place of|all the (?:more|less)|but for (?:those|the|what|its))\b",
        instead="the plain word: *again*, *forever*, *at most*, *instead of*, *except*",
        finds=("Write it anew.", "A word in place of another.", "It counts for ever."),
        spares=("Write it again.",),
    ),
    "is-to-be": EnglishRule(
        bad=r"\b(?:is|are|was|were) to be (?!$)(?!found\b)\w+(?:ed|en|ld|de|nt|ne|ut|id|wn|pt|ught)\b|\bis to (?:come|go|happen|be)\b|\bthere is (?:nothing|something|more|little|much) to (?:be|say|tell|do)\b",
        instead="*must be*, *will be*, *should be*, or an active verb",
        finds=("It is to be written.", "Return whether there is something to say."),
        spares=("The problem is to find it.",),
    ),
    "one": EnglishRule(
        bad=r"\bone(?:'s|’s)\b(?! is\b)(?<!other one's)(?<!another one's)|\b(?:that|where|when|what|as|how|whether) one (?:must|wants|needs|knows|sees|plays|gets|types|looks|is not waited)\b|(?<!if )\b[Oo]ne (?:cannot|may not|must not|needs only)\b",
        instead="*you*, or name the reader",
        finds=("It shows one's number.", "A list that one sees."),
        spares=("The first one.", "No one is asked."),
    ),
    "none-any": EnglishRule(
        bad=r"\bwhere there (?:is|are) none\b|\b(?:is|are) none of\b|(?<![Tt]here )\b(?:is|are) no (?:plan|order|mail|zone|TOML|UTF-8|number|address|JSON|PNG|name|hash|date|time|game|file|map|question)\b(?! (?:more|longer|such|needed|that|for|in|of|to|which|with|named|called|left|file|without))",
        instead="*is not a …*, *there isn't one*",
        finds=("X is no TOML", "None where there is none, where there are none"),
        spares=("There is no game.",),
    ),
    "exists": EnglishRule(
        bad=r"\b(?:that|which|nothing|whether (?:it|they|one)|what) (?:is|are|was|were) (?:not )?there\b(?=[.,;:]|$| (?:already|yet))",
        instead="*exists*, *is present*",
        finds=("A file that is there already.", "Return whether it is there."),
        spares=("If they are there in time.",),
    ),
    "of-which": EnglishRule(
        bad=r"(?<!one )(?<!each )(?<!all )(?<!some )(?<!none )(?<!most )(?<!both )(?<!any )(?<!many )(?<!either )(?<!part )(?<!because )\bof which\b|\b(?:out of|upon) which\b|\bfrom which on\b",
        instead="split the sentence, or *whose*, *that … from*",
        finds=("A game of which nobody knows.",),
        spares=("Two rules, one of which is new.",),
    ),
    "in-other-way": EnglishRule(
        bad=r"\bin (?:another|no other|the same|one) way than\b|\bnot otherwise than\b|\b(?:than|as) if not\b|\bno other (?:\w+ )?than\b|\banother one than\b|\b(?:is|are) others?\b(?! (?:than|who|that|players|people|seats))[.,;:]|\bof the same\b (?=never|was|were|is)|\b(?:is|are) another\b[.,;]|\bno sign of who\b",
        instead="say what differs: *differs from*, *a different …*",
        finds=("It is refused in another way than that.",),
        spares=("It is another player.",),
    ),
    "has-again": EnglishRule(
        bad=r"\b(?:has|have|had|gets?) (?:it|them|the seat|this) again\b|\bgoes on (?:where|with what)\b|\bgo on with what\b|\bis good for\b|\bis let\b|\bas (?:it|they) (?:is|are) let\b",
        instead="*gets … back*, *continues*, *resumes*",
        finds=("It goes on where it was.",),
        spares=("The game goes on.",),
    ),
    "go-by": EnglishRule(
        bad=r"\b(?:go|goes|going|went) by\b(?! (?:mail|itself))|\bto go by\b",
        instead="*uses*, *follows*, *depends on*",
        finds=("Later ones go by the orders.", "There is nothing to go by."),
        spares=("It goes by mail.",),
    ),
    "hand-over": EnglishRule(
        bad=r"^(?!.*\b(?:seat|keyboard|hand-over)\b).*?\b(?:hands?|handed|handing) (?:it |them |messages )?(?:over|on)\b|\b(?:is|are) taken up\b|\btakes? up (?:what|the parts)\b",
        instead="*send*, *deliver*, *pass on*, *resume*",
        finds=("The door hands it over.",),
        spares=("The keyboard changes hands.",),
    ),
    "told": EnglishRule(
        bad=r"\b(?:is|are|was|were|be|been|being|get|gets) told (?:of|that|so|to|at once|when|by|until|as|it|what|about|again|from|in|once|anew|however|beside|and|or)?\b(?=[^.;]{0,60}\b(?:is|are|was|were|be|been) (?:told|said|asked|noted|known|kept|made|done|called))",
        instead="say who tells whom: *The referee sends …*, *Players see …*",
        finds=("It is told to all that it was said.",),
        spares=("You are told at once.",),
    ),
    "told-of": EnglishRule(
        bad=r"\b(?:told|tells?|says?|said|kept|keeps?|noted|read) (?:nothing |something |more |it |everything |anything |them )?of\b(?! course| the same)",
        instead="*about*; *read from*",
        finds=("What is kept of a person.", "Nobody is told of it."),
        spares=("The rest of it.", "It says nothing about them."),
    ),
    # “Everything is told that is wrong with it”: the clause has moved away from its noun.
    "extraposed": EnglishRule(
        bad=r"\b(?:is|are|was|were|been|be) (?!said\b|so\b|clear\b|known\b|true\b)\w+(?:ed|en|ld|id|wn|pt|nt|ght) that (?:is|are|was|were|has|have|had|can|may|must|could|will)\b",
        instead="keep the clause beside its noun",
        finds=("Of a file everything is told that is wrong with it.",),
        spares=("It is said that they are old.", "A rule that is old is kept."),
    ),
    # “Return what stands in a line”: name the thing.
    "return-what": EnglishRule(
        bad=r"^(?:Return|Yield|Note|Say|Show|Tell|Send|Draw|Add|Read|Write|Keep|Give|Do|Take|Put|Store|Drop|Forget|Have|Count|Print|Find|List) "
        r"(?:what|who|whom|how (?!many|much|far|long|often|strongly|likely))\b",
        instead="name the thing: *Return the text of a line*",
        kinds=CODE,
        finds=("Return what a line says.", "Note who has moved."),
        spares=("Return how many there are.",),
    ),
    "have": EnglishRule(
        bad=r"^Have (?:a|an|the|this|it|what|all|every|each|somebody|them|their|its|one|another)\b",
        instead="an active verb: *Queue …*, *Start …*",
        kinds=CODE,
        finds=("Have a message sent.",),
        spares=("Have you seen it?",),
    ),
    "noun-phrase": EnglishRule(
        bad=r"^(?:The|An?|What|Whether|How|Who|Where|When) |\?$",
        instead="an imperative: what the function does or returns",
        kinds=("summary",),
        finds=("The board.", "What there is to say.", "May it?"),
        spares=("Return the board.",),
    ),
    "mood": EnglishRule(
        bad=r"^Raise CODE|^Raises? (?:an? )?\w+Error\b",
        instead="*Raises X if …*",
        kinds=("docstring", "summary"),
        finds=("Raise CODE where it is old.",),
        spares=("Raises CODE if it is old.",),
    ),
    "semicolons": EnglishRule(
        bad=r"^[^:]*;[^;]*;",
        instead="split the sentence, or make it a list",
        kinds=(*CODE, "page", "catalogue", "help", "refusal"),
        finds=("It is so; it was so; it will be.",),
        spares=("It is so; it was so.",),
    ),
    "splice": EnglishRule(
        test=spliced,
        instead="use a full stop, a semicolon or a conjunction",
        finds=("The game ended early, it was over.",),
        spares=("If the game ended, it was over.",),
    ),
    "long": EnglishRule(
        test=long,
        instead=f"split it: at most {LONG} words",
        finds=(" ".join(["word"] * 36),),
        spares=(" ".join(["word"] * 35),),
    ),
    "summary": EnglishRule(
        test=lambda sentence: sentence[:40] if len(words(sentence)) > SUMMARY else "",
        instead=f"at most {SUMMARY} words in the first sentence of a docstring",
        kinds=("summary",),
        finds=(" ".join(["word"] * 26),),
        spares=(" ".join(["word"] * 25),),
    ),
    "chain": EnglishRule(
        bad=r"(?:CODE(?:, CODE)*:.*){2}",
        instead="comments beside the fields",
        kinds=("docstring",),
        finds=("CODE: its name; CODE: its size.",),
        spares=("CODE: its name.",),
    ),
    "subject": EnglishRule(
        bad=r"^(?![\w/-]+: (?-i:[a-z])).+|;|.{73}",
        instead="room, colon, imperative: at most 72 characters, one change",
        kinds=("commit",),
        finds=("It plays now", "room: this; and that", "room: " + "x" * 70),
        spares=("room: play a game",),
    ),
}
