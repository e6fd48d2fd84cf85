"""Replies as people send them: what is done, what is asked about, and what is a program's."""

from tests.kit.each import each
from tests.mail.corpus import Case, cases, dangerous, outcome, wanted


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
