"""The interface of renderers, and the registry: the entry points of the group
``meanwhile.renderers``.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol, TypeGuard, cast

from msgspec import Struct
from PIL import Image

from engine.state import Event, Seat
from renderers.toolkit.scene import WHOLE, Spot, TableScene, TextLayout

GROUP = "meanwhile.renderers"
PLAIN = EntryPoint("plain", "renderers.plain:PLAIN", GROUP)
"""The renderer of games without their own."""
CONTEST = EntryPoint("contest", "renderers.contest", GROUP)
"""The renderer of contests, which are in no list of games."""
Say = Callable[..., str]
"""``say(message_id, **arguments)`` returns a sentence in one language."""


class PromptParts(Struct, frozen=True, kw_only=True):
    """The prompt of one reader beyond the public question, in parts of one or more sentences.

    Any part can be empty. ``more`` adds to the public question without repeating it. Only this
    reader may see ``private`` and ``sheet``, the available choices and those made so far. ``shown``
    says what others learn from the answer, ``otherwise`` what happens without one. ``may`` lists
    possible orders.
    """

    more: str = ""
    private: str = ""
    shown: str = ""
    otherwise: str = ""
    may: str = ""
    sheet: tuple[TableScene, ...] = ()

    @property
    def why(self) -> tuple[str, ...]:
        """All sentences in reading order."""
        return self.more, self.private, self.shown, self.otherwise, self.may


class PublicQuestion(Struct, frozen=True, kw_only=True):
    """The public question, the same for the seats asked and for spectators.

    ``question`` follows a name, without a full stop: *move one of your units*. If ``may`` is set,
    answering is optional: *interrupt the move of A2*. ``otherwise`` is a sentence about the
    consequence of not answering; ``aside`` is an explanation. Both may be empty.
    """

    question: str
    may: bool = False
    otherwise: str = ""
    aside: str = ""

    def sentence(self, say: Say) -> str:
        """Return the question as a sentence addressed to a player."""
        may = "yes" if self.may else "no"
        text = str(say("reading-asked-you", question=self.question, may=may, secret="no"))
        return text[:1].upper() + text[1:]


class Renderer(Protocol):
    """The interface of a game's renderer, a module or an object. ``view`` is the game's own view,
    already filtered for its reader.
    """

    def scene(self, view: Any, say: Say) -> Struct:
        """Return everything shown of the view, in words and ready to be drawn. It is usually a
        :class:`renderers.toolkit.scene.GameScene`.
        """
        ...

    def png(self, scene: Any) -> bytes:
        """Return the scene as a PNG: identical bytes for identical scenes."""
        ...

    def text(self, scene: Any, language: str, layout: TextLayout = WHOLE) -> str:
        """Return the scene as lines, each with its line end. They contain every fact of the
        picture, except those that ``layout`` calls ``known``.
        """
        ...

    def alt(self, scene: Any, language: str) -> str:
        """Return alt text for the scene, at most 1,024 characters."""
        ...

    def names(self, view: Any) -> dict[Seat, str]:
        """Return the names of the seats in sentences."""
        ...

    def prompt(self, view: Any, say: Say) -> PromptParts:
        """Return the reader's prompt beyond the public question."""
        ...

    def facts(
        self, event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say
    ) -> dict[str, str | int]:
        """Return the arguments of the event's sentence. ``role`` says how the event concerns this
        viewer.
        """
        ...


class Extras(Renderer, Protocol):
    """Optional methods of a renderer; check with :func:`can`. ``scene`` takes a mode if there are
    ``modes``. A renderer with ``folded`` also has ``tell``, one with ``numbered`` also ``spot``.
    """

    def modes(self, view: Any) -> tuple[str, ...]:
        """Return the modes of this view, one or two words each: ``near``, ``reach A1``."""
        ...

    def scene(self, view: Any, say: Say, mode: str = "") -> Struct:
        """Return the scene in one of these modes. An empty mode is the default one."""
        ...

    def flat(self, scene: Any) -> Image.Image:
        """Return the picture of ``png`` before it is encoded."""
        ...

    def asks(self, view: Any, names: Mapping[Seat, str], say: Say) -> PublicQuestion:
        """Return the public question, from public facts only: the same from each seat's view and
        the public one.
        """
        ...

    def reason(self, view: Any, order: Any, say: Say) -> str:
        """Return a reason for an order in a few words, or an empty string."""
        ...

    def folded(self, events: Sequence[Event]) -> Sequence[Event | tuple[Event, ...]]:
        """Return the events in order. Those for one sentence are grouped, and those without news
        omitted.
        """
        ...

    def tell(
        self, events: tuple[Event, ...], viewer: Seat, names: Mapping[Seat, str], say: Say
    ) -> str:
        """Return the sentence for a group of events."""
        ...

    def preview(self, view: Any, say: Say, order: Any) -> Struct | None:
        """Return the scene with the reader's knowledge of an order, cropped to the place. Returns
        ``None`` if there is nothing to show.
        """
        ...

    def spot(self, view: Any, word: str) -> Spot | None:
        """Return the place on the board that a word of an order names, or ``None``. A third number
        is a direction.
        """
        ...

    def numbered(self, scene: Any, marks: Sequence[tuple[Spot, str]]) -> Struct:
        """Return the scene with signs at these places, cropped to them."""
        ...

    def throw(self, key: str, say: Say) -> str:
        """Return the purpose of the roll with this key, and the number of dice that players
        roll.
        """
        ...

    def sentence(self, event: Event, names: Mapping[Seat, str], say: Say) -> str:
        """Return a sentence for an event without a message in the catalogue."""
        ...


def can(module: Renderer, method: str) -> TypeGuard[Extras]:
    """Return whether a renderer has a method of :class:`Extras`."""
    return hasattr(module, method)


@cache
def renderer(kind: str) -> Renderer:
    """Load the renderer of a game kind, or the plain one for a game without its own. Other
    renderers are not loaded. Raises ``KeyError`` with the known kinds if the kind is unknown.
    """
    found = dict.fromkeys((point.name for point in entry_points(group="meanwhile.games")), PLAIN)
    found |= {point.name: point for point in (*entry_points(group=GROUP), CONTEST)}
    if kind not in found:
        raise KeyError(
            f"no renderer for {kind!r} in {GROUP}; there are: {', '.join(sorted(found))}"
        )
    return cast(Renderer, found[kind].load())
