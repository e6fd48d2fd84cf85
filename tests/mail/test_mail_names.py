"""The addresses and Message-IDs that prove who was sent them, and how many answers go out."""

import hashlib
import hmac
from base64 import b32encode
from collections.abc import Callable

import pytest

from engine.store.notes import Notes
from mail.incoming import rate_limit
from mail.incoming.rate_limit import DAY, HOUR
from mail.names import Capability, Confirmation, MailNames
from tests.kit.each import each

KEY = b"k" * 32
NAMES = MailNames(KEY, "referee@play.example")
HERS = Capability("g12", 2, 3)
HER_ADDRESS, HER_THREAD = NAMES.reply_to(HERS), NAMES.message_id(HERS, b"x")


def sixty_bits(*said: str) -> str:
    return b32encode(hmac.digest(KEY, "\0".join(said).encode(), hashlib.sha256))[:12].decode()


def epoch_of(game: str, chair: int) -> int:
    return 1 if (game, chair) == ("g12", 2) else 0


def test_a_proof_is_sixty_bits_of_purpose_game_chair_question_and_epoch() -> None:
    proof = sixty_bits("reply", "g12", "2", "3", "0").lower()
    assert f"referee+g12.2.3.{proof}@play.example" == HER_ADDRESS
    proof = sixty_bits("reply", "g12", "2", "3", "7").lower()
    assert NAMES.reply_to(HERS, 7) == f"referee+g12.2.3.{proof}@play.example"


def test_a_message_id_is_the_same_for_the_same_mail_and_names_its_receipt() -> None:
    tag = f"g12.2.3.{sixty_bits('thread', 'g12', '2', '3', '0').lower()}"
    proof = sixty_bits("mail", "g12", "2", b"x".hex()).lower()
    assert NAMES.message_id(HERS, b"x") == HER_THREAD == f"<{tag}.{proof}@play.example>"
    assert NAMES.message_id(HERS, b"x", 0, 5) == f"<{tag}.c5.{proof}@play.example>"
    assert NAMES.message_id(HERS, b"y") != HER_THREAD != NAMES.message_id(HERS, b"x", 1)


def test_all_mails_to_one_chair_refer_to_one_root() -> None:
    tag = f"g12.2.0.{sixty_bits('thread', 'g12', '2', '0', '0').lower()}"
    assert NAMES.root("g12", 2) == f"<{tag}.root@play.example>"
    assert NAMES.in_thread([NAMES.root("g12", 2)]) == [Capability("g12", 2, 0)]
    assert NAMES.in_thread([NAMES.root("g12", 2, 1)]) == []
    assert NAMES.in_thread([NAMES.root("g12", 2, 1)], epoch_of) == [Capability("g12", 2, 0)]


@each("change", [str, str.upper, str.lower])
def test_case_does_not_matter_in_what_comes_back(change: Callable[[str], str]) -> None:
    assert NAMES.in_addresses([change(HER_ADDRESS)]) == [HERS]
    assert NAMES.in_thread([change(HER_THREAD)]) == [HERS]
    assert NAMES.bounced([change(NAMES.envelope("g12", 2))]) == ("g12", 2)
    assert NAMES.games_in([change(HER_ADDRESS)]) == ["g12"]
    waiting = Confirmation("g12", 2, "abcdefghijkl")
    assert NAMES.confirms([change(NAMES.confirmation(waiting))]) == waiting


def test_of_several_capabilities_the_latest_question_comes_first_and_each_once() -> None:
    theirs = [Capability("g12", 1, 9), HERS, Capability("g11", 4, 3), Capability("g12", 2, 1)]
    given = [NAMES.reply_to(of) for of in (theirs[3], theirs[1], theirs[0], theirs[1], theirs[2])]
    assert NAMES.in_addresses(given) == [theirs[0], theirs[2], theirs[1], theirs[3]]


def test_a_tag_holds_in_the_epoch_of_its_own_chair() -> None:
    assert NAMES.in_addresses([HER_ADDRESS], epoch_of) == []
    assert NAMES.in_addresses([NAMES.reply_to(HERS, 1)], epoch_of) == [HERS]
    assert NAMES.in_addresses([NAMES.reply_to(Capability("g12", 1, 3))], epoch_of) == [
        Capability("g12", 1, 3)
    ]


def test_an_address_without_a_proof_names_its_game_and_proves_nothing() -> None:
    guessed = "referee+g12.2.3.aaaaaaaaaaaa@play.example"
    assert NAMES.games_in(["x@y.example", guessed]) == ["g12"]
    assert NAMES.in_addresses([guessed]) == []


def test_what_is_for_something_else_is_neither_a_bounce_nor_a_yes() -> None:
    bounce, yes = NAMES.envelope("g12", 2), NAMES.confirmation(Confirmation("g12", 2, "a" * 12))
    assert yes == "referee+yes.g12.2.aaaaaaaaaaaa@play.example"
    assert bounce == f"referee+b.g12.2.{sixty_bits('bounce', 'g12', '2').lower()}@play.example"
    others = ["x@y.example", HER_ADDRESS, bounce]
    assert NAMES.confirms(others) is None
    assert NAMES.confirms([*others, yes]) == Confirmation("g12", 2, "a" * 12)
    assert NAMES.bounced([HER_ADDRESS, yes]) is None
    assert NAMES.bounced([bounce.replace("+b.", "+x.")]) is None
    forged = "referee+b.g12.1.aaaaaaaaaaaa@play.example"
    assert NAMES.bounced([forged, bounce]) == ("g12", 2)
    for wrong in (f"x{bounce}", f"{bounce}x", bounce.replace("referee+b", "refereeb")):
        assert NAMES.bounced([wrong]) is None


def test_the_latest_receipt_that_a_mail_answers_is_that_of_its_own_chair() -> None:
    thread = [
        NAMES.message_id(HERS, b"a", 0, 4),
        NAMES.message_id(HERS, b"b", 0, 11),
        NAMES.message_id(HERS, b"c"),
        NAMES.message_id(Capability("g12", 1, 3), b"d", 0, 99),
        NAMES.message_id(Capability("g13", 2, 3), b"e", 0, 98),
        "<somebody@else.example>",
    ]
    assert NAMES.receipt_in(thread, "g12", 2) == 11
    assert NAMES.receipt_in(thread[2:], "g12", 2) == 0
    assert NAMES.receipt_in([], "g12", 2) == 0
    assert NAMES.receipt_in(thread, "g12", 2, epoch_of) == 0, "they are void"


def test_the_pattern_of_tagged_addresses_may_be_given_and_must_have_a_place_for_the_tag() -> None:
    caught = MailNames(KEY, "referee@play.example", "{tag}@games.play.example", "The Judge")
    address = caught.reply_to(HERS)
    assert address.rpartition("@")[2] == "games.play.example"
    assert caught.in_addresses([address, address.upper()]) == [HERS]
    assert caught.in_addresses([address.upper()]) == [HERS]
    assert caught.in_addresses([f"x{address}", f"{address}x"]) == []
    assert caught.message_id(HERS, b"").endswith("@play.example>")
    quoted = MailNames(KEY, '"a@b"@play.example')
    assert (caught.shown, quoted.shown) == ("The Judge", "Referee")
    assert quoted.reply_to(HERS).startswith('"a@b"+g12.2.3.')
    dotted = MailNames(KEY, "referee@play.example", "r.e+{tag}@play.example")
    assert dotted.in_addresses([dotted.reply_to(HERS).replace("r.e+", "rxe+")]) == []
    bounce = dotted.envelope("g12", 2)
    assert dotted.bounced([bounce]) == ("g12", 2)
    assert dotted.bounced([bounce.replace("r.e+", "rxe+")]) is None
    assert dotted.bounced([bounce.replace("play.example", "play-example")]) is None
    for pattern in ("referee@play.example", "referee@{tag}.example"):
        with pytest.raises(
            ValueError, match=r"needs \{tag\} before the @, such as referee\+\{tag\}@play\.example$"
        ):
            MailNames(KEY, "referee@play.example", pattern)


# ---- how many answers go out


@pytest.fixture
def notes() -> Notes:
    return Notes.nothing("mail")


def went(
    notes: Notes, *at: int, to: str = "eve", text: str = "", again: bool = False
) -> list[bool]:
    """Which answers went out at these seconds, each of other words unless said otherwise."""
    return [rate_limit.allows(notes, to, [text or str(n)], n, (2, 3, 1), again=again) for n in at]


def test_no_more_answers_go_out_in_an_hour_and_in_a_day_than_that(notes: Notes) -> None:
    assert went(notes, 0, 1, 2, HOUR - 1) == [True, True, False, False]
    assert rate_limit.free_at(notes, "eve", 2, (2, 3, 1)) == HOUR
    assert went(notes, HOUR, HOUR + 1, DAY - 1) == [True, False, False]
    assert rate_limit.free_at(notes, "eve", DAY - 1, (2, 3, 1)) == DAY
    assert went(notes, DAY) == [True]
    assert went(notes, 1, to="zoe") == [True], "each has an account of their own"


def test_the_same_lines_go_out_again_after_an_hour_or_if_they_may(notes: Notes) -> None:
    assert went(notes, 0, 1, text="x") == [True, False]
    assert went(notes, 2, text="x", again=True) == [True]
    assert went(notes, HOUR + 2, text="x") == [True]


def test_lines_are_other_lines_if_they_are_broken_elsewhere(notes: Notes) -> None:
    most = (9, 9, 1)
    assert rate_limit.allows(notes, "eve", ["a", "b"], 0, most)
    assert rate_limit.allows(notes, "eve", ["ab"], 0, most)
    assert rate_limit.allows(notes, "eve", ["a b"], 0, most)
    assert not rate_limit.allows(notes, "eve", ["a", "b"], 0, most)


def test_whoever_may_be_answered_now_is_free_now(notes: Notes) -> None:
    assert rate_limit.free_at(notes, "eve", 77, (1, 1, 1)) == 77
