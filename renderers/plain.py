"""The renderer for games without their own renderer and catalogue: it shows events and views field
by field.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.state import Event, Seat
from renderers.registry import PromptParts, Say
from renderers.toolkit.facts import fields_of
from renderers.toolkit.grid import GridRenderer, view_fields, worded


class PlainRenderer(GridRenderer):
    """Shows the fields of a view. Lines of equal length are the board; ``left = 4`` becomes ``left:
    4``.
    """

    kind = "plain"

    def rows(self, view: Any) -> Sequence[str]:
        return next(filter(is_board, view_fields(view).values()), ())

    def banner(self, view: Any, say: Say) -> str:
        facts = {
            name: value
            for name, value in view_fields(view).items()
            if name != "viewer" and value is not None and not is_board(value)
        }
        return fields_text(facts, {}, say)

    def prompt(self, _view: Any, _say: Say) -> PromptParts:
        return PromptParts()

    def sentence(self, event: Event, names: Mapping[Seat, str], say: Say) -> str:
        fields = fields_text(fields_of(event), names, say)
        return say("plain-event", what=type(event).__name__, fields=fields or "none")


def is_board(value: Any) -> bool:
    lines = value if isinstance(value, list | tuple) else ()
    texts = [line for line in lines if isinstance(line, str)]
    return len(texts) == len(lines) > 1 and len(set(map(len, texts))) == 1 and len(texts[0]) > 1


def fields_text(fields: Mapping[str, Any], names: Mapping[Seat, str], say: Say) -> str:
    parts = (
        f"{name.replace('_', ' ')}: {worded(value, names, say)}" for name, value in fields.items()
    )
    return "; ".join(parts)


PLAIN = PlainRenderer()
