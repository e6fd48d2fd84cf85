"""What has become of what somebody wrote: an outcome for each order, in the order in which they
were tried. A door sets them as lines, rows or paragraphs.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from engine.letters import Receipt
from engine.menu import Refusal
from renderers.reading.text import OrderText, Text, plain, sentence
from renderers.sentences import Sentences

Fate = Literal["taken", "did", "refused", "dropped"]


class OrderOutcome(Struct, frozen=True, kw_only=True):
    """What has become of one thing. ``wrote`` is what the person has written, ``order`` how the
    referee spells it, ``text`` what came of it in words: for an order that was taken "" where the
    two are the same. ``more`` are lists that were asked for. ``did`` names the word to the referee.

    ``sure`` is the order that is taken if the person says again what they have said; ``meant`` are
    those that they may have meant.
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
    """Return what has become of a letter in which these were written, in a game of this kind."""
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
    """Return why an order was refused."""
    return OrderOutcome(
        fate="refused",
        wrote=order,
        text=plain(said.refusal(why, kind)),
        sure=str(dict(why.facts).get("sure", "")),
        meant=tuple(why.meant),
    )


def lines(said: Sentences, found: Sequence[OrderOutcome]) -> list[Text]:
    """Return outcomes as lines, for a door that has no rows: those that were dropped in one."""
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
