"""``python -m tests.mail.corpus``: replies as people send them, by client, with the
orders that must come of them and why.

No expectation is copied from the reader: the writer of a reply typed ``wanted``, and it is theirs
by the rule or the convention that ``source`` names. They are in ``written/``, a file a family of
programs; there $MARKED and the like stand for the report as a program quotes it.
"""

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from string import Template

from msgspec import Struct

from mail.parse.reading import read
from mail.parse.runs import runs_of
from mail.parse.subtract import said_in
from tests.mail.quoting import CARD, OURS, QUOTINGS, REPORT, rewrapped, what

WRITTEN = Path(__file__).parent / "written"
ORDERS = ("bomb bob 3 3", "pass")
ADDRESS = "referee+g12.2.3.k7f3q9w2aaaa@play.example"


class Case(Struct, frozen=True, kw_only=True):
    """A reply: the orders that are done, those that are asked about, and where that is written.
    ``person``: it is not a program's.
    """

    client: str
    name: str
    text: str
    source: str
    wanted: tuple[str, ...] = ORDERS
    asked: tuple[str, ...] = ()
    person: bool = True
    page: bool = False
    headers: tuple[tuple[str, str], ...] = ()
    flowed: bool = False
    charset: str = "utf-8"
    html: str = ""
    report: str = REPORT

    def raw(self) -> bytes:
        message = EmailMessage()
        message["From"], message["To"] = "Ann <ann@mail.example>", ADDRESS
        given = dict(self.headers)
        message["Subject"] = given.pop("Subject", "Re: [g12] question 7: your move")
        for name, value in given.items():
            del message[name]
            message[name] = value
        params = {"format": "flowed"} if self.flowed else {}
        subtype = "html" if self.page else "plain"
        if self.charset == "utf-8":
            message.set_content(self.text, subtype=subtype, cte="base64", params=params)
        else:
            said = self.text.encode(self.charset, "replace")
            message.set_content(
                said, "text", subtype, cte="base64", params={"charset": self.charset}
            )
            del message["Content-Disposition"]
        if self.html:
            message.add_alternative(self.html, subtype="html")
        return message.as_bytes()


class Outcome(Struct, frozen=True):
    """What came of a reply: orders that are done, and that are asked about."""

    done: tuple[str, ...]
    asked: tuple[str, ...]
    person: bool


def outcome(case: Case, *, known: bool = True) -> Outcome:
    reading = read(case.raw(), "play.example")
    said = said_in(reading.body, runs_of(case.report) if known else None, OURS, what)
    orders = tuple(line.casefold() for line in said.own if what(line) in ("order", "tried", "near"))
    return Outcome(orders, said.doubtful, reading.kind == "person")


def wanted(case: Case) -> Outcome:
    return Outcome(case.wanted, case.asked, case.person)


MOVES = "What people type on top of a reply is theirs; what their program quotes below is not."


def stands_for(report: str) -> dict[str, str]:
    lines = report.splitlines()
    half = len(lines) // 2
    return {
        name: "\n".join(found)
        for name, found in {
            "MARKED_ABOVE": QUOTINGS["marked"](lines[:half]),
            "MARKED_BELOW": QUOTINGS["marked"](lines[half:]),
            "MARKED": QUOTINGS["marked"](lines),
            "WRAPPED": rewrapped(lines, 72, "> "),
            "REWRAPPED": rewrapped(lines, 76, ""),
            "DEEPER": QUOTINGS["deep"](lines),
            "TIGHT": QUOTINGS["marked, no blank"](lines),
            "INITIALS": ["R> " + line for line in lines],
            "ORPHAN": ["\ufeff"],
            "BARE": lines,
            "HTML_ABOVE": [line + "<br>" for line in lines[:half]],
            "HTML_BELOW": [line + "<br>" for line in lines[half:]],
            "HTML": [line + "<br>" for line in lines],
            "ABOVE": lines[:half],
            "BELOW": lines[half:],
            "SUPERCITED": QUOTINGS["supercite"](lines),
            "UNMARKED": [line.replace(">", "") for line in QUOTINGS["deep"](lines)],
            "OVERWRITTEN": QUOTINGS["marked"](
                [line.replace("bomb ann 0 2", "bomb ann 3 3, pass") for line in lines]
            ),
            "A": [ADDRESS],
        }.items()
    }


def written(folder: Path, report: str = REPORT) -> Iterator[Case]:
    words = stands_for(report)
    for path in sorted(folder.glob("*.toml")):
        for one in tomllib.loads(path.read_text("utf-8"))["reply"]:
            made = {key: Template(one.get(key, "")).substitute(words) for key in ("text", "html")}
            headers = dict(one.get("headers", {}))
            if "subject" in one:
                headers["Subject"] = one["subject"]
            yield Case(
                client=one["client"],
                name=f"{path.stem}, {one['name']}" + ", to a card" * (report is CARD),
                report=report,
                text=made["text"] or made["html"],
                html=made["html"] if made["text"] else "",
                page=not made["text"],
                source=one.get("why", MOVES),
                wanted=tuple(one.get("wanted", ORDERS)),
                asked=tuple(one.get("asked", ())),
                person=one.get("person", True),
                headers=tuple(headers.items()),
                charset=one.get("charset", "utf-8"),
                flowed=one.get("flowed", False),
            )


def cases() -> list[Case]:
    return [*written(WRITTEN), *written(WRITTEN, CARD)]


def dangerous(case: Case, found: Outcome) -> bool:
    orders = {line for line in found.done if what(line) == "order"}
    return bool(orders - set(case.wanted)) and found.person


def main() -> None:
    """How many replies are read wrongly, by client; of another folder if one is named. Which they
    are, where there is a second word.
    """
    folder, names = sys.argv[1:2], len(sys.argv) > 2
    here = [*written(Path(folder[0])), *written(Path(folder[0]), CARD)] if folder else None
    chosen = here or cases()
    for known in (True, False):
        replies, wrong, danger = Counter[str](), Counter[str](), Counter[str]()
        for case in chosen:
            found = outcome(case, known=known)
            replies[case.client] += 1
            wrong[case.client] += found != wanted(case)
            danger[case.client] += dangerous(case, found)
            if names and found != wanted(case):
                print(f"{case.client}: {case.name}: {found}, wanted {wanted(case)}")
        print("what was sent is known" if known else "what was sent is not known")
        for client, count in replies.items():
            print(f"  {client}: {count} replies, {wrong[client]} wrong, {danger[client]} dangerous")
        print(f"  all: {replies.total()}, {wrong.total()} wrong, {danger.total()} dangerous")


if __name__ == "__main__":
    main()
