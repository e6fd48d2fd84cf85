"""The kinds of agreement: who must agree to an act, and what counts as agreement."""

from typing import Literal

from msgspec import Struct

from engine.plan import Times
from engine.play import Governed
from engine.state import Seat

Consent = Literal["", "silent", "spoken", "all", "most"]
"""The kind of agreement that an act needs from the others if its author plays. ``""``: none."""


class Agreement(Struct, frozen=True, kw_only=True):
    """Robots agree at once to everything, and removed seats are never asked."""

    most: bool = False  # more than half of the players are enough
    silence: bool = False  # silence agrees, 72 hours after the request was delivered to a seat
    vacancy: bool = True  # a seat without a player is not asked; otherwise the act is refused


AGREEMENTS: dict[Consent, Agreement] = {
    "": Agreement(),
    "silent": Agreement(silence=True),
    "spoken": Agreement(vacancy=False),
    "all": Agreement(),
    "most": Agreement(most=True),
}
VOTES: dict[str, Consent] = {"pause": "all", "resume": "all", "extend": "most"}
"""The votes about time, and the agreement that each needs."""


def wish(what: str, seconds: int) -> str:
    """Return the name under which votes are stored: ``pause``, ``resume`` or ``extend 3600``."""
    return f"{what} {seconds}" if seconds else what


def vote_named(name: str) -> tuple[str, int]:
    what, _, seconds = name.partition(" ")
    return what, int(seconds or 0)


def unanswered(times: Times, seat: Seat) -> list[tuple[str, int]]:
    return [
        vote_named(name)
        for name, seats in times.wishes.items()
        if seat not in (*seats, *times.against.get(name, ()))
    ]


def voters(t: Governed, what: str) -> tuple[list[Seat], int]:
    """Return the seats that may vote, and how many votes are needed: more than half, or all."""
    people = t.state.people
    playing = [seat for seat in t.seats if seat not in (*people.removed, *people.vacant)]
    most = AGREEMENTS[VOTES[what]].most
    return playing, len(playing) // 2 + 1 if most else len(playing)


def needed(t: Governed, what: str, seconds: int) -> int:
    playing, quota = voters(t, what)
    agreed = t.state.people.times.wishes.get(wish(what, seconds), ())
    return max(0, quota - sum(seat in playing for seat in agreed))


def drop_votes(t: Governed, *what: str) -> None:
    times = t.state.people.times
    if not (times.wishes or times.against):
        return
    for votes in ("wishes", "against"):
        kept = {
            name: seats
            for name, seats in getattr(times, votes).items()
            if not {name, name.split()[0]} & {*what}
        }
        setattr(times, votes, kept)
