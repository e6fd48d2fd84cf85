"""Answers to requests by the buttons below them, whatever has become of the request since."""

from bot.discord import notices, words
from bot.discord.answer import Turn
from bot.discord.ids import Name
from bot.discord.post import Post
from engine.house import plan_text, votes
from engine.referee.batch import Batch


def open_requests(batch: Batch, game: str) -> list[votes.Request]:
    """Return what the players of a game are asked to agree to now."""
    opened = batch.known(game)
    if opened is None or opened.table.state.result is not None:
        return []
    people = opened.table.state.people
    found: list[votes.Request] = [(notices.VOTE, key, 0) for key in people.times.wishes]
    if people.proposal is not None:
        found.append(votes.request_of(people.proposal))
    return found


async def pressed(turn: Turn, name: Name) -> Post:
    """Say what the button stands for, if that request is still open."""
    found = await turn.run(open_requests, name.game)
    seal = turn.door.names.seal
    asked = next((one for one in found if seal(name.game, *one) == name.seal), None)
    if asked is None:
        return turn.post("discord-request-over")
    text = "agree" if name.act == notices.AGREE else "disagree"
    if asked[0] == notices.VOTE:
        what, *seconds = asked[1].split()
        text = " ".join((what, *(plan_text.duration(int(one)) for one in seconds)))
    done = await turn.door.submit(turn.id, turn.user, text, name.game)
    return Post(words.receipt(turn.said, done, "house"))
