"""The referee's addresses and Message-IDs, which prove that their user received them.

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
"""Letters of the proof, five bits each."""
TAG = re.compile(
    r"(?P<game>[a-z0-9][a-z0-9-]{0,29})\.(?P<chair>\d{1,4})\.(?P<turn>\d{1,7})\.(?P<proof>[a-z2-7]{12})"
)
IN_THREAD = re.compile(
    rf"<{TAG.pattern}\.(?:c(?P<receipt>\d{{1,6}})\.)?(?P<what>[a-z2-7]{{12}}|root)@(?P<host>[^<>@\s]{{1,255}})>"
)
SUBJECT = re.compile(r"\[([a-z0-9][a-z0-9-]{0,29})\]", re.I)


class Capability(Struct, frozen=True, order=True):
    """Proof that the mail answers one that was sent to this chair of this game,
    about question number ``turn``.
    """

    game: str
    chair: int
    turn: int


class Confirmation(Struct, frozen=True):
    """The pending orders that a YES is for."""

    game: str
    chair: int
    proof: str


Epoch = Callable[[str, int], int]
"""How often the tags of a chair of a game were made void."""


Proved = tuple[Capability, re.Match[str]]
"""What was proved, and where it stood."""


def never(game: str, chair: int) -> int:  # noqa: ARG001  # an ``Epoch``
    """Return that no tags were made void."""
    return 0


class MailNames:
    """``address`` is the referee's, ``pattern`` the one that carries tags, such as
    ``referee+{tag}@play.example`` or, where the host knows no such details,
    ``{tag}@games.play.example`` with everything caught. ``shown`` is the name that people read
    beside them. Raises ``ValueError``.
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
        """Return sixty bits in twelve small letters and digits."""
        said = "\0".join([purpose, *map(str, parts)]).encode()
        return (
            base64.b32encode(hmac.digest(self.key, said, hashlib.sha256))[:PROOF].decode().lower()
        )

    def tag(self, purpose: str, of: Capability, epoch: int) -> str:
        proof = self.proof(purpose, of.game, of.chair, of.turn, epoch)
        return f"{of.game}.{of.chair}.{of.turn}.{proof}"

    def reply_to(self, of: Capability, epoch: int = 0) -> str:
        """Return where the answer of this chair goes."""
        return self.pattern.replace("{tag}", self.tag("reply", of, epoch))

    def message_id(self, of: Capability, body: bytes, epoch: int = 0, receipt: int = 0) -> str:
        """Return the Message-ID of a mail to this chair: the same for the same mail; a
        ``receipt`` has its number in it. It proves less than an address: archives and those who
        are written to see it.
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
        """Return where bounces go: it names the seat even if nothing in them can be read."""
        return self.pattern.replace(
            "{tag}", f"b.{game}.{chair}.{self.proof('bounce', game, chair)}"
        )

    def bounced(self, receivers: Iterable[str]) -> tuple[str, int] | None:
        """Return the game and chair whose mail came back, by the addresses of the bounce."""
        for game, chair, proof in self.special("b", receivers):
            if hmac.compare_digest(proof, self.proof("bounce", game, chair)):
                return game, chair
        return None

    def confirmation(self, to: Confirmation) -> str:
        """Return where a YES goes to what waits for it."""
        return self.pattern.replace("{tag}", f"yes.{to.game}.{to.chair}.{to.proof}")

    def confirms(self, receivers: Iterable[str]) -> Confirmation | None:
        return next((Confirmation(*found) for found in self.special("yes", receivers)), None)

    def special(self, what: str, receivers: Iterable[str]) -> Iterator[tuple[str, int, str]]:
        """Yield game, chair and proof of those addresses that are for ``what``, not proved yet."""
        before, _, after = map(re.escape, self.pattern.partition("{tag}"))
        shape = rf"{before}{what}\.([a-z0-9-]{{1,30}})\.(\d{{1,4}})\.([a-z2-7]{{{PROOF}}}){after}"
        for receiver in receivers:
            if found := re.fullmatch(shape, receiver, re.I):
                yield found[1].lower(), int(found[2]), found[3].lower()

    def in_addresses(self, receivers: Iterable[str], epoch: Epoch = never) -> list[Capability]:
        """Return the capabilities among addresses, the latest first. Case does not matter: some
        programs change it.
        """
        return latest(self.proved("reply", map(self.tagged.fullmatch, receivers), epoch))

    def games_in(self, receivers: Iterable[str]) -> list[str]:
        """Return the games that addresses name, proved or not: no more than a hint."""
        found = filter(None, map(self.tagged.fullmatch, receivers))
        return [match["game"].lower() for match in found]

    def in_thread(self, thread: Iterable[str], epoch: Epoch = never) -> list[Capability]:
        """Return the capabilities among the Message-IDs that a mail answers, the latest first."""
        return latest(self.threads(thread, epoch))

    def threads(self, thread: Iterable[str], epoch: Epoch) -> list[Proved]:
        """Return the Message-IDs of ours that a mail answers, with their capabilities."""
        found = (IN_THREAD.fullmatch(id.lower()) for id in thread)
        return self.proved("thread", found, epoch)

    def receipt_in(self, thread: Iterable[str], game: str, chair: int, epoch: Epoch = never) -> int:
        """Return the number of the latest receipt of this chair that a mail answers; 0: of none."""
        answered = self.threads(thread, epoch)
        numbers = (
            int(m["receipt"] or 0) for of, m in answered if (of.game, of.chair) == (game, chair)
        )
        return max(numbers, default=0)

    def proved(
        self, purpose: str, found: Iterable[re.Match[str] | None], epoch: Epoch
    ) -> list[Proved]:
        """Return those whose proof is right, and where they stood."""
        kept = []
        for match in filter(None, found):
            of = Capability(match["game"].lower(), int(match["chair"]), int(match["turn"]))
            right = self.proof(purpose, of.game, of.chair, of.turn, epoch(of.game, of.chair))
            if hmac.compare_digest(right, match["proof"].lower()):
                kept.append((of, match))
        return kept


def latest(proved: Iterable[Proved]) -> list[Capability]:
    """Return capabilities by their questions, the latest first, each once."""
    return sorted({of for of, _ in proved}, key=lambda of: (-of.turn, of))
