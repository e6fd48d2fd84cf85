"""Law 5 by mail: worlds that differ only in what a reader may not know give him the same mails,
byte for byte, at the same times. What is compared is what :class:`Reports` makes of every
bulletin of the kit's pairs of worlds.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

from engine.messages import Address
from engine.plan import ClockPlan
from engine.referee.doors import News
from engine.referee.news import news_of
from engine.state import REFEREE, Bulletin, Seat
from engine.store.history import Page
from engine.store.notes import Notes
from engine.store.sqlite import SqliteStore
from engine.testing import pairs
from engine.testing.doors import standing_of, told_of
from engine.testing.kit import Case, Setting
from mail.names import MailNames
from mail.outgoing.envelope import Mail
from mail.outgoing.reports import Reports, heard, report
from mail.outgoing.sentences import Writing
from tests.kit.games import cases
from tests.mail.stage import KEY

READER = "reader@mail.example"
HIDDEN = ("ambush-2", "battleboard-1", "derelict-2", "desert-2")
"""Games with secrets that have sentences and pictures."""
CASES = [case for case in cases() if case.name in HIDDEN]


class Reader:
    def __init__(self, store: SqliteStore, viewer: Seat):
        self.viewer, self.notes = viewer, Notes(store, "mail")
        self.pages: list[Page] = []

    def since(self, entry: int) -> list[Page]:
        return [page for page in self.pages if page.entry > entry]


class MailDriver(pairs.Driver):
    def __init__(
        self,
        store: SqliteStore,
        case: Case,
        setting: Setting,
        seed: int,
        secret: int,
        clock: ClockPlan | None = None,
    ):
        self.reports = Reports(Writing(MailNames(KEY, "referee@play.example")))
        self.readers = {viewer: Reader(store, viewer) for viewer in case.kit.viewers}
        super().__init__(case, setting, seed, secret, clock)

    def look(self, bulletin: Bulletin) -> None:
        """As the referee tells it: who has events or a prompt is told, or
        not. Mails are counted as prompts.
        """
        number = len(self.play.entries)
        by = self.play.entries[-1].seat if self.play.entries else REFEREE
        standing = standing_of(self.play)
        for viewer, reader in self.readers.items():
            events = bulletin.events(viewer)
            if events:
                public = any(told.event is not None for told in bulletin.told)
                reader.pages.append(
                    Page(
                        at=bulletin.at,
                        events=tuple(events),
                        undone=False,
                        entry=number,
                        public=public,
                    )
                )
            mail = None
            here = Address(door="mail", sender=READER, game="g", viewer=viewer)
            if (told := news_of(told_of(bulletin, by, number), standing, here)) is not None:
                past = tuple(reader.since(heard(reader.notes, self.play.setup.id, READER).entry))
                told = msgspec.structs.replace(told, latest=number, past=past)
                mail = self.reports.compose(told, standing.seen(viewer), reader.notes)
                self.world.prompts += mail is not None
            if events or bulletin.fresh:
                self.world.rows[viewer].append(
                    pairs.Row(bulletin.at, tuple(events), (mail and mail.raw,))
                )


def measured(case: Case, path: Path, seeds: range, enough: int | None = None) -> pairs.Power:
    """What the kit's pairs show, looked at through the post. Pictures are the
    renderers' own affair, and slow.
    """
    with (
        SqliteStore(path / "pairs.db") as store,
        patch("renderers.encoded", lambda *_: b"PNG"),
    ):
        return pairs.measure(case, seeds, enough, driver=partial(MailDriver, store))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_worlds_that_differ_in_secrets_send_the_same_mails(case: Case, tmp_path: Path) -> None:
    power = measured(case, tmp_path, range(12))
    print(f"{case.name}: {power}")
    assert power.found == ()
    assert power.prompts > 5 * power.pairs
    assert power.kinds.get("abandoned", 0) <= power.pairs // 3


@contextmanager
def numbers_of_entries() -> Iterator[None]:
    real = report

    def leaking(writing: Writing, told: News, *rest: object, **more: object) -> Mail:
        at = told.at + told.entry
        return real(writing, msgspec.structs.replace(told, at=at), *rest, **more)  # type: ignore[arg-type]  # passed on

    with patch("mail.outgoing.reports.report", leaking):
        yield


def test_a_planted_leak_is_seen(tmp_path: Path) -> None:
    (case,) = (case for case in CASES if case.name == "ambush-2")
    with numbers_of_entries():
        power = measured(case, tmp_path, range(12), enough=1)
    assert power.found
