"""The lines of a reply, and what is made of them."""

from typing import Literal

from msgspec import Struct

What = Literal["order", "word", "tried", "near", ""]
"""Of a line: an order that could be given now; a word of the referee's; what begins like an
order, or nearly so; anything else.
"""
Fate = Literal[
    "", "own", "aside", "quoted", "typed", "edge", "beside", "below", "marked", "question"
]
"""What becomes of a line. ``typed``: it stands in what we sent, and was typed all the same. The
last five are doubtful if it is an order: it may be the end or the beginning of something of ours
(``edge``), or stands below a quotation without marks (``beside``), below an announcement of one
that never came (``below``), in a quotation of somebody else (``marked``), beside a question.
"""
DOUBTFUL = frozenset[Fate](["edge", "beside", "below", "marked", "question"])


class ReplyLine(Struct, kw_only=True):
    """A line, the ``at``-th: its ``depth`` of quotation, and its words in the stream of all words,
    from ``first`` to before ``end``, of which ``sent`` are in a run of ours. ``spelt`` is the order
    in it, as it is read.
    """

    at: int
    text: str
    depth: int
    first: int
    end: int
    sent: int = 0
    fate: Fate = ""
    what: What | None = None
    spelt: str = ""


class OwnLines(Struct, frozen=True, kw_only=True):
    """``own`` is read as orders; ``aside`` is courtesy and what stands below the last order;
    ``doubtful`` are orders of which nobody can be sure: asked about, never done and never dropped.

    ``strange`` are words beside the orders that may take them back or tie them to a condition;
    ``meant`` is what is held then: ``own``, and the orders that such words make doubtful.
    ``whole``: no line was left out.
    """

    own: tuple[str, ...]
    aside: tuple[str, ...]
    doubtful: tuple[str, ...]
    strange: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    whole: bool = True
