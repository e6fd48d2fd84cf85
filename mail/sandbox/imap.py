"""An IMAP server (RFC 3501, with IDLE, MOVE, UIDPLUS, LITERAL+) for the sandbox.

It does what the referee and people's mail programs need. Unknown commands are refused, never
answered with an empty list.
"""

import asyncio
import base64
import contextlib
import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from typing import Any

from mail.sandbox import fetching, searching
from mail.sandbox.boxes import DELETED, Folder, MailAccount, StoredMail, listed
from mail.sandbox.grammar import LITERAL, LONGEST, Wrong, among, quoted, text, words

LOOPBACK = "127.0.0.1"
CAPABILITIES = "IMAP4rev1 IDLE MOVE NAMESPACE UIDPLUS LITERAL+ SASL-IR AUTH=PLAIN"
USES = {"Sent": "\\Sent ", "Drafts": "\\Drafts ", "Trash": "\\Trash ", "Junk": "\\Junk "}
"""Special uses of folders, by which mail programs know them (RFC 6154)."""
FLAGS = "\\Answered \\Flagged \\Deleted \\Seen \\Draft"
NOBODY = MailAccount("", "")
"""The account of a client that has not logged in."""
NOWHERE = Folder()
"""The folder of a client that has not selected one."""
BEFORE_LOGIN = {"CAPABILITY", "NOOP", "LOGOUT", "STARTTLS", "LOGIN", "AUTHENTICATE", "ID"}
IN_FOLDER = {"CHECK", "CLOSE", "UNSELECT", "EXPUNGE", "SEARCH", "FETCH", "STORE", "COPY", "MOVE"}
NUMBERED = {"FETCH", "STORE", "SEARCH"}
"""Commands during which mails must keep their numbers."""


Place = int | socket.socket
"""A port of this machine, 0 for any free one, or a socket that is already listening."""


def bound(at: Place) -> socket.socket:
    """Return a socket that listens there. Raises ``OSError`` if the port is taken."""
    if isinstance(at, socket.socket):
        return at
    # Name the protocol explicitly: asyncio turns off Nagle's algorithm only for such sockets.
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((LOOPBACK, at))
        made.listen()
    except OSError:
        made.close()
        raise
    return made


class ImapNo(Exception):
    """Raised to answer a command with NO and this text."""


class ImapServer:
    """A server for ``accounts``, by user name. ``tokens`` are accepted with XOAUTH2."""

    def __init__(self, accounts: Mapping[str, MailAccount], capabilities: str = CAPABILITIES):
        self.accounts, self.capabilities = accounts, capabilities
        self.tokens: set[str] = set()
        self.sessions: set[Session] = set()
        self.starttls: ssl.SSLContext | None = None

    async def start(self, tls: ssl.SSLContext | None = None, at: Place = 0) -> int:
        """Start to listen, and return the port."""
        sock = bound(at)
        self.server = await asyncio.start_server(self.connected, sock=sock, ssl=tls, limit=2**20)
        found: int = sock.getsockname()[1]
        return found

    async def stop(self) -> None:
        self.server.close()
        self.drop()
        await self.server.wait_closed()

    def drop(self) -> None:
        for session in list(self.sessions):
            session.writer.transport.abort()

    def session(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> "Session":
        return Session(self, reader, writer)

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a client until it disconnects."""
        session = self.session(reader, writer)
        self.sessions.add(session)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, ValueError):
                await session.run()
        finally:
            self.sessions.discard(session)
            session.leave()
            writer.transport.abort()


class Session:
    """One connection. ``known`` are the mails announced to the client; their position is their
    number.
    """

    def __init__(
        self, server: ImapServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ):
        self.server, self.reader, self.writer = server, reader, writer
        self.account = NOBODY
        self.folder = NOWHERE
        self.known: list[StoredMail] = []
        self.idling = self.read_only = self.over = self.by_uid = False

    # ---- lines

    def put(self, data: str | bytes) -> None:
        self.writer.write((data.encode() if isinstance(data, str) else data) + b"\r\n")

    async def line(self) -> bytes:
        """Read a command with its literals, without its line end. Raises ``IncompleteReadError`` at
        the end of the input.
        """
        line = await self.reader.readuntil(b"\n")
        while (match := LITERAL.search(line)) is not None:
            if int(match[1]) > LONGEST:
                raise ConnectionError("too long")
            if not match[2]:
                self.put("+ go on")
                await self.writer.drain()
            line += await self.reader.readexactly(int(match[1])) + await self.reader.readuntil(
                b"\n"
            )
        return line.rstrip(b"\r\n")

    async def run(self) -> None:
        """Answer commands until the client logs out."""
        self.put("* OK ready")
        while not self.over:
            line = await self.line()
            tag, _, rest = line.partition(b" ")
            name, _, more = rest.partition(b" ")
            if name.upper() == b"UID":
                second, _, more = more.partition(b" ")
                name = b"UID " + second
            await self.command(tag.decode("latin-1"), name.decode("latin-1").upper(), more)
            await self.writer.drain()

    async def command(self, tag: str, name: str, rest: bytes) -> None:
        verb = name.removeprefix("UID ")
        self.by_uid = verb != name
        try:
            if verb == "AUTHENTICATE":
                await self.authenticate(rest.decode("latin-1").split())
            elif verb == "STARTTLS" and self.server.starttls is not None:
                await self.encrypt(tag, self.server.starttls)
                return
            elif verb == "IDLE":
                await self.idle()
            else:
                self.act(verb, words(rest))
            if self.folder is not NOWHERE:
                self.news(renumber=self.by_uid or verb not in NUMBERED)
            self.put(f"{tag} OK done")
        except ImapNo as no:
            self.put(f"{tag} NO {no}")
        except Wrong as wrong:
            self.put(f"{tag} BAD {name}: {wrong}")

    def act(self, verb: str, said: list[Any]) -> None:
        """Run a command that can be answered at once. Raises ``ImapNo`` if it is refused, and
        ``Wrong`` if it is invalid or not allowed now.
        """
        act: Callable[..., None] | None = getattr(self, f"do_{verb.lower()}", None)
        if act is None or (self.by_uid and verb not in (*NUMBERED, "COPY", "MOVE", "EXPUNGE")):
            raise Wrong("not known")
        if verb not in BEFORE_LOGIN and self.account is NOBODY:
            raise Wrong("log in first")
        if verb in IN_FOLDER and self.folder is NOWHERE:
            raise Wrong("select a folder first")
        try:
            act(said)
        except (IndexError, TypeError) as error:
            raise Wrong("something is missing") from error

    # ---- coming in

    def enter(self, user: str, right: Callable[[MailAccount], bool]) -> None:
        """Log a user in. Raises ``ImapNo`` if there is no such user or ``right`` is false."""
        account = self.server.accounts.get(user) or self.server.accounts.get(user.partition("@")[0])
        if account is None or not right(account):
            raise ImapNo("[AUTHENTICATIONFAILED] no")
        self.account = account
        account.watching.add(self.pushed)

    def leave(self) -> None:
        """Stop to notify a connection that has ended."""
        self.account.watching.discard(self.pushed)

    async def authenticate(self, said: list[str]) -> None:
        """Run AUTHENTICATE PLAIN or XOAUTH2."""
        kind = said[0].upper() if said else ""
        if f"AUTH={kind}" not in self.server.capabilities:
            raise ImapNo("[CANNOT] not this way")
        if len(said) < 2:
            self.put("+ ")
            await self.writer.drain()
            said.append((await self.line()).decode("latin-1"))
        try:
            plain = base64.b64decode(said[1], validate=True).decode()
        except ValueError as error:
            raise Wrong("that is no base64") from error
        if kind == "PLAIN":
            _, user, password, *_ = [*plain.split("\0"), "", "", ""]
            self.enter(user, lambda account: account.password == password)
            return
        match = re.fullmatch(r"user=([^\x01]*)\x01auth=Bearer ([^\x01]*)\x01\x01", plain)
        if match is None or match[2] not in self.server.tokens:
            self.put("+ " + base64.b64encode(b'{"status":"401"}').decode())
            await self.line()
            raise ImapNo("[AUTHENTICATIONFAILED] no")
        self.enter(match[1], lambda _: True)

    async def encrypt(self, tag: str, tls: ssl.SSLContext) -> None:
        self.put(f"{tag} OK begin")
        plain = self.writer.transport
        try:
            await self.writer.start_tls(tls)
        except AttributeError as error:
            # The client disconnected during the handshake. Python 3.11 then leaves the writer
            # without a transport, so it fails here and again when the writer is garbage-collected.
            self.writer._transport = plain  # type: ignore[attr-defined]  # it has no other way back
            raise ConnectionResetError from error

    def do_login(self, said: list[Any]) -> None:
        user, password = text(said[0]), text(said[1])
        self.enter(user, lambda account: account.password == password)

    def do_logout(self, _: list[Any]) -> None:
        self.put("* BYE")
        self.over = True

    def do_capability(self, _: list[Any]) -> None:
        tls = " STARTTLS" * (self.server.starttls is not None)
        self.put(f"* CAPABILITY {self.server.capabilities}{tls}")

    def do_id(self, _: list[Any]) -> None:
        self.put("* ID NIL")

    def do_noop(self, _: list[Any]) -> None:
        """Do nothing, since news follows every command anyway."""

    # ---- news

    def pushed(self) -> None:
        if self.idling and self.folder is not NOWHERE:
            self.news()

    def news(self, *, renumber: bool = True) -> None:
        """Announce all changes since the last announcement. Removals are announced only if
        ``renumber``, since they change numbers.
        """
        with contextlib.suppress(ConnectionError):
            if renumber:
                there = set(self.folder.mails)
                for number in range(len(self.known), 0, -1):
                    if self.known[number - 1] not in there:
                        del self.known[number - 1]
                        self.put(f"* {number} EXPUNGE")
            last = self.known[-1].uid if self.known else 0
            if fresh := [mail for mail in self.folder.mails if mail.uid > last]:
                self.known += fresh
                self.put(f"* {len(self.known)} EXISTS")

    async def idle(self) -> None:
        if self.account is NOBODY or "IDLE" not in self.server.capabilities:
            raise Wrong("not known")
        self.idling = True
        self.put("+ idling")
        if self.folder is not NOWHERE:
            self.news()
        await self.writer.drain()
        try:
            if (await self.line()).upper() != b"DONE":
                raise Wrong("DONE was expected")
        finally:
            self.idling = False

    # ---- folders

    def named(self, word: Any) -> Folder:
        """Return a folder. Raises ``ImapNo`` if there is no such folder."""
        folder = self.account.folder(text(word))
        if folder is None:
            raise ImapNo("[TRYCREATE] there is no such folder")
        return folder

    def do_list(self, said: list[Any], kind: str = "LIST") -> None:
        if isinstance(said[0], list):
            del said[0]
        patterns = [text(word) for word in (said[1] if isinstance(said[1], list) else [said[1]])]
        if patterns == [""]:
            self.put(f'* {kind} (\\Noselect) "/" ""')
            return
        for name in self.account.folders:
            if any(listed(text(said[0]) + pattern, name) for pattern in patterns):
                self.put(
                    f'* {kind} ({USES.get(name, "")}\\HasNoChildren) "/" '.encode() + quoted(name)
                )

    def do_lsub(self, said: list[Any]) -> None:
        self.do_list(said, "LSUB")

    def do_namespace(self, _: list[Any]) -> None:
        self.put('* NAMESPACE (("" "/")) NIL NIL')

    def do_create(self, said: list[Any]) -> None:
        if not self.account.create(text(said[0])):
            raise ImapNo("[ALREADYEXISTS] it is there")

    def do_delete(self, said: list[Any]) -> None:
        folder = self.named(said[0])
        if text(said[0]).upper() == "INBOX":
            raise ImapNo("[CANNOT] INBOX stays")
        self.account.folders = {
            name: one for name, one in self.account.folders.items() if one is not folder
        }

    def do_subscribe(self, said: list[Any]) -> None:
        self.named(said[0])

    do_unsubscribe = do_subscribe

    def do_select(self, said: list[Any]) -> None:
        self.folder = NOWHERE
        folder = self.named(said[0])
        self.folder, self.known, self.read_only = folder, list(folder.mails), False
        self.put(f"* FLAGS ({FLAGS})")
        self.put(f"* {len(self.known)} EXISTS")
        self.put("* 0 RECENT")
        self.put(f"* OK [PERMANENTFLAGS ({FLAGS} \\*)] all")
        self.put(f"* OK [UIDVALIDITY {folder.validity}] ")
        self.put(f"* OK [UIDNEXT {folder.next}] ")

    def do_examine(self, said: list[Any]) -> None:
        self.do_select(said)
        self.read_only = True

    def do_status(self, said: list[Any]) -> None:
        folder = self.named(said[0])
        facts = {
            "MESSAGES": len(folder.mails),
            "RECENT": 0,
            "UIDNEXT": folder.next,
            "UIDVALIDITY": folder.validity,
            "UNSEEN": sum("\\Seen" not in mail.flags for mail in folder.mails),
        }
        wanted = [text(word).upper() for word in said[1]]
        if unknown := [word for word in wanted if word not in facts]:
            raise Wrong(f"STATUS {unknown[0]}")
        shown = " ".join(f"{word} {facts[word]}" for word in wanted)
        self.put(b"* STATUS " + quoted(text(said[0])) + f" ({shown})".encode())

    def do_append(self, said: list[Any]) -> None:
        folder, raw = self.named(said[0]), said[-1]
        if not isinstance(raw, bytes):
            raise Wrong("a literal was expected")
        flags = {text(word) for word in said[1]} if isinstance(said[1], list) else set()
        folder.add(raw, int(time.time()), flags)

    # ---- mails

    def chosen(self, word: Any) -> list[tuple[int, StoredMail]]:
        """Return mails by their numbers or UIDs, with their numbers."""
        keys = [mail.uid if self.by_uid else number for number, mail in enumerate(self.known, 1)]
        wanted = among(text(word), max(keys, default=0))
        return [
            (number, mail)
            for number, (key, mail) in enumerate(zip(keys, self.known, strict=True), 1)
            if wanted(key)
        ]

    def do_check(self, *_: Any) -> None:
        """Do nothing, since mails are kept in memory only."""

    def do_search(self, said: list[Any]) -> None:
        found = searching.Search(said, self.known).found()
        answer = [mail.uid if self.by_uid else self.known.index(mail) + 1 for mail in found]
        self.put("* SEARCH" + "".join(f" {number}" for number in answer))

    def do_fetch(self, said: list[Any]) -> None:
        items = [text(word) for word in (said[1] if isinstance(said[1], list) else said[1:])]
        for number, mail in self.chosen(said[0]):
            self.told(number, mail, items)

    def told(self, number: int, mail: StoredMail, items: list[str]) -> None:
        found = fetching.fetched(mail, items, uid=self.by_uid, read_only=self.read_only)
        self.put(b"* %d FETCH (" % number + found + b")")

    def do_store(self, said: list[Any]) -> None:
        if self.read_only:
            raise ImapNo("[READ-ONLY] no")
        how, flags = text(said[1]).upper(), said[2] if isinstance(said[2], list) else said[2:]
        given = {text(flag) for flag in flags}
        for number, mail in self.chosen(said[0]):
            kind = how.removesuffix(".SILENT")
            if kind not in ("FLAGS", "+FLAGS", "-FLAGS"):
                raise Wrong(how)
            mail.flags = {
                "FLAGS": given,
                "+FLAGS": mail.flags | given,
                "-FLAGS": mail.flags - given,
            }[kind]
            if not how.endswith(".SILENT"):
                self.told(number, mail, ["FLAGS"])

    def do_copy(self, said: list[Any]) -> None:
        target = self.named(said[1])
        for _, mail in self.chosen(said[0]):
            target.add(mail.raw, mail.at, mail.flags - {DELETED})

    def do_move(self, said: list[Any]) -> None:
        if "MOVE" not in self.server.capabilities:
            raise Wrong("not known")
        moved = {mail for _, mail in self.chosen(said[0])}
        self.do_copy(said)
        self.folder.mails = [mail for mail in self.folder.mails if mail not in moved]

    def do_expunge(self, said: list[Any]) -> None:
        meant = [mail for _, mail in self.chosen(said[0])] if self.by_uid else self.folder.mails
        gone = [mail for mail in meant if DELETED in mail.flags]
        self.folder.mails = [mail for mail in self.folder.mails if mail not in gone]

    def do_close(self, *_: Any) -> None:
        if not self.read_only:
            self.do_expunge([])
        self.folder = NOWHERE

    def do_unselect(self, *_: Any) -> None:
        self.folder = NOWHERE
