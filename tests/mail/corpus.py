"""``python -m tests.mail.corpus``: replies as people send them, by client, with what must come of
them and why; and how many of them are read wrongly.

No expectation is copied from the reader: the writer of a reply typed ``wanted``, and it is theirs
by the rule or the convention that ``source`` names. Most are written out, a file a family of
programs, in ``written/``; there $MARKED and the like stand for the report as a program quotes it.
"""

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from string import Template
from typing import Any

from msgspec import Struct

from mail.parse.reading import read
from mail.parse.runs import runs_of
from mail.parse.subtract import said_in
from tests.kit.data import beside
from tests.mail.quoting import CARD, OURS, QUOTINGS, REPORT, rewrapped, what

DATA = beside(__file__)

WRITTEN = Path(__file__).parent / "written"
MARKED = "\n".join(QUOTINGS["marked"](REPORT.splitlines()))
WRAPPED = "\n".join(rewrapped(REPORT.splitlines(), 72, "> "))
DEEPER = "\n".join(QUOTINGS["deep"](REPORT.splitlines()))
ORDERS = ("bomb bob 3 3", "pass")
TYPED = "\n".join(ORDERS)
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
GMAIL = DATA["gmail"]
OUTLOOK = DATA["outlook"]
FEET = ["", "-- \nAnn\nbomb bob 0 0", "Sent from my iPhone", "Cheers\nAnn"]


def usual() -> Iterator[Case]:
    for n, line in enumerate(GMAIL):
        said = line.format(a=ADDRESS)
        for name, quoted in (("marked", MARKED), ("wrapped", WRAPPED)):
            yield Case(
                client="Gmail",
                name=f"{n}, {name}, top",
                source=MOVES,
                text=f"{TYPED}\n\n{FEET[n % 4]}\n\n{said}\n\n{quoted}\n",
            )
        yield Case(
            client="Gmail",
            name=f"{n}, bottom",
            source="RFC 3676, 4.5: what is quoted begins with '>'.",
            text=f"{said}\n\n{MARKED}\n\n{TYPED}\n",
        )
    for n, block in enumerate(OUTLOOK):
        said = block.format(a=ADDRESS)
        for name, quoted in (
            ("bare", REPORT),
            ("wrapped", "\n".join(rewrapped(REPORT.splitlines(), 76, ""))),
        ):
            yield Case(
                client="Outlook",
                name=f"{n}, {name}",
                source=MOVES,
                text=f"{TYPED}\n\n{FEET[n % 4]}\n\n{said}\n\n{quoted}\n",
            )
    for name, said in (
        ("Apple Mail", f"> On 3 Nov 2026, at 21:14, Referee <{ADDRESS}> wrote:\n>"),
        ("Thunderbird", "On 03/11/2026 21:14, Referee wrote:"),
        ("Proton", f"On Tuesday, November 3rd, 2026 at 9:14 PM, Referee <{ADDRESS}> wrote:"),
        ("Yahoo", f"On Tuesday, November 3, 2026, 09:14:05 PM GMT+1, Referee <{ADDRESS}> wrote:"),
        ("K-9", f"Am 3. November 2026 21:14:05 MEZ schrieb Referee <{ADDRESS}>:"),
        ("mutt", "On Tue, Nov 03, 2026 at 09:14:05PM +0100, Referee wrote:"),
        ("Notes", f"Referee <{ADDRESS}> wrote on 03/11/2026 21:14:05:"),
    ):
        for place, text in (
            ("top", f"{TYPED}\n\n{said}\n{MARKED}\n"),
            ("top, with a signature", f"{TYPED}\n-- \nAnn\nbomb bob 0 0\n\n{said}\n{MARKED}\n"),
            ("bottom", f"{said}\n{MARKED}\n\n{TYPED}\n"),
            ("wrapped", f"{TYPED}\n\n{said}\n{WRAPPED}\n"),
        ):
            yield Case(client=name, name=place, text=text, source=MOVES)


WROTE = f"On 03/11/2026 21:14, Referee <{ADDRESS}> wrote:"
DRESSED = "A sign around an order is none of it: programs and people put lists and full stops."
LINES = REPORT.split("\n")
ABOVE, BELOW = "\n".join(LINES[:13]), "\n".join(LINES[13:])
BLOCK = OUTLOOK[0].format(a=ADDRESS)
HTML = f"<blockquote>{REPORT.replace(chr(10), '<br>')}</blockquote>"


def special() -> list[Case]:
    below = f"\n\n{WROTE}\n{MARKED}\n"
    one = ("bomb bob 3 3",)

    def case(client: str, name: str, text: str, source: str, **more: Any) -> Case:
        return Case(client=client, name=name, text=text, source=source, **more)

    marked_above = "\n".join(f"> {x}".rstrip() for x in LINES[:13])
    marked_below = "\n".join(f"> {x}".rstrip() for x in LINES[13:])
    struck = "HTML, 4.7.1 and 4.5: what is struck out holds no longer."
    hidden = "CSS 2.1, 9.2.4: nobody has seen it."
    old = f"On Mon, 2 Nov 2026 at 08:00, Ann <ann@mail.example> wrote:\n> bomb bob 1 1\n>\n{DEEPER}"
    return [
        case("Gmail", "full stop of iOS", f"bomb bob 3 3.{below}", DRESSED, wanted=one),
        case(
            "Gmail",
            "typed into a quoted line",
            f"{WROTE}\n{marked_above}\n> bomb bob 3 3\n{marked_below}",
            "We have never sent it, so it was typed.",
            wanted=one,
        ),
        case("Apple Mail", "ellipsis", f"bomb bob 3 3…{below}", DRESSED, wanted=one),
        case(
            "Apple Mail",
            "hidden text",
            f'<div style="display:none">pass</div><div>bomb bob 3 3</div>{HTML}',
            hidden,
            wanted=one,
            page=True,
        ),
        case(
            "Apple Mail",
            "struck out",
            f"<div><s>pass</s></div><div>bomb bob 3 3</div>{HTML}",
            struck,
            wanted=one,
            page=True,
        ),
        case(
            "Apple Mail",
            "deleted",
            f"<p><del>pass</del></p><p>bomb bob 3 3</p>{HTML}",
            struck,
            wanted=one,
            page=True,
        ),
        case(
            "Outlook",
            "below in red",
            f"See below in red.\n\n{BLOCK}\n\n{ABOVE}\nbomb bob 3 3\n{BELOW}",
            "We have never sent it, so it was typed.",
            wanted=one,
        ),
        case(
            "Outlook",
            "an example, in red",
            f"{BLOCK}\n\n{ABOVE}\n{BELOW.rstrip()}\n\nbomb bob 2 2\n",
            "An example of ours below a quotation may be its end.",
            wanted=(),
            asked=("bomb bob 2 2",),
        ),
        case(
            "Outlook",
            "page",
            "<div>bomb bob 3 3</div><div>pass</div><div id=divRplyFwdMsg>"
            f"<b>From:</b> Referee<br><b>Sent:</b> Tuesday</div>{REPORT.replace(chr(10), '<br>')}",
            MOVES,
            page=True,
        ),
        case(
            "Thunderbird",
            "flowed",
            f"bomb bob \n3 3\npass\n\n{WROTE}\n{MARKED}\n",
            "RFC 3676, 4.1: a line that ends in a blank goes on.",
            flowed=True,
        ),
        case(
            "Thunderbird",
            "inline PGP",
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
            f"{TYPED}\n\n{WROTE}\n{MARKED}\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n=abcd\n"
            "-----END PGP SIGNATURE-----\n",
            "RFC 4880, 7: the cleartext is what was written.",
        ),
        case(
            "Gnus",
            "supercite",
            f'{TYPED}\n\n>>>>> "Referee" == Referee <{ADDRESS}> writes:\n\n'
            + "\n".join(QUOTINGS["supercite"](REPORT.splitlines())),
            MOVES,
        ),
        case("Gnus", "marks", f"Referee <{ADDRESS}> writes:\n\n{MARKED}\n\n{TYPED}\n", MOVES),
        *(
            case("trap", f"dressed: {text}", f"{text}{below}", DRESSED, wanted=one)
            for text in (
                *("1. bomb bob 3 3", "1) bomb bob 3 3", "- bomb bob 3 3", "• bomb bob 3 3"),
                *('"bomb bob 3 3"', "“bomb bob 3 3”", "bomb\u00a0bob\u00a03 3", "*bomb bob 3 3*"),
                *("Bomb Bob 3 3!", "‘bomb bob 3 3’"),
            )
        ),
        case(
            "trap",
            "a time above",
            f"As I wrote yesterday at 21:14:\n\nbomb bob 3 3{below}",
            "It names no date and no address, and nothing of ours follows.",
            wanted=one,
        ),
        case(
            "trap",
            "own old mail",
            f"bomb bob 3 3\n\n{old}",
            "It names its writer, who is not we.",
            wanted=one,
        ),
        case(
            "trap",
            "own old mail, bare",
            f"bomb bob 3 3\n\n{old.replace('>', '')}",
            "It names its writer, who is not we.",
            wanted=one,
        ),
        case(
            "trap",
            "a question",
            f"Is this possible?\nbomb bob 3 3{below}",
            "Who asks has not ordered.",
            wanted=(),
            asked=one,
        ),
        case(
            "trap",
            "a question mark",
            f"bomb bob 3 3?{below}",
            "Who asks has not ordered.",
            wanted=("bomb bob 3 3?",),
        ),
        case(
            "trap",
            "a mistyped order",
            f"bomb bob 3{below}",
            "A mistake is said to be one.",
            wanted=("bomb bob 3",),
        ),
        case(
            "trap",
            "our line overwritten",
            f"{WROTE}\n" + MARKED.replace("bomb ann 0 2.", "bomb ann 3 3, pass."),
            "A part of a line of ours is no order of its own.",
            wanted=(),
        ),
        case("trap", "all quoted", f"{WROTE}\n{MARKED}", MOVES, wanted=()),
        case("trap", "all quoted, bare", f"{BLOCK}\n\n{REPORT}", MOVES, wanted=()),
        case("trap", "all quoted, nothing said", REPORT, MOVES, wanted=()),
        case("trap", "all quoted, wrapped", f"{WROTE}\n{WRAPPED}", MOVES, wanted=()),
        case(
            "trap",
            "a sentence",
            f"I would pass if I were you.{below}",
            "It is no order.",
            wanted=(),
        ),
        case(
            "trap",
            "below a signature",
            f"{TYPED}\n-- \nAnn\npass\n",
            "RFC 3676, 4.3.",
        ),
        case("trap", "below end", f"{TYPED}\nend\nbomb bob 0 0\n", "docs/mail.md: END."),
        case(
            "trap",
            "prose around",
            f"Hi,\n\nhere is my move:\nbomb bob 3 3\n\nHave a nice day!{below}",
            "docs/mail.md: a greeting and a signature do not matter.",
            wanted=one,
        ),
        case(
            "trap",
            "between quotations",
            f"{WROTE}\n{marked_above}\n\nbomb bob 3 3\n\n{marked_below}",
            MOVES,
            wanted=one,
        ),
        case(
            "trap",
            "forwarded",
            f"{TYPED}\n\n---------- Forwarded message ---------\n{BLOCK}\n\n{REPORT}",
            MOVES,
        ),
        case(
            "trap",
            "copied examples",
            f"bomb bob 1 2\nbomb bob 2 2{below}",
            "What is copied to the top was meant.",
            wanted=("bomb bob 1 2", "bomb bob 2 2"),
        ),
        *(
            case(
                "automat",
                name,
                f"I am away. Orders such as\n\npass\n\nwait.{below}",
                "RFC 3834, 2 and 5; the header or the subject says that a program wrote it.",
                person=False,
                wanted=(),
                headers=headers,
            )
            for name, headers in AUTOMATS.items()
        ),
    ]


AUTOMATS = DATA["automats"]


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
            )


def cases() -> list[Case]:
    return [*usual(), *special(), *written(WRITTEN), *written(WRITTEN, CARD)]


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
