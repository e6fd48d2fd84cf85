"""``python -m tests.mail.season KIND FILE``: a whole game by mail, written down as a transcript.

Two play by mail on a real Dovecot and Postfix: Ann with mutt, Bob with a client that writes as
Outlook does. Cy has begun the game in Discord, and watches it there. Those who play go by their
mails alone: they order what the newest one gives as its first example. For KIND see ``GAMES``.
"""

import asyncio
import html
import random
import re
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from itertools import product
from pathlib import Path

from msgspec import Struct, field

from tests.bot.program import run
from tests.discord.server import Discord, spec
from tests.discord.server.world import Channel
from tests.discord.stage import GENEROUS, until
from tests.mail.app import wait_until
from tests.mail.posts import PASSWORD, Certificate, Person, Post, Real, about, people, settings
from tests.mail.stage import rows, tells_the_end, text_of
from tests.mail.test_both_doors import Served
from tests.mail.test_programs import in_a_terminal

GAMES = {
    "ambush": "battle=duel window=0",
    "desert": "scenario=halim-road stages=0",
    "imported": "battle=duel window=0",
}
"""What is played, and with which options; ``imported`` is ambush on the map of ``board``."""
EXAMPLES = re.compile(
    r"^Reply with (?:one line, for example|lines such as) *\n((?: +\S.*\n)+)", re.M
)
EDITOR = '#!/bin/sh\n{ cat "$0.order"; echo; cat "$1"; } >"$1.new" && mv "$1.new" "$1"\n'
MUTTRC = """
set folder="imap://{user}:{password}@127.0.0.1:{imap}/" spoolfile="+INBOX" record="+Sent"
set ssl_starttls=yes ssl_force_tls=yes certificate_file="{pem}" ssl_verify_host=no
set smtp_url="smtp://{user}:{password}@127.0.0.1:{smtp}/" smtp_authenticators="plain"
set from={address} use_from=yes realname=ann
set editor="{editor}" fast_reply=yes include=yes reply_to=yes quit=yes copy=no
set header_cache= sleep_time=0 postpone=no move=no
push "<limit>~i{id}<enter><first-entry><reply><send-message><quit>"
"""
MOST = 400
"""Mails of one person after which a game goes on for too long."""


class Turn(Struct):
    who: str
    mail: EmailMessage
    orders: list[str]


class Told(Struct):
    """What became of a game: its turns, who got how many mails, and what stands in Discord."""

    turns: list[Turn] = field(default_factory=list)
    got: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    shown: list[str] = field(default_factory=list)
    result: str = ""


def board() -> str:
    """A map in MegaMek's format: a low hill in the middle, woods and rough ground around it."""
    lot, lines = random.Random(5), ["size 12 12"]
    for row, column in product(range(1, 13), repeat=2):
        ground = lot.choice(['""'] * 6 + ['"woods:1"', '"woods:2"', '"rough:1"'])
        hill = int((column, row) in ((6, 6), (6, 7), (7, 6)))
        lines.append(f'hex {column:02}{row:02} {hill} {ground} ""')
    return "\n".join([*lines, "end", ""])


def examples(mail: EmailMessage) -> list[str]:
    body = mail.get_body(("plain",))
    assert body is not None
    text = str(body.get_content()).replace("\r\n", "\n")
    found = EXAMPLES.search(text)
    lines = found[1].splitlines() if found else []
    return [re.split(r"\s{2,}", line.strip())[0] for line in lines if re.match(r" {5,6}\S", line)]


def by_mutt(person: Person, mail: EmailMessage, text: str, folder: Path) -> None:
    editor, written = folder / "editor", folder / "muttrc"
    editor.write_text(EDITOR)
    editor.chmod(0o755)
    (folder / "editor.order").write_text(text + "\n")
    written.write_text(
        MUTTRC.format(
            user=person.user,
            password=PASSWORD,
            imap=person.post.imap,
            smtp=person.post.smtp,
            pem=person.post.certificate.file,
            address=person.address,
            editor=editor,
            id=re.escape(str(mail["Message-ID"]).strip("<>")).replace("\\", "\\\\"),
        )
    )
    (folder / "shown").write_text(in_a_terminal(folder, "mutt", "-n", "-F", str(written)))


def by_outlook(person: Person, mail: EmailMessage, text: str, _: Path) -> None:
    person.send(outlook_reply(person, mail, text))


def outlook_reply(person: Person, mail: EmailMessage, text: str) -> EmailMessage:
    head = {
        "From": str(mail["From"]),
        "Sent": "Sunday, November 22, 2026 7:30 AM",
        "To": str(mail["To"]),
        "Subject": str(mail["Subject"]),
    }
    plain = "\r\n".join(f"{name}: {value}" for name, value in head.items())
    page = mail.get_body(("html",))
    assert page is not None
    typed = "".join(
        f'<p class="MsoNormal">{html.escape(line)}<o:p></o:p></p>' for line in text.splitlines()
    )
    above = "<br>".join(f"<b>{name}:</b> {html.escape(value)}" for name, value in head.items())
    quoted = re.sub(r"(?is)^.*?<body[^>]*>|</body>.*$", "", str(page.get_content()))
    message = EmailMessage()
    message["From"], message["To"] = f"{person.name} <{person.address}>", mail["Reply-To"]
    message["Subject"] = "RE: " + re.sub("^RE: ", "", str(mail["Subject"]))
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=person.post.domain)
    message["In-Reply-To"] = message["References"] = mail["Message-ID"]
    message["Thread-Topic"] = str(mail["Subject"])
    message["X-Mailer"] = "Microsoft Outlook 16.0"
    message.set_content(f"{text}\n\n{plain}\n\n{text_of(mail)}")
    message.add_alternative(
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang="EN-US">'
        f'<div class="WordSection1">{typed}<p class="MsoNormal"><o:p>&nbsp;</o:p></p>'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in">'
        f'<p class="MsoNormal">{above}<o:p></o:p></p></div>{quoted}</div></body></html>',
        subtype="html",
    )
    return message


Client = Callable[[Person, EmailMessage, str, Path], None]
CLIENTS: dict[str, Client] = {"ann": by_mutt, "bob": by_outlook}


def decided(mail: EmailMessage, said: list[str]) -> str:
    """What somebody orders who knows this mail, and what they have ordered before: of a sheet all
    that it suggests, up to the line that closes it.
    """
    found = examples(mail)
    if "ok" in found and "lines such as" in text_of(mail):
        return "\n".join(found[: found.index("ok") + 1])
    return next((line for line in found if line not in said), found[-1]) if found else ""


def turns(person: Person, send: Client, told: Told, folder: Path) -> Iterator[bool]:
    seen, said = 0, list[str]()
    folder.mkdir()
    while True:
        person.look()
        new, seen = person.mails[seen:], len(person.mails)
        told.got[person.name] += len(new)
        for mail in new:
            told.done[person.name] += len(rows(mail))
            told.refused += [f"{person.name}: {row}" for row in rows(mail, "NOT DONE")]
        over = any(map(tells_the_end, new))
        if new and not over and (text := decided(new[-1], said)):
            if text in said:
                said.clear()
            said.append(text)
            told.turns.append(Turn(person.name, new[-1], [text]))
            send(person, new[-1], text, folder)
        if over:
            told.result = text_of(new[-1])
        yield over


async def begun(app: Served, kind: str, mailers: list[Person]) -> Channel | None:
    """Cy begins the game in Discord and watches, or the operator does with a map of their own; the
    others are invited by mail and join. Return the thread at Discord.
    """
    await asyncio.to_thread(app.start)
    game, thread = await (made_by_command(app) if kind == "imported" else made_by_cy(app, kind))
    for person in mailers:
        await asyncio.to_thread(app.invite, game, person.address)
        invited = await asyncio.to_thread(person.wait, about("You are invited"))
        await asyncio.to_thread(person.answer, invited, "join")
        await asyncio.to_thread(person.wait, lambda mail: bool(rows(mail)))
    return thread


async def made_by_command(app: Served) -> tuple[str, None]:
    (app.folder / "hill.board").write_text(board())
    given = [part for option in GAMES["imported"].split() for part in ("--option", option)]
    made = await asyncio.to_thread(
        run, app.folder, "new", "ambush", "--board", "hill.board", *given
    )
    assert made.returncode == 0, made.stderr
    return made.stdout.partition(":")[0], None


async def made_by_cy(app: Served, kind: str) -> tuple[str, Channel]:
    discord = app.discord
    guild = discord.world.guild("Wargamers")
    lobby = discord.world.channel(guild, "lobby")
    cy = discord.world.user("cy", guild)
    await until(lambda: discord.gateway.sessions)
    made = await discord.people.slash(
        cy, lobby, "game new", kind=kind, options=GAMES[kind], join=False, wait=60
    )
    named = re.search(r"Game (\w+) is here", re.sub("[*`]", "", made.text))
    assert named, made.text
    thread = next(one for one in discord.world.channels.values() if one.is_thread)
    await discord.people.slash(cy, thread, "game watch", wait=60)
    return named[1], thread


async def season(
    post: Post, kind: str, folder: Path, clients: Mapping[str, Client] = CLIENTS
) -> Told:
    told = Told()
    async with Discord(GENEROUS) as discord:
        with people(post, "referee", *clients) as (referee, *mailers):
            app = Served(folder, settings(post, referee.user), discord)
            try:
                thread = await begun(app, kind, mailers)
                players = [
                    turns(one, clients[one.name], told, folder / one.name) for one in mailers
                ]
                over = [False] * len(players)
                while not all(over):
                    over = [
                        done or await asyncio.to_thread(next, player)
                        for done, player in zip(over, players, strict=True)
                    ]
                    assert max(told.got.values()) < MOST, told.turns[-6:]
                    await asyncio.sleep(0.1)
                await asyncio.to_thread(wait_until, lambda: referee.folder("INBOX") == 0)
                assert await asyncio.to_thread(app.end) == 0
            finally:
                app.drop()
            assert referee.folder("Aside") == 0, "a mail that was not understood"
        told.shown = [
            message.text
            for message in discord.world.messages.values()
            if thread is not None and message.json["channel_id"] == thread.id
        ]
        assert [said for request in discord.requests if (said := spec.fault(request))] == []
    return told


def transcript(told: Told) -> str:
    parts = [
        f"=== {turn.who} got: {turn.mail['Subject']}\n\n{text_of(turn.mail)}\n"
        f"=== {turn.who} ordered: {' / '.join(turn.orders)}\n"
        for turn in told.turns
    ]
    sent = Counter(turn.who for turn in told.turns)
    used = sum(
        sum(resource.getrusage(whose)[:2])
        for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    last = (
        f"=== mails got {dict(told.got)}, answered {dict(sent)}, done {dict(told.done)},"
        f" not done {told.refused}; {len(told.shown)} messages in Discord; {used:.0f} CPU seconds"
    )
    return "\n".join([*parts, "=== the end\n", told.result, last, ""])


def main(kind: str, file: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        post = Real(Certificate(folder))
        try:
            told = asyncio.run(season(post, kind, folder))
        finally:
            post.stop()
    Path(file).write_text(transcript(told), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
