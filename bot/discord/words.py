"""What this door says: texts of messages in the reader's language, made
from what that reader may know.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from msgspec.structs import replace

import renderers
from bot.discord.limits import clipped
from bot.discord.post import WHO, escaped
from engine.game import HOUSE_EVENTS
from engine.house.rulings import ABANDONED, Closed
from engine.letters import Receipt
from engine.menu import Menu, Refused
from engine.referee.doors import News, Seen
from engine.state import PUBLIC, Committed, Disclosed, Event, Seat
from renderers import Sentences
from renderers.registry import PublicQuestion

WRITTEN = re.compile(r"\b(20\d\d-[01]\d-[0-3]\d [0-2]\d:[0-5]\d) UTC\b")
"""How sentences that are the same by every way write times."""
JOIN = re.compile(r"[“「]join((?: [^”」]+)?)[”」]")
"""How they say that a seat can be taken."""
PROOF = (Committed, Disclosed)
"""Events that are hashes; who wants them asks for the proof."""
AWAY = 7 * 86_400
"""Seconds after which the thread of a game that is over is put away."""
SHOWN = 500
"""Characters of what somebody has written that are shown to them again;
catalogues take no longer words.
"""


@cache
def words(language: str) -> Sentences:
    said = Sentences(language)
    said.read(files("bot.discord") / "locale")
    return said


def moment(at: int, style: str = "R") -> str:
    """Return a time, in seconds since 1970, that Discord shows to each reader in their own zone."""
    return f"<t:{at}:{style}>"


def at_discord(text: str) -> str:
    """Return a sentence that is the same by every way as it is meant here: times are shown to each
    reader in their own zone, and seats are taken by a command.
    """

    def shown(found: re.Match[str]) -> str:
        at = datetime.strptime(found[1], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        return moment(int(at.timestamp()), "f")

    def join(found: re.Match[str]) -> str:
        seat = found[1].strip().replace("\\", "")
        return f"`/game join seat:{seat}`" if seat else "`/game join`"

    return JOIN.sub(join, WRITTEN.sub(shown, text))


def code(text: str) -> str:
    return text.replace("`", "ˋ")


def header(said: Sentences, kind: str, game: str, thread: int | None = None) -> str:
    line = said.say("discord-header", kind=kind, game=game)
    return f"{line} · <#{thread}>" if thread else line


def people(seen: Seen) -> dict[Seat, str]:
    called = {chair.seat: chair.name or chair.seat for chair in seen.chairs}
    drawn = {} if seen.view is None else renderers.names(seen.kind.name, seen.view)
    return called | {seat: name for seat, name in drawn.items() if name != seat}


def sentences(said: Sentences, seen: Seen, events: Iterable[Event]) -> list[str]:
    """Return what has happened, a line each; hashes stand behind a button of their own."""
    shown = [event for event in events if not isinstance(event, PROOF)]
    lines = said.news(seen.kind.name, shown, seen.viewer, people(seen))
    return [at_discord(escaped(line)) for line in lines]


def names_of(said: Sentences, seen: Seen, seats: Sequence[Seat]) -> str:
    names = people(seen)
    return escaped(said.listed([names.get(seat, seat) for seat in seats]))


def together(said: Sentences, names: Sequence[str]) -> str:
    """Return several as they stand in a sentence: *A, B and C*."""
    if len(names) < 2:
        return "".join(names)
    *first, last = names
    return said.say("discord-and", first=said.listed(first), last=last)


def told(said: Sentences, news: News, seen: Seen) -> str:
    """Return what everybody is told, in a paragraph; nothing of who takes a seat."""
    events = [event for event in news.events if not seen.open or isinstance(event, HOUSE_EVENTS)]
    return said.joined(*sentences(said, seen, events))


def bulletin(said: Sentences, news: News, seen: Seen) -> str:
    lines = sentences(said, seen, news.events)
    if news.asks and seen.asked is not None:
        if not lines:
            names = names_of(said, seen, seen.asked.seats)
            lines.append(said.say("discord-asked", names=names))
        if seen.due is not None:
            lines.append(said.say("discord-until", due=moment(seen.due)))
    return "\n".join(lines)


def asked_in_public(said: Sentences, seen: Seen) -> PublicQuestion:
    asked = said.public_question(seen.kind.name, seen.view, people(seen))
    return replace(
        asked,
        question=escaped(asked.question),
        otherwise=escaped(asked.otherwise),
        aside=escaped(asked.aside),
    )


def card_question(said: Sentences, news: News, seen: Seen) -> str:
    """Return the first line of a card; ``WHO`` stands for those who are asked."""
    if seen.result is not None:
        banner = clipped(escaped(banner_of(said, seen, news.events)), SHOWN)
        return said.say("discord-card-over", banner=banner, who=WHO)
    return asked_line(said, seen)


def banner_of(said: Sentences, seen: Seen, events: Iterable[Event] = ()) -> str:
    """Return how the game stands, in a sentence without its full stop: where it has ended without
    a winner, the board still asks, so that the house says it: why, if that is among the events.
    """
    if seen.result != ABANDONED:
        banner: str = renderers.scene_of(seen.kind.name, seen.view, said.language).banner
        return banner
    closed = [event for event in events if isinstance(event, Closed)]
    lines = said.news(seen.kind.name, closed, seen.viewer, people(seen))
    return said.joined(*lines).rstrip(".。") or said.say("house-abandoned")


def asked_line(said: Sentences, seen: Seen) -> str:
    """Return who is asked what and until when; ``WHO`` stands for those who are asked."""
    asked = asked_in_public(said, seen)
    message = "discord-card-may" if asked.may else "discord-card"
    line = said.say(message, who=WHO, question=asked.question, **due_facts(seen))
    return said.joined(line, asked.otherwise if seen.due is not None else "")


def before_the_end(said: Sentences, news: News, seen: Seen, told: str) -> str:
    banner = at_discord(escaped(banner_of(said, seen, news.events)))
    rest = told.rstrip(".。")
    return rest.removesuffix(banner).rstrip() if rest.endswith(banner) else told


def stands(said: Sentences, seen: Seen) -> str:
    """Return who is asked what, naming nobody aloud."""
    assert seen.asked is not None
    names = people(seen)
    who = together(said, [escaped(names.get(seat, seat)) for seat in seen.asked.seats])
    return asked_line(said, seen).replace(WHO, who)


def card_aside(said: Sentences, news: News, seen: Seen) -> str:
    """Return what stands small below a card: why it is asked, or when the thread is put away."""
    if seen.result is None:
        return asked_in_public(said, seen).aside
    return said.say("discord-card-away", date=moment(news.at + AWAY, "D"))


SHEET_WIDE, SHEET_TOLD, SHEET_SHOWN = 58, 2000, 1000
"""Columns of a sheet, and its characters at most: in a private message, and in a panel."""


def own_question(said: Sentences, seen: Seen) -> str:
    """Return the first line of a private message: what everybody may know, the same for all who
    are asked.
    """
    asked, names = asked_in_public(said, seen), people(seen)
    others = [escaped(names.get(c.seat, c.seat)) for c in seen.chairs if c.seat != seen.viewer]
    title = said.say(
        "discord-with",
        kind=seen.kind.name,
        names=together(said, others) or said.say("discord-none"),
    )
    message = "discord-own-may" if asked.may else "discord-own"
    return said.say(message, title=title, question=asked.question, **due_facts(seen))


def due_facts(seen: Seen) -> dict[str, str]:
    if seen.due is None:
        return {"relative": "none", "time": "", "date": ""}
    return {
        "relative": moment(seen.due),
        "time": moment(seen.due, "t"),
        "date": moment(seen.due, "F"),
    }


def letter(
    said: Sentences, news: News, seen: Seen, events: Iterable[Event], thread: int | None
) -> str:
    lines = [header(said, seen.kind.name, seen.game, thread)]
    if news.reason == "reminder":
        lines.append(said.say("discord-reminder"))
    lines += sentences(said, seen, events)
    if news.prompted:
        lines += prompt(said, seen)
    return "\n".join(lines)


def prompt(said: Sentences, seen: Seen) -> list[str]:
    """Return why somebody is asked, and on a line of its own until when and what is done otherwise,
    unless they have answered.
    """
    parts = said.asked(seen.kind.name, seen.view, why=seen.menu.why)
    parts = replace(parts, due="" if seen.answered else deadline(said, seen.menu, seen.due))
    return [escaped(said.joined(*parts.why)), *filter(None, (parts.due,))]


def asked_parts(said: Sentences, seen: Seen) -> list[str]:
    """Return the private part of a prompt: what this reader alone may know, and what is done
    without an answer of theirs.
    """
    parts = said.asked(seen.kind.name, seen.view, why=seen.menu.why)
    lines = [parts.private or parts.question, parts.shown, deadline(said, seen.menu, seen.due)]
    told = [escaped(line) if i < 2 else line for i, line in enumerate(lines) if line]
    return [*told, *filter(None, [sheet_block(said, seen, SHEET_TOLD)])]


def sheet_block(said: Sentences, seen: Seen, most: int) -> str:
    """Return the tables that an asked seat chooses from, set as columns, in at most so many
    characters; "" if there are none.
    """
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


def has_secret(said: Sentences, seen: Seen) -> bool:
    return bool(said.asked(seen.kind.name, seen.view, why=seen.menu.why).private)


def deadline(said: Sentences, menu: Menu, due: int | None) -> str:
    if due is None:
        return ""
    try:
        order = menu.write(menu.default)
    except Refused:
        return said.say("discord-until", due=moment(due))
    return said.say("discord-or-else", due=moment(due), order=clipped(code(order), SHOWN))


def status(said: Sentences, seen: Seen) -> str:
    name = seen.kind.name
    lines = [
        header(said, name, seen.game),
        escaped(banner_of(said, seen)),
    ]
    if seen.open:
        lines.append(said.say("discord-seats", taken=len(seen.chairs), places=seen.places))
    if seen.asked is not None and seen.asked.seats:
        lines.append(said.say("discord-asked", names=names_of(said, seen, seen.asked.seats)))
    if seen.due is not None:
        lines.append(said.say("discord-until", due=f"{moment(seen.due)} ({moment(seen.due, 'f')})"))
    return "\n".join(lines)


def situation(said: Sentences, seen: Seen, lately: list[str]) -> list[str]:
    """Return where a player stands: what they were told last, why they are asked, by when."""
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
    lines = [
        said.say("discord-done", order=clipped(code(done.order), SHOWN)) for done in answer.done
    ]
    if answer.status == "answered":
        lines.append(answered(said, answer))
    if answer.refusal is not None:
        if answer.refusal.code == "no-game-of-yours":
            games = answer.facts.get("games", [])
            message = "discord-no-game"
            if games:
                message = "discord-which-game" if len(games) > 1 else "discord-not-asked-in"
            lines.append(said.say(message, games=said.listed(games)))
        else:
            lines.append(escaped(said.refusal(answer.refusal, kind)))
    if answer.dropped:
        lines.append(
            said.say("discord-dropped", orders=clipped(escaped("; ".join(answer.dropped)), SHOWN))
        )
    return "\n".join(lines)


def answered(said: Sentences, answer: Receipt) -> str:
    own = f"discord-did-{answer.facts.get('did', '')}"
    if said.knows(own):
        return said.say(own, game=answer.game or "", seat=escaped(answer.seat or ""))
    return at_discord(escaped(said.did(answer.facts))) or said.say("discord-did")


def game_line(said: Sentences, seen: Seen, thread: int | None) -> str:
    state = "over" if seen.result is not None else "open" if seen.open else "running"
    parts = [said.say("discord-games-line", game=seen.game, kind=seen.kind.name, state=state)]
    if thread:
        parts.append(f"<#{thread}>")
    if seen.viewer != PUBLIC:
        parts.append(said.say("discord-games-seat", seat=escaped(seen.viewer)))
    if seen.is_asked:
        parts.append(said.say("discord-games-asked"))
    return " · ".join(parts)
