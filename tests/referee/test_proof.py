"""``proof`` shows the hashes to everybody; programs are told of each when its question closes,
and nothing that people read has one in it.
"""

import json
from hashlib import sha256
from pathlib import Path

import pytest

import renderers
from bot.line.doors import JsonDoor
from bot.play.door import TerminalDoor
from engine.messages import Address
from engine.referee.doors import Door
from engine.referee.news import Composer, GameNews, NewsItem
from engine.state import PUBLIC
from engine.store.rows import commitments_in
from engine.store.sqlite import SqliteStore
from tests.kit.games import registered
from tests.records.sealed import play_out
from tests.referee.stage import House


def voted(house: House) -> None:
    for who, text in (("ann", "call"), ("ann", "vote blue"), ("ann", "cancel")):
        house.say(who, text)
    assert house.say("bob", "proof").facts["sealed"] == []
    house.say("ann", "vote green")
    assert house.say("bob", "proof").facts["sealed"] == []
    house.say("bob", "vote red")


@pytest.mark.parametrize("who", ["ann", "bob", "stranger"])
def test_proof_shows_the_hashes_of_closed_questions_and_at_the_end_what_they_hold(
    house: House, who: str
) -> None:
    voted(house)
    facts = house.say(who, "proof").facts
    assert [(one["seat"], one["leaves"]) for one in facts["sealed"]] == [("ann", []), ("bob", [])]
    assert facts["secret"] == ""
    assert "green" not in json.dumps(facts)
    roots = [one["root"] for one in facts["sealed"]]
    house.say("ann", "end")
    facts = house.say(who, "proof").facts
    assert facts["secret"] == (b"k" * 32).hex()
    assert [one["root"] for one in facts["sealed"]] == roots
    assert [one["leaves"][0] for one in facts["sealed"]] == [
        '{"type":"Vote","word":"green"}',
        '{"type":"Vote","word":"red"}',
    ]


def test_an_update_counts_what_is_told_to_all_and_no_secret_answer(house: House) -> None:
    house.say("ann", "call")
    before = house.say("bob", "proof").facts
    for text in ("vote blue", "cancel", "vote green"):
        house.say("ann", text)
    facts = house.say("bob", "proof").facts
    assert (facts["update"], facts["head"]) == (before["update"], before["head"])
    house.say("bob", "vote red")
    facts = house.say("bob", "proof").facts
    assert int(facts["update"]) == int(before["update"]) + 1


def test_proof_opens_an_update_without_any_secret(house: House) -> None:
    voted(house)
    last = house.say("bob", "proof").facts
    heads = {"0": ""}
    for number in range(1, int(last["update"]) + 1):
        facts = house.say("stranger", f"proof {number}").facts
        assert facts["leaf"] == sha256(facts["told"].encode()).hexdigest()
        assert facts["before"] == heads[str(number - 1)]
        three = bytes.fromhex(facts["before"] + facts["leaf"] + facts["seal"])
        heads[facts["number"]] = sha256(three).hexdigest()
        assert facts["head"] == heads[facts["number"]]
        assert '"type":"Vote"' not in facts["told"]
        assert facts["told"] in renderers.sentences_in("en").did(facts)
    assert heads[last["update"]] == last["head"]
    refused = house.say("bob", "proof 99").refusal
    assert refused is not None
    assert refused.code == "no-such-update"


def test_programs_get_the_hashes_with_the_news_and_people_do_not(tmp_path: Path) -> None:
    case = next(case for case in registered() if case.game.name == "ambush")
    doors: dict[str, Door] = {
        "json": JsonDoor(),
        "terminal": TerminalDoor("g", "en", lambda _: None),
    }
    with SqliteStore(tmp_path / "db") as store:
        play_out(store, case, 1, undo=False)
        row, (news, *_) = store.game("g"), [one for one in store.news("g") if one.commitments]
    assert row is not None
    game = GameNews.read(row)
    sealed = commitments_in(news.commitments)
    for viewer in ("A", "B", PUBLIC):
        found, terminal = (
            Composer(doors).compose(
                NewsItem.read(news, game.everybody.kind),
                game,
                Address(door=door, sender=viewer, game="g", viewer=viewer),
            )
            for door in doors
        )
        objects = [json.loads(line) for line in (found or b"").splitlines()]
        roots = [one["root"] for one in objects if one["kind"] == "commitment"]
        assert roots == [one.root for one in sealed]
        assert not any(leaf.encode() in (found or b"") for one in sealed for leaf in one.leaves[:1])
        assert not any(root.encode() in (terminal or b"") for root in roots)
