"""No line of a mail vanishes: it is played, refused, asked about, or named in the receipt."""

import re
from collections.abc import Callable, Coroutine, Iterator
from email.message import EmailMessage
from html.parser import HTMLParser
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

from mail.incoming import own_lines
from mail.parse.quotes import What, clean
from mail.parse.runs import runs_of
from mail.parse.subtract import said_in
from tests.mail.nasty import positioned
from tests.mail.stage import Office, text_of

BLOCKS = {"p", "div", "tr", "table", "br", "li", "ul", "pre", "blockquote"}


class PageText(HTMLParser):
    """A page as a program quotes it as text: blocks become lines."""

    def __init__(self, bold: str, picture: str, cell: str):
        super().__init__()
        self.bold, self.picture, self.cell = bold, picture, cell
        self.out, self.hidden, self.link = list[str](), 0, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in ("style", "title")
        self.link = dict(attrs).get("href") or self.link
        strong = "bold" in (dict(attrs).get("style") or "")
        self.out.append("\n" * (tag in BLOCKS) + self.cell * (tag in ("td", "th")))
        self.out.append(self.bold * strong + f"\n{self.picture}\n" * (tag == "img"))

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("style", "title")
        self.out.append("\n" * (tag in BLOCKS) + f" <{self.link}>" * (tag == "a"))

    def handle_data(self, data: str) -> None:
        self.out.append("" if self.hidden else " ".join(data.split(" ")))


def page_text(report: EmailMessage, bold: str, picture: str, cell: str) -> str:
    body = report.get_body(("html",))
    assert body is not None
    page = PageText(bold, picture, cell)
    page.feed(str(body.get_content()))
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]*\n[ \t]*", "\n", "".join(page.out))).strip()


SKINS: dict[str, Callable[[EmailMessage], str]] = {
    "plain, marked": lambda mail: re.sub("(?m)^", "> ", text_of(mail)),
    "Gmail": lambda mail: re.sub("(?m)^", "> ", page_text(mail, "*", "[image: board]", " ")),
    "Outlook": lambda mail: page_text(mail, "", "[cid:image001.png@01DC5B7A]", "\t"),
    "Apple": lambda mail: re.sub("(?m)^", "> ", page_text(mail, "", "<board.png>", "\n")),
    "Samsung": lambda mail: page_text(mail, "", "", " "),
    "double spaced": lambda mail: page_text(mail, "", "", "\n").replace("\n", "\n\n"),
}
INTRODUCTIONS = [
    "Referee g12 ({to}) aliandika tarehe 14/11/2023 saa 23:13",
    "--- 2023-11-14 23:13, Referee ---",
    "[14.11.2023 23:13] Referee g12 <{to}>",
    "Am 14.11.23 um 23:13 schrieb Referee",
    "Referee g12 <{to}> dixit die 14 Novembris 2023, 23:13:",
    "-------- Ursprüngliche Nachricht --------\nVon: Referee <{to}>\nDatum: 14.11.23 23:13",
    "Sent from my phone at 21:14",
    "",
]
ORDERS = {
    "derelict": ("activate M1", "open 7,3", "overwatch"),
    "battleboard": ("bomb bob 1 1", "bomb Bob at three, four", "pass"),
    "dicechess": ("e4", "1.Nf3 2.d4", "kNight to c3"),
    "ambush, hiding": ("hide AX 0305/3", "hide AY none", "ok"),
    "desert, positions": ("pos all fwd", "pos ART 2 back", "ok"),
}
TYPED = [
    ("{0}", "{1}"),
    ("Hi all,", "", "{0}", "", "{1}", "{2}", "", "Ann, tel 0171 12:34"),
    ("{0}", "Actually, the door first.", "{1}"),
    ("bring me the sergeant", "", "{2}"),
    ("activate M9", "{1}", "say Bob look out at 21:14!"),
    ("See you on 14.11.2023 at 23:13", "{0}"),
    ("Nyt mennään!", "{0}, then {1}", "Odotan innolla", "{2}"),
]
"""What people type, with three orders of the game."""


def typed_in(position: str) -> Iterator[tuple[str, ...]]:
    for lines in TYPED:
        yield tuple(line.format(*ORDERS[position]) for line in lines)


def replies(report: EmailMessage, position: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    to = str(report["Reply-To"]).rpartition("<")[2].rstrip(">")
    every = product(SKINS.values(), INTRODUCTIONS, typed_in(position))
    # each skin and each introduction with some
    for skin, introduction, typed in islice(every, 0, None, 11):
        for between in ("\n", "\n\n"):
            above = "\n".join([*typed, between, introduction.format(to=to)])
            yield f"{above}\n{skin(report)}\n", tuple(clean(line) for line in typed if line)


def with_position(check: Callable[[Office, str], Coroutine[None, None, None]]) -> Any:
    """Run a check in every position of ``ORDERS``."""

    @pytest.mark.parametrize("position", ORDERS)
    def test(position: str, tmp_path: Path) -> None:
        positioned(tmp_path, lambda at: check(at, position), position)

    return test


@with_position
async def test_each_own_line_is_read_as_something(at: Office, position: str) -> None:
    report, table = at.mails("Ann")[-1], await at.table()
    seat = next(chair.seat for chair in table.state.chairs if chair.name == "Ann")
    menu, names = table.menu(seat), at.door.writing.names
    ours = (names.shown, names.address, names.pattern.partition("{tag}")[0])
    runs = runs_of(text_of(report), "")

    def what(line: str) -> What:
        return own_lines.what(menu, line, table.game)

    lost = []
    for text, typed in replies(report, position):
        read = said_in(text, runs, ours, what, ["ann", "bob"], ["ann"])
        named = "\n".join((*read.own, *read.aside, *read.doubtful, *read.strange)).casefold()
        assert len(read.own) <= len(typed) + 3, f"a quotation is taken for own lines: {text[:200]}"
        lost += [(line, text[:200]) for line in typed if line.rstrip(".!").casefold() not in named]
    assert not lost, f"{len(lost)} lines vanish, such as {lost[:3]}"


@with_position
async def test_each_own_line_is_named_in_the_answer(at: Office, position: str) -> None:
    for typed in typed_in(position):
        at.clock.advance(3_600)  # beyond the limit of answers to one person
        count = len(at.mails("Ann"))
        await at.says("Ann", "\n".join(typed))
        told = " ".join(" ".join(map(text_of, at.mails("Ann")[count:])).split()).casefold()
        lines = [clean(line).strip(" .,!").casefold() for line in typed if line]
        parts = [one for line in lines for one in re.split(r",? then |\d\.", line)]
        assert [one for one in parts if one not in told] == [], typed
