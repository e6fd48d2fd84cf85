"""Errands: what an operator has done to a database, by whoever has it just now.
Written and told like a letter.
"""

import time
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.local import asking, wire
from engine.errors import InUse, UserError
from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.store.sqlite import Store

Do = Callable[..., Iterable[str]]
ERRANDS: dict[str, Do] = {}
"""By name. The first argument is a batch, the others are plain data; what is
yielded are the lines to be printed.
"""


HOMES = ("bot.service.mail", "bot.commands.gm", "bot.commands.new")
"""Where errands are found."""


def load() -> None:
    """Know them all."""
    for home in HOMES:
        import_module(home)


def errand(do: Do) -> Do:
    """Can be run under its own name. It raises ``UserError`` for what cannot be
    done, and has changed nothing then.
    """
    ERRANDS[do.__name__] = do
    return do


def run(batch: Batch, name: str, facts: dict[str, Any]) -> list[str]:
    """Run one, in the writer's thread. Raises ``UserError``."""
    do = ERRANDS.get(name)
    if do is None:
        raise UserError(
            f"there is no errand {name!r} here: the process that serves is of another version"
        )
    return list(do(batch, **facts))


def done(db: Path, do: Do, **facts: Any) -> list[str]:
    """Run one here, or where the database is served. Messages wait in the outbox until it is.
    Raises ``UserError`` and ``StoreError``.
    """
    try:
        with Store(db) as store:
            (answer,) = (
                Referee(store, {})
                .take([partial(run, name=do.__name__, facts=facts)], int(time.time()))
                .answers
            )
    except InUse:
        reply = asking.asked(db, wire.RunRequest(do.__name__, facts))
        assert isinstance(reply, wire.DoneReply)
        return list(reply.lines)
    if isinstance(answer, Exception):
        raise answer
    found: list[str] = answer
    return found
