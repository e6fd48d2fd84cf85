"""What is kept about the sender, and having it erased."""

from engine.letters import Receipt
from engine.menu import Choice
from engine.referee.desk.verbs import No, Plain, Request, Verb
from engine.referee.personal import kept_about

HOUR = 3_600
MOST = 5
"""How often somebody may have all that is kept about them gathered in an hour."""


def my_data(request: Request, _: Plain) -> Receipt:
    """Everything that is kept about you, as a file."""
    register, at = request.register, max(request.letter.at, request.batch.now)
    if len(register.times("asked", request.sender, at - HOUR)) >= MOST:
        raise No("asked-too-often", word=str(MOST))
    register.note_time("asked", request.sender, at, at - HOUR)
    contacts = register.person(request.sender)
    return request.done(did="my data", data=kept_about(request.batch, contacts))


VERBS = (Verb("my data", "anybody", lambda _: [Choice(Plain, "my data")], my_data, gameless=True),)
