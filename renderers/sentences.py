"""Sentences in the reader's language, from message catalogues (Project Fluent).

The house's messages lie in ``renderers/locale/LANGUAGE/house.ftl``, those of a game in the package of its events and
views, in ``locale/LANGUAGE.ftl``. A game's messages are called after it: ``battleboard-bombed`` tells ``Bombed``.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from fluent.runtime import FluentBundle, FluentResource

from engine.menu import Refusal
from engine.state import Event, Seat
from renderers.registry import renderer

LANGUAGES = ("en", "zh-TW")
EXAMPLES = 10


class NoSentence(LookupError):
    """A catalogue lacks a message, or a message lacks an argument: names the message and the language."""


def language(tag: str) -> str:
    """The language of ours that is nearest to a tag such as ``zh-Hant-HK``; English if none is."""
    wanted = tag.replace("_", "-").casefold()
    for own in LANGUAGES:
        if wanted == own.casefold():
            return own
    return next((own for own in LANGUAGES if wanted.split("-")[0] == own.split("-")[0]), LANGUAGES[0])


def kebab(name: str) -> str:
    """``TurnStarted`` as ``turn-started``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def package_of(thing: type) -> str:
    """The package that holds a game's type, and its catalogues."""
    return thing.__module__.rpartition(".")[0]


@lru_cache(maxsize=256)
def message_id(event: type) -> str:
    """The message that tells an event of this type."""
    return f"{kind_of(event)}-{kebab(event.__name__)}"


def kind_of(thing: type) -> str:
    """The game that a type belongs to: its package's own name."""
    return package_of(thing).rpartition(".")[2]


class Sentences:
    """All sentences of one language; :func:`sentences_in` keeps one of each."""

    def __init__(self, tag: str):
        self.language = language(tag)
        self.bundle = FluentBundle([self.language], use_isolating=False)
        self.learnt: set[str] = set()
        self.say = lru_cache(maxsize=4096)(self._say)
        self.read(files("renderers") / "locale" / self.language / "house.ftl")

    def read(self, file: Traversable) -> None:
        """Add one catalogue."""
        self.bundle.add_resource(FluentResource(file.read_text("utf-8")))

    def learn(self, package: str) -> None:
        """Add the catalogue of a game's package, once."""
        if package not in self.learnt:
            self.read(files(package) / "locale" / f"{self.language}.ftl")
            self.learnt.add(package)

    def knows(self, message: str) -> bool:
        """Is there such a message?"""
        return self.bundle.has_message(message)

    def _say(self, message: str, /, **arguments: str | int) -> str:
        """One sentence. ``NoSentence`` if the catalogue lacks it or the arguments do not suffice."""
        if not self.knows(message):
            raise NoSentence(f"{message} ({self.language}): no such message")
        pattern = self.bundle.get_message(message).value
        if pattern is None:
            raise NoSentence(f"{message} ({self.language}): only attributes")
        text, errors = self.bundle.format_pattern(pattern, arguments)
        if errors:
            raise NoSentence(f"{message} ({self.language}): {'; '.join(map(str, errors))}")
        return str(text)

    def event(self, event: Event, viewer: Seat, names: Mapping[Seat, str]) -> str:
        """What has happened, as ``viewer`` reads it; ``names`` are from :func:`renderers.names`."""
        self.learn(package_of(type(event)))
        facts = renderer(kind_of(type(event))).facts(event, viewer, names, self.say)
        return self.say(message_id(type(event)), **facts)

    def prompt(self, kind: str, view: object, legal: Sequence[str] = ()) -> str:
        """Why a seat is asked, and what it may say: ``legal`` are orders that would be taken."""
        self.learn(package_of(type(view)))
        return self.joined(self.say(f"{kind}-prompt"), self.examples("may", legal))

    def refusal(self, refusal: Refusal) -> str:
        """Why an order was refused, where, and what would have been taken."""
        known = f"refusal-{refusal.code}"
        word, place = refusal.word, refusal.start + 1
        why = self.say(known if self.knows(known) else "refusal-other", word=word, place=place)
        rule = self.say("refusal-rule", rule=refusal.rule) if refusal.rule else ""
        return self.joined(why + rule, self.examples("wanted", refusal.wanted), self.examples("may", refusal.legal))

    def examples(self, message: str, words: Sequence[str]) -> str:
        """A sentence that lists up to ten words, or nothing."""
        if not words:
            return ""
        more = "yes" if len(words) > EXAMPLES else "no"
        return self.say(message, words=self.listed(words[:EXAMPLES]), more=more)

    def listed(self, words: Sequence[str]) -> str:
        """Words as a list in a sentence."""
        return self.say("comma").join(words)

    def joined(self, *parts: str) -> str:
        """Sentences after one another, as this language sets them."""
        return self.say("space").join(part for part in parts if part)


@lru_cache(maxsize=8)
def _kept(own: str) -> Sentences:
    return Sentences(own)


def sentences_in(tag: str = "en") -> Sentences:
    """The sentences of the language of ours that is nearest to ``tag``."""
    return _kept(language(tag))
