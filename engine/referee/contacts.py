"""The installed doors by name, and the form of people's names at each.

Packages register doors in the entry point group ``meanwhile.doors``. :mod:`bot.service.entries`
shows how to serve one.
"""

import logging
import re
import unicodedata
from collections.abc import Iterable, Mapping
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
"""The built-in doors."""


class DoorNames:
    """The form of people's names at one door. ``example`` is shown after a misspelling. ``mark``
    is added in brackets to the names of the door's players.
    """

    example = ""
    mark = ""

    def sender(self, text: str) -> str | None:
        """Return the sender that a text names, if it can only be one at this door."""
        return None

    def checked(self, name: str) -> str | None:
        """Return the sender of ``DOOR/NAME`` in the door's spelling, or ``None``."""
        return name

    def misspelt(self, text: str) -> bool:
        """Return whether a text that names nobody looks like a name at this door."""
        return False

    def display_name(self, sender: str) -> str:
        """Return the public name of a sender, without control characters."""
        return clean_name(sender)


def installed() -> dict[str, EntryPoint]:
    """Return the entry point of each door by name. Built-in doors can't be replaced."""
    found = {point.name: point for point in OWN}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        found.setdefault(point.name, point)
    return found


@cache
def loaded(point: EntryPoint) -> Any:
    return point.load()


@cache
def names() -> Mapping[str, DoorNames]:
    """Return each door's rules for names. A door that can't be loaded is logged and left out."""
    found: dict[str, DoorNames] = {}
    for name, point in installed().items():
        try:
            found[name] = loaded(point)
        except Exception:
            log.exception("the door %s (%s) cannot be loaded", name, point.value)
    return found


RESERVED_WORDS = frozenset(
    """
    all everybody everyone anybody nobody none public house system server host admin administrator operator mod gm
    gamemaster judge umpire you me players seat table watcher watchers spectator spectators
    所有人 所有玩家 大家 全部 全體 全員 公開 系統 伺服器
    管理員 管理者 版主 主持人 主持 仲裁 觀眾 旁觀者 沒有人 無人 你 我
    """.split()
)
"""Words that nobody may have as a name, even with a number after it."""
SPEAKERS = "referee", "meanwhile", "moderator", "裁判", "管理員", "版主", "主持人"
"""Names that speak for the referee. No player's name may contain one."""
MACHINES = "robot", "program", "機器人", "電腦", "程式"
"""Marks after the name of a seat that no person plays, in brackets."""


MARK = "\u200e"


@cache
def looks() -> dict[int, str]:
    """Return the replacement of each character that resembles another one."""
    # Imported when needed, because the table is large.
    from confusable_homoglyphs.confusables import confusables_data

    table: dict[int, str] = {}
    for one, others in confusables_data.items():
        # The table encloses right-to-left characters in marks.
        look = one.strip(MARK)
        if len(look) == len(others) == 1:
            (other,) = (found["c"] for found in others)
            lone = len(confusables_data.get(other, ())) == 1
            table[ord(look)] = min(look, other) if lone and len(other) == 1 else other.strip(MARK)
    return table


def skeleton(name: str) -> str:
    """Return a name with characters replaced by lookalikes, for comparison."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFC", name).translate(looks()))


def shapes(name: str) -> frozenset[str]:
    """Return the skeletons of a name as it is, plain and in small letters."""
    plain = unicodedata.normalize("NFKC", name)
    return frozenset(skeleton(form).casefold() for form in (name, plain, plain.casefold()))


def alike(name: str, others: Iterable[str]) -> str:
    """Return the first of the others that looks like this name without being the same, or ""."""
    own = shapes(name)
    return next(
        (other for other in others if other.casefold() != name.casefold() and own & shapes(other)),
        "",
    )


def is_reserved(name: str) -> bool:
    """Return whether this name seems to be that of the referee, a robot or a program."""
    if any(marked_shapes().search(shape) for shape in shapes(name)):
        return True
    messages = "".join(c for c in name if c.isalnum())
    bare = re.sub(r"\d+$", "", messages)
    words = {word.removeprefix("the") for found in (messages, bare) for word in shapes(found)}
    return bool(words & reserved_shapes()) or any(
        speaker in word for word in words for speaker in speaker_shapes()
    )


@cache
def reserved_shapes() -> frozenset[str]:
    return frozenset(shape for word in RESERVED_WORDS for shape in shapes(word))


@cache
def speaker_shapes() -> frozenset[str]:
    return frozenset(shape for word in SPEAKERS for shape in shapes(word))


@cache
def marked_shapes() -> re.Pattern[str]:
    """Return a pattern that finds a lookalike of a robot's or program's mark, in any brackets."""
    words = "|".join(re.escape(shape) for word in MACHINES for shape in shapes(word))
    return re.compile(rf"[^\w\s][\s_]*(?:{words})(?![^\W_])")
