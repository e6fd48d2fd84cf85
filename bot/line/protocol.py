"""BattleBoard's line protocol (section 4 of its rules) as pure translation.

It turns lines into commands and events into lines. Nothing here waits, sends or knows a connection.
"""

import re
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from engine.games.battleboard import events as e
from engine.plaintext import clean
from engine.state import PUBLIC, Event, Seat
from engine.store.history import Page

LONGEST = 512
"""Maximum bytes of a client's line, without its end."""
LONGEST_SECRET = 64
WHOLE = re.compile(r"-?[0-9]{1,6}")
FIRST = re.compile(r"[0-9]{1,6}")

ENTRANCES = ("join", "key", "resume")
TURNS = ("move", "pass")

Phase = Literal["gathering", "playing", "over"]


class Command(Struct, frozen=True):
    """A client's line. ``fault`` is an error in the line itself, ``text`` the chat."""

    verb: str = ""
    words: tuple[str, ...] = ()
    text: str = ""
    fault: str = ""

    @property
    def order(self) -> str:
        """The command as an order for the referee, if the line has no fault."""
        match self.verb:
            case "move":
                return " ".join(("bomb", *self.words))
            case "say":
                return f"say {self.words[0]} {self.text}"
            case "join":
                return f"join {self.words[0]}"
        return self.verb


class Stand(Struct, frozen=True):
    phase: Phase
    playing: bool = False  # its seat still plays
    asked: bool = False  # its seat is asked


def read(line: bytes) -> Command:
    """Parse a line without its end. Beyond ``LONGEST`` bytes it may be cut anywhere."""
    if len(line) > LONGEST:
        return Command(fault="too-long")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return Command(fault="bad-utf8")
    if not (words := text.split()):
        return Command(fault="empty")
    verb, rest = words[0], tuple(words[1:])
    if verb == "say":
        # Keep the text as written, except that it must not look like a line of the server.
        spoken = text.partition("say")[2].strip().removeprefix(rest[0]) if rest else ""
        spoken = clean(spoken).strip()
        return Command(verb, rest[:1], spoken, "" if spoken else "bad-say")
    return Command(
        verb, rest, fault="" if well_formed(verb, rest) else FAULTS.get(verb, "unknown-command")
    )


FAULTS = {
    "join": "bad-name",
    "key": "bad-key",
    "resume": "bad-resume",
    "history": "bad-history",
    "withdraw": "bad-withdraw",
    "move": "bad-move",
    "pass": "bad-move",
}


def well_formed(verb: str, words: tuple[str, ...]) -> bool:
    match verb:
        case "join":
            return len(words) == 1
        case "key":
            return len(words) == 1 and len(words[0]) <= LONGEST_SECRET
        case "resume":
            return len(words) == 2 and len(words[1]) <= LONGEST_SECRET
        case "history":
            return not words or (len(words) == 1 and FIRST.fullmatch(words[0]) is not None)
        case "withdraw" | "pass":
            return not words
        case "move":
            return len(words) == 3 and all(WHOLE.fullmatch(word) for word in words[1:])
    return False


def error(command: Command, stand: Stand, *, joined: bool) -> str:
    """Return the first error in the order of section 4, or an empty string."""
    verb, fault = command.verb, command.fault
    checks = (
        (not verb, fault),
        (verb in ENTRANCES and joined, "joined-before"),
        (verb == "join" and stand.phase != "gathering", "game-started"),
        (verb in ENTRANCES, fault),
        (verb not in ENTRANCES and not joined, "not-joined"),
        (verb in ("history", "say"), fault),
        (verb not in ("history", "say", *ENTRANCES) and stand.phase == "over", "game-over"),
        (verb == "withdraw", fault),
        (verb in TURNS and stand.phase == "gathering", "not-started"),
        (
            verb in (*TURNS, "withdraw") and stand.phase == "playing" and not stand.playing,
            "not-playing",
        ),
        (verb in TURNS and not stand.asked, "not-your-move"),
        (True, fault),
    )
    return next((code for holds, code in checks if holds and code), "")


CODES = {
    "already-joined": "already-joined",
    "bad-name": "error bad-name",
    "bad-say": "error bad-say",
    "game-over": "error game-over",
    "game-started": "error game-started",
    "internal": "error internal",
    "loaded-dice": "error internal",
    "name-like-another": "already-joined",
    "name-of-the-house": "error bad-name",
    "no-such-player": "error illegal-move",
    "not-playing": "error not-playing",
    "not-started": "error not-started",
    "not-your-turn": "error not-your-move",
    "off-board": "error illegal-move",
    "too-much-said": "error bad-say",
}


def refused(code: str) -> str:
    return CODES.get(code, "error bad-move")


def public_lines(event: Event) -> tuple[str, ...]:
    match event:
        case e.Dealt(_, width, height, cities):
            squares = (str(n) for square in cities for n in square)
            return (" ".join(("ok", str(width), str(height), str(len(cities)), *squares)),)
        case e.TurnOrder(seats):
            return (" ".join(("turn-order", *seats)),)
        case e.TurnStarted(seat):
            return (f"move-started {seat}",)
        case e.Bombed(by, target, (x, y), result):
            return (f"move-ended {by} bomb {target} {x} {y} {result}",)
        case e.Passed(by, _):
            return (f"move-ended {by} pass",)
        case e.Withdrew(seat):
            return (f"withdraw {seat}",)
        case e.Unseated(seat, _):
            return (f"withdraw {seat}",)
        case e.Won(seat):
            return (f"won {seat}",)
        case e.Drawn():
            return ("drawn",)
    return ()


def lines(event: Event, viewer: Seat) -> tuple[str, ...]:
    """Return a viewer's lines of an event. Only the mover gets ``your-move`` (BB-10)."""
    public = public_lines(event)
    return (
        (*public, "your-move")
        if isinstance(event, e.TurnStarted) and event.seat == viewer
        else public
    )


def payload(events: tuple[Event, ...], viewer: Seat) -> bytes:
    return "".join([f"{line}\n" for event in events for line in lines(event, viewer)]).encode()


def audience(events: tuple[Event, ...], viewer: Seat) -> Seat:
    """Return a viewer with the same lines of public events: all who don't move get the same."""
    for event in events:
        if isinstance(event, e.TurnStarted) and event.seat == viewer:
            return viewer
    return PUBLIC


def told(pages: Iterable[Page], viewer: Seat) -> list[str]:
    """Return all lines that this viewer was sent, in order. An earlier player of the same name, who
    has left, was another viewer (BB-6).
    """
    found: list[str] = []
    for page in pages:
        for event in page.events:
            if isinstance(event, e.Joined) and event.seat == viewer:
                found = []
            found += lines(event, viewer)
    return found


def numbered(game_lines: list[str], first: int) -> list[str]:
    """Return the answer to ``history``.

    Rule: BB-24.
    """
    start = max(first, 1)
    listed = (f"history {i} {line}" for i, line in enumerate(game_lines[start - 1 :], start))
    return [f"history {len(game_lines)}", *listed, "history end"]


class Splitter:
    """Splits a stream into lines, however it arrives. At most one line of ``longest`` bytes is
    buffered. A longer line is returned once, at its end, cut one byte after that.
    """

    def __init__(self, longest: int = LONGEST):
        self.longest = longest
        self.begun = b""

    def feed(self, data: bytes) -> list[bytes]:
        *complete, rest = data.split(b"\n")
        if complete:
            complete[0] = self.begun + complete[0]
            self.begun = rest
        else:
            self.begun += rest
        # Keep two bytes more: the CR of a CRLF isn't counted, and one byte too many must be
        # noticed.
        self.begun = self.begun[: self.longest + 2]
        return [self.cut(line) for line in complete]

    def cut(self, line: bytes) -> bytes:
        """Return a line without the CR before its LF, cut one byte after the limit."""
        return line.removesuffix(b"\r")[: self.longest + 1]
