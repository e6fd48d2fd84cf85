"""The sandbox's IMAP server, with the faults that real ones have."""

import asyncio
import ssl
from collections.abc import Callable
from typing import Any

from mail.sandbox.boxes import DELETED, Folder, MailAccount
from mail.sandbox.grammar import among, text
from mail.sandbox.imap import CAPABILITIES, ImapNo, Session
from mail.sandbox.imap import ImapServer as Sound


class ImapServer(Sound):
    """One account. ``refuse`` names commands, or begins lines, that are answered NO, ``keeps``
    a command and the number of a mail with which it is; own folders are all below ``prefix``,
    as RFC 2342 tells who asks; ``cuts`` says after how many bytes a connection is cut, one
    after the other; ``on_command`` is told what comes; ``more_in_clear`` is said before
    STARTTLS encrypts; ``greetings`` are those of the next connections, which end then, or stay
    silent after ``None``; what is refused is refused with ``says``.
    """

    def __init__(self, password: str = "pw", capabilities: str = CAPABILITIES, prefix: str = ""):
        self.account = MailAccount("referee", password)
        super().__init__({"referee": self.account}, capabilities)
        self.lines: list[str] = []
        self.refuse: set[str] = set()
        self.keeps: tuple[str, int] | None = None
        self.says = "not now"
        self.prefix = prefix
        self.cuts: list[int] = []
        self.connections = 0
        self.on_command: Callable[[str], None] = lambda _: None
        self.more_in_clear = ""
        self.greetings: list[bytes | None] = []

    @property
    def boxes(self) -> dict[str, Folder]:
        return self.account.folders

    def session(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Session:
        self.connections += 1
        return Faulty(self, reader, writer, self.cuts.pop(0) if self.cuts else None)

    def deliver(self, raw: bytes, at: int) -> None:
        self.account.deliver(raw, at)

    @property
    def waiting(self) -> int:
        return sum(DELETED not in mail.flags for mail in self.boxes["INBOX"].mails)


class Faulty(Session):
    """One connection; ``left`` bytes may still be sent on it."""

    server: ImapServer

    def __init__(
        self,
        server: ImapServer,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        left: int | None,
    ):
        super().__init__(server, reader, writer)
        self.left = left

    async def run(self) -> None:
        if not self.server.greetings:
            await super().run()
        elif (greeting := self.server.greetings.pop(0)) is None:
            await self.reader.read()
        else:
            self.writer.write(greeting)
            await self.writer.drain()

    def put(self, data: str | bytes) -> None:
        line = (data.encode() if isinstance(data, str) else data) + b"\r\n"
        if self.left is None:
            self.writer.write(line)
            return
        self.writer.write(line[: self.left])
        self.left -= len(line)
        if self.left <= 0:
            self.writer.close()
            raise ConnectionError("cut")

    async def command(self, tag: str, name: str, rest: bytes) -> None:
        self.server.lines.append(f"{name} {rest.decode('latin-1')}".strip())
        self.server.on_command(name)
        line = self.server.lines[-1]
        refused = any(line == said or line.startswith(f"{said} ") for said in self.server.refuse)
        if refused or self.is_kept(name, rest):
            self.put(f"{tag} NO {self.server.says}")
        else:
            await super().command(tag, name, rest)

    def is_kept(self, name: str, rest: bytes) -> bool:
        if self.server.keeps is None:
            return False
        command, uid = self.server.keeps
        return name == f"UID {command}" and among(rest.decode().split(" ")[0], uid)(uid)

    def do_namespace(self, _: list[Any]) -> None:
        self.put(
            f'* NAMESPACE (("{self.server.prefix}" "{self.server.prefix[-1:] or "/"}")) NIL NIL'
        )

    def do_create(self, said: list[Any]) -> None:
        if not text(said[0]).startswith(self.server.prefix):
            raise ImapNo(f"[CANNOT] folders lie below {self.server.prefix}")
        super().do_create(said)

    async def encrypt(self, tag: str, tls: ssl.SSLContext) -> None:
        if self.server.more_in_clear:
            self.put(f"{tag} OK begin{self.server.more_in_clear}")
            raise ImapNo("too much was said")
        await super().encrypt(tag, tls)
