"""``python -m tests.mail.views DIR``: what a mail program shows of the mails
of all games, to be looked at. With ``docs`` it makes the pictures of the docs.

Writes the page and the plain text of each sample; where Chromium is installed, pictures of the
page at two widths, on light and on dark ground.
"""

import asyncio
import random
import re
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

from PIL import Image

from engine.messages import Address
from engine.referee import ledger
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from engine.referee.referee import Referee
from engine.state import REFEREE, Anytime, Join, Setup, Tick
from engine.store.sqlite import SqliteStore
from engine.testing.kit import Case
from mail.door import MailDoor
from mail.names import MailNames
from mail.outgoing.envelope import read_mail
from mail.outgoing.sentences import Writing
from mail.transport.smtp import MailServer, SmtpSender
from tests.kit.games import registered
from tests.mail.stage import (
    KEY,
    MX,
    PEOPLE,
    Office,
    address,
    asks,
    office,
    parsed,
    reply,
    said,
    text_of,
)
from tests.renderers.gallery import FOLDER
from tests.shots import CHROMIUM, SCHEMES, few, note, shoot

STEPS = 18
"""Orders that are played before a sample is taken."""
WIDTHS = (360, 900)
LANGUAGES = ("en", "zh-TW")


def reports(case: Case, language: str, folder: Path) -> EmailMessage:
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
            batch.enter(opened, setup.at, REFEREE, Join(seat, seat, "salt"))
        for step in range(STEPS):
            table = opened.table
            ask, at = table.ask(), setup.at + 600 * step
            if ask is None:
                break
            waiting = [seat for seat in ask.seats if seat not in table.state.answers]
            if not waiting:
                batch.enter(opened, max(at, table.state.due or at), REFEREE, Tick())
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
        keep = ledger.compose(store, referee.doors, door.name, setup.id)
        assert keep is not None
        finished = referee.take([keep], setup.at).finished
    mails = [parsed(read_mail(outgoing.payload).raw) for outgoing in finished]
    return next(
        mail
        for mail in reversed(mails)
        if any(part.get_content_type() == "image/png" for part in mail.walk())
    )


async def turn(at: Office) -> EmailMessage:
    """BattleBoard: Ann is to move, and has seen a near miss."""
    await at.make(order="join", timeout="2d", size="10x8", cities=4)
    await joined(at)
    await said(at, "hours Asia/Taipei 22:00-07:00")
    for seat, order in (("Ann", "bomb Bob 4 3"), ("Bob", "bomb Ann 2 2"), ("Ann", "bomb Bob 6 5")):
        await said(at, order, seat)
    await said(at, "bomb Ann 7 1", "Bob")
    return at.mails("Ann")[-1]


async def window(at: Office) -> EmailMessage:
    """Ambush: a window behind Ann's move, in which a hidden unit of Bob's may fire."""
    await at.make_other("ambush", battle="duel", window="6h")
    await joined(at)
    await said(at, "deploy A1 1001/3")
    await said(at, "deploy B1 0112/0", "Bob")
    await said(at, "hide AX 0305/3\nok")
    await said(at, "hide BX 0507/0\nok", "Bob")
    await said(at, "move A1 walk F")
    return at.mails("Bob")[-1]


async def losses(at: Office) -> EmailMessage:
    """Desert: what an assault costs is chosen."""
    await at.make_other("desert")
    await joined(at)
    for _ in range(60):
        table = await at.table()
        ask = table.ask()
        assert ask is not None
        if table.view(ask.seats[0]).step in ("apply", "aa_loss", "ca_loss"):
            who = {table.seats[0]: "Ann", table.seats[1]: "Bob"}[ask.seats[0]]
            return [mail for mail in at.mails(who) if asks(mail)][-1]
        seats = [seat for seat in ask.seats if seat not in table.state.answers]
        names = {table.seats[0]: "Ann", table.seats[1]: "Bob"}
        latest = at.mails(names[seats[0]])[-1]
        await at.take(reply(latest, "auto", PEOPLE[names[seats[0]]]))
        at.clock.advance(600)
        await at.quiet()
    raise AssertionError("nobody loses anything")


async def receipt(at: Office) -> EmailMessage:
    """Derelict: an order that was done, one that was not, and a signature."""
    await at.make_other("derelict")
    await joined(at)
    await said(at, "keep")
    await said(at, "activate M1")
    await said(at, "move 5,3\ngaurd\n\nAnn (she/her)\n+49 170 1234567")
    return at.mails("Ann")[-1]


async def invited(at: Office) -> EmailMessage:
    await at.make(players=3, size="10x8", cities=4)
    await joined(at)
    await at.writer.run(
        lambda batch: batch.accounts.give_role("g12", ("mail", address("Ann")), "owner")
    )
    await said(at, "invite zoe@mail.example")
    return at.provider.to("zoe@mail.example")[-1]


async def joined(at: Office) -> None:
    for seat, sender in PEOPLE.items():
        await at.door.invite("g12", address(seat))
        await at.take(reply(await at.latest(seat), "join", sender))


FIVE = {"a-turn": turn, "b-window": window, "c-losses": losses, "d-receipt": receipt}
FIVE |= {"e-invitation": invited}
KINDS = dict.fromkeys(FIVE, "battleboard")
KINDS |= {"b-window": "ambush", "c-losses": "desert", "d-receipt": "derelict"}


def five(folder: Path) -> Iterator[tuple[str, EmailMessage]]:
    async def made(name: str) -> EmailMessage:
        async with office(folder / f"{name}.db") as at:
            return await FIVE[name](at)

    for name in FIVE:
        yield f"mail-{name}", asyncio.run(made(name))


def samples(folder: Path) -> Iterator[tuple[str, EmailMessage]]:
    yield from five(folder)
    newest = {case.game.name: case for case in registered()}
    for language in LANGUAGES:
        for name, case in newest.items():
            yield f"{name}-{language}", reports(case, language, folder)


def page_of(mail: EmailMessage) -> str:
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


def for_docs() -> None:
    """Write the pictures of the docs."""
    with tempfile.TemporaryDirectory() as folder:
        for name, mail in five(Path(folder)):
            page = Path(folder, f"{name}.html")
            page.write_text(page_of(mail), "utf-8")
            for shape in ("360-light", "900-dark"):
                width, scheme = shape.split("-")
                shoot(page, int(width), scheme).save(f"{page.with_suffix('')}-{shape}.png")
            beside(page)
            target = FOLDER / f"{name}.png"
            target.write_bytes(page.with_suffix(".png").read_bytes())
            note(target, KINDS[name.removeprefix("mail-")])


def main(target: Path, only: str = "") -> None:
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
                        shot = shoot(page, width, scheme)
                        shot.save(f"{page.with_suffix('')}-{width}-{scheme}.png")
                beside(page)
    if CHROMIUM is None:
        print("neither chromium nor google-chrome was found: no pictures were taken")


def beside(page: Path) -> None:
    """One picture for the docs: narrow and light, wide and dark, in few colours."""
    shots = [Image.open(f"{page.with_suffix('')}-{name}.png") for name in ("360-light", "900-dark")]
    both = Image.new("RGB", (360 + 900, max(shot.height for shot in shots)), "#0d1720")
    both.paste("#f4f7f9", (0, 0, 360, both.height))
    for shot, left in zip(shots, (0, 360), strict=True):
        both.paste(shot, (left, 0))
    small = both.resize((both.width * 4 // 5, both.height * 4 // 5), Image.Resampling.LANCZOS)
    few(small, 160).save(page.with_suffix(".png"), optimize=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["docs"]:
        for_docs()
    else:
        main(Path(sys.argv[1]), *sys.argv[2:3])
