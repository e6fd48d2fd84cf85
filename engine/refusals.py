"""The reasons why orders are refused, as data."""

from msgspec import Struct

from engine.errors import MeanwhileError, UserError
from engine.slots import Facts

LONGEST = 4_096
"""Maximum length of an order, and of a message with all its orders, in characters."""


class Refusal(Struct, frozen=True, kw_only=True):
    """The reason why an order is refused."""

    code: str  # stable, for sentences and programs
    start: int = 0  # ``start`` and ``end`` count characters of the order
    end: int = 0
    word: str = ""  # the text between ``start`` and ``end``
    wanted: tuple[str, ...] = ()  # words that would fit there, nearest first
    legal: tuple[str, ...] = ()  # whole legal orders
    meant: tuple[str, ...] = ()  # orders that the player may have meant
    rule: str = ""  # number of the rule that forbids it, if any
    facts: Facts = ()  # names and numbers of the reason


class Refused(MeanwhileError):
    """An order is refused: it cannot be given now."""

    def __init__(self, refusal: Refusal):
        super().__init__(f"{refusal.code} at {refusal.start}: {refusal.word!r}")
        self.refusal = refusal


class NotPossible(UserError):
    """A player asked for something impossible that is not an order, such as a game with impossible
    options. Its ``refusal`` names the catalogue's sentence (``refusal-CODE``).
    """

    def __init__(self, code: str, *wanted: str, word: str = "", start: int = 0):
        super().__init__(": ".join(filter(None, (code, word, ", ".join(wanted)))))
        self.refusal = Refusal(code=code, start=start, word=word, wanted=wanted)


def too_long(legal: tuple[str, ...] = ()) -> Refusal:
    """Return the refusal of a text with more than ``LONGEST`` characters."""
    return Refusal(code="too-long", legal=legal, facts=(("word", LONGEST),))
