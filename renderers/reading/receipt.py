"""The results of a person's orders: an outcome for each order, in the order in which they were
tried. A door displays them as lines, rows or paragraphs.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from engine.menu import Refusal
from engine.messages import Receipt
from renderers.reading.text import OrderText, Text, plain, sentence
from renderers.sentences import Sentences

Fate = Literal["taken", "did", "refused", "dropped"]


class OrderOutcome(Struct, frozen=True, kw_only=True):
    """The result of one order.

    ``wrote`` is the person's text, ``order`` its canonical spelling, and ``text`` the result in
    words (empty for an accepted order spelled canonically). ``more`` are requested lists. ``did``
    is the command. ``sure`` is the order to repeat for confirmation, and ``meant`` are orders that
    the person may have meant.
    """

    fate: Fate
    wrote: str = ""
    order: str = ""
    text: Text = ()
    more: tuple[str, ...] = ()
    did: str = ""
    sure: str = ""
    meant: tuple[str, ...] = ()


def outcomes(
    said: Sentences, receipt: Receipt, kind: str, wrote: Sequence[str] = ()
) -> tuple[OrderOutcome, ...]:
    found = list[OrderOutcome]()
    for number, done in enumerate(receipt.done):
        text = wrote[number] if number < len(wrote) else done.order
        same = " ".join(text.split()).casefold() == done.order.casefold()
        read_as = () if same else sentence(said, "reading-read-as", order=OrderText(done.order))
        found.append(OrderOutcome(fate="taken", wrote=text, order=done.order, text=read_as))
    if receipt.status == "answered":
        first, *more = (said.did(receipt.facts) or said.say("reading-did")).splitlines()
        did = str(receipt.facts.get("did", ""))
        wholly = "; ".join(wrote)
        found.append(
            OrderOutcome(fate="did", wrote=wholly, text=plain(first), more=tuple(more), did=did)
        )
    if receipt.refusal is not None:
        found.append(refused(said, receipt.refusal, kind, receipt.order))
    dropped = sentence(said, "reading-dropped")
    found += [OrderOutcome(fate="dropped", wrote=text, text=dropped) for text in receipt.dropped]
    return tuple(found)


def refused(said: Sentences, why: Refusal, kind: str, order: str) -> OrderOutcome:
    return OrderOutcome(
        fate="refused",
        wrote=order,
        text=plain(said.refusal(why, kind)),
        sure=str(dict(why.facts).get("sure", "")),
        meant=tuple(why.meant),
    )


def lines(said: Sentences, found: Sequence[OrderOutcome]) -> list[Text]:
    """Return outcomes as lines, for a door without rows. Dropped orders share one line."""
    told, dropped = list[Text](), [one.wrote for one in found if one.fate == "dropped"]
    for one in found:
        if one.fate == "taken":
            told.append(sentence(said, "reading-taken", order=OrderText(one.order)))
        elif one.fate != "dropped":
            told += [one.text, *map(plain, one.more)]
    if dropped:
        orders = OrderText("; ".join(dropped))
        told.append(sentence(said, "reading-dropped-these", orders=orders))
    return told
