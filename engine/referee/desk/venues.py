"""Where a game is played: who takes no seat there, and in how many games one person plays at once.
A venue is a door and the name of a place there; it holds whichever door somebody comes by.
"""

from engine.referee.batch import Batch
from engine.referee.desk.verbs import No, Request
from engine.referee.register import Contact


def admit(request: Request, game: str) -> None:
    """Raise ``No`` if the venue of a game does not let the sender take a seat in it."""
    venue = request.register.venue(game)
    if venue is not None:
        welcome(request.batch, venue, request.sender)


def welcome(batch: Batch, venue: Contact, who: Contact) -> None:
    """Raise ``No`` if somebody may begin or join no game at this venue."""
    if batch.register.banned(venue, who):
        raise No("banned-here")
    most = batch.register.most(venue)
    if most and len(playing(batch, venue, who)) >= most:
        raise No("too-many-here", word=str(most))


def playing(batch: Batch, venue: Contact, who: Contact) -> list[str]:
    """Return the games at a venue that are not over and in which somebody has a seat."""
    people = batch.register.person(who)
    games = dict.fromkeys(id for contact in people for id in batch.store.games_of(*contact))
    found = []
    for id in games:
        if batch.register.venue(id) != venue or (opened := batch.known(id)) is None:
            continue
        seated = any(opened.seat_of(*contact) for contact in people)
        if seated and opened.table.state.result is None:
            found.append(id)
    return found
