"""Notices: messages that people must hear although it is nobody's turn.

Each is a message of its own, with the card below it; the table in ``engine.referee.signals`` says
which are quiet.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from bot import queries
from bot.discord.channels import DOOR, Memory
from bot.discord.ids import Act, ButtonNames
from bot.discord.post import Alert, Button, Calling, Post, Style
from engine.referee import signals
from engine.referee.accounts import Signals
from engine.referee.commands import consent
from engine.referee.doors import GameView
from engine.state import Event, Seat
from renderers import Sentences


class Reach(Struct, frozen=True):
    direct: bool | None = None  # whether they accept private messages; ``None``: not tried
    wish: Signals = ""  # the way they prefer


OWN_WAYS = ("mail", "silent")
"""Wishes of people who want no signal at Discord."""


def named(reach: Reach, asking: Calling) -> bool:
    """Return whether the mention on the card notifies this person. It does, unless they prefer
    another way that works and no question of the game is sealed.
    """
    if asking.sealed or reach.wish in ("", "mention"):
        return True
    return reach.wish == "private" and reach.direct is not True


def written_to(reach: Reach, asking: Calling, *, hidden: bool = False) -> bool:
    """Return whether to try a private message; never if the person is known to refuse them.
    ``hidden`` means that the card can't be shown, so its mentions reach nobody.
    """
    if reach.direct is False or reach.wish in OWN_WAYS:
        return False
    if hidden or reach.wish == "mention":
        return hidden
    return asking.secret or reach.wish == "private"


def owed(reach: Reach, asking: Calling) -> bool:
    return not named(reach, asking) and reach.wish not in OWN_WAYS


MOST = 20
"""Maximum number of people mentioned in one notice."""


def notice_of(events: Iterable[Event], seen: GameView) -> Alert | None:
    found = signals.heard(events, [chair.seat for chair in seen.chairs])
    if found is None:
        return None
    return Alert(
        called=found.seats, quiet=found.loud == "quiet", sealed=seen.sealed, asked=found.asks
    )


def buttons(said: Sentences, names: ButtonNames, game: str, notice: Alert) -> tuple[Button, ...]:
    if notice.asked is None:
        return ()
    acts: list[tuple[str, str, Style]] = [
        (Act.AGREE, "agree", "success"),
        (Act.DISAGREE, "disagree", "danger"),
    ]
    seal = names.seal(game, *notice.asked)
    return tuple(
        Button(said.say(f"discord-button-{label}"), name, style)
        for act, label, style in acts
        if (name := names.write(act, game, seal))
    )


class Notices:
    """Records the delivery of notices. ``people`` returns the players of a game at Discord, by
    seat, and ``reach`` the way to reach one. A notice mentions people who prefer private messages,
    too, since it is not repeated if theirs fails.
    """

    def __init__(
        self,
        memory: Memory,
        people: Callable[[str], Awaitable[dict[Seat, int]]],
        reach: Callable[[int, str], Awaitable[Reach]],
    ):
        self.memory, self.people, self.reach = memory, people, reach

    async def called(self, game: str, notice: Alert | None, seq: int) -> dict[Seat, int]:
        """Return the users that a notice calls, by seat, also those who lost theirs by it."""
        if notice is None:
            return {}
        left = await self.memory.writer.run(queries.just_left, game, DOOR, seq)
        people, found = await self.people(game), dict[Seat, int]()
        everybody = {seat: people.get(seat) for seat in notice.called[:MOST]}
        everybody |= {f"{seat}, formerly": int(user) for seat, user in left.items()}
        for seat, user in everybody.items():
            if user is not None and (await self.reach(user, game)).wish not in OWN_WAYS:
                found[seat] = user
        return found

    async def heard(
        self, game: str, notice: Alert | None, seats: Collection[Seat] | None = None
    ) -> None:
        """Record which seats a request has reached, by default all. From then on silence counts."""
        if notice is not None and notice.asked is not None:
            heard = [*(notice.called if seats is None else seats)]
            await self.memory.writer.run(consent.hear, game, heard, notice.asked)


def naming(post: Post, called: dict[Seat, int]) -> Post:
    if not called:
        return post
    return replace(
        post, text="\n".join((" ".join(f"<@{one}>" for one in called.values()), post.text))
    )
