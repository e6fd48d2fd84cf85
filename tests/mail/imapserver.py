"""A small IMAP server, with the faults that real ones have. What it does not know it refuses; it never answers with an
empty list instead."""

import asyncio
import contextlib
import re
import ssl
import time
from collections.abc import Callable

CAPABILITIES = "IMAP4rev1 IDLE MOVE UIDPLUS"


class Mailbox:
    """``mails`` are ``[uid, second, bytes]``; a uid is never used again."""

    def __init__(self) -> None:
        self.mails: list[tuple[int, int, bytes]] = []
        self.next = 1

    def add(self, raw: bytes, at: int) -> None:
        self.mails.append((self.next, at, raw))
        self.next += 1


class ImapServer:
    """``refuse`` names commands that are answered NO; ``cuts`` says after how many bytes a connection is cut, one
    after the other; ``quiet``: new mail is not announced while somebody idles."""

    def __init__(self, password: str = "pw", capabilities: str = CAPABILITIES):
        self.password, self.capabilities = password, capabilities
        self.boxes = {"INBOX": Mailbox()}
        self.lines: list[str] = []
        self.refuse: set[str] = set()
        self.cuts: list[int] = []
        self.sessions: set[Session] = set()
        self.connections = 0
        self.on_command: Callable[[str], None] = lambda _: None
        self.starttls: ssl.SSLContext | None = None
        self.more_in_clear = ""

    async def start(self, tls: ssl.SSLContext | None = None) -> int:
        self.server = await asyncio.start_server(self.connected, "127.0.0.1", 0, ssl=tls)
        port: int = self.server.sockets[0].getsockname()[1]
        return port

    async def stop(self) -> None:
        self.server.close()
        self.drop()
        await self.server.wait_closed()

    def drop(self) -> None:
        for session in list(self.sessions):
            session.writer.transport.abort()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        session = Session(self, reader, writer, self.cuts.pop(0) if self.cuts else None)
        self.sessions.add(session)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                await session.run()
        finally:
            self.sessions.discard(session)
            writer.transport.abort()

    def deliver(self, raw: bytes, at: int) -> None:
        self.boxes["INBOX"].add(raw, at)
        for session in self.sessions:
            if session.idling:
                session.news()

    @property
    def waiting(self) -> int:
        """Mails in the INBOX."""
        return len(self.boxes["INBOX"].mails)


class Session:
    """One connection. ``known`` are the uids that the client has been told of, in order."""

    def __init__(
        self, server: ImapServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: int | None
    ):
        self.server, self.reader, self.writer, self.left = server, reader, writer, left
        self.box: Mailbox | None = None
        self.known: list[int] = []
        self.inside = self.idling = False

    def put(self, data: str | bytes) -> None:
        data = data.encode() + b"\r\n" if isinstance(data, str) else data
        if self.left is not None:
            data, self.left = data[: self.left], self.left - len(data)
        self.writer.write(data)
        if self.left is not None and self.left <= 0:
            self.writer.close()
            raise ConnectionError("cut")

    def news(self) -> None:
        """What has changed since the client was told last."""
        assert self.box is not None
        uids = [uid for uid, _, _ in self.box.mails]
        with contextlib.suppress(ConnectionError):
            for number in range(len(self.known), 0, -1):
                if self.known[number - 1] not in uids:
                    del self.known[number - 1]
                    self.put(f"* {number} EXPUNGE")
            if fresh := [uid for uid in uids if uid not in self.known]:
                self.known += fresh
                self.put(f"* {len(self.known)} EXISTS")

    async def run(self) -> None:
        self.put("* OK ready")
        tag = ""
        while line := (await self.reader.readline()).decode().rstrip("\r\n"):
            if self.idling and line == "DONE":
                self.idling = False
                self.put(f"{tag} OK idled")
                continue
            tag, _, rest = line.partition(" ")
            name, _, words = rest.partition(" ")
            if name == "UID":
                second, _, words = words.partition(" ")
                name = f"UID {second.upper()}"
            self.server.lines.append(rest)
            self.server.on_command(name)
            if name == "STARTTLS" and self.server.starttls is not None:
                self.put(f"{tag} OK begin{self.server.more_in_clear}")
                await self.writer.start_tls(self.server.starttls)
            elif name in self.server.refuse:
                self.put(f"{tag} NO not now")
            else:
                self.answer(tag, name.upper(), words)
            await self.writer.drain()

    def answer(self, tag: str, name: str, words: str) -> None:
        server = self.server
        if name == "CAPABILITY":
            self.put(f"* CAPABILITY {server.capabilities}")
        elif name == "LOGIN":
            self.inside = words == f'"referee" "{server.password}"'
            if not self.inside:
                self.put(f"{tag} NO [AUTHENTICATIONFAILED] no")
                return
        elif not self.inside:
            self.put(f"{tag} BAD log in first")
            return
        elif name == "CREATE":
            if words.strip('"') in server.boxes:
                self.put(f"{tag} NO [ALREADYEXISTS] it is there")
                return
            server.boxes[words.strip('"')] = Mailbox()
        elif name == "SELECT":
            self.box = server.boxes[words.strip('"')]
            self.known = [uid for uid, _, _ in self.box.mails]
            self.put(f"* {len(self.known)} EXISTS")
        elif self.box is None:
            self.put(f"{tag} BAD select first")
            return
        elif name == "NOOP":
            self.news()
        elif name == "IDLE":
            self.idling = True
            self.put("+ idling")
            self.news()
            return
        elif name == "UID SEARCH" and words == "UNDELETED":
            uids = [uid for uid, _, _ in self.box.mails if uid in self.known]
            self.put("* SEARCH" + "".join(f" {uid}" for uid in uids))
            self.news()
        elif name == "UID FETCH":
            self.fetch(*words.split(" ", 1))
        elif name in ("UID MOVE", "UID COPY"):
            wanted, folder = words.split(" ", 1)
            self.move(wanted, folder, name == "UID MOVE")
        elif name == "UID STORE":
            uid = int(words.split(" ")[0])
            self.box.mails = [mail for mail in self.box.mails if mail[0] != uid]
        else:
            self.put(f"{tag} BAD {name}")
            return
        self.put(f"{tag} OK done")

    def fetch(self, wanted: str, what: str) -> None:
        assert self.box is not None
        shape = re.fullmatch(r"\(UID INTERNALDATE BODY\.PEEK\[\]<0\.(\d+)>\)", what)
        assert shape is not None, what
        for uid, at, raw in self.box.mails:
            if uid == int(wanted):
                date = time.strftime("%d-%b-%Y %H:%M:%S +0000", time.gmtime(at))
                part = raw[: int(shape[1])]
                head = f'* {self.known.index(uid) + 1} FETCH (UID {uid} INTERNALDATE "{date}" BODY[]<0> '
                self.put(f"{head}{{{len(part)}}}\r\n".encode() + part + b")\r\n")

    def move(self, wanted: str, folder: str, away: bool) -> None:
        assert self.box is not None
        for mail in [mail for mail in self.box.mails if mail[0] == int(wanted)]:
            self.server.boxes[folder.strip('"')].add(mail[2], mail[1])
            if away:
                self.box.mails.remove(mail)
        self.news()
