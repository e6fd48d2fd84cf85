"""The referee's addresses and Message-IDs, which prove that the writer received our mail.

They are capabilities, and none is stored. A tag is ``g12.2.3.f6ahgbc5g3qy``: game, number of the
chair, number of the question, and sixty bits of an HMAC over these, the epoch of the seat and the
purpose. A higher epoch invalidates all earlier tags of a seat.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

PROOF = 12
"""Number of characters of the proof, five bits each."""
TAG = re.compile(
    r"(?P<game>[a-z0-9][a-z0-9-]{0,29})\.(?P<chair>\d{1,4})\.(?P<turn>\d{1,7})\.(?P<proof>[a-z2-7]{12})"
)
IN_THREAD = re.compile(
    rf"<{TAG.pattern}\.(?:c(?P<receipt>\d{{1,6}})\.)?(?P<what>[a-z2-7]{{12}}|root)@(?P<host>[^<>@\s]{{1,255}})>"
)
SUBJECT = re.compile(r"\[([a-z0-9][a-z0-9-]{0,29})\]", re.I)


class Capability(Struct, frozen=True, order=True):
    """The right to answer for this chair of a game, up to question number ``turn``."""

    game: str
    chair: int
    turn: int


class Confirmation(Struct, frozen=True):
    """Names the pending orders that a YES confirms."""

    game: str
    chair: int
    proof: str


Epoch = Callable[[str, int], int]
"""A function from a game and a chair to the number of times that its tags were invalidated."""


Proved = tuple[Capability, re.Match[str]]
"""A proved capability, and the match that contains it."""


def never(game: str, chair: int) -> int:  # noqa: ARG001  # an ``Epoch``
    return 0


class MailNames:
    """Makes and parses the referee's addresses and Message-IDs.

    ``address`` is the referee's, and ``shown`` its display name. ``pattern`` is the address with
    tags, such as ``referee+{tag}@play.example``, or ``{tag}@games.play.example`` with a catch-all
    if the host has no plus addresses. Raises ``ValueError`` if the pattern has no ``{tag}`` before
    the @.
    """

    def __init__(self, key: bytes, address: str, pattern: str = "", shown: str = "Referee"):
        self.key, self.address, self.shown = key, address, shown
        user, _, self.host = address.rpartition("@")
        self.pattern = pattern or f"{user}+{{tag}}@{self.host}"
        before, mark, after = self.pattern.partition("{tag}")
        if not mark or "@" not in after:
            raise ValueError(
                f"{self.pattern!r}: needs {{tag}} before the @, such as"
                " referee+{tag}@play.example"
            )
        self.tagged = re.compile(re.escape(before) + TAG.pattern + re.escape(after), re.I)

    def proof(self, purpose: str, *parts: str | int) -> str:
        """Return sixty bits of an HMAC as twelve lower-case letters and digits."""
        said = "\0".join([purpose, *map(str, parts)]).encode()
        digest = hmac.digest(self.key, said, hashlib.sha256)[:PROOF]
        return base64.b32encode(digest)[:PROOF].decode().lower()

    def tag(self, purpose: str, of: Capability, epoch: int) -> str:
        proof = self.proof(purpose, of.game, of.chair, of.turn, epoch)
        return f"{of.game}.{of.chair}.{of.turn}.{proof}"

    def reply_to(self, of: Capability, epoch: int = 0) -> str:
        """Return the Reply-To address for this chair."""
        return self.pattern.replace("{tag}", self.tag("reply", of, epoch))

    def message_id(self, of: Capability, body: bytes, epoch: int = 0, receipt: int = 0) -> str:
        """Return the Message-ID of a mail to this chair, the same for the same mail.

        It contains the number of a ``receipt``. It proves less than an address, since archives and
        other readers see it.
        """
        number = f"c{receipt}." * bool(receipt)
        proof = self.proof("mail", of.game, of.chair, body.hex())
        return f"<{self.tag('thread', of, epoch)}.{number}{proof}@{self.host}>"

    def root(self, game: str, chair: int, epoch: int = 0) -> str:
        """Return the Message-ID that all mails to a chair refer to, so that programs show one
        thread.
        """
        return f"<{self.tag('thread', Capability(game, chair, 0), epoch)}.root@{self.host}>"

    def envelope(self, game: str, chair: int) -> str:
        """Return the bounce address. It identifies the seat even if the bounce is unreadable."""
        return self.pattern.replace(
            "{tag}", f"b.{game}.{chair}.{self.proof('bounce', game, chair)}"
        )

    def bounced(self, receivers: Iterable[str]) -> tuple[str, int] | None:
        """Return the game and chair that a bounce belongs to, by its receiving addresses."""
        for game, chair, proof in self.special("b", receivers):
            if hmac.compare_digest(proof, self.proof("bounce", game, chair)):
                return game, chair
        return None

    def confirmation(self, to: Confirmation) -> str:
        """Return the address to which a YES to pending orders is sent."""
        return self.pattern.replace("{tag}", f"yes.{to.game}.{to.chair}.{to.proof}")

    def confirms(self, receivers: Iterable[str]) -> Confirmation | None:
        return next((Confirmation(*found) for found in self.special("yes", receivers)), None)

    def special(self, what: str, receivers: Iterable[str]) -> Iterator[tuple[str, int, str]]:
        """Yield game, chair and unchecked proof of the addresses with the prefix ``what``."""
        before, _, after = map(re.escape, self.pattern.partition("{tag}"))
        shape = rf"{before}{what}\.([a-z0-9-]{{1,30}})\.(\d{{1,4}})\.([a-z2-7]{{{PROOF}}}){after}"
        for receiver in receivers:
            if found := re.fullmatch(shape, receiver, re.I):
                yield found[1].lower(), int(found[2]), found[3].lower()

    def in_addresses(self, receivers: Iterable[str], epoch: Epoch = never) -> list[Capability]:
        """Return the capabilities in addresses, latest first. Case is ignored, since some programs
        change it.
        """
        return latest(self.proved("reply", map(self.tagged.fullmatch, receivers), epoch))

    def games_in(self, receivers: Iterable[str]) -> list[str]:
        """Return the games named in addresses, as a hint: the proofs are not checked."""
        found = filter(None, map(self.tagged.fullmatch, receivers))
        return [match["game"].lower() for match in found]

    def in_thread(self, thread: Iterable[str], epoch: Epoch = never) -> list[Capability]:
        """Return the capabilities in the Message-IDs that a mail answers, latest first."""
        return latest(self.threads(thread, epoch))

    def threads(self, thread: Iterable[str], epoch: Epoch) -> list[Proved]:
        """Return our Message-IDs that a mail answers, with their capabilities."""
        found = (IN_THREAD.fullmatch(id.lower()) for id in thread)
        return self.proved("thread", found, epoch)

    def receipt_in(self, thread: Iterable[str], game: str, chair: int, epoch: Epoch = never) -> int:
        """Return the number of this chair's latest receipt that a mail answers, or 0."""
        answered = self.threads(thread, epoch)
        numbers = (
            int(m["receipt"] or 0) for of, m in answered if (of.game, of.chair) == (game, chair)
        )
        return max(numbers, default=0)

    def proved(
        self, purpose: str, found: Iterable[re.Match[str] | None], epoch: Epoch
    ) -> list[Proved]:
        """Return the capabilities with a valid proof, and their matches."""
        kept = []
        for match in filter(None, found):
            of = Capability(match["game"].lower(), int(match["chair"]), int(match["turn"]))
            right = self.proof(purpose, of.game, of.chair, of.turn, epoch(of.game, of.chair))
            if hmac.compare_digest(right, match["proof"].lower()):
                kept.append((of, match))
        return kept


def latest(proved: Iterable[Proved]) -> list[Capability]:
    """Return the distinct capabilities, those of the latest questions first."""
    return sorted({of for of, _ in proved}, key=lambda of: (-of.turn, of))
