"""The doors that are installed, by name, and how people are named at each.

An outside package names its own in the entry point group ``meanwhile.doors``; how it is served
is in :mod:`bot.service.entries`.
"""

import logging
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from engine.plaintext import clean_name

log = logging.getLogger(__name__)

GROUP = "meanwhile.doors"
OWN = (
    EntryPoint("discord", "bot.service.entries:DISCORD", GROUP),
    EntryPoint("mail", "bot.service.entries:MAIL", GROUP),
)
"""The doors that are always there."""


class DoorNames:
    """How people are named at one door. Override what is needed.

    ``example`` is how somebody is named there, for whoever has misspelt it.
    """

    example = ""

    def sender(self, text: str) -> str | None:
        """Return whom a text names that can mean nobody but somebody at this door; ``None``: it
        may be anything.
        """
        return None

    def checked(self, name: str) -> str | None:
        """Return the sender that ``DOOR/NAME`` names, as the door spells it; ``None``: nobody can
        be called that.
        """
        return name

    def misspelt(self, text: str) -> bool:
        """Return whether a text that names nobody was meant for this door."""
        return False

    def shown(self, sender: str) -> str:
        """Return how somebody is called before everybody."""
        return clean_name(sender)


def installed() -> dict[str, EntryPoint]:
    """Return where each door is, by its name; the own ones first, and not to be replaced."""
    found = {point.name: point for point in OWN}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        found.setdefault(point.name, point)
    return found


@cache
def loaded(point: EntryPoint) -> Any:
    """Return what an entry point names; it is loaded once."""
    return point.load()


@cache
def names() -> Mapping[str, DoorNames]:
    """Return how people are named at each door. A door that cannot be loaded is logged and left
    out: those at the others can still be named.
    """
    found: dict[str, DoorNames] = {}
    for name, point in installed().items():
        try:
            found[name] = loaded(point)
        except Exception:
            log.exception("the door %s (%s) cannot be loaded", name, point.value)
    return found
