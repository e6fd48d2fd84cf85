"""A word to whoever serves a database, from a command that does not sit down:
for the audit log, or an errand.
"""

from pathlib import Path

from bot.local import sockets, wire
from engine.errors import UserError
from engine.store.sqlite import AuditEntry


def noted(db: Path, act: AuditEntry) -> None:
    """Have something written into the audit log. Raises ``UserError`` if nobody does."""
    assert isinstance(asked(db, wire.NoteRequest(act)), wire.NotedReply)


def asked(db: Path, request: wire.NoteRequest | wire.RunRequest) -> wire.Reply:
    """The answer to a request. Raises ``UserError``."""
    connection = sockets.connected(sockets.path_of(db))
    if connection is None:
        raise UserError(
            f"{db}: the process that has it takes no requests; end that one, or run `meanwhile"
            " serve` instead"
        )
    with connection, connection.makefile("rb") as lines:
        try:
            connection.sendall(wire.line(request))
            line = lines.readline()
        except OSError as error:
            raise UserError(
                f"{db}: who serves it has broken off ({error}); look whether it was done, and try"
                " again"
            ) from error
    if not line:
        raise UserError(
            f"{db}: who serves it has broken off; look whether it was done, and try again"
        )
    answer: wire.Reply = wire.reply(line)
    if isinstance(answer, wire.ErrorReply):
        raise UserError(answer.text)
    return answer
