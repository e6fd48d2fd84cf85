"""Sentences of ambush: every event, prompt and refusal, in both languages, without a raw word."""

import ast as python
import re
from pathlib import Path
from typing import get_args

from fluent.syntax import FluentParser, ast
from msgspec.structs import replace

import engine.games.ambush
import renderers
from engine.games.ambush import events as told
from engine.games.ambush.units import LOCATIONS, Mode
from engine.games.ambush.view import Slide
from engine.games.ambush.world import Chance, Shooter
from engine.menu import Refusal
from engine.state import PUBLIC, Event
from renderers import ambush, fonts
from renderers.sentences import message_id
from tests.kit.each import each
from tests.renderers.ambush_views import FOLDER, GAME, randomly, said, showcase
from tests.renderers.test_sentences import Arguments

NAMES = {"A": "A", "B": "B"}
MODES: tuple[Mode, ...] = ("stand", "walk", "run", "jump")
ROLLS = get_args(told.Roll)
STOPS = get_args(told.Stopped.__annotations__["why"])
CHANCE = Chance(
    mover="B1",
    hex="0305",
    facing=1,
    prone=False,
    contact=False,
    shooters=(Shooter("AH1", -1, "front", (("ML#1", 7), ("PPC", 9))),),
)
EVENTS: tuple[Event, ...] = (
    told.Placed("A1", "0309", 0),
    told.Pledged("A-hidden-1", "A", "ab12"),
    told.Noticed("AH1", "fire@2"),
    *(told.Aimed("A1", twist, (("ML#1", "B1", 7), ("PPC", "B2", 9))) for twist in (-1, 0, 1)),
    told.Previewed(unit="A1", mode="run", hex="0305", facing=1, used=5, left=3),
    told.RoundBegan(1),
    told.Initiative((("A", 4), ("B", 9)), ("A", "B", "A")),
    told.Initiative((), ("A", "B")),
    told.Initiative((("A", 4), ("B", 9)), ()),
    told.TurnSkipped("A"),
    told.TurnLost("A", "first"),
    told.TurnLost("A", "last"),
    *(told.Began("A1", mode, "N") for mode in MODES),
    told.Began("A1", "run", "S"),
    told.Began("A1", "run", "A"),
    *(told.Stepped("A1", "0305", facing) for facing in range(6)),
    told.Turned("A1", 1),
    told.Posed("A1", True),
    told.Posed("A1", False),
    told.Blocked("A1", "0305"),
    told.Landed("A1", "0305", 2),
    *(told.Rolled(roll, "A1", 6, dice) for roll in ROLLS for dice in (5, 6)),
    *(told.Failed(roll, "A1") for roll in ROLLS),
    *(told.Fell("A1", "0305", 1, levels, "left") for levels in (0, 1, 2)),
    *(told.Struck("A1", "rear", place, ((place, 5), ("CT", 3))) for place in LOCATIONS),
    told.Struck("A1", "front", "LL", ()),
    told.PilotHit("A1", 1),
    told.PilotHit("A1", 2),
    told.Fainted("A1"),
    told.Woke("A1"),
    told.Destroyed("A1", "0305"),
    told.Skidded("A1", "0305", 0, 1),
    told.Skidded("A1", "0305", 0, 2),
    told.Slid("A1", "0304"),
    *(told.Stopped("A1", "0304", why) for why in STOPS),
    told.Pushed("A1", "0304"),
    told.MayAvoid("B1", "A1", (Slide("A1", 0, 2, ("0305",)), Slide("B2", 2, 1, ("0706", "0806")))),
    told.Avoided("B1", True),
    told.Avoided("B1", False),
    *(
        told.Revealed(
            unit="AH1",
            owner="A",
            hex="0604",
            facing=4,
            prone=False,
            cause=cause,
            slot="A-hidden-1",
            salt="cd34",
        )
        for cause in get_args(told.Cause)
    ),
    told.Revealed(
        unit="AH1",
        owner="A",
        hex="0604",
        facing=4,
        prone=True,
        cause="shot",
        slot="A-hidden-1",
        salt="cd34",
    ),
    told.Opened("A-hidden-2", "A", "none|||", "cd34"),
    told.Opened("A-hidden-2", "A", "AH2|0212|0|standing", "cd34"),
    told.Opened("A-hidden-2", "A", "AH2|0212|0|prone", "cd34"),
    told.Shot(unit="AH1", weapon="LL#1", target="B1", need=4, dice=3, missiles=0, damage=0),
    told.Shot(unit="AH1", weapon="LL#1", target="B1", need=4, dice=9, missiles=0, damage=8),
    told.Shot(unit="AH1", weapon="SRM6", target="B1", need=4, dice=9, missiles=1, damage=2),
    told.Shot(unit="AH1", weapon="SRM6", target="B1", need=4, dice=9, missiles=4, damage=8),
    told.Absorbed("0305", 35),
    told.Absorbed("0305", 0),
    *(told.Interrupted("A1", left) for left in (0, 1, 7)),
    told.MoveOver("A1", "0303", 1, True),
    told.MoveOver("A1", "0303", 1, False),
    told.Closing(),
    told.Offered("B1", None, "none"),
    told.Offered("B1", CHANCE, "none"),
    told.Offered("B1", CHANCE, "hold"),
    told.Offered("B1", CHANCE, "fire", ("AH1",)),
    told.Offered("B1", replace(CHANCE, contact=True), "hold"),
    told.Offered("B1", replace(CHANCE, prone=True), "hold"),
    *(
        told.Offered(
            "B1", replace(CHANCE, shooters=(replace(CHANCE.shooters[0], twist=twist),)), "none"
        )
        for twist in (0, 1)
    ),
    told.AskingSet("A", True),
    told.AskingSet("A", False),
    told.Weapons(),
    told.Shutdown("A1", True),
    told.Shutdown("A1", False),
    told.Held("0606", "A"),
    told.Scored((("A", 45), ("B", 0))),
    told.Won("A", "points"),
    told.Won("A", "last"),
    told.Drawn(),
)
WHOSE = (*(told.TurnSkipped, told.TurnLost, told.Revealed, told.AskingSet, told.Held, told.Won),)
RAW = re.compile(r"[{}$|]|\b(None|none|other|yes|no_|ambush-|actor|ahead|edge_kills)\b|  ")


def sentence(event: Event, viewer: str, language: str) -> str:
    sentences = said(language)
    return sentences.say(
        message_id("ambush", type(event)), **ambush.facts(event, viewer, NAMES, sentences.say)
    )


def test_every_event_is_tried() -> None:
    assert {type(event) for event in EVENTS} == set(GAME.events)


@each("language", renderers.LANGUAGES)
@each("event", EVENTS)
def test_no_raw_word_shows_and_spectators_read_the_same(event: Event, language: str) -> None:
    read = {viewer: sentence(event, viewer, language) for viewer in ("A", "B", PUBLIC)}
    for words in read.values():
        assert words.strip() == words != ""
        assert RAW.search(words) is None
        assert fonts.can_draw(words)
    assert read["B"] == read[PUBLIC]
    assert (read["A"] != read["B"]) is isinstance(event, WHOSE)


@each("language", renderers.LANGUAGES)
def test_different_happenings_read_differently(language: str) -> None:
    assert len({sentence(event, PUBLIC, language) for event in EVENTS}) == len(EVENTS)


def test_the_words_of_the_worked_example() -> None:
    """3.8 rows 2, 3 and 6."""
    read = [
        sentence(event, PUBLIC, "en")
        for event in (
            told.Rolled("skid", "A1", 5, 4),
            told.MayAvoid("B1", "A1", (Slide("A1", 0, 2, ("0305",)),)),
            told.Shot(unit="AH1", weapon="LL#1", target="B1", need=4, dice=9, missiles=0, damage=8),
            told.Struck("B1", "front", "LT", (("LT", 8),)),
            told.Interrupted("B1", 7),
        )
    ]
    assert read == [
        "A1 rolls not to skid: 4, needs 5: failure.",
        (
            "B1 is in the way of A1 and may try to avoid it. A1 in 0305 slides on towards"
            " N, 2 more hexes."
        ),
        "AH1 fires LL#1 at B1: 9, needs 4: a hit, damage 8.",
        "B1 is hit from the front in the left torso: damage left torso 8.",
        "The rest of the order of B1 is void; it has 7 points left to go on with.",
    ]


@each("language", renderers.LANGUAGES)
def test_Q4_the_closing_notice_knows_nothing(language: str) -> None:
    """The same for everybody, whether or not he was prompted."""
    assert len({sentence(told.Closing(), viewer, language) for viewer in ("A", "B", PUBLIC)}) == 1


@each("language", renderers.LANGUAGES)
def test_everything_that_happens_in_random_games_has_a_sentence(language: str) -> None:
    kinds = set()
    for seed in range(4):
        for play in randomly(seed, 120):
            for viewer in ("A", "B", PUBLIC):
                for event in play.bulletins[-1].events(viewer):
                    if type(event) in GAME.events:
                        kinds.add(type(event))
                        assert RAW.search(sentence(event, viewer, language)) is None
    assert len(kinds) > 20


@each("language", renderers.LANGUAGES)
def test_every_question_has_a_prompt_and_every_state_a_banner(language: str) -> None:
    say = said(language).say
    prompts, banners = {}, {}
    for view in showcase().values():
        state = ambush.state(view)
        prompts[state] = said(language).prompt("ambush", view)
        banners[state] = say("ambush-banner", **ambush.said(view, say))
        for words in (prompts[state], banners[state]):
            assert RAW.search(words) is None
            assert words.strip() == words != ""
    over = prompts.keys() & {"won", "drawn"}
    assert len({prompts[state] for state in prompts.keys() - over}) == len(prompts) - len(over)
    assert len(set(banners.values())) == len(banners)


def test_WN_2_a_prompt_says_that_it_is_the_only_one_and_for_whom_a_window_waits() -> None:
    say = said("en").say
    prompts = {
        name: said("en").joined(*ambush.prompt(view, say).why) for name, view in showcase().items()
    }
    assert (
        "You are asked only once about this order: your standing orders decide later opportunities."
        in prompts["sealed A"]
    )
    assert prompts["local A"].startswith("The window closes when everybody has")
    assert "answered: A, B. Your opportunity" in prompts["local A"]
    assert "The window closes at its deadline" in prompts["sealed A"]


def test_the_question_of_a_sealed_window_is_the_same_for_all_who_are_asked() -> None:
    """House rules of fair play: subjects and previews say what the public question says."""
    say = said("en").say
    for window in ("sealed", "local"):
        mine, theirs = (ambush.prompt(showcase()[f"{window} {seat}"], say) for seat in "AB")
        assert mine.more == theirs.more
        assert mine.private != theirs.private


def codes() -> set[str]:
    """The refusal codes that the game names: what it spells with hyphens and
    gives to a slot, a bar or ``idle``; what ``reveal`` takes is a word of orders.
    """
    found = set()
    for module in sorted(Path(engine.games.ambush.__file__).parent.glob("*.py")):
        tree = python.parse(module.read_text("utf-8"))
        found |= {
            node.value
            for node in python.walk(tree)
            if isinstance(node, python.Constant)
            and isinstance(node.value, str)
            and re.fullmatch("[a-z]+(-[a-z]+)+", node.value)
        }
    return found - {"next-round"} | {"sealed", "occupied", "impassable"}


@each("language", renderers.LANGUAGES)
@each("code", sorted(codes()))
def test_every_refusal_has_its_own_sentence(code: str, language: str) -> None:
    sentences = said(language)
    words = sentences.refusal(
        Refusal(
            code=code,
            start=14,
            end=15,
            word="X",
            wanted=("F", "L", "R"),
            legal=("move A1 run F",),
            rule="MV-4",
        ),
        "ambush",
    )
    general = sentences.say("refusal-other")
    assert not words.startswith(general)
    assert code not in words or "-" not in code
    assert "MV-4" in words
    assert words.endswith(sentences.examples("wanted", ("F", "L", "R")))


def catalogue(language: str) -> dict[str, set[str]]:
    """Message -> its arguments; fails if the file has a line that is no message."""
    messages = {}
    for entry in (
        FluentParser().parse((FOLDER / "locale" / f"{language}.ftl").read_text("utf-8")).body
    ):
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            arguments = Arguments()
            arguments.visit(entry)
            assert entry.id.name not in messages, entry.id.name
            messages[entry.id.name] = arguments.found
    return messages


def test_both_languages_have_the_same_messages_with_the_same_arguments() -> None:
    assert catalogue("zh-TW") == catalogue("en")


@each("language", renderers.LANGUAGES)
def test_a_question_shows_no_place_as_an_example_that_this_battle_may_not_have(
    language: str,
) -> None:
    asked = {
        ambush.state(view): ambush.prompt(view, said(language).say).more
        for view in showcase().values()
    }
    assert {"deploy", "hide"} <= asked.keys()
    assert not [text for text in asked.values() if re.search(r"\d{4}/\d", text)]


def test_an_opportunity_on_the_way_of_a_unit_says_where_it_stands_now() -> None:
    view = next(view for view in showcase().values() if view.chance)
    assert view.chance is not None
    say, mover = said("en").say, view.units[view.chance.mover]
    for hex, passed in ((view.chance.hex, False), ("0101", True)):
        units = view.units | {mover.id: replace(mover, hex=hex)}
        private = said("en").joined(*ambush.prompt(replace(view, units=units), say).why)
        assert ("That was on its way: it stands in 0101 now." in private) == passed
