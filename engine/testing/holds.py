"""Random legal play, and the assertions that must hold of every position, order and roll."""

import hmac
import random
from collections.abc import Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Any

import msgspec
import pytest

from engine import lenient
from engine.game import HINTS
from engine.menu import Menu, Refusal, Refused
from engine.referee.commands import RESERVED
from engine.rulings.rulings import Announce, Hush, Remove, Replace, Vacate, View
from engine.rulings.times import Force
from engine.slots import Reader, slot_name
from engine.state import REFEREE, Anytime, Commitment, Line, Order, Roll, Seat, Setup
from engine.store import journal
from engine.table import GameTable
from engine.testing.kit import Case, Play, asked, choose, fresh
from engine.testing.lenience import read_loosely
from engine.testing.pairs import pick

WORDS = ("zebra", "-1", "999", "0", '"', "ok", "bomb", "{", "pass pass", "ä")


def wander(
    case: Case, play: Play, rng: random.Random, look: float = 0.3, most: int | None = None
) -> None:
    """Play at random to the end, or for ``most`` entries, and check the laws of single positions
    and orders. ``look`` (0 to 1) is the share of decisions that are examined closely.
    """
    for _ in range(case.kit.orders if most is None else most):
        if play.over:
            return
        play.reload()
        lawful(case, play)
        order = case.kit.house(play.table, rng) if rng.random() < 0.02 else None
        if order is not None:
            play.enter(play.now, REFEREE, order)
            continue
        at, seat, order = choose(play, rng)
        if seat != REFEREE and rng.random() < look:
            closely(play, seat, order, rng)
        play.enter(at, seat, order)
    assert most is not None or play.over, f"{case.name} goes on after {len(play.entries)} entries"


def lawful(case: Case, play: Play) -> None:
    """Assert the invariants of every saved position."""
    table = play.table
    data = table.save()
    assert table.load(data).save() == data
    assert len(data) <= case.kit.size, f"a save of {len(data)} bytes"
    case.game.check(table.world)
    ask = table.ask()
    assert ask is not None, "the game goes on, and nobody is asked"
    assert not (ask.forced and (len(ask.seats) != 1 or ask.window is not None)), (
        "forced: one seat and no window"
    )
    assert len(set(ask.seats)) == len(ask.seats)
    assert set(ask.seats) <= set(table.seats)
    for seat in ask.seats:
        menu = table.menu(seat)
        assert menu.default is None or menu.allows(menu.default), (
            f"{seat}: the default is not legal"
        )
        assert table.state.due is None or menu.default is not None, (
            f"{seat}: there is a time, and no default"
        )
        assert any(not issubclass(choice.order, Anytime) for choice in menu.offered), (
            f"{seat} cannot answer"
        )
    for seat, said in table.state.answers.items():
        assert table.menu(seat).allows(said), f"{seat}: an answer that is not legal is kept"


def keep_turns(play: Play, rng: random.Random, most: int) -> None:
    """Play at random, and assert that ``Menu.in_a_row`` is right: after that number of answers
    another seat is asked, or dice fall.
    """
    left: dict[Seat, int] = {}
    for _ in range(most):
        if play.over:
            return
        at, seat, order = choose(play, rng)
        if seat == REFEREE or isinstance(order, Anytime | Line):
            play.enter(at, seat, order)
            continue
        said, rolled = play.table.menu(seat).in_a_row, play.table.rolled
        if said is not None:
            left[seat] = min(left.get(seat, said), said) - 1
        play.enter(at, seat, order)
        if asked(play.table) != (seat,) or play.table.rolled != rolled:
            left.clear()
        assert left.get(seat) != 0, f"{seat} is asked once more"


def closely(play: Play, seat: Seat, order: Any, rng: random.Random) -> None:
    """Check laws 2 and 4 for one order, and for a sample of every choice of its menu."""
    menu, seed = play.table.menu(seat), play.table.state.question
    firsts = {choice.parts[0] for choice in menu.offered if slot_name(choice.parts[0]) is None}
    assert not menu.verbs or firsts <= menu.verbs, "not in Game.words, nor in Game.verbs"
    for some in (order, *(choice.sample(rng) for choice in menu.offered)):
        text = menu.write(some)
        assert (word := text.split()[0].casefold()) not in RESERVED, (
            f"{word!r} is a word of the referee; those are: {', '.join(sorted(RESERVED))}"
        )
        assert menu.parse(text) == some
        assert menu.parse(f"  {text.upper()}  ") == some, "case and blanks do not count"
        assert not play.game.words or play.game.resembles(text), f"{text!r}: not in Game.words"
        completes(menu, text)
        read_loosely(menu, some, text)
    if seat in asked(play.table):
        view = play.table.view(seat)
        assert menu.allows(play.game.robot(view, menu, rng)), "a robot's order is not legal"
        hints = play.game.hints(view, menu)
        assert len(hints) <= HINTS, "more hints than a person can consider"
        assert all(menu.allows(hint) for hint in hints), "a hint is not legal"
        assert not any(isinstance(hint, Anytime) for hint in hints), "a hint does not answer"
        assert hints == play.game.hints(view, menu), "hints are not a function of what is seen"
        assert not any(menu.harms(hint) for hint in hints), "a hint harms its own side"
        for offer in rng.sample(offers := menu.offers(), min(3, len(offers))):
            assert menu.write(menu.parse(offer.order)) == offer.order
    before = play.table.save()
    mutants = mutated(menu.write(order), rng)
    assert refused(menu, mutants[0], seed), "a word too many"
    for mutant in mutants:
        refused(menu, mutant, seed)
    guessed(menu, mutants[1])
    guessed(menu, rng.choice(mutants))
    if menu.verbs:
        guessed(menu, " ".join([rng.choice(sorted(menu.verbs)), *mutants[0].split()[1:-1]]))
    for other in play.table.seats:
        if other not in asked(play.table) and not any(
            type(order) is choice.order for choice in play.table.menu(other).choices
        ):
            assert refused(play.table.menu(other), menu.write(order), seed)
    assert play.table.save() == before, "reading an order has changed something"


def completes(menu: Menu, text: str) -> None:
    """Assert that every word of a legal order is among the completions at its place. Words joined
    by ``+`` are completed one by one.
    """
    words = text.split()
    for k, word in enumerate(words):
        head, begun = " ".join([*words[:k], ""]), ""
        offered, parts = menu.complete(head), word.split("+")
        for wanted in [word] if word in offered else accumulate(parts, "{}+{}".format):
            offered = menu.complete(head + begun) if begun else offered
            assert wanted in offered, f"{wanted!r} is not offered after {head + begun!r}: {offered}"
            assert wanted in menu.complete(head + wanted[: len(begun) + 1])
            begun = f"{wanted}+"


def mutated(text: str, rng: random.Random) -> list[str]:
    """Return variations of a legal order. The first is never legal."""
    words = text.split()
    k = rng.randrange(len(words))
    return [
        f"{text} zebra",
        " ".join(words[:-1]),
        " ".join([*words[:k], rng.choice(WORDS), *words[k + 1 :]]),
        " ".join([*words[:k], *words[k + 1 :]]),
        " ".join([*words[: k + 1], *words[k:]]),
        " ".join(reversed(words)),
    ]


def refused(menu: Menu, text: str, seed: int) -> Refusal | None:
    """Check the refusal of a text that may be wrong: it must name a place and a reason, and help.
    Return ``None`` if the order is legal.
    """
    try:
        assert menu.allows(menu.parse(text, seed))
        return None
    except Refused as why:
        refusal = why.refusal
    assert refusal.code
    assert 0 <= refusal.start <= refusal.end <= len(text)
    assert text[refusal.start : refusal.end] == refusal.word
    assert refusal.legal or not menu.offered, "nothing that would have worked"
    for legal in refusal.legal:
        menu.parse(legal)
    with pytest.raises(Refused) as again:
        menu.parse(text, seed)
    assert again.value.refusal == refusal, "two refusals of the same order"
    return refusal


def guessed(menu: Menu, text: str) -> None:
    """Assert that the suggestions for a refused text are legal and don't harm their own side. An
    order to be confirmed with a yes must be of the kind that the text named.
    """
    try:
        menu.parse(text)
        return
    except Refused as why:
        advised = menu.advised(why.refusal, text)
    for word in advised.wanted:
        begun = f"{text[: advised.start]} {word}"
        spelt = (begun, *(plain for plain, _ in lenient.in_plain_words(begun)))
        fits = any(menu.read_as_far(Reader(one)) for one in spelt)
        assert fits, f"{text!r}: {word!r} is not possible there"
    for guess in advised.meant:
        assert not menu.harms(menu.parse(guess)), f"{text!r}: {guess!r} harms its own side"
    if guess := menu.corrected(text, advised.meant):
        verbs = {word.casefold() for word in text.split()} & menu.verbs
        assert verbs <= {*guess.casefold().split()}, f"{text!r} would become {guess!r}"


def recomputed(setup: Setup, roll: Roll, key: bytes) -> list[int]:
    """Return the dice of one roll by the formula of the rules, implemented a second time."""

    def f(x: bytes) -> bytes:
        return len(x).to_bytes(4, "big") + x

    head = f(setup.id.encode()) + b"".join(f(salt.encode()) for salt in roll.salts) + key
    stream, got = b"", list[int]()
    i = used = 0
    for faces, _ in roll.dice:
        while True:
            if used == len(stream):
                stream += hmac.new(setup.secret, head + i.to_bytes(4, "big"), sha256).digest()
                i += 1
            b, used = stream[used], used + 1
            if b < 256 - 256 % faces:
                break
        got.append(b % faces)
    return got


def rolls_hold(case: Case, play: Play) -> None:
    """Assert that every roll can be recomputed, and that no key was used twice."""
    rolls = [roll for bulletin in (play.first, *play.bulletins) for roll in bulletin.rolls]
    keys = [(roll.epoch, roll.key) for roll in rolls]
    assert len(keys) == len(set(keys)), "a key was used twice"
    for roll in rolls:
        if not roll.loaded:
            assert [shown for _, shown in roll.dice] == recomputed(
                play.setup, roll, case.kit.dice_key(roll)
            ), roll


def resealed(setup: Setup, one: Commitment) -> str:
    """Return the root of a commitment by the formula in the docs, implemented a second time."""

    def f(x: str) -> bytes:
        return len(x.encode()).to_bytes(4, "big") + x.encode()

    key = hmac.new(setup.secret, b"commitments", sha256).digest()
    named, hashes = f(setup.id) + f(one.seat) + f(f"{one.epoch}/{one.question}"), list[bytes]()
    for i, leaf in enumerate(one.leaves):
        salt = hmac.new(key, named + i.to_bytes(4, "big"), sha256).digest()
        hashes.append(sha256(salt + leaf.encode()).digest())
    return sha256(b"".join(sorted(hashes))).hexdigest()


def commitments_hold(play: Play) -> None:
    """Assert that every commitment can be recomputed. A sealed question commits every seat that is
    asked, once, when it closes. A seat that gives up is no longer asked.
    """
    before, seen = play.first, set[tuple[int, int]]()
    for entry, bulletin in zip(play.entries, play.bulletins, strict=True):
        beside = entry.seat if isinstance(entry.order, Anytime) else None
        asked: dict[tuple[int, int], tuple[Seat, ...]] = {}
        for one in bulletin.commitments:
            assert one.root == resealed(play.setup, one), one
            where = one.epoch, one.question
            asked[where] = (*asked.get(where, ()), one.seat)
        assert not seen & asked.keys(), "a question has closed twice"
        seen |= asked.keys()
        for (_, question), seats in asked.items():
            over = bulletin.question > question or bulletin.asked is None
            assert over, "an open question commits nobody"
            if before.question == question and before.asked is not None:
                still = tuple(s for s in before.asked.seats if s != beside or s in seats)
                assert seats == still, "all who are asked, and nobody else"
        before = bulletin


def replays(play: Play) -> None:
    """Check law 3: replaying the stored journal gives the same table and bulletins."""
    entries = journal.read(play.game, play.setup, play.rows)
    table, told = journal.replay(play.game, play.setup, entries)
    assert table.save() == play.table.save()
    for n, bulletin in told.items():
        assert bulletin == play.bulletins[n - 1]


def messages(table: GameTable, seat: Seat, rng: random.Random) -> list[Order]:
    """Return some lines of one seat and its answer, found by playing them on a copy."""
    copy, said = table.load(table.save()), list[Order]()
    for last in (False, False, True):
        order = pick(copy.menu(seat), rng, lines=not last)
        if last or isinstance(order, Line):
            said.append(order)
            copy.take(copy.state.now, seat, order)
    return said


def interleaved(said: dict[Seat, list[Order]], rng: random.Random) -> list[tuple[Seat, Order]]:
    """Return the orders of all seats in a random order that keeps each seat's own order."""
    turns = [seat for seat, orders in said.items() for _ in orders]
    rng.shuffle(turns)
    left = {seat: iter(orders) for seat, orders in said.items()}
    return [(seat, next(left[seat])) for seat in turns]


def sealed(case: Case, seed: int) -> int:
    """Check law 6 at every sealed question of one random game: the order of arrival leaves no
    trace. Returns the number of such questions.
    """
    play, rng, found = fresh(case, seed), random.Random(seed), 0
    while not play.over and len(play.entries) < 120:
        table = play.table
        if len(asked(table)) > 1 and not table.state.answers:
            found += 1
            said = {seat: messages(table, seat, rng) for seat in asked(table)}
            ends = set()
            for _ in range(6):
                copy = table.load(table.save())
                for seat, order in interleaved(said, rng):
                    bulletin = copy.take(copy.state.now, seat, order)
                ends.add((copy.save(), msgspec.json.encode(bulletin, order="deterministic")))
            assert len(ends) == 1, "the order of arrival has left a trace"
        play.enter(*choose(play, rng))
    return found


def copied(case: Case, seed: int, entries: Sequence[journal.Entry]) -> Play:
    """Return the game of this seed after these entries."""
    play = fresh(case, seed)
    for entry in entries[len(play.entries) :]:
        play.write(entry.at, entry.seat, entry.order)
    return play


def undone(play: Play, to: int) -> None:
    """Undo to entry ``to`` and check law 13: the position is the old one, and counters continue."""
    before, wanted = play.table.state, journal.replay(play.game, play.setup, play.entries[:to])[0]
    bulletin = play.undo(play.now + 5, REFEREE, to)
    now = play.table.state
    encode = play.game.codec[0].encode
    assert encode(now.world) == encode(wanted.state.world)
    assert encode(now.stack) == encode(wanted.state.stack)
    assert encode(now.chairs) == encode(wanted.state.chairs)
    assert now.epoch == max(before.question, before.epoch + 1), (
        "other dice, by a number that everybody knows"
    )
    assert now.rolled >= before.rolled
    assert now.now >= before.now
    assert now.orders == before.orders, "the numbers of the seats' orders go on"
    if now.stack:
        assert now.question > before.question
        assert bulletin.fresh
        assert now.due is None or now.due >= now.now
    replay, _ = journal.replay(play.game, play.setup, play.entries)
    assert replay.save() == play.table.save()


def rewritten(rows: list[tuple[bytes, bytes]], k: int) -> list[tuple[bytes, bytes]]:
    """Return the rows with a changed time in entry ``k``, counted from 0."""
    data, link = rows[k]
    entry = msgspec.json.decode(data)
    other = msgspec.json.encode({**entry, "at": entry["at"] + 1}, order="sorted")
    return [*rows[:k], (other, link), *rows[k + 1 :]]


def swapped(rows: list[tuple[bytes, bytes]], k: int) -> list[tuple[bytes, bytes]]:
    """Return the rows with entry ``k``, counted from 0, and its successor swapped."""
    j = (k + 1) % len(rows)
    some = list(rows)
    some[k], some[j] = some[j], some[k]
    return some


def outcome(case: Case, seed: int, *, reload: bool) -> Any:
    """Return the final save and the bulletins of a random game. With ``reload`` its table is
    reloaded before every decision.
    """
    play, rng = fresh(case, seed), random.Random(seed)
    for _ in range(60):
        if play.over:
            break
        if reload:
            play.reload()
        play.enter(*choose(play, rng))
    return play.table.save(), play.bulletins


def taken(case: Case, seed: int, most: int = 150) -> tuple[Play, list[int]]:
    """Return a random game, and the entries after which a seat could take back its last order."""
    play, rng, found = fresh(case, seed), random.Random(seed), list[int]()
    while not play.over and len(play.entries) < most:
        play.enter(*choose(play, rng))
        if play.table.state.back is not None:
            found.append(len(play.entries))
    return play, found


def ruling(play: Play, rng: random.Random) -> Any:
    """Return an order that a moderator could give now. It never removes the last seat."""
    left = [seat for seat in play.table.seats if seat not in play.table.state.people.removed]
    seat = rng.choice(play.table.seats)
    found: list[Any] = [
        Announce("hello"),
        Hush(seat, rng.random() < 0.5),
        View("Max", "box", ""),
        Vacate(seat),
        Replace(seat, "Zoe"),
    ]
    if len(left) > 1 and rng.random() < 0.3:
        found += [Remove(rng.choice(left))] * 3
    ask = play.table.ask()
    if ask is not None and ask.window is None:
        late = [seat for seat in ask.seats if play.table.menu_of(seat).default is not None]
        found += [Force(seat, "moderator") for seat in late]
    return rng.choice(found)


def chairs(play: Play) -> list[tuple[Seat, str]]:
    """Return the seats and the names of their players."""
    return [(chair.seat, chair.name) for chair in play.table.state.chairs]


def restores(play: Play) -> None:
    """Assert that replaying the journal gives the same table."""
    table, _ = journal.replay(play.game, play.setup, play.entries)
    assert table.save() == play.table.save()
