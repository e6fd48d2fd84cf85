"""A law: each line that its writer typed is played, refused, asked about, or named."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from mail.parse.quotes import clean
from mail.parse.runs import words
from mail.parse.subtract import said_in
from tests.kit.each import each
from tests.mail.quoting import OURS, QUOTINGS, REPORT, RUNS, what
from tests.mail.stage import PEOPLE, Office, address, office, prompt, reply, text_of
from tests.mail.test_replies_whole import KINDS, quoting

ADDRESS = "referee+g12.2.3.k7f3q9w2aaaa@play.example"
INTRODUCTIONS = (
    "Referee g12 ({a}) aliandika tarehe 14/11/2023 saa 23:13",
    "--- 2023-11-14 23:13, Referee ---",
    "[14.11.2023 23:13] Referee g12 <{a}>",
    "Referee <{a}> 14.11.23 yazmisti ki",
    "14 Nov 2023 23:13 — Referee g12 — {a}",
    "",
)
"""None of them in a language or a form that the reader knows."""
TYPED = (
    """
bomb bob 3 3|pass|bomb bob 3|open 7,3|activate M1|pos all fwd|Great game!|no wait|or|4 5|Thanks|x
Ann, tel 0171 12:34|Sent from my phone at 21:14|I am away until 12/05/2024|vielleicht morgen|等等
Cy: bomb bob 2 3|1. bomb bob 3 3|👍|🤔|???|really?|if Bob passes:|say bob hello at 21:14
\u202ebomb bob 3 3|see ann@mail.example
""".strip()
    .replace("\n", "|")
    .split("|")
)


def accounted(line: str, told: str) -> bool:
    return clean(line).rstrip(".!,;") in told or clean(line).partition(" ")[2] in told


@each("quoting_as", sorted(QUOTINGS))
@each("introduction", INTRODUCTIONS)
def test_each_own_line_comes_out_of_the_reader(introduction: str, quoting_as: str) -> None:
    rng = Random(f"{introduction}/{quoting_as}")
    quoted = "\n".join(QUOTINGS[quoting_as](REPORT.splitlines()))
    for _ in range(20):
        typed = rng.sample(TYPED, rng.randint(1, 5))
        blank = rng.choice(("\n", "\n\n"))
        text = "\n".join(typed) + blank + introduction.format(a=ADDRESS) + f"\n{quoted}\n"
        got = said_in(text, RUNS, OURS, what, ["ann", "bob", "cy"], ["ann"])
        told = "\n".join((*got.own, *got.aside, *got.doubtful, *got.strange))
        assert [line for line in typed if not accounted(line, told)] == [], (text, got)


SETS = {
    "ambush": ["deploy A1 1001/3", "say Bob hello", "nonsense 7"],
    "battleboard": ["bomb Bob 1 1", "bomb Bob 9 9", "pass"],
    "derelict": ["keep", "activate M1", "open 7,3"],
    "desert": ["pos all fwd", "pos ART-9 fwd", "ok"],
    "dicechess": ["e4", "Nf3", "roll"],
}


@pytest.mark.parametrize("kind", KINDS)
async def test_each_own_line_is_in_what_its_writer_gets(kind: str, tmp_path: Path) -> None:
    """The whole way: in a receipt, or in a question."""

    async def one(at: Office, typed: list[str], introduction: str, gap: str) -> None:
        report, count = prompt(at), len(at.provider.to(address("Ann")))
        a = str(report["Reply-To"]).partition("<")[2].rstrip(">")
        lines = [*typed, *gap.splitlines(), introduction.format(a=a)]
        lines += text_of(report).splitlines()
        at.clock.advance(3_600)
        await at.take(quoting(report, PEOPLE["Ann"], lines))
        got = at.provider.to(address("Ann"))[count:]
        told = " ".join(" ".join(text_of(mail).split()) for mail in got).casefold()
        missing = [line for line in typed if line.casefold().rstrip("!") not in told]
        assert got == [] or missing == [], (typed, introduction, told)
        assert got or not words(" ".join(typed))

    for n, introduction in enumerate(INTRODUCTIONS[:3]):
        async with office(tmp_path / f"{n}.db") as at:
            options = {"order": "join"} if kind == "battleboard" else {}
            await at.make_other(kind, **options)
            for seat, sender in PEOPLE.items():
                await at.door.invite("g12", address(seat))
                await at.take(reply(await at.last(address(seat)), "join", sender))
            for extra, gap in product(([], ["Nice one!"], ["scratch that"]), ("", "\n")):
                await one(at, [*SETS[kind], *extra], introduction, gap)
