"""What this door says: texts of messages in the reader's language, made
from what that reader may know.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from msgspec.structs import replace

import renderers
from bot.discord.limits import clipped
from bot.discord.post import escaped
from engine.letters import Receipt
from engine.menu import Menu, Refused
from engine.referee.doors import News, Seen
from engine.state import PUBLIC, Event, Seat
from renderers import Sentences

SHOWN = 500
"""Characters of what somebody has written that are shown to them again;
catalogues take no longer words.
"""


@cache
def words(language: str) -> Sentences:
    """Return all sentences in one language, this door's own among them."""
    said = Sentences(language)
    said.read(files("bot.discord") / "locale")
    return said


def moment(at: int, style: str = "R") -> str:
    """Return a time, in seconds since 1970, that Discord shows to each reader in their own zone."""
    return f"<t:{at}:{style}>"


def code(text: str) -> str:
    """Return text for between backticks."""
    return text.replace("`", "ˋ")


def header(said: Sentences, kind: str, game: str, thread: int | None = None) -> str:
    """Return which game this is about, and where it is."""
    line = said.say("discord-header", kind=kind, game=game)
    return f"{line} · <#{thread}>" if thread else line


def sentences(said: Sentences, seen: Seen, events: Iterable[Event]) -> list[str]:
    """Return what has happened, a line each."""
    kind = seen.kind.name
    names = renderers.names(kind, seen.view)
    return [escaped(said.event(kind, event, seen.viewer, names)) for event in events]


def names_of(said: Sentences, seen: Seen, seats: Sequence[Seat]) -> str:
    """Return seats as they stand in a sentence."""
    names = renderers.names(seen.kind.name, seen.view)
    return escaped(said.listed([names.get(seat, seat) for seat in seats]))


def bulletin(said: Sentences, news: News, seen: Seen) -> str:
    """Return what everybody is told in the thread."""
    lines = sentences(said, seen, news.events)
    if news.reason == "reminder":
        lines.append(said.say("discord-reminder-all"))
    if (news.asks or news.reason == "reminder") and seen.asked is not None:
        if not lines:
            names = names_of(said, seen, seen.asked.seats)
            lines.append(said.say("discord-asked", names=names))
        if seen.due is not None:
            lines.append(said.say("discord-until", due=moment(seen.due)))
    return "\n".join(lines)


def letter(
    said: Sentences, news: News, seen: Seen, events: Iterable[Event], thread: int | None
) -> str:
    """Return what one player alone is told."""
    lines = [header(said, seen.kind.name, seen.game, thread)]
    if news.reason == "reminder":
        lines.append(said.say("discord-reminder"))
    lines += sentences(said, seen, events)
    if news.prompted:
        lines += prompt(said, seen)
    return "\n".join(lines)


def prompt(said: Sentences, seen: Seen) -> list[str]:
    """Return why somebody is asked, and on a line of its own until when."""
    parts = said.asked(seen.kind.name, seen.view, why=seen.menu.why)
    parts = replace(parts, due=deadline(said, seen.menu, seen.due))
    return [escaped(said.joined(*parts.why)), *filter(None, (parts.due,))]


def deadline(said: Sentences, menu: Menu, due: int | None) -> str:
    """Return until when an answer is wanted, and what is done without one."""
    if due is None:
        return ""
    try:
        order = menu.write(menu.default)
    except Refused:
        return said.say("discord-until", due=moment(due))
    return said.say("discord-or-else", due=moment(due), order=clipped(code(order), SHOWN))


def status(said: Sentences, seen: Seen) -> str:
    """Return how a game stands."""
    name = seen.kind.name
    lines = [
        header(said, name, seen.game),
        escaped(renderers.scene_of(name, seen.view, said.language).banner),
    ]
    if seen.open:
        lines.append(said.say("discord-seats", taken=len(seen.chairs), places=seen.places))
    if seen.asked is not None and seen.asked.seats:
        lines.append(said.say("discord-asked", names=names_of(said, seen, seen.asked.seats)))
    if seen.due is not None:
        lines.append(said.say("discord-until", due=f"{moment(seen.due)} ({moment(seen.due, 'f')})"))
    return "\n".join(lines)


def opening(said: Sentences, kind: str, game: str, *, private: bool) -> str:
    """Return that there is a new game, and who may join."""
    return said.say(f"discord-new-{'private' if private else 'game'}", kind=kind, game=game)


def lobby(said: Sentences, seen: Seen) -> str:
    """Return the text of the post that asks people in."""
    new = opening(said, seen.kind.name, seen.game, private=seen.private)
    lines = [new if seen.open else header(said, seen.kind.name, seen.game)]
    sitting = [chair.seat for chair in seen.chairs]
    names = names_of(said, seen, sitting) if sitting else said.say("discord-none")
    lines.append(said.say("discord-players", names=names))
    if seen.result is not None:
        lines.append(said.say("discord-over"))
    elif seen.open:
        lines.append(said.say("discord-seats", taken=len(seen.chairs), places=seen.places))
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
    """Return what has become of somebody's letter."""
    lines = [
        said.say("discord-done", order=clipped(code(done.order), SHOWN)) for done in answer.done
    ]
    if answer.status == "answered":
        lines.append(answered(said, answer))
    if answer.refusal is not None:
        if answer.refusal.code == "no-game-of-yours":
            games = answer.facts.get("games", [])
            lines.append(
                said.say("discord-which-game", games=said.listed(games))
                if games
                else said.say("discord-no-game")
            )
        else:
            lines.append(escaped(said.refusal(answer.refusal, kind)))
    if answer.dropped:
        lines.append(
            said.say("discord-dropped", orders=clipped(escaped("; ".join(answer.dropped)), SHOWN))
        )
    return "\n".join(lines)


def answered(said: Sentences, answer: Receipt) -> str:
    """Return what the desk has done for somebody."""
    own = f"discord-did-{answer.facts.get('did', '')}"
    if said.knows(own):
        return said.say(own, game=answer.game or "", seat=escaped(answer.seat or ""))
    return escaped(said.did(answer.facts)) or said.say("discord-did")


def game_line(said: Sentences, seen: Seen, thread: int | None) -> str:
    """Return a game as a line of a list."""
    state = "over" if seen.result is not None else "open" if seen.open else "running"
    parts = [said.say("discord-games-line", game=seen.game, kind=seen.kind.name, state=state)]
    if thread:
        parts.append(f"<#{thread}>")
    if seen.viewer != PUBLIC:
        parts.append(said.say("discord-games-seat", seat=escaped(seen.viewer)))
    if seen.is_asked:
        parts.append(said.say("discord-games-asked"))
    return " · ".join(parts)
