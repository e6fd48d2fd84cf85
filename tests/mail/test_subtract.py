"""What a reply quotes is what we sent, however a program has quoted it; what is left is its
writer's. What may be both is asked about.
"""

from itertools import islice

from mail.parse.quotes import clean
from mail.parse.runs import RUN, packed, runs, runs_of, unpacked, words
from mail.parse.subtract import said_in
from tests.kit.data import beside
from tests.kit.each import each
from tests.mail.corpus import Case, cases, dangerous, outcome, wanted
from tests.mail.quoting import (
    FOOTERS,
    OURS,
    QUOTINGS,
    REPORT,
    WANTED,
    orders,
    replies,
    said,
    what,
)

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
    for one in islice(replies(quoting), 0, None, 5):
        got, wanted = said(one.text), WANTED[one.typed]
        own, asked = orders(got.own), orders(got.doubtful)
        found += own == wanted
        assert not set(own) - set(wanted), one
        assert set(wanted) <= set(own) | set(asked), one
        if one.where == "top":
            assert own == wanted, one
    assert found > 7


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


@each("line", DATA["what_stands_around_an_order_is_no_mistake"])
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


def test_lines_of_signs_that_nobody_sees_are_nothing() -> None:
    for known in (True, False):
        got = said("bomb bob 3 3\n\x01\x02\n\u200b\n\x00\npass", known=known)
        assert got.own == ("bomb bob 3 3", "pass")


@each("case", cases())
def test_a_reply_comes_to_what_its_writer_typed(case: Case) -> None:
    assert outcome(case) == wanted(case), case.source


def test_without_knowing_what_was_sent_nothing_is_done_that_nobody_ordered() -> None:
    """And no more than one reply in twenty-five is read otherwise than it should be."""
    found = [(case, outcome(case, known=False)) for case in cases()]
    assert [c.name for c, one in found if dangerous(c, one)] == []
    assert sum(one != wanted(case) for case, one in found) * 25 <= len(found)
