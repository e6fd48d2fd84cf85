"""Whole games of all five kinds by mail, while somebody watches in Discord, and ambush on a map of
the operator's own.

Those who play write as Outlook does and go by their mails alone: they order what the newest one
gives as its first example.
"""

import asyncio
import html
import random
import re
from collections import Counter
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from itertools import product
from pathlib import Path

from msgspec import Struct, field

from tests.bot.program import run
from tests.discord.server import Discord, spec
from tests.discord.stage import GENEROUS, until
from tests.mail.app import wait_until
from tests.mail.posts import Person, Post, about, people, settings
from tests.mail.stage import rows, tells_the_end, text_of
from tests.mail.test_both_doors import Served, made_in_discord

GAMES = {
    "ambush": "battle=duel window=20s tick=1s",
    "desert": "scenario=halim-road stages=0",
    "imported": "battle=duel window=0",
    "battleboard": "players=3 size=5x4 cities=2",
    "dicechess": "",
    "derelict": "",
}
"""What is played, and with which options; ``imported`` is ambush on the map of ``board``. Reactions
of hidden units come by mail in ``ambush``. ``battleboard`` is played by three.
"""
EXAMPLES = re.compile(
    r"^Reply with (?:one line, for example|lines such as) *\n((?: +\S.*\n)+)", re.M
)
MOST = 400
"""Mails of one person after which a game goes on for too long."""


class Told(Struct):
    """What became of a game: how many mails came and orders were done, by player, and the end."""

    got: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
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


def decided(mail: EmailMessage, said: list[str]) -> str:
    """What somebody orders who knows this mail, and what they have ordered before: of a sheet all
    that it suggests, up to the line that closes it.
    """
    found = examples(mail)
    if "ok" in found and "lines such as" in text_of(mail):
        return "\n".join(found[: found.index("ok") + 1])
    if fires := [line for line in found if line.startswith("fire ")]:
        return fires[0]
    return next((line for line in found if line not in said), found[-1]) if found else ""


def turns(person: Person, told: Told) -> Iterator[bool]:
    """Let somebody answer the newest mail, again and again; yield whether the game is over."""
    seen, said = 0, list[str]()
    while True:
        person.look()
        new, seen = person.mails[seen:], len(person.mails)
        told.got[person.name] += len(new)
        assert told.got[person.name] < MOST
        for mail in new:
            told.done[person.name] += len(rows(mail))
            told.refused += [f"{person.name}: {row}" for row in rows(mail, "NOT DONE")]
        over = any(map(tells_the_end, new))
        if new and not over and (text := decided(new[-1], said)):
            if text in said:
                said.clear()
            said.append(text)
            person.send(outlook_reply(person, new[-1], text))
        if over:
            told.result = text_of(new[-1])
        yield over


async def begun(app: Served, kind: str, mailers: list[Person]) -> None:
    """Let Cy begin the game in Discord and watch it, or the operator begin it with a map of their
    own; the others are invited by mail and join.
    """
    await asyncio.to_thread(app.start)
    game = await (made_by_command(app) if kind == "imported" else made_by_cy(app, kind))
    for person in mailers:
        await asyncio.to_thread(app.invite, game, person.address)
        invited = await asyncio.to_thread(person.wait, about("You are invited"))
        await asyncio.to_thread(person.answer, invited, "join")
        await asyncio.to_thread(person.wait, lambda mail: bool(rows(mail)))


async def made_by_command(app: Served) -> str:
    (app.folder / "hill.board").write_text(board())
    given = [part for option in GAMES["imported"].split() for part in ("--option", option)]
    command = ("new", "ambush", "--board", "hill.board", *given)
    made = await asyncio.to_thread(run, app.folder, *command)
    assert made.returncode == 0, made.stderr
    return made.stdout.partition(":")[0]


async def made_by_cy(app: Served, kind: str) -> str:
    world = app.discord.world
    guild = world.guild("Wargamers")
    lobby, cy = world.channel(guild, "lobby"), world.user("cy", guild)
    await until(lambda: app.discord.gateway.sessions)
    game, thread = await made_in_discord(
        app.discord, cy, lobby, kind=kind, options=GAMES[kind], join=False
    )
    await app.discord.people.slash(cy, thread, "game watch", wait=60)
    return game


async def season(post: Post, kind: str, folder: Path) -> Told:
    told = Told()
    async with Discord(GENEROUS) as discord:
        names = ("ann", "bob", "cat") if "players=3" in GAMES[kind] else ("ann", "bob")
        with people(post, "referee", *names) as (referee, *mailers):
            app = Served(folder, settings(post, referee.user), discord)
            try:
                await begun(app, kind, mailers)
                players = [turns(one, told) for one in mailers]
                over = [False] * len(players)
                while not all(over):
                    over = [
                        done or await asyncio.to_thread(next, player)
                        for done, player in zip(over, players, strict=True)
                    ]
                    await asyncio.sleep(0.1)
                await asyncio.to_thread(wait_until, lambda: referee.folder("INBOX") == 0)
                assert await asyncio.to_thread(app.end) == 0
            finally:
                app.drop()
            assert referee.folder("Aside") == 0, "a mail that was not understood"
        assert [said for request in discord.requests if (said := spec.fault(request))] == []
    return told
