"""One person at several doors, what somebody does not want to hear, and talk to some."""

from engine.referee.accounts import LASTS
from engine.referee.commands.lobby import TRIES, WITHIN
from engine.referee.commands.talk import LIMITS
from tests.referee.stage import DOOR, POST, House, Table, code
from tests.referee.tale import tales

globals().update(tales(__file__))


def test_prompts_go_to_all_doors_of_a_person(two: House) -> None:
    two.link()
    two.say("ann", "speak red")
    two.doors[POST].news.clear()
    two.box.news.clear()
    two.say("bob", "speak blue")
    assert [(news.sender, news.prompted) for news in two.doors[POST].news] == [
        ("ann@example.org", True)
    ]
    assert [news.sender for news in two.box.news if news.prompted] == ["ann"]


def test_a_code_is_good_once_and_not_for_long(two: House) -> None:
    given = two.say("ann", "link", None).facts["code"]
    typed = given.lower().replace("-", "")
    assert two.say("ann@example.org", f"link {typed}", None, by=POST).status == "answered"
    assert code(two.say("eve@example.org", f"link {given}", None, by=POST)) == "bad-code"
    given = two.say("bob", "link", None).facts["code"]
    two.at += LASTS
    assert code(two.say("bob@example.org", f"link {given}", None, by=POST)) == "bad-code"


def test_codes_cannot_be_guessed_for_long(two: House) -> None:
    given = two.say("ann", "link", None).facts["code"]
    for n in range(TRIES):
        assert code(two.say("eve@example.org", f"link AAAAA-AAAA{n}", None, by=POST)) == "bad-code"
    assert code(two.say("eve@example.org", f"link {given}", None, by=POST)) == "too-many-tries"
    two.at += WITHIN
    assert code(two.say("eve@example.org", "link AAAAA-AAAAA", None, by=POST)) == "bad-code"


# ---- what one does not want to hear


def test_a_muted_door_hears_nothing_and_may_still_speak(two: House) -> None:
    two.link()
    assert two.say("ann", f"mute {POST}").status == "answered"
    two.doors[POST].news.clear()
    two.say("ann", "add 1")
    two.say("bob", "say * hello")
    assert two.say("ann@example.org", "add 1", by=POST).status == "taken"
    two.again()
    two.say("ann", "add 1")
    assert two.doors[POST].news == []
    assert code(two.say("ann", f"mute {DOOR}")) == "last-address", "somewhere one must be reached"
    assert two.say("ann", f"unmute {POST}").status == "answered"
    two.say("ann", "add 1")
    assert [news.sender for news in two.doors[POST].news] == ["ann@example.org"]


# ---- talk


def test_nobody_talks_without_end(two: House) -> None:
    """So much an hour for each seat, at all its doors together; others go on talking."""
    two.link()
    (most, hour), _ = LIMITS
    began = two.at
    for _ in range(most):
        assert two.say("ann", "say bob hello").status == "answered"
    for refused in (
        two.say("ann", "say bob hello"),
        two.say("ann@example.org", "say bob hello", by=POST),
    ):
        assert code(refused) == "too-much-said"
        again = two.at + 60 * int(refused.refusal.word if refused.refusal else "")
        assert 0 <= again - (began + hour) <= 62
    assert two.say("bob", "say ann are you there").status == "answered"
    two.at = again
    assert two.say("ann", "say bob hello").status == "answered"


WRONG = "evil@host mail/evil@host a@b@c.org @x.org bob@ mail/bob x@.org".split()

# Else composing a mail to it would fail, and with it somebody's order.


def test_what_was_said_is_read_by_those_who_could_hear_it(two: House) -> None:
    two.take([Table("k", seats=("ann", "bob", "cy")).make])
    two.say("ann", "say bob psst", "k")
    two.say("bob", "say * hello", "k")
    for who, heard in (("ann", 2), ("bob", 2), ("cy", 1), ("eve", 1)):
        assert len(two.say(who, "talk", "k").facts["said"]) == heard, who
