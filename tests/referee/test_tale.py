"""What a tale expects, it notices if it is not so."""

import pytest

from tests.kit.each import each
from tests.referee.conftest import Opener
from tests.referee.tale import tale

test_a_tale_looks_at_all_that_happens = tale("""
    table clock=24h seats=ann,bob
    ann at 1h: speak blue       -> taken; due 25h; Said(ann, blue); journal ann/Say@1h
    wait 24h
        -> Missed(bob); no GraceBegan; journal /Tick@25h; due 49h
    bob: add 1                  -> !not-your-turn; unchanged; nobody hears
    ann: note red               -> ann hears Noted(red); no Said; sent ann; world.notes=ann:red
    op: gm look
        -> did=gm look; world.words=blue+red; acts box/op gm look; homes=ann+bob+everybody
""")


@each(
    "line",
    (
        "ann: add 1 -> answered",
        "ann: add 1 -> !bad",
        "ann: add 1 -> due 2h",
        "ann: add 1 -> Said(ann, 2)",
        "ann: add 1 -> no Said",
        "ann: add 1 -> journal bob/Add",
        "ann: add 1 -> unchanged",
        "ann: add 1 -> ends Noted",
        "ann: add 1 -> viewers.ann=*",
        "ann: say bob hello -> spoken=ann to *: hello",
        "post/ann: add 1 -> person box/ann post/ann",
        "ann: add 1 -> nobody hears",
        "ann: add 1 -> world.total=2",
        "ann: undo -> did=no",
        "ann: add 1",
        "ann: add 1 -> bob hears Noted(red)",
    ),
)
def test_what_is_not_so_is_noticed(line: str, opened: Opener) -> None:
    with pytest.raises((AssertionError, KeyError)):
        tale(line)(opened)
