"""``python -m tests.mail.views DIR``: what a mail program shows of the mails
of all games, to be looked at.

Writes the page and the plain text of each sample; where Chromium is installed, pictures of the
page at two widths, on light and on dark ground.
"""

import asyncio
import random
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from email.message import EmailMessage
from functools import partial
from pathlib import Path

from PIL import Image, ImageChops

from engine.letters import Address
from engine.referee import ledger
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from engine.referee.referee import Referee
from engine.state import HOUSE, Anytime, Join, Setup, Tick
from engine.store.sqlite import SqliteStore
from engine.testing.kit import Case
from mail.door import MailDoor
from mail.names import MailNames
from mail.outgoing.envelope import read_mail
from mail.outgoing.sentences import Writing
from mail.transport.smtp import MailServer, SmtpSender
from tests.kit.games import registered
from tests.mail.stage import KEY, MX, office, parsed, reply, text_of
from tests.mail.test_game import PEOPLE, address, seated

STEPS = 18
"""Orders that are played before a sample is taken."""
WIDTHS, SCHEMES = (360, 900), {"light": 1, "dark": 0}
HEIGHT = 2_400
LANGUAGES = ("en", "zh-TW")
CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)


def reports(case: Case, language: str, folder: Path) -> EmailMessage:
    """The last report to somebody who is asked, after some play by chance."""
    setting = case.kit.setting(1)
    names = MailNames(KEY, "referee@play.example")
    door = MailDoor(
        Writing(names, language),
        SmtpSender(MailServer(host="localhost", security="none"), HandClock()),
        MX,
    )
    setup = Setup(
        id="k3x9fa",
        secret=bytes(32),
        options=setting.options,
        scenario=setting.scenario,
        at=1_793_736_845,
        loaded=setting.loaded,
    )

    def play(batch: Batch) -> None:
        addresses = [
            Address(
                door="mail", sender=f"{seat.casefold()}@mail.example", game=setup.id, viewer=seat
            )
            for seat in setting.seats
        ]
        opened = batch.make(case.game.name, setup, addresses)
        lot = random.Random(3)
        for seat in setting.seats:
            batch.enter(opened, setup.at, HOUSE, Join(seat, seat, "salt"))
        for step in range(STEPS):
            table = opened.table
            ask, at = table.ask(), setup.at + 600 * step
            if ask is None:
                break
            waiting = [seat for seat in ask.seats if seat not in table.state.answers]
            if not waiting:
                batch.enter(opened, max(at, table.state.due or at), HOUSE, Tick())
                continue
            said = [
                one for one in table.menu(waiting[0]).offered if not issubclass(one.order, Anytime)
            ]
            batch.enter(opened, at, waiting[0], lot.choice(said).sample(lot))

    with SqliteStore(folder / f"{case.name}-{language}.db") as store:
        referee = Referee(store, {door.name: door})
        (error,) = referee.take([play], setup.at).answers
        if isinstance(error, Exception):
            raise error
        made = ledger.composed(store, referee.doors, door.name, setup.id)
        assert made is not None
        finished = referee.take([partial(ledger.keep, made=made)], setup.at).finished
    mails = [parsed(read_mail(outgoing.payload).raw) for outgoing in finished]
    return next(
        mail
        for mail in reversed(mails)
        if any(part.get_content_type() == "image/png" for part in mail.walk())
    )


async def answers(language: str, folder: Path) -> dict[str, EmailMessage]:
    """Invitation, receipts, help and talk, in a game of BattleBoard."""
    async with office(folder / f"office-{language}.db", language) as at:
        await seated(at, order="join")
        found = {"invitation": at.provider.to(address("Ann"))[0]}
        asked = next(
            mail for mail in reversed(at.provider.to(address("Ann"))) if "2" in mail["Subject"]
        )
        await at.take(reply(asked, "bomb Bob 9 9", PEOPLE["Ann"]))
        found["refusal"] = await at.last(address("Ann"))
        await at.take(reply(asked, "help", PEOPLE["Ann"]))
        found["help"] = await at.last(address("Ann"))
        await at.take(
            reply(asked, "say Bob " + "here I come, wherever you are " * 8, PEOPLE["Ann"])
        )
        found["talk"] = await at.last(address("Bob"))
        await at.take(reply(asked, "Hi,\nbomb Bob 0 0\nBye, Ann", PEOPLE["Ann"]))
        found["receipt"] = await at.last(address("Ann"))
        return found


def samples(folder: Path) -> Iterator[tuple[str, EmailMessage]]:
    """All mails, by name."""
    newest = {case.game.name: case for case in registered()}
    for language in LANGUAGES:
        for name, case in newest.items():
            yield f"{name}-{language}", reports(case, language, folder)
        for name, mail in asyncio.run(answers(language, folder)).items():
            yield f"{name}-{language}", mail


def page_of(mail: EmailMessage) -> str:
    """The page as a program shows it, with its pictures in it."""
    body = mail.get_body(("html",))
    assert body is not None
    page = str(body.get_content())
    for part in mail.walk():
        if part.get_content_maintype() == "image":
            data = b64encode(part.get_content()).decode()
            page = page.replace(
                f"cid:{str(part['Content-ID']).strip('<>')}", f"data:image/png;base64,{data}"
            )
    return page


def shoot(page: Path, width: int, scheme: str) -> None:
    """A picture of the page, beside it."""
    assert CHROMIUM is not None
    # Chromium's own window is never narrower than 500: a frame of the right width stands for it.
    frame = page.with_suffix(".frame.html")
    frame.write_text(
        f'<body style="margin:0"><iframe src="{page.name}" width="{width}" height="{HEIGHT}"'
        ' style="border:0"></iframe>'
        if width < 500
        else f'<meta http-equiv="refresh" content="0;url={page.name}">'
    )
    target = frame if width < 500 else page
    command = [
        *(
            CHROMIUM,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--allow-file-access-from-files",
        ),
        f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
        *(
            f"--window-size={max(width, 500)},{HEIGHT}",
            f"--screenshot={page.with_suffix('')}-{width}-{scheme}.png",
        ),
        target.as_uri(),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    frame.unlink()
    trimmed(Path(f"{page.with_suffix('')}-{width}-{scheme}.png"), width)


def trimmed(picture: Path, width: int) -> None:
    """Without the empty ground below."""
    with Image.open(picture) as whole:
        part = whole.convert("RGB").crop((0, 0, width, whole.height))
    ground = Image.new("RGB", part.size, part.getpixel((width - 1, part.height - 1)))
    used = ImageChops.difference(part, ground).getbbox()
    part.crop((0, 0, width, min(part.height, (used or (0, 0, 0, 0))[3] + 16))).save(picture)


def main(target: Path, only: str = "") -> None:
    """Write everything into a folder."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, mail in samples(Path(folder)):
            if not re.search(only, name):
                continue
            page = (target / f"{name}.html").resolve()
            page.write_text(page_of(mail), "utf-8")
            page.with_suffix(".txt").write_text(f"{mail['Subject']}\n\n{text_of(mail)}", "utf-8")
            print(page.name)
            if CHROMIUM is not None:
                for width in WIDTHS:
                    for scheme in SCHEMES:
                        shoot(page, width, scheme)
    if CHROMIUM is None:
        print("Chromium is not installed: no pictures were taken")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
