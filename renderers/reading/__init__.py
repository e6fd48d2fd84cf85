"""What one person reads of a game, as parts that are plain data, in the reader's language.

Every door calls these and only lays the parts out: a terminal in lines, a mail in blocks, Discord
in a card and buttons, a program's door as JSON. A part tells nothing that its reader may not know:
it is made of ``Seen`` alone.

``situation(said, seen)`` has ``asked``, which is the same for everybody, and ``own``, which is for
the viewer of ``seen``; ``suggestions`` are orders worth considering; ``outcomes`` what has become
of a letter. ``looking`` has the words with which anybody looks at a game, and ``parts`` what
answers them. A ``Text`` is prose with names, times and orders in it; ``written(text, hand)`` is how
a door writes it.
"""

from renderers.reading.receipt import OrderOutcome, lines, outcomes, refused
from renderers.reading.situation import (
    Asked,
    OwnQuestion,
    Situation,
    Suggestion,
    asked,
    banner,
    default_of,
    on_sheet,
    own,
    people,
    possible,
    prompt,
    question,
    situation,
    suggestions,
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
    "default_of",
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
    "waiting",
    "written",
]
