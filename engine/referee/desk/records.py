"""A game in a format of its own, for whoever may watch it: the moves of dice chess, for example."""

from msgspec import Struct

from engine.house import calendar
from engine.letters import Receipt
from engine.menu import Choice
from engine.referee.desk.verbs import No, Request, Verb
from engine.slots import OneOf
from engine.state import PUBLIC
from engine.store.history import pages


class Recorded(Struct, frozen=True):
    """``record`` or ``record pgn``: all that was done, in a format of the game."""

    form: str = ""


def forms(request: Request) -> dict[str, str]:
    """Return the formats of the game, from what everybody was told and nobody took back. Raise
    ``No`` if it has none, or has not begun.
    """
    table = request.opened.table
    told = [
        event
        for page in pages(table.game, request.batch.bulletins(request.opened), PUBLIC)
        if not page.undone
        for event in page.events
    ]
    try:
        day = calendar.shown(table.setup.at).split()[0]
        found = table.game.records(told, day, table.view(PUBLIC))
    except ValueError as error:
        raise No("not-started") from error
    if not found:
        raise No("no-record")
    return found


def spellings(request: Request) -> list[Choice]:
    """Return the word alone, and with each format."""
    try:
        found = list(forms(request))
    except No:
        found = []
    named = [Choice(Recorded, "record {form}", form=OneOf(found))] if found else []
    return [Choice(Recorded, "record"), *named]


def record(request: Request, asked: Recorded) -> Receipt:
    """Show all that was done in the game, in a format of its own."""
    found = forms(request)
    form = asked.form or next(iter(found))
    return request.done(did="record", form=form, text=found[form])


VERBS = (Verb("record", "anybody", spellings, record),)
