"""The mail that invites somebody to a game."""

from engine.referee.doors import GameView
from mail.names import Capability
from mail.outgoing import envelope, sentences
from mail.outgoing.blocks import Block, text_block, unticked


def invitation(
    writing: sentences.Writing, seen: GameView, of: Capability, to: str, at: int, by: str = ""
) -> envelope.Mail:
    """Return an invitation. ``by`` is the name of the inviting person, or "". It starts a thread of
    its own, since the players are not known yet.
    """
    say, kind = writing.say, seen.kind.name
    by = unticked(by)
    facts: dict[str, str | int] = {"by": by or "none", "kind": kind, "game": seen.game}
    sitting = [chair.name for chair in seen.chairs]
    counted = say("mail-invited-how", places=seen.places, taken=len(sitting))
    blocks = [Block("ask", (say("mail-invited", **facts), counted))]
    if writing.said.knows(f"{kind}-about"):
        blocks.append(text_block(say(f"{kind}-about")))
    players = unticked(writing.said.listed([*sitting, say("mail-invited-you")]))
    rows = [
        (say("mail-fact-players"), say("mail-fact-places", places=seen.places, names=players)),
        (say("mail-fact-mails"), say("mail-fact-mails-what")),
        (say("mail-fact-dice"), say("mail-fact-dice-what")),
    ]
    name = to.partition("@")[0]
    orders = (
        ("join", say("mail-invited-join", name=name)),
        ("join Zed", say("mail-invited-other")),
        ("rules", say("mail-invited-rules")),
    )
    blocks += [
        Block("facts", rows=tuple(rows)),
        Block("examples", (say("mail-examples-join"),), orders),
        Block("small", (say("mail-invited-small", by=by or "none"),)),
    ]
    subject = say("mail-invited-subject", **facts)
    return writing.post(envelope.Draft(to=to, subject=subject, blocks=tuple(blocks), at=at), of)
