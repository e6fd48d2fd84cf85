"""The texts of Discord's messages, in the reader's language and made from the reader's view."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from msgspec import Struct

import renderers
from bot.discord import limits
from bot.discord.limits import clipped
from bot.discord.post import Post, escaped
from engine.game import REFEREE_EVENTS
from engine.games.contest import Opening
from engine.messages import Receipt
from engine.referee.doors import GameView, News
from engine.state import PUBLIC, Committed, Disclosed, Event, Seat
from engine.store.history import Page
from renderers import Sentences, reading
from renderers.reading import (
    Moment,
    OrderText,
    Person,
    Text,
    both,
    joined,
    plain,
    sentence,
    written,
)
from renderers.reading.parts import status as public_status

WRITTEN = re.compile(r"\b(20\d\d-[01]\d-[0-3]\d [0-2]\d:[0-5]\d) UTC\b")
"""A time in the format of the sentences shared by all doors."""
JOIN = re.compile(r"[“「]join((?: [^”」]+)?)[”」]")
"""An invitation to take a seat, in the wording of the shared sentences."""
PROOF = (Committed, Disclosed)
"""Events that contain hashes. They are shown only as part of the proof."""
AWAY = 7 * 86_400
"""Seconds after which the thread of a finished game is archived."""
SHOWN = 500
"""Maximum characters of a reader's own text that are repeated to them.

Catalogues accept no longer words.
"""


@cache
def words(language: str) -> Sentences:
    said = Sentences(language)
    said.read(files("bot.discord") / "locale")
    return said


def moment(at: int, style: str = "R") -> str:
    """Return Discord's markup for a time, which each reader sees in their own zone."""
    return f"<t:{at}:{style}>"


def at_discord(text: str) -> str:
    """Adapt a shared sentence: times become markup, seats are taken by a command."""

    def local(found: re.Match[str]) -> str:
        at = datetime.strptime(found[1], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        return moment(int(at.timestamp()), "f")

    def join(found: re.Match[str]) -> str:
        seat = found[1].strip().replace("\\", "")
        return f"`/game join seat:{seat}`" if seat else "`/game join`"

    return JOIN.sub(join, WRITTEN.sub(local, text))


def code(text: str) -> str:
    return text.replace("`", "ˋ")


def header(said: Sentences, kind: str, game: str, thread: int | None = None) -> str:
    line = said.say("discord-header", kind=kind, game=game)
    return f"{line} · <#{thread}>" if thread else line


class DiscordHand(Struct, frozen=True):
    said: Sentences
    called: Mapping[Seat, str] = {}

    def prose(self, text: str) -> str:
        return at_discord(escaped(text))

    def person(self, who: Person) -> str:
        return self.called.get(who.seat) or escaped(who.name)

    def moment(self, when: Moment) -> str:
        if not when.due:
            return moment(when.at, "f")
        facts = {"relative": moment(when.at), "date": moment(when.at, "F")}
        return self.said.say("discord-moment", **facts)

    def typed(self, what: OrderText) -> str:
        return f"`{clipped(code(what.order), SHOWN)}`"


def line(said: Sentences, *texts: Text) -> str:
    return written(joined(said, *texts), DiscordHand(said))


def sentences(said: Sentences, seen: GameView, events: Iterable[Event]) -> list[str]:
    shown = [event for event in events if not isinstance(event, PROOF)]
    lines = said.news(seen.kind.name, shown, seen.viewer, reading.people(seen))
    return [at_discord(escaped(line)) for line in lines]


LAST, LATELY = 6, 30
"""Maximum number of events that are repeated, and number of bulletins searched for them."""


def latest(said: Sentences, seen: GameView, pages: Iterable[Page]) -> list[str]:
    events = [event for page in pages if not page.undone for event in page.events]
    return sentences(said, seen, events[-LAST:])


def names_of(said: Sentences, seen: GameView, seats: Sequence[Seat]) -> str:
    names = reading.people(seen)
    return both(said, [escaped(names.get(seat, seat)) for seat in seats])


def told(said: Sentences, news: News, seen: GameView) -> str:
    loud = (*REFEREE_EVENTS, Opening)
    events = [event for event in news.events if not seen.open or isinstance(event, loud)]
    return said.joined(*sentences(said, seen, events))


def bulletin(said: Sentences, news: News, seen: GameView) -> str:
    lines = sentences(said, seen, news.events)
    if news.asks and (asked := reading.asked(said, seen)) is not None:
        lines += [] if lines else [line(said, reading.waiting(said, asked))]
        lines.append(line(said, asked.due))
    return "\n".join(filter(None, lines))


def card_question(said: Sentences, seen: GameView, events: Iterable[Event] = ()) -> Text:
    """Return the public question or the result; names are filled in on the card."""
    if (asked := reading.asked(said, seen)) is not None:
        return reading.question(said, asked)
    return plain(reading.banner(said, seen, events))


def turn_of(said: Sentences, seats: Sequence[Seat], names: Mapping[Seat, str]) -> Text:
    who = tuple(Person(seat, names.get(seat, seat)) for seat in seats)
    facts = {"question": said.say("house-asks"), "may": "no", "secret": "no"}
    return sentence(said, "reading-asked", who=who, **facts)


def before_the_end(said: Sentences, news: News, seen: GameView, told: str) -> str:
    """Return the last news of a game without its result, which is shown above it."""
    banner = at_discord(escaped(reading.banner(said, seen, news.events)))
    rest = told.rstrip(".。")
    return rest.removesuffix(banner).rstrip() if rest.endswith(banner) else told


def card_aside(said: Sentences, news: News, seen: GameView) -> str:
    asked, why = reading.asked(said, seen), ""
    if seen.result is not None:
        why = said.say("discord-card-away", date=moment(news.at + AWAY, "D"))
    elif asked is not None and not seen.open:
        why = line(said, asked.aside)
    facts = (line(said, reading.contest(said, seen)), line(said, reading.update(said, seen)))
    return "\n-# ".join(filter(None, (why, *facts)))


SHEET_WIDE, SHEET_TOLD, SHEET_SHOWN = 38, 2000, 1000
"""Width of a sheet in columns, and its maximum characters in a private message and in a panel."""


def own_question(said: Sentences, seen: GameView) -> str:
    asked, others = (
        reading.asked(said, seen),
        [c.seat for c in seen.chairs if c.seat != seen.viewer],
    )
    names = names_of(said, seen, others) or said.say("discord-none")
    title = said.say("discord-with", kind=seen.kind.name, names=names)
    what = line(said, asked.yours, asked.due) if asked is not None else ""
    return said.say("discord-own", title=title, what=what)


def message(
    said: Sentences, news: News, seen: GameView, events: Iterable[Event], thread: int | None
) -> str:
    lines = [header(said, seen.kind.name, seen.game, thread)]
    if news.reason == "reminder":
        lines.append(said.say("discord-reminder"))
    lines += sentences(said, seen, events)
    if news.prompted:
        lines += prompt(said, seen)
    return "\n".join(lines)


def prompt(said: Sentences, seen: GameView) -> list[str]:
    asked, own = reading.asked(said, seen), reading.own(said, seen)
    if asked is None:
        return []
    lines = [line(said, asked.what, *own.lines)]
    if not seen.answered:
        lines.append(line(said, asked.due, own.otherwise, own.default or asked.otherwise))
    return [*filter(None, lines)]


def asked_parts(said: Sentences, seen: GameView) -> list[str]:
    own = reading.own(said, seen)
    told = [line(said, text) for text in (*own.lines, otherwise(said, seen)) if text]
    return [*told, *filter(None, [sheet_block(said, seen, SHEET_TOLD)])]


def otherwise(said: Sentences, seen: GameView) -> Text:
    asked = reading.asked(said, seen)
    return () if asked is None else reading.own(said, seen).default or asked.otherwise


def sheet_block(said: Sentences, seen: GameView, most: int) -> str:
    """Return the tables that an asked seat chooses from as a code block, or ""."""
    if not seen.is_asked:
        return ""
    kind, why = seen.kind.name, seen.menu.why
    text = renderers.sheet_text(kind, seen.view, said.language, why, SHEET_WIDE)
    lines, room = list[str](), most
    for line in code(text).splitlines():
        if room < len(line):
            lines.append("…")
            break
        lines.append(line)
        room -= len(line) + 1
    return "\n".join(("```", *lines, "```")) if text else ""


def has_secret(said: Sentences, seen: GameView) -> bool:
    return reading.own(said, seen).private


def status(said: Sentences, seen: GameView) -> str:
    lines = [line(said, text) for text in public_status(said, seen).lines]
    return "\n".join((header(said, seen.kind.name, seen.game), *lines))


def situation(said: Sentences, seen: GameView, lately: list[str]) -> list[str]:
    lines = [header(said, seen.kind.name, seen.game)]
    if lately:
        lines += [said.say("discord-lately"), *(f"> {line}" for line in lately), ""]
    if seen.viewer == PUBLIC:
        lines.append(said.say("discord-watching"))
    elif seen.is_asked:
        lines += prompt(said, seen)
    else:
        over = seen.result is not None
        lines.append(
            said.say(
                "discord-over" if over else "discord-waiting" if seen.open else "discord-not-asked"
            )
        )
    return lines


def receipt(said: Sentences, answer: Receipt, kind: str) -> str:
    """Return the outcome of a message, in Discord's words if no game was named."""
    if answer.refusal is not None and answer.refusal.code == "no-game-of-yours":
        games = answer.facts.get("games", [])
        named = "discord-which-game" if len(games) > 1 else "discord-not-asked-in"
        return said.say(named if games else "discord-no-game", games=said.listed(games))
    found = reading.outcomes(said, answer, kind)
    return "\n".join(line(said, text) for text in reading.lines(said, found))


def game_line(said: Sentences, seen: GameView, thread: int | None) -> str:
    state = "over" if seen.result is not None else "open" if seen.open else "running"
    parts = [said.say("discord-games-line", game=seen.game, kind=seen.kind.name, state=state)]
    parts.append(names_of(said, seen, [chair.seat for chair in seen.chairs]))
    if thread:
        parts.append(f"<#{thread}>")
    if seen.viewer != PUBLIC:
        parts.append(said.say("discord-games-seat", seat=escaped(seen.viewer)))
    elif seen.open and not seen.private:
        free = seen.places - len(seen.chairs)
        parts.append(said.say("discord-games-free", free=free, game=seen.game))
    if seen.is_asked:
        parts.append(said.say("discord-games-asked"))
    if seen.due is not None and seen.result is None:
        parts.append(said.say("discord-games-due", due=moment(seen.due)))
    return " · ".join(filter(None, parts))


def games(said: Sentences, lines: Sequence[str]) -> Post:
    kept, room = list[str](), limits.CONTENT - 100
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    if len(kept) == len(lines):
        return Post("\n".join(lines) or said.say("discord-no-games"))
    more = said.say("discord-games-more", count=len(lines) - len(kept))
    text, whole = "\n".join((*kept, more)), "\n".join(lines) + "\n"
    return Post(text, file=whole, file_name="games.txt")
