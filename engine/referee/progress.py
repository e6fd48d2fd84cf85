"""Who is behind, and until when: how far the doors have told the games, until it is noted."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping

from msgspec.structs import replace

from engine.letters import Outgoing
from engine.referee.parcels import Backlog, Key, Parcel, Receiver
from engine.store.rows import AuditEntry, Cursor, DeliveryReport, Place, Retry


class Progress:
    """How far a door has told a game, in memory: see ``Cursor``."""

    def __init__(self, upto: int, behind: Mapping[str, Place] | None = None):
        self.upto, self.behind = upto, dict(behind or {})

    def end(self, parcel: Parcel, until: int = 0, why: str = "") -> Place:
        """Return the place of a reader who was told all, and whom this is now handed to."""
        return Place(self.upto, self.upto, parcel.tries, until, why, parcel.since)


def before(parcel: Parcel, place: Place) -> Place:
    """Return the place from which on a reader is told this message too."""
    if parcel.talk:
        return replace(place, said=min(place.said, parcel.seq - 1))
    return replace(place, seq=min(place.seq, parcel.seq - 1))


class ProgressBook:
    """The progress of every game in which somebody is behind, or something has ``changed`` since
    it was noted. ``taken`` are the stored messages that are on their way, or gone as far as the
    store may not know it yet; ``gone`` those of them of which it was told; ``sent`` counts them
    by door.
    """

    def __init__(self) -> None:
        self.progress: dict[Key, Progress] = {}
        self.changed: set[Key] = set()
        self.taken: set[int] = set()
        self.gone: set[int] = set()
        self.delivered = DeliveryReport()

    @property
    def somebody_waits(self) -> bool:
        """Whether somebody is behind."""
        return any(progress.behind for progress in self.progress.values())

    def of(self, parcel: Parcel) -> Progress:
        """Return how far the door has told the game. What is written of a game in which nobody
        is behind is forgotten here.
        """
        found = self.progress.get(parcel.key)
        if found is None:
            found = self.progress[parcel.key] = Progress(parcel.seq)
        return found

    def waiting(self, whom: Container[Receiver] | None = None) -> dict[tuple[Key, str], Place]:
        """Return the places of those who are behind, of all or these receivers."""
        return {
            (key, sender): place
            for key, progress in self.progress.items()
            for sender, place in progress.behind.items()
            if whom is None or (key[0], sender) in whom
        }

    def not_told(
        self, read: Iterable[Parcel], places: Mapping[tuple[Key, str], Place], *, anew: bool
    ) -> Iterator[Parcel]:
        """Return what those have not been told who are at these ``places``, from what was read;
        they wait for it no longer. When all is taken up ``anew``, others are told what the cursors
        have not reached. The first of them may have been handed over already.
        """
        firsts = set[tuple[Key, str, bool]]()
        for parcel in read:
            who = parcel.key, parcel.reader.sender
            place = places.get(who)
            if place is None and anew and parcel.key in self.progress:
                upto = self.progress[parcel.key].upto
                place = Place(upto, upto)
            if place is not None and parcel.seq > (place.said if parcel.talk else place.seq):
                if (first := (*who, parcel.talk)) not in firsts:
                    firsts.add(first)
                    parcel.tries, parcel.since = place.tries, place.since
                    parcel.again = anew or place.tries > 0
                yield parcel
        for key, sender in places:
            self.progress[key].behind.pop(sender, None)

    def move_on(self, key: Key, upto: int) -> None:
        """Move a cursor on; those for whom something is on its way are named when it is written."""
        progress = self.progress.setdefault(key, Progress(0))
        progress.upto = max(progress.upto, upto)
        self.changed.add(key)

    def not_in_hand(self, read: Backlog) -> list[Outgoing]:
        """Return the stored messages that are not on their way, or gone, already: what was read
        may be older than what is known here.
        """
        return [out for out in read.finished if out.id not in self.taken]

    def forget(self, gone: Collection[int]) -> None:
        """Forget messages that are gone: the store has them no more, and nothing that was read
        before is on its way.
        """
        self.taken.difference_update(gone)
        self.gone.difference_update(gone)

    def lost(self, parcel: Parcel, why: str) -> None:
        """Note that a message can never be handed over."""
        self.delivered.lost.append((parcel.reader.door, why))
        self.passed(parcel)

    def passed(self, parcel: Parcel) -> None:
        """Note that a reader is that far."""
        if parcel.stored is not None:
            self.delivered.gone.append(parcel.stored.id)
        else:
            self.of(parcel)
            self.changed.add(parcel.key)

    def failed(self, parcel: Parcel, due: int, why: str) -> None:
        """Leave a message in the ledger until second ``due`` that was tried in vain."""
        if parcel.stored is not None:
            self.delivered.later.append(Retry(parcel.stored.id, parcel.tries, why))
        self.put_back(parcel, due, why)

    def put_back(self, parcel: Parcel, due: int = 0, why: str = "") -> None:
        """Leave a message in the ledger."""
        if parcel.stored is not None:
            self.taken.discard(parcel.stored.id)
            return
        progress, sender = self.of(parcel), parcel.reader.sender
        place = progress.behind.get(sender) or progress.end(parcel, due, why)
        progress.behind[sender] = before(parcel, place)
        self.changed.add(parcel.key)

    def report(self, on_their_way: Iterable[Parcel], acts: list[AuditEntry]) -> DeliveryReport:
        """Return what is to be noted, once, with these ``acts``: with the cursors that have
        changed, in which those are behind for whom something is on its way.
        """
        delivered, self.delivered = self.delivered, DeliveryReport()
        self.gone.update(delivered.gone)
        delivered.acts += acts
        acts.clear()
        behinds = {key: self.progress[key].behind.copy() for key in self.changed}
        for parcel in on_their_way:
            if parcel.stored is None and parcel.key in behinds:
                behind, sender = behinds[parcel.key], parcel.reader.sender
                place = behind.get(sender) or self.progress[parcel.key].end(parcel)
                behind[sender] = before(parcel, place)
        for key, behind in behinds.items():
            progress = self.progress.pop(key)
            if behind:
                self.progress[key] = progress
            delivered.cursors[key] = Cursor(
                door=key[0], game=key[1], upto=progress.upto, behind=behind
            )
        self.changed.clear()
        return delivered
