"""What one person may have others hear within an hour: one budget for all words of the desk that
tell others something. Orders of the game do not count, and talk has limits of its own.
"""

from math import ceil

from engine.referee.desk.verbs import No, Request
from engine.referee.register import Contact

HOUR = 3_600
MOST = 60
"""Notices of one person to others within an hour."""
VOUCHED = 600
"""The same of somebody for whom the door vouches: who looks after many games at once."""
BRIEFING = ("observe",)
"""Words that tell one person much, though they enter nothing into the game."""
FREE = frozenset(
    (
        *("games", "talk", "proof", "record", "rating", "gm audit", "my data"),  # they only read
        *("link", "unlink", "signals", "mute", "unmute", "forget me"),  # one's own affairs
        *("agree", "disagree", "leave"),  # answers: others' words, which count, come before them
        *("new", "invite", "hand", "say", "ask"),  # they have limits of their own
    )
)
"""Words that nobody is refused for having told others much; every other word is."""


def person(request: Request) -> Contact:
    """Return the contact under which all doors of the sender are counted together."""
    return min(request.register.person(request.sender))


def past(request: Request) -> list[int]:
    """Return when the sender has told others something within the last hour."""
    now = max(request.letter.at, request.batch.now)
    return request.register.times("notices", person(request), now - HOUR)


def allowed(request: Request, word: str) -> None:
    """Raises ``No`` if the sender has told others enough for now and would tell them more with
    this word, with the minutes to wait.
    """
    if word in FREE:
        return
    told, most = past(request), VOUCHED if request.letter.rank else MOST
    if len(told) >= most:
        wait = told[-most] + HOUR - max(request.letter.at, request.batch.now)
        raise No("too-many-notices", word=str(ceil(wait / 60)))


def note(request: Request) -> None:
    """Count a notice of the sender."""
    now = max(request.letter.at, request.batch.now)
    request.register.note_time("notices", person(request), now, now - HOUR)
