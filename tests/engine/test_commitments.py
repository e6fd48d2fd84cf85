"""A commitment is published when a sealed question closes, for all who were asked; nothing is
published before, whatever they say, change or take back.
"""

import hashlib
import hmac

from engine import commitments, undo
from engine.state import REFEREE, Retract, Tick
from tests.engine.tiny import Item, Note, Say, tiny
from tests.kit.each import each

BOTH = ("a", "b")
YES, NO = Say("yes"), Say("no")


def test_the_root_is_what_the_page_says() -> None:
    key = hmac.new(b"s" * 32, b"commitments", hashlib.sha256).digest()
    named = b"\0\0\0\x04game\0\0\0\x01a\0\0\0\x032/7"
    leaves = [
        hashlib.sha256(
            hmac.new(key, named + bytes([0, 0, 0, i]), hashlib.sha256).digest() + text
        ).digest()
        for i, text in enumerate((b"here", b"none"))
    ]
    one = commitments.commit(b"s" * 32, "game", ("a", 2, 7), ("here",))
    two = commitments.commit(b"s" * 32, "game", ("a", 2, 7), ("here", "none"))
    assert one.root == hashlib.sha256(leaves[0]).hexdigest()
    assert two.root == hashlib.sha256(b"".join(sorted(leaves))).hexdigest()


def test_a_sealed_question_commits_all_who_are_asked_when_it_closes_and_not_before() -> None:
    t = tiny(Item(BOTH), Item(("a",)))
    for order in (YES, Note("no"), Retract(), NO):
        assert t.take(1001, "a", order).commitments == ()
    closed = t.take(1002, "b", YES)
    assert [(one.seat, one.leaves) for one in closed.commitments] == [
        ("a", ('{"type":"Say","word":"no"}', "none")),
        ("b", ('{"type":"Say","word":"yes"}', "none")),
    ]


def test_who_says_nothing_in_a_window_is_committed_like_who_says_the_default() -> None:
    silent, said = tiny(Item(("a",), window=60), Item(BOTH)), tiny(Item(("a",), window=60))
    assert said.take(1001, "a", Say("pass")).commitments == ()
    due = said.state.due
    assert due is not None
    assert (
        silent.take(due, REFEREE, Tick()).commitments == said.take(due, REFEREE, Tick()).commitments
    )


def test_after_an_undo_the_same_answers_are_committed_to_anew() -> None:
    t = tiny(Item(BOTH), Item(BOTH))
    before = t.load(t.save())
    roots = set()
    for table in (t, before):
        if table is before:
            undo.go_on(table, 1003, 9, REFEREE, undo.undo_to(t, 3))
        table.take(1004, "a", YES)
        roots |= {one.root for one in table.take(1004, "b", NO).commitments}
    assert len(roots) == 4


@each("where", [("b", 2, 7), ("a", 3, 7), ("a", 2, 8)])
def test_equal_texts_have_other_roots_elsewhere(where: tuple[str, int, int]) -> None:
    made = {commitments.commit(b"s" * 32, "game", at, ("x",)).root for at in (("a", 2, 7), where)}
    assert len(made) == 2
    assert len({commitments.salt(b"s" * 32, "game", where, i) for i in range(2)}) == 2
