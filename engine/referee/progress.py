"""Who is behind, and until when: how far the doors have told the games, until it is noted."""

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.letters import Outgoing
from engine.referee.parcels import Backlog, Key, Parcel
from engine.store.rows import AuditEntry, Cursor, DeliveryReport, Place, Retry


class Progress:
    """How far a door has told a game, in memory: see ``Cursor``."""

    def __init__(self, upto: int, behind: Mapping[str, Place] | None = None):
        self.upto, self.behind, self.sent = upto, dict(behind or {}), 0


class ProgressBook:
    """The progress of every game in which somebody is behind, or something has ``changed`` since
    it was noted. ``taken`` are the stored messages that are on their way, or gone; ``sent``
    counts them by door.
    """

    def __init__(self) -> None:
        self.progress: dict[Key, Progress] = {}
        self.changed: set[Key] = set()
        self.taken: set[int] = set()
        self.sent = Counter[str]()
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

    def place(self, parcel: Parcel) -> int:
        """Return up to which news a reader was told."""
        progress = self.progress.get(parcel.key)
        if progress is None:
            return parcel.seq
        place = progress.behind.get(parcel.reader.sender)
        return place.seq if place is not None else progress.upto

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

    def arrived(self, parcel: Parcel) -> None:
        """Note that a message was handed over."""
        if parcel.stored is not None:
            self.delivered.gone.append(parcel.stored.id)
            self.sent[parcel.reader.door] += 1
        else:
            self.of(parcel).sent += 1
            self.changed.add(parcel.key)

    def lost(self, parcel: Parcel, why: str) -> None:
        """Note that a message can never be handed over."""
        self.delivered.lost.append((parcel.reader.door, why))
        if parcel.stored is not None:
            self.delivered.gone.append(parcel.stored.id)
        self.passed(parcel)

    def passed(self, parcel: Parcel) -> None:
        """Note that a reader is that far."""
        if parcel.stored is None:
            self.of(parcel)
            self.changed.add(parcel.key)

    def put_back(self, parcel: Parcel, due: int, why: str) -> None:
        """Leave a message in the ledger until second ``due``."""
        if parcel.stored is not None:
            self.taken.discard(parcel.stored.id)
            retry = Retry(parcel.stored.id, due, parcel.tries, why)
            self.delivered.later.append(retry)
            return
        place = Place(parcel.seq - 1, parcel.tries, due, why)
        self.of(parcel).behind.setdefault(parcel.reader.sender, place)
        self.changed.add(parcel.key)

    def report(self, on_their_way: Iterable[Parcel], acts: list[AuditEntry]) -> DeliveryReport:
        """Return what is to be noted, once, with these ``acts``: with the cursors that have
        changed, in which those are behind for whom something is on its way.
        """
        delivered, self.delivered = self.delivered, DeliveryReport()
        delivered.acts += acts
        acts.clear()
        pending: dict[Key, dict[str, Place]] = {}
        for parcel in on_their_way:
            if parcel.stored is None and parcel.key in self.changed:
                place = Place(parcel.seq - 1, parcel.tries)
                pending.setdefault(parcel.key, {}).setdefault(parcel.reader.sender, place)
        for key in self.changed:
            progress = self.progress.pop(key)
            behind = pending.get(key, {}) | progress.behind
            if behind:
                self.progress[key] = progress
            delivered.cursors[key] = Cursor(
                door=key[0], game=key[1], upto=progress.upto, behind=behind, sent=progress.sent
            )
            progress.sent = 0
        self.changed.clear()
        for door, sent in self.sent.items():
            # Stored messages are counted for the door, whatever game they are about.
            delivered.cursors[door, ""] = Cursor(door=door, game="", upto=0, sent=sent)
        self.sent.clear()
        return delivered
