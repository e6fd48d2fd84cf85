"""Who sent it: every case of the table, with the default and with the table option ``strict``.

Game g12, question 3; Ann holds chair 2, Bob chair 1.
"""

from collections.abc import Sequence

import msgspec

from mail.incoming.senders import Judgement, judge
from mail.memberships import Membership
from mail.names import Capability, MailNames
from mail.parse.reading import read
from mail.parse.verdicts import verdict
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

MX = "mx.play.example"
NAMES = MailNames(b"k" * 32, "referee@play.example")
ANN, BOB, EVE = "Ann <ann@mail.example>", "Bob <bob@post.example>", "Eve <eve@evil.example>"
ANNS = Membership(game="g12", chair=2, seat="Ann", address="ann@mail.example", turn=3)
BOBS = Membership(game="g12", chair=1, seat="Bob", address="bob@post.example", turn=3)
OTHER = Membership(game="g13", chair=1, seat="Ann", address="ann@mail.example", turn=1)
NOW = NAMES.reply_to(Capability("g12", 2, 3))
OLD = NAMES.reply_to(Capability("g12", 2, 2))
BOBS_NOW = NAMES.reply_to(Capability("g12", 1, 3))
GUESSED = "referee+g12.2.3.aaaaaaaaaaaa@play.example"
PLAIN = "referee@play.example"


def results(said: str, domain: str) -> str:
    return f"Authentication-Results: {MX}; dmarc={said} header.from={domain}"


def mail(to: str, sender: str, said: str | None, *headers: str) -> bytes:
    domain = sender.rpartition("@")[2].rstrip(">")
    above = [] if said is None else [results(said, domain)]
    return "\r\n".join(
        [*above, f"From: {sender}", f"To: {to}", *headers, "", "move 3 to E5", ""]
    ).encode()


class Book:
    def __init__(self, places: Sequence[Membership], passed: Sequence[str]):
        self.places, self.vouched = places, passed

    def of(self, sender: str) -> list[Membership]:
        return [place for place in self.places if place.address == sender.casefold()]

    def at(self, game: str, chair: int) -> Membership | None:
        return next(
            (place for place in self.places if (place.game, place.chair) == (game, chair)), None
        )

    def epoch(self, game: str, chair: int) -> int:
        return max(
            (place.epoch for place in self.places if (place.game, place.chair) == (game, chair)),
            default=0,
        )

    def passed(self, sender: str) -> bool:
        return sender.casefold() in self.vouched


def judged(
    raw: bytes,
    places: Sequence[Membership] = (ANNS, BOBS),
    passed: Sequence[str] = (),
    strict: bool = False,
) -> Judgement:
    kept = tuple(msgspec.structs.replace(place, strict=strict) for place in places)
    (judgement,) = judge(read(raw, "play.example"), Book(kept, passed), NAMES, MX)
    return judgement


TOFU = ("ann@mail.example",)
SEVERAL = (ANNS, BOBS, OTHER)
THREAD = f"In-Reply-To: {NAMES.message_id(Capability('g12', 2, 3), b'x')}"
NAMED = {"NOW": NOW, "OLD": OLD, "BOBS_NOW": BOBS_NOW, "GUESSED": GUESSED, "PLAIN": PLAIN, "MX": MX}
NAMED |= {"ANN": ANN, "BOB": BOB, "EVE": EVE, "THREAD": THREAD}
KNOWN = {"": {}, "vouched": {"passed": TOFU}, "several": {"places": SEVERAL}}


def put_together(to: str, sender: str, said: str, headers: Sequence[str]) -> bytes:
    filled = (text.format_map(NAMED) for text in (sender, *headers))
    return mail(to.format_map(NAMED), next(filled), said or None, *filled)


CASES = {
    name: (put_together(*parts), KNOWN[known], wanted)
    for name, (*parts, known, wanted) in DATA["cases"].items()
}


@each("raw, more, wanted", list(CASES.values()))
def test_the_cases(raw: bytes, more: dict[str, tuple[str, ...]], wanted: str) -> None:
    """What is done, for which chair, and what is done at a strict table."""
    action, chair, strictly = wanted.split()
    for strict in (False, True):
        judgement = judged(raw, strict=strict, **more)  # type: ignore[arg-type]  # the cases are plain tuples
        assert judgement.action == (strictly if strict else action)
        assert str(judgement.membership.chair if judgement.membership else "-") == chair


REASONS = DATA["reasons"]
STRICTLY = {
    "2": "nobody vouches for the sender, and the table is strict",
    "14": "no capability, and the table is strict",
}
TRUST = DATA["trust"]


def case(name: str, *, strict: bool = False) -> Judgement:
    raw, more, _ = CASES[name]
    return judged(raw, strict=strict, **more)  # type: ignore[arg-type]  # as above


def test_the_operators_log_says_why() -> None:
    assert {name: case(name).why for name in REASONS} == REASONS
    assert {name: case(name, strict=True).why for name in STRICTLY} == STRICTLY
    automatic = judged(mail(NOW, ANN, "pass", "Auto-Submitted: auto-replied"))
    assert automatic.why.startswith("not written by a person (")


def test_what_is_bounded_is_bounded_for_each_thing_that_speaks_for_a_sender() -> None:
    assert {name: case(name).trust for name in TRUST} == TRUST


def test_a_tag_of_no_question_is_never_out_of_date() -> None:
    def by(turn: int) -> str:
        to = NAMES.reply_to(Capability("g12", 2, turn))
        return judged(mail(to, ANN, "pass")).action

    assert [by(turn) for turn in range(5)] == ["accept", "stale", "stale", "accept", "accept"]


def test_a_thread_whose_tags_were_made_void_says_nothing_of_the_game() -> None:
    void = tuple(msgspec.structs.replace(place, epoch=1) for place in SEVERAL)
    assert judged(mail(PLAIN, ANN, "pass", THREAD), SEVERAL).action == "accept"
    assert judged(mail(PLAIN, ANN, "pass", THREAD), void).action == "help"


def test_of_a_senders_games_the_one_that_is_not_over_is_meant() -> None:
    over = msgspec.structs.replace(ANNS, over=True)
    found = judged(mail(PLAIN, ANN, "pass"), (over, BOBS, OTHER))
    assert (found.action, found.membership and found.membership.game) == ("accept", "g13")
    alone = judged(mail(PLAIN, ANN, "pass"), (over, BOBS))
    assert (alone.membership and alone.membership.game) == "g12", "the only one, if all are over"


def test_a_sender_with_two_ats_is_nobody() -> None:
    sender = 'Ann <"ann@evil.example"@mail.example>'
    hers = msgspec.structs.replace(ANNS, address='"ann@evil.example"@mail.example')
    raw = mail(PLAIN, sender, None, results("pass", "evil.example"))
    assert judged(raw, (hers, BOBS)).action == "drop"


def test_a_vouched_sender_is_to_be_remembered() -> None:
    assert judged(mail(NOW, ANN, "pass")).vouched
    assert not judged(mail(NOW, ANN, "none")).vouched


def test_a_mail_through_a_list_is_read_and_not_answered() -> None:
    judgement = judged(mail(NOW, ANN, "pass", "List-Id: <x.example>"))
    assert (judgement.action, judgement.quiet) == ("accept", True)


@each("header", ["Auto-Submitted: auto-replied", "X-Meanwhile: g12", "Return-Path: <>"])
def test_a_program_is_never_answered(header: str) -> None:
    assert judged(mail(NOW, ANN, "pass", header)).action == "drop"


def test_a_seat_that_is_not_asked_may_write_with_an_older_tag() -> None:
    waiting = msgspec.structs.replace(ANNS, turn=0)
    assert judged(mail(OLD, ANN, "pass"), (waiting, BOBS)).action == "accept"


def test_a_raised_epoch_voids_all_tags_of_a_seat() -> None:
    fresh = msgspec.structs.replace(ANNS, epoch=1)
    assert judged(mail(NOW, ANN, "none"), (fresh, BOBS)).action == "confirm"
    again = NAMES.reply_to(Capability("g12", 2, 3), 1)
    assert judged(mail(again, ANN, "none"), (fresh, BOBS)).action == "accept"


def test_the_latest_of_several_tags_of_a_seat_counts() -> None:
    assert judged(mail(f"{OLD}, {NOW}", ANN, "pass")).action == "accept"


GMAIL = (
    "mx.google.com; dkim=pass header.i=@mail.example header.s=s header.b=abc; spf=pass (google.com:"
    " domain of a@b designates 1.2.3.4 as permitted sender) smtp.mailfrom=ann@mail.example;"
    " dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=mail.example"
)
OUTLOOK = (
    "spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=mail.example; dkim=pass (signature was verified)"
    " header.d=mail.example;dmarc=pass action=none header.from=mail.example;compauth=pass"
    " reason=100"
)


@each(
    "headers, id, said",
    DATA["what_the_exchanger_says"],
)
def test_what_the_exchanger_says(headers: list[str], id: str, said: str) -> None:
    assert verdict(headers, id, "mail.example") == said


@each(
    "domain, other, one",
    DATA["what_belongs_to_one_organisation_speaks_for_all_of_it"],
)
def test_what_belongs_to_one_organisation_speaks_for_all_of_it(
    domain: str, other: str, one: bool
) -> None:
    """RFC 7489, 3.1.1 and 3.2: below a public suffix anybody may have a domain."""
    said = verdict([f"mx; dkim=pass header.d={other}"], "mx", domain)
    assert said == ("pass" if one else "none")
