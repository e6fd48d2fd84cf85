"""The wording of all mails, in the reader's language and time zone."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec.structs import replace

from engine.referee.accounts import Settings
from engine.state import Seat
from mail.names import Capability, MailNames
from mail.outgoing.blocks import Block, one_line, text_block
from mail.outgoing.envelope import Draft, Headers, Mail, finished, write_mail
from renderers import Sentences

SHOWN = 300
"""Maximum number of characters of a person's own text that are repeated to them."""
MANY = 60
"""Maximum number of lines of a list in a mail."""
NOBODYS = Capability("", 0, 0)
"""The capability in a mail that is about no game."""


@cache
def words(language: str) -> Sentences:
    """Return all sentences in one language, including those for mail."""
    said = Sentences(language)
    said.read(files("mail") / "locale")
    return said


def clipped(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


class Writing:
    """Writes the mails of one referee, in one language and time zone."""

    def __init__(self, names: MailNames, language: str = "en", zone: str = ""):
        self.names, self.said, self.zone = names, words(language), zone
        self.say = self.said.say

    def to(self, settings: Settings) -> "Writing":
        """Return a copy that uses a reader's language and time zone."""
        language = settings.language or self.said.language
        return Writing(self.names, language, settings.zone or self.zone)

    # ---- times

    def when(self, at: int) -> str:
        """Return a time with its zone, in the reader's zone or else in UTC."""
        local, place = datetime.fromtimestamp(at, UTC), "UTC"
        try:
            if self.zone and self.zone != "UTC":
                local = local.astimezone(ZoneInfo(self.zone))
                place = self.zone.rpartition("/")[2].replace("_", " ")
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass
        return self.say(
            "mail-when",
            weekday=local.isoweekday(),
            day=local.day,
            month=local.month,
            time=local.strftime("%H:%M"),
            place=place,
        )

    def left(self, seconds: int) -> str:
        """Return a duration in words. It is in days from two days on, in hours from two hours on,
        otherwise in minutes.
        """
        for unit, size in (("days", 86_400), ("hours", 3_600)):
            if seconds >= 2 * size:
                return self.say("mail-left", unit=unit, count=seconds // size)
        return self.say("mail-left", unit="minutes", count=max(0, seconds) // 60)

    # ---- small mails

    def talk(
        self,
        to: str,
        of: Capability,
        by: Seat,
        text: str,
        at: int,
        *,
        private: bool = False,
        epoch: int = 0,
    ) -> Mail:
        """Return a mail with a chat message; ``private`` if nobody else gets it."""
        lines = (self.say(f"mail-talk{'-private' * private}", by=by), f"“{one_line(text)}”")
        blocks = (Block("text", lines), Block("small", (self.say("mail-talk-how", by=by),)))
        subject = self.say("mail-talk-subject", game=of.game, by=one_line(by))
        draft = Draft(to=to, subject=subject, blocks=blocks, at=at)
        return replace(self.post(draft, of, epoch), chat=True)

    def neutral(self, to: str, of: Capability, subject: str, at: int, epoch: int = 0) -> Mail:
        """Return the replacement for a mail that could not be composed."""
        text = text_block(self.say("not-composed", game=of.game), self.say("mail-not-composed-how"))
        return self.post(Draft(to=to, subject=subject, blocks=(text,), at=at), of, epoch)

    def answer(
        self,
        to: str,
        answers: str,
        subject: str,
        lines: Sequence[str],
        at: int,
        *,
        of: Capability = NOBODYS,
        reply_to: str = "",
        choices: Sequence[tuple[str, str]] = (),
    ) -> Mail:
        """Return a short answer to the mail with the Message-ID ``answers``. Replies to it go to
        ``reply_to``, or to the usual address of the chair. ``choices`` are words with their effect.
        """
        head = self.say("mail-choices")
        buttons = (Block("examples", (head,), tuple(choices)),) if choices else ()
        blocks = (text_block(*lines), *buttons)
        draft = Draft(to=to, subject=subject, blocks=blocks, at=at, answers=answers)
        return self.post(draft, of, reply_to=reply_to)

    # ---- all of them

    def post(
        self, draft: Draft, of: Capability, epoch: int = 0, reply_to: str = "", receipt: int = 0
    ) -> Mail:
        """Return the finished mail. Raises ``ValueError`` if an address is invalid or the subject
        contains a line break.
        """
        body, names = write_mail(draft), self.names
        headers = Headers(
            sender=names.address,
            reply_to=names.address,
            host=names.host,
            language=self.said.language,
            name=names.shown,
            more=f" – {self.say('mail-asks')}" if draft.asks else "",
        )
        if not of.game:
            # A stranger has no game, so there is no bounce address.
            return finished(draft, headers, f"<{names.proof('mail', body.hex())}@{names.host}>")
        headers = replace(
            headers,
            reply_to=reply_to or names.reply_to(of, epoch),
            envelope=names.envelope(of.game, of.chair),
            game=of.game,
            root=names.root(of.game, of.chair, epoch),
        )
        return finished(draft, headers, names.message_id(of, body, epoch, receipt))
