"""Sentences in the reader's language, from message catalogues (Project Fluent).

The referee's messages are in ``renderers/locale/LANGUAGE``. Those of a game and its pictures are in
``locale/LANGUAGE.ftl`` of the packages named by its entry points in ``meanwhile.games`` and
``meanwhile.renderers``. ``battleboard-bombed`` is the message for ``Bombed``.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec, module_from_spec
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import Message
from fluent.syntax import ast
from msgspec.structs import replace

from engine import languages
from engine.errors import UserError
from engine.game import REFEREE_EVENTS
from engine.menu import NotPossible, Refusal
from engine.rulings import physical_dice, rulings, salts, times
from engine.state import Event, Seat
from renderers.registry import CONTEST, GROUP, PromptParts, PublicQuestion, Say, can, renderer
from renderers.rulings import rulings as ruling_facts
from renderers.rulings import times as time_facts
from renderers.toolkit.facts import Facts, fields, yes

LOCALE = files("renderers") / "locale"
LANGUAGES = languages.listed(LOCALE)
EXAMPLES = 10
ENTRY = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.M)
WORD = 200
"""Maximum characters quoted of a refused word, because Fluent limits the length of arguments."""


class NoSentence(LookupError):
    """A catalogue lacks a message, or a message lacks an argument. The text names the message and
    the language.
    """


def language(tag: str) -> str:
    """Return the supported language nearest to a tag such as ``zh-Hant-HK``, or English."""
    return languages.nearest(tag, LANGUAGES)


def kebab(name: str) -> str:
    """Return ``TurnStarted`` as ``turn-started``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@lru_cache(maxsize=256)
def message_id(kind: str, event: type) -> str:
    """Return the message for an event of this type: ``nim-took``, or ``house-undone`` for the
    referee's own events.
    """
    return f"{'house' if event in REFEREE_EVENTS else kind}-{kebab(event.__name__)}"


def referee_facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    """Return the sentence arguments of one of the referee's own events."""
    if isinstance(event, rulings.EVENTS):
        return ruling_facts.facts(event, viewer, names, say)
    if isinstance(event, times.EVENTS):
        return time_facts.facts(event, viewer, names, say)
    found = fields(event, viewer, names)
    match event:
        case physical_dice.Wanted(_, faces, shown):
            found |= {"faces": say("comma").join(faces), "shown": " ".join(shown) or "none"}
        case physical_dice.Typed(_, faces):
            found["faces"] = " ".join(faces)
        case salts.Awaited(seats):
            found["names"] = say("comma").join(names.get(seat, seat) for seat in seats)
    return found


@cache
def parsed(text: str) -> ast.Resource:
    """Return a parsed message. It is cached, because several catalogues share messages."""
    return FluentResource(text)


@cache
def split(text: str) -> Mapping[str, str]:
    """Return the messages of a catalogue by name, unparsed."""
    found = list(ENTRY.finditer(text))
    ends = [*(one.start() for one in found[1:]), len(text)]
    pairs = zip(found, ends, strict=True)
    return dict(reversed([(one[1], text[one.start() : end]) for one, end in pairs]))


class Catalogue(FluentBundle):
    """The messages of one language. Each is parsed at its first use, because a process uses few of
    them and parsing all would dominate startup.
    """

    def __init__(self, tag: str, functions: dict[str, Any]):
        super().__init__([tag], use_isolating=False, functions=functions)
        self.texts = dict[str, str]()

    def add(self, catalogue: str) -> None:
        self.texts = {**split(catalogue), **self.texts}

    def has_message(self, message_id: str) -> bool:
        """Return whether the message exists and can be parsed."""
        self.read(message_id)
        return bool(super().has_message(message_id))

    def read(self, name: str) -> None:
        # Threads may do this at the same time, so nothing is removed.
        if name in self.texts and name not in self._messages:
            self.add_resource(parsed(self.texts[name]))

    def _lookup(self, entry_id: str, term: bool = False) -> Message:
        # References between messages also come here.
        self.read(f"-{entry_id}" if term else entry_id)
        return super()._lookup(entry_id, term)


class Sentences:
    """All sentences of one language; use :func:`sentences_in`.

    A message missing in ``zh-TW`` is taken from ``zh``, then from English. Catalogues write ``{
    TITLE($kind) }`` for the name of a game.
    """

    def __init__(self, tag: str):
        self.language = language(tag)
        chain = dict.fromkeys((self.language, self.language.split("-")[0], LANGUAGES[0]))
        titles: dict[str, Any] = {"TITLE": self.title}
        self.bundles = {own: Catalogue(own, titles) for own in chain}
        self.say = lru_cache(maxsize=4096)(self._say)
        for own in self.bundles:
            folder = LOCALE / own
            for file in (
                sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else ()
            ):
                self.add(own, file)
        points = (*entry_points(group="meanwhile.games"), *entry_points(group=GROUP), CONTEST)
        for module in dict.fromkeys(point.module for point in points):
            self.read_game(module)

    def read(self, folder: Traversable) -> None:
        """Add the catalogues ``LANGUAGE.ftl`` of a folder."""
        for own in self.bundles:
            self.add(own, folder / f"{own}.ftl")

    def read_game(self, name: str) -> None:
        """Add the catalogues of a game: ``locale`` in the package of its module, or texts in the
        module itself: ``SENTENCES = {"en": "nim-took = …"}``.
        """
        spec = find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            # Don't import the game: it may never be played.
            self.read(files(module_from_spec(spec)) / "locale")
            return
        if package := name.rpartition(".")[0]:
            self.read(files(package) / "locale")
        for own, text in getattr(import_module(name), "SENTENCES", {}).items():
            if own in self.bundles:
                self.bundles[own].add(text)

    def add(self, own: str, file: Traversable) -> None:
        if file.is_file():
            self.bundles[own].add(file.read_text("utf-8"))

    def knows(self, message: str) -> bool:
        return self.bundle(message) is not None

    def bundle(self, message: str) -> Catalogue | None:
        return next((one for one in self.bundles.values() if one.has_message(message)), None)

    def translates(self, message: str) -> bool:
        return self.bundles[self.language].has_message(message)

    def _say(self, message: str, /, **arguments: str | int) -> str:
        """Return one sentence. Raises ``NoSentence`` if no catalogue has it or arguments are
        missing.
        """
        bundle = self.bundle(message)
        pattern = None if bundle is None else bundle.get_message(message).value
        if bundle is None or pattern is None:
            raise NoSentence(f"{message} ({self.language}): no such message")
        text, errors = bundle.format_pattern(pattern, arguments)
        if errors:
            raise NoSentence(f"{message} ({self.language}): {'; '.join(map(str, errors))}")
        return str(text)

    def title(self, kind: str) -> str:
        """Return the display name of a game, ``nim-title``, or else its installed name."""
        message = f"{kind}-title"
        return self.say(message) if self.knows(message) else kind

    def event(self, kind: str, event: Event, viewer: Seat, names: Mapping[Seat, str]) -> str:
        """Return the sentence for an event of a game as ``viewer`` reads it. ``names`` come from
        :func:`renderers.names`.
        """
        message = message_id(kind, type(event))
        if type(event) in REFEREE_EVENTS:
            return self.say(message, **referee_facts(event, viewer, names, self.say))
        module = renderer(kind)
        if can(module, "sentence") and not self.knows(message):
            return module.sentence(event, names, self.say)
        return self.say(message, **module.facts(event, viewer, names, self.say))

    def news(
        self, kind: str, events: Sequence[Event], viewer: Seat, names: Mapping[Seat, str]
    ) -> list[str]:
        """Return the sentences for events, as few as possible: a path is one sentence."""
        module = renderer(kind)
        lines = list[str]()
        for part in module.folded(events) if can(module, "folded") else events:
            if isinstance(part, Event):
                lines.append(self.event(kind, part, viewer, names))
            elif can(module, "folded"):
                lines.append(module.tell(part, viewer, names, self.say))
        return lines

    def did(self, facts: Mapping[str, Any]) -> str:
        """Return the sentence for a completed command, from the facts of its receipt, or an empty
        string. Requested lists follow on further lines.
        """
        message = f"did-{facts.get('did', '')}".replace(" ", "-")
        if not self.knows(message):
            return ""
        first = self.say(message, **ruling_facts.done(facts, self.say))
        return "\n".join([first, *ruling_facts.more(facts, self.say)])

    def asked(
        self, kind: str, view: object, legal: Sequence[str] = (), why: object = None
    ) -> PromptParts:
        """Return the reader's prompt beyond the public question, with example orders from
        ``legal``.

        ``why`` is the menu's. If all seats are throwing real dice, the view's own question is left
        out.
        """
        may = self.examples("may", legal)
        if isinstance(why, physical_dice.Wanted):
            return PromptParts(may=may)
        return replace(renderer(kind).prompt(view, self.say), may=may)

    def wanted(self, kind: str, why: physical_dice.Wanted) -> str:
        """Return the sentence that asks all seats to throw real dice and type the results."""
        module = renderer(kind)
        cause = module.throw(why.key, self.say) if can(module, "throw") else why.key
        facts = {**referee_facts(why, "", {}, self.say), "key": cause}
        return self.say("house-wanted", **facts)

    def public_question(self, kind: str, view: object, names: Mapping[Seat, str]) -> PublicQuestion:
        module = renderer(kind)
        if can(module, "asks"):
            return module.asks(view, names, self.say)
        return PublicQuestion(question=self.say("house-asks"))

    def prompt(self, kind: str, view: object, legal: Sequence[str] = (), why: object = None) -> str:
        """Return the question and the reader's whole prompt in one paragraph."""
        if isinstance(why, physical_dice.Wanted):
            question = self.wanted(kind, why)
        else:
            public = self.public_question(kind, view, renderer(kind).names(view))
            question = public.sentence(self.say)
        return self.joined(question, *self.asked(kind, view, legal, why).why)

    def reason(self, kind: str, view: object, order: object) -> str:
        """Return a reason for this order, or an empty string."""
        module = renderer(kind)
        return module.reason(view, order, self.say) if can(module, "reason") else ""

    def refusal(self, refusal: Refusal, kind: str = "house") -> str:
        """Explain a refusal: the reason, the place, and what would have been accepted."""
        wanted = (f"{kind}-refusal-{refusal.code}", f"refusal-{refusal.code}", "refusal-other")
        word = refusal.word if len(refusal.word) <= WORD else refusal.word[: WORD - 1] + "…"
        facts: Facts = {"word": word, "place": refusal.start + 1, **dict(refusal.facts)}
        why = self.say(next(filter(self.knows, wanted)), **facts)
        rule = self.say("refusal-rule", rule=refusal.rule) if refusal.rule else ""
        whole = refusal.legal and (refusal.start == 0 or not refusal.wanted)
        if refusal.meant:
            return self.joined(why + rule, self.say("meant", words=self.listed(refusal.meant)))
        possible = ("may", refusal.legal) if whole else ("wanted", refusal.wanted)
        return self.joined(why + rule, self.examples(*possible))

    def problem(self, error: UserError) -> str:
        return self.refusal(error.refusal) if isinstance(error, NotPossible) else str(error)

    def examples(self, message: str, words: Sequence[str]) -> str:
        if not words:
            return ""
        more = yes(len(words) > EXAMPLES)
        return self.say(message, words=self.listed(words[:EXAMPLES]), more=more)

    def listed(self, words: Sequence[str]) -> str:
        return self.say("comma").join(words)

    def joined(self, *parts: str) -> str:
        return self.say("space").join(part for part in parts if part)


@lru_cache(maxsize=8)
def _kept(own: str) -> Sentences:
    return Sentences(own)


def sentences_in(tag: str = "en") -> Sentences:
    """Return the sentences of the supported language nearest to ``tag``."""
    return _kept(language(tag))
