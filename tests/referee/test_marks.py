"""The marks of messages, which Discord shows as nonces: what is published of a game
tells nothing of them (IS-12).
"""

import re
from hashlib import blake2b, sha256

from tests.referee.conftest import Opener
from tests.referee.stage import Table


def test_nobody_can_count_the_messages_of_other_games_with_what_is_published(
    opened: Opener,
) -> None:
    """Who knows the secret of a game that is over finds no number of the
    news in the marks of its messages.
    """
    house = opened(Table(id="a"), Table(id="b"))
    house.say("ann", "add 1", "a")
    marks = {outgoing.mark for outgoing in house.told if outgoing.game == "a"}
    assert len(marks) >= 3
    secret = house.row("a").decoded_setup().secret
    keys = [secret, sha256(secret).digest(), sha256(b"marks" + secret).digest(), b""]
    keys.append(secret + b"marks")
    for key in keys:
        tried = {blake2b(b"%d" % n, key=key, digest_size=16).hexdigest() for n in range(1, 1_000)}
        assert not tried & marks


def test_two_houses_mark_the_same_message_differently(opened: Opener) -> None:
    marks = [[outgoing.mark for outgoing in opened().told] for _ in range(2)]
    assert len(marks[0]) == len(marks[1]) > 0
    assert not set(marks[0]) & set(marks[1])
    assert all(re.fullmatch("[0-9a-f]{32}", mark) for mark in marks[0])
