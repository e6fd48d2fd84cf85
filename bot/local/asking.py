"""A word to whoever serves a database, from a command that does not sit down: something for the audit log, a letter."""

from pathlib import Path

from bot.local import sockets, wire
from bot.making import Problem
from engine.letters import Letter, Receipt
from engine.store import Act


def noted(db: Path, act: Act) -> None:
    """Have something written into the audit log. Raises ``Problem`` if nobody does."""
    assert isinstance(asked(db, wire.Note(act)), wire.Noted)


def posted(db: Path, letter: Letter) -> Receipt:
    """What becomes of a letter of the operator, in the name of whom he likes: who may open the socket may do
    everything. Raises ``Problem`` if nobody serves the database."""
    answer = asked(db, wire.Post(letter))
    assert isinstance(answer, wire.Settled)
    return answer.receipt


def served(db: Path) -> bool:
    """Is there somebody to ask?"""
    connection = sockets.connected(sockets.path_of(db))
    if connection is not None:
        connection.close()
    return connection is not None


def asked(db: Path, request: wire.Note | wire.Post | wire.Errand) -> wire.Reply:
    """The answer to a request. Raises ``Problem``."""
    connection = sockets.connected(sockets.path_of(db))
    if connection is None:
        raise Problem(
            f"{db}: the process that has it takes no requests; end that one, or run `meanwhile serve` instead"
        )
    with connection, connection.makefile("rb") as lines:
        try:
            connection.sendall(wire.line(request))
            line = lines.readline()
        except OSError as error:
            raise Problem(
                f"{db}: who serves it has broken off ({error}); look whether it was done, and try again"
            ) from error
    if not line:
        raise Problem(f"{db}: who serves it has broken off; look whether it was done, and try again")
    answer: wire.Reply = wire.reply(line)
    if isinstance(answer, wire.Problem):
        raise Problem(answer.text)
    return answer
