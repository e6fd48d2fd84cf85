"""What a reply quotes is what we sent, however a program has quoted it; what is left is its
writer's. What may be both is asked about.
"""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from mail.parse import quotes
from mail.parse.quotes import What, clean
from mail.parse.runs import RUN, packed, runs, runs_of, unpacked, words
from mail.parse.subtract import TRIED, said_in
from tests.kit.data import beside
from tests.kit.each import each
from tests.mail.corpus import Case, cases, dangerous, outcome, wanted
from tests.mail.quoting import (
    FOOTERS,
    OURS,
    QUOTINGS,
    REPORT,
    RUNS,
    WANTED,
    orders,
    replies,
    said,
    what,
)
from tests.mail.second_thoughts import CLEAR, DOUBTFUL, fate
from tests.mail.stage import PEOPLE, Office, address, office, prompt, reply, text_of
from tests.mail.test_hostile import CALLS, counted
from tests.mail.test_replies_whole import KINDS, quoting

DATA = beside(__file__)

QUOTED = "\n".join(f"> {line}" for line in REPORT.splitlines())
BARE = REPORT.split("\n\n", 1)[1]
WROTE = "On 22/11/2026 07:30, Referee wrote:"


@each("quoting", QUOTINGS)
def test_every_way_of_quoting_at_every_place(quoting: str) -> None:
    """By construction: what was typed is known. No order is lost, and none is done that was not
    typed; what is asked about is an order of ours, word for word, that was typed there.
    """
    found = 0
    for one in replies(quoting):
        got, wanted = said(one.text), WANTED[one.typed]
        own, asked = orders(got.own), orders(got.doubtful)
        found += own == wanted
        assert not set(own) - set(wanted), one
        assert set(wanted) <= set(own) | set(asked), one
        if one.where == "top":
            assert own == wanted, one
    assert found > 36


@each("known", [True, False])
@each("blank", ["\n", "\n\n"])
@each("footer", FOOTERS)
def test_a_footer_is_no_mistake_and_is_named(footer: str, blank: str, known: bool) -> None:
    got = said(f"bomb bob 3 3\npass{blank}{footer}\n\n{WROTE}\n{QUOTED}", known=known)
    assert got.own == ("bomb bob 3 3", "pass")
    named = [clean(line) for line in footer.split("\n")]
    assert list(got.aside) == named
    assert got.doubtful == ()


@each("mistyped", ["bomb bob 3", "bmob bob 3 3", "bomb bob 3 3 3"])
def test_a_mistyped_last_line_is_still_a_mistake(mistyped: str) -> None:
    for known in (True, False):
        got = said(f"bomb bob 3 3\n{mistyped}\n\n{WROTE}\n{QUOTED}", known=known)
        assert got.own == ("bomb bob 3 3", mistyped)


@each(
    "line",
    DATA["what_stands_around_an_order_is_no_mistake"],
)
def test_what_stands_around_an_order_is_no_mistake(line: str) -> None:
    for known in (True, False):
        assert said(f"{line}\n\n{WROTE}\n{QUOTED}", known=known).own == ("bomb bob 3 3",)


def test_what_is_asked_is_no_order() -> None:
    assert said(f"bomb bob 3 3?\n\n{WROTE}\n{QUOTED}").own == ("bomb bob 3 3?",)
    asked = said(f"May I do this:\nbomb bob 3 3\nor is that a bad idea?\n\n{WROTE}\n{QUOTED}")
    assert (orders(asked.own), asked.doubtful) == ([], ("bomb bob 3 3",))


def test_an_example_without_marks_below_a_quotation_is_asked_about() -> None:
    got = said(f"{WROTE}\n{BARE}\nbomb bob 2 2\n")
    assert (got.own, got.doubtful) == ((), ("bomb bob 2 2",))
    got = said(f"{WROTE}\n{BARE}\nbomb bob 3 3\n")
    assert (got.own, got.doubtful) == (("bomb bob 3 3",), ())


def test_an_old_order_of_the_players_own_is_never_done() -> None:
    """Their own old mail is quoted below: it names themselves."""
    own = "On Sat, 21 Nov 2026 at 09:00, Ann <ann@x.example> wrote:"
    marked = f"bomb bob 3 3\n\n{own}\n> bomb bob 1 1\n>\n> {WROTE}\n" + QUOTED.replace("> ", ">> ")
    assert said(marked).own == ("bomb bob 3 3",)
    bare = f"bomb bob 3 3\n\n{own}\nbomb bob 1 1\n\n{WROTE}\n{BARE}"
    assert said(bare).own == ("bomb bob 3 3",)
    lines = QUOTED.split("\n")
    between = "\n".join([own, *lines[:12], "> bomb bob 1 1", *lines[12:]])
    assert (said(between).own, said(between).doubtful) == ((), ("bomb bob 1 1",))


def test_an_order_that_is_typed_into_the_quotation_is_done() -> None:
    above, below = QUOTED.split("> It is your turn: ")
    got = said(f"{WROTE}\n{above}> bomb bob 3 3\n> It is your turn: {below}")
    assert (got.own, got.doubtful) == (("bomb bob 3 3",), ())


def test_a_time_and_a_colon_above_an_order_cut_nothing() -> None:
    got = said(f"As I wrote yesterday at 21:14:\nbomb bob 3 3\n\n{WROTE}\n{QUOTED}")
    assert orders(got.own) == ["bomb bob 3 3"]


def test_what_receipts_repeat_is_not_dropped_when_it_is_written_again() -> None:
    """A mistake that a receipt has named, made again, is a mistake again."""
    receipt = "Receipt 4\n\n* NOT DONE  bomb bob 9 9 9\n* NOT DONE  helo zeir frendo"
    for line in ("bomb bob 9 9 9", "helo zeir frendo"):
        got = said_in(f"{line}\n\n{WROTE}\n> {receipt}", runs_of(receipt), OURS, what)
        assert got.own == (line,)


def test_adjacent_examples_in_a_row_were_typed() -> None:
    got = said(f"bomb bob 1 2\nbomb bob 2 2\nbomb ann 0 2\n\n{WROTE}\n{QUOTED}")
    assert (len(got.own), got.doubtful) == (3, ())


@each("width", [58, 66, 72, 76])
def test_the_end_of_a_wrapped_line_is_not_done_where_it_is_not_known_what_was_sent(
    width: int,
) -> None:
    line = "It is your turn, and you may say what you like, as long as it is in time, or else pass"
    for extra in range(30):
        text = QUOTINGS["marked, rewrapped at 66"]([f"{'x' * extra} {line}."])
        got = said("\n".join(["Thanks!", "", WROTE, *text]), known=False)
        assert orders(got.own) == []


def test_runs_do_not_depend_on_wrapping_marks_case_or_signs() -> None:
    text = "It is your turn: bomb a square, or pass."
    other = "It is\nyour TURN - *bomb* a\u00a0square,\n\tor “pass”"
    assert words(text) == words(other)
    assert set(runs(words(other))) <= runs_of(text)
    assert len(words("日本語です")) == 5
    assert len(runs_of("日本語です")) == 5 - RUN + 1


def test_runs_are_four_bytes_each() -> None:
    found = runs_of(REPORT)
    assert unpacked(packed(found)) == found
    assert len(packed(found)) == 4 * len(found)


def test_short_pieces_are_known_as_such() -> None:
    assert len(runs_of("bomb a square, or so, pass, or not at all")) > len(
        runs_of("bomb a square or so pass or not at all")
    )
    assert runs_of("pass") <= runs_of("say: bomb a square, pass.")


HOSTILE = {
    "one word": "a " * 50_000,
    "marks": ">" * 100_000,
    "marks and blanks": "> " * 50_000,
    "orders": "pass\n" * 20_000,
    "marked orders": "> pass\n" * 14_000,
    "orders between blank lines": "\n\n\n\npass\nx\n" * 5_000,
    "orders and ours": "pass\n> bomb a square, or pass. You have\n" * 2_600,
    "colons": "a: 1.1.2020 x@y\n" * 6_000,
    "who wrote": "On 1.1.2020 7:30 x@y.example wrote:\n" * 2_800,
    "rules": "-----x-----\n" * 8_000,
    "names before marks": "abcdefghijkl> " * 7_000,
    "letters that become eighteen": "\ufdfa" * 50_000,
    "questions": "pass\nwhy?\n" * 10_000,
    "japanese": "日本語" * 33_000,
    "dressed": "1. \"'" * 20_000,
    "our own words over and over": "It is your turn " * 6_000,
}


@each("name", HOSTILE)
def test_the_work_for_a_hostile_reply_is_bounded(name: str) -> None:
    """By the calls of functions and of the menu; what is read is no more than people write."""
    asked: list[str] = []

    def menu(line: str) -> What:
        asked.append(line)
        return what(line)

    for known in (RUNS, None):
        asked.clear()
        with counted(CALLS):
            got = said_in(HOSTILE[name], known, OURS, menu)
        assert len(asked) <= TRIED
        assert len(got.own) + len(got.aside) <= quotes.WRITTEN
        assert len(got.doubtful) <= TRIED


def test_lines_of_signs_that_nobody_sees_are_nothing() -> None:
    for known in (True, False):
        got = said("bomb bob 3 3\n\x01\x02\n\u200b\n\x00\npass", known=known)
        assert got.own == ("bomb bob 3 3", "pass")


@each("case", cases())
def test_a_reply_comes_to_what_its_writer_typed(case: Case) -> None:
    assert outcome(case) == wanted(case), case.source


def test_there_are_as_many_as_were_read_by_hand() -> None:
    """A hundred and six replies were read by hand when footers and wrapping were found to void
    mails; each client of those is among these.
    """
    found = {case.client for case in cases()}
    assert len(cases()) > 300
    assert found >= {"Gmail", "Outlook", "Apple Mail", "Thunderbird", "Gnus", "automat", "trap"}


def test_without_knowing_what_was_sent_nothing_is_done_that_nobody_ordered() -> None:
    """And no more than one reply in twenty-five is read otherwise than it should be."""
    found = [(case, outcome(case, known=False)) for case in cases()]
    assert [c.name for c, one in found if dangerous(c, one)] == []
    assert sum(one != wanted(case) for case, one in found) * 25 <= len(found)


@pytest.mark.parametrize("language", DOUBTFUL)
def test_what_may_have_been_taken_back_is_not_played(language: str) -> None:
    assert [text for text in DOUBTFUL[language] if fate(text) == "played"] == []


def test_few_clear_mails_are_asked_about() -> None:
    texts = [text for each in CLEAR.values() for text, _ in each]
    asked = [text for text in texts if fate(text) != "played"]
    assert len(asked) <= len(texts) // 10, asked


ADDRESS = "referee+g12.2.3.k7f3q9w2aaaa@play.example"
INTRODUCTIONS = (
    "Referee g12 ({a}) aliandika tarehe 14/11/2023 saa 23:13",
    *("--- 2023-11-14 23:13, Referee ---", "[14.11.2023 23:13] Referee g12 <{a}>"),
    *("Referee <{a}> 14.11.23 yazmisti ki", "14 Nov 2023 23:13 — Referee g12 — {a}", ""),
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
        report, count = prompt(at), len(at.mails("Ann"))
        a = str(report["Reply-To"]).partition("<")[2].rstrip(">")
        lines = [*typed, *gap.splitlines(), introduction.format(a=a)]
        lines += text_of(report).splitlines()
        at.clock.advance(3_600)
        await at.take(quoting(report, PEOPLE["Ann"], lines))
        got = at.mails("Ann")[count:]
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
                await at.take(reply(await at.latest(seat), "join", sender))
            for extra, gap in product(([], ["Nice one!"], ["scratch that"]), ("", "\n")):
                await one(at, [*SETS[kind], *extra], introduction, gap)
