"""What a renderer must have, and where the renderers are: the entry points of the group
``meanwhile.renderers``.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol, TypeGuard, cast

from msgspec import Struct

from engine.state import Event, Seat
from renderers.toolkit.scene import WHOLE, TableScene, TextLayout

GROUP = "meanwhile.renderers"
PLAIN = EntryPoint("plain", "renderers.plain:PLAIN", GROUP)
"""What draws the games that bring no renderer."""
Say = Callable[..., str]
"""``say(message_id, **arguments)``: a sentence in one language."""


class PromptParts(Struct, frozen=True, kw_only=True):
    """What one reader is told beyond the public question, in parts of one or more sentences; "" for
    a part that there is not.

    ``more`` goes beyond the public question, which it does not repeat; ``private`` its reader alone
    may know, and so is ``sheet``: the figures to choose from, and the choices made so far;
    ``shown``: what others are told of the answer; ``otherwise``: what happens without one; ``may``:
    orders that would be taken.
    """

    more: str = ""
    private: str = ""
    shown: str = ""
    otherwise: str = ""
    may: str = ""
    sheet: tuple[TableScene, ...] = ()

    @property
    def why(self) -> tuple[str, ...]:
        """All sentences, in the order in which they are read."""
        return self.more, self.private, self.shown, self.otherwise, self.may


class PublicQuestion(Struct, frozen=True, kw_only=True):
    """What is asked, as everybody may know it: the same for all who are asked and for who watches,
    whatever there is to decide. "" for a part that there is not.

    ``question`` goes on behind a name, without a full stop: *move one of your units*; with ``may``
    it is something that they need not do: *interrupt the move of A2*. ``otherwise`` is a sentence:
    what happens without an answer; ``aside`` one that explains.
    """

    question: str
    may: bool = False
    otherwise: str = ""
    aside: str = ""

    def sentence(self, say: Say) -> str:
        """Return the question as a sentence to somebody who is asked."""
        may = "yes" if self.may else "no"
        text = str(say("reading-asked-you", question=self.question, may=may, secret="no"))
        return text[:1].upper() + text[1:]


class Renderer(Protocol):
    """What a game's renderer has: a module or an object. ``view`` is the game's own, already
    filtered for its reader.
    """

    def scene(self, view: Any, say: Say) -> Struct:
        """Return everything that is shown of the view, in words of one language and ready to be
        drawn and written: a :class:`renderers.toolkit.scene.GameScene` as a rule.
        """
        ...

    def png(self, scene: Any) -> bytes:
        """Return the scene as a PNG: identical bytes for identical scenes."""
        ...

    def text(self, scene: Any, language: str, layout: TextLayout = WHOLE) -> str:
        """Return the scene as lines with every fact of the picture that is not known, each with its
        line end.
        """
        ...

    def alt(self, scene: Any, language: str) -> str:
        """Return the scene in at most 1,024 characters, to go with the picture."""
        ...

    def names(self, view: Any) -> dict[Seat, str]:
        """Return how sentences call the seats."""
        ...

    def prompt(self, view: Any, say: Say) -> PromptParts:
        """Return what the view's reader is told beyond the public question."""
        ...

    def facts(
        self, event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say
    ) -> dict[str, str | int]:
        """Return the arguments of the event's sentence, ``role`` among them: what the event is to
        this viewer.
        """
        ...


class Extras(Renderer, Protocol):
    """What a renderer may have beside that; each method is optional, and :func:`can` says whether
    it is there. ``scene`` takes a mode if there are ``modes``; ``folded`` and ``tell`` come
    together.
    """

    def modes(self, view: Any) -> tuple[str, ...]:
        """Return the modes of this view, each a word or two: ``near``, ``reach A1``."""
        ...

    def scene(self, view: Any, say: Say, mode: str = "") -> Struct:
        """Return the scene in one of these modes; "": the usual one."""
        ...

    def asks(self, view: Any, names: Mapping[Seat, str], say: Say) -> PublicQuestion:
        """Return what is asked, made of what everybody may know of the view alone: the same from
        the view of each seat and from the public one.
        """
        ...

    def reason(self, view: Any, order: Any, say: Say) -> str:
        """Return in a few words why somebody may want to give an order; "": nothing to say."""
        ...

    def folded(self, events: Sequence[Event]) -> Sequence[Event | tuple[Event, ...]]:
        """Return the events in their order, those together that one sentence tells; those that are
        left out are no news.
        """
        ...

    def tell(
        self, events: tuple[Event, ...], viewer: Seat, names: Mapping[Seat, str], say: Say
    ) -> str:
        """Return the sentence for such a group."""
        ...

    def preview(self, view: Any, say: Say, order: Any) -> Struct | None:
        """Return the scene with what the reader knows of an order, cropped to where that is; None
        if there is nothing to show.
        """
        ...

    def throw(self, key: str, say: Say) -> str:
        """Return what the roll of this key is for, and how many dice players throw for it."""
        ...

    def sentence(self, event: Event, names: Mapping[Seat, str], say: Say) -> str:
        """Return what has happened, for an event that no catalogue has words for."""
        ...


def can(module: Renderer, method: str) -> TypeGuard[Extras]:
    """Return whether a renderer has a method of :class:`Extras`."""
    return hasattr(module, method)


@cache
def renderer(kind: str) -> Renderer:
    """Return the renderer of a game kind, the plain one for a game that brings none; no other is
    loaded for it. Raises ``KeyError``, which names the kind and those there are, for what is none.
    """
    found = dict.fromkeys((point.name for point in entry_points(group="meanwhile.games")), PLAIN)
    found |= {point.name: point for point in entry_points(group=GROUP)}
    if kind not in found:
        raise KeyError(
            f"no renderer for {kind!r} in {GROUP}; there are: {', '.join(sorted(found))}"
        )
    return cast(Renderer, found[kind].load())
