"""What every mail is made with: the referee's addresses, the reader's language
and the clock of where he lives.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec.structs import replace

from engine.state import Seat
from engine.store.notes import Notes
from mail.names import Capability, Confirmation, MailNames
from mail.outgoing.envelope import Block, Draft, Headers, Mail, finished, write_mail
from renderers import Sentences

SHOWN = 300
"""Characters of what somebody has written that are shown to him again."""
MANY = 60
"""Lines of a list in a mail at the most."""


@cache
def words(language: str) -> Sentences:
    """All sentences in one language, this door's own among them."""
    said = Sentences(language)
    said.read(files("mail") / "locale")
    return said


def clipped(text: str) -> str:
    """Not more of a text than what is shown again."""
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def one_line(text: str) -> str:
    """Text on one line."""
    return " ".join(text.split())


def text_block(*lines: str) -> Block:
    """A paragraph."""
    return Block("text", tuple(map(one_line, lines)))


def list_block(lines: Sequence[str]) -> Block:
    """A list."""
    return Block("list", tuple(map(one_line, lines)))


class Writing:
    """Makes the mails of one referee, in one language and with the times of one zone."""

    def __init__(self, names: MailNames, language: str = "en", zone: str = ""):
        self.names, self.said, self.zone = names, words(language), zone
        self.say = self.said.say

    def to(self, notes: Notes, address: str, zone: str = "") -> "Writing":
        """As this reader wants it; he lives in ``zone`` unless he has told this door otherwise."""
        language, told = notes.get(f"language/{address}"), notes.get(f"zone/{address}")
        return Writing(self.names, language or self.said.language, told or zone or self.zone)

    # ---- times

    def when(self, at: int) -> str:
        """A moment: in UTC, and where the reader lives if that is another time."""
        moment = datetime.fromtimestamp(at, UTC)
        told = moment.strftime("%a %Y-%m-%d %H:%M UTC")
        try:
            local = moment.astimezone(ZoneInfo(self.zone)) if self.zone else moment
        except (ZoneInfoNotFoundError, ValueError, OSError):
            local = moment
        if local.utcoffset() == moment.utcoffset():
            return told
        return f"{told} ({local.strftime('%a %H:%M')} {self.zone})"

    def left(self, seconds: int) -> str:
        """A stretch of time in words."""
        minutes = max(0, seconds) // 60
        return self.say(
            "mail-left", days=minutes // 1440, hours=minutes // 60 % 24, minutes=minutes % 60
        )

    # ---- small mails

    def talk(
        self, to: str, of: Capability, by: Seat, private: bool, text: str, at: int, epoch: int = 0
    ) -> Mail:
        """What somebody says to the reader."""
        lines = (self.say(f"mail-talk{'-private' * private}", by=by), f"“{one_line(text)}”")
        blocks = (Block("text", lines), Block("small", (self.say("mail-talk-how", by=by),)))
        subject = self.say("mail-talk-subject", game=of.game, by=one_line(by))
        return replace(self.post(Draft(to, subject, blocks, at), of, epoch), chat=True)

    def neutral(self, to: str, of: Capability, at: int, epoch: int = 0) -> Mail:
        """In place of a mail that could not be composed."""
        say = self.say
        blocks = (text_block(say("not-composed", game=of.game), say("mail-not-composed-how")),)
        return self.post(
            Draft(to, say("mail-not-composed-subject", game=of.game), blocks, at), of, epoch
        )

    def answer(
        self,
        to: str,
        of: Capability | None,
        answers: str,
        subject: str,
        lines: Sequence[str],
        at: int,
    ) -> Mail:
        """A short answer to a mail."""
        return self.post(
            Draft(to, subject, (text_block(*lines),), at, answers), of or Capability("", 0, 0)
        )

    def question(
        self, to: str, held: Confirmation, answers: str, subject: str, lines: Sequence[str], at: int
    ) -> Mail:
        """A question that a YES answers."""
        draft = Draft(to, subject, (text_block(*lines),), at, answers)
        return self.post(
            draft, Capability(held.game, held.chair, 0), reply_to=self.names.confirmation(held)
        )

    def invitation(self, to: str, of: Capability, kind: str, at: int) -> Mail:
        """Asks somebody into a game."""
        say = self.say
        lines = (say("mail-invited", game=of.game, kind=kind), say("mail-invited-how"))
        blocks = (Block("text", lines), Block("small", (say("mail-foot"),)))
        return self.post(
            Draft(to, say("mail-invited-subject", game=of.game, kind=kind), blocks, at), of
        )

    # ---- all of them

    def post(
        self, draft: Draft, of: Capability, epoch: int = 0, reply_to: str = "", receipt: int = 0
    ) -> Mail:
        """The finished mail. Raises ``ValueError``."""
        body = write_mail(draft)
        names, language = self.names, self.said.language
        if not of.game:
            # A stranger: no game to speak of, and nowhere for bounces to come back to.
            headers = Headers(
                names.address, names.address, "", names.host, "", "", language, names.shown
            )
            return finished(draft, headers, f"<{names.proof('mail', body.hex())}@{names.host}>")
        headers = Headers(
            names.address,
            reply_to or names.reply_to(of, epoch),
            names.envelope(of.game, of.chair),
            names.host,
            of.game,
            names.root(of.game, of.chair, epoch),
            language,
            names.shown,
        )
        return finished(draft, headers, names.message_id(of, body, epoch, receipt))
