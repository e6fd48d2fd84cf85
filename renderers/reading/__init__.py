"""The information about a game that one person may read, as plain data in their language.

Every door uses these parts and only lays them out: a terminal as lines, a mail as blocks, Discord
as a card with buttons, a program's door as JSON. A part reveals nothing that its reader may not
know, because it is made from ``GameView`` alone.

``situation(said, seen)`` has the public question ``asked`` and the viewer's own part ``own``.
``suggestions`` are orders worth considering. ``outcomes`` are the results of a message. ``looking``
has the words for looking at a game, and ``parts`` the parts of their answers. A ``Text`` is prose
with names, times and orders in it; a door formats it with ``written(text, hand)``.
"""

from renderers.reading.receipt import OrderOutcome, lines, outcomes, refused
from renderers.reading.situation import (
    Asked,
    OwnQuestion,
    Situation,
    Suggestion,
    asked,
    banner,
    closing,
    contest,
    default_of,
    for_sheet,
    on_sheet,
    own,
    people,
    possible,
    prompt,
    question,
    situation,
    suggestions,
    update,
    waiting,
)
from renderers.reading.text import (
    Hand,
    Moment,
    OrderText,
    Person,
    PlainHand,
    Text,
    both,
    joined,
    plain,
    sentence,
    written,
)

__all__ = [
    "Asked",
    "Hand",
    "Moment",
    "OrderOutcome",
    "OrderText",
    "OwnQuestion",
    "Person",
    "PlainHand",
    "Situation",
    "Suggestion",
    "Text",
    "asked",
    "banner",
    "both",
    "closing",
    "contest",
    "default_of",
    "for_sheet",
    "joined",
    "lines",
    "on_sheet",
    "outcomes",
    "own",
    "people",
    "plain",
    "possible",
    "prompt",
    "question",
    "refused",
    "sentence",
    "situation",
    "suggestions",
    "update",
    "waiting",
    "written",
]
