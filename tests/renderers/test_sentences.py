"""Sentences: both languages say the same, everything has a sentence, and no raw id shows."""

import ast as python
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import engine
import renderers
from engine.game import REFEREE_EVENTS, AnyGame
from engine.games import editions
from engine.games.battleboard.events import (
    Bombed,
    Cause,
    Dealt,
    Drawn,
    Joined,
    Passed,
    Result,
    TurnOrder,
    TurnStarted,
    Uncovered,
    Unseated,
    Withdrew,
    Won,
)
from engine.games.battleboard.frames import Turns
from engine.menu import Refusal, Refused
from engine.rulings import physical_dice, plan_text, rulings, times
from engine.rulings.times import ClockSet
from engine.state import PUBLIC, Committed, Disclosed, Event, Undone
from renderers.registry import renderer
from renderers.sentences import Sentences, kebab, language, message_id, parsed
from tests.kit.each import each
from tests.kit.games import names
from tests.renderers.views import KIND, board, showcase, view
from tests.repo.tree import ROOT

ENGINE = Path(engine.__file__).parent
NAMES = {"ann": "Ann", "bob": "Bob Two", "cyd": "Cyd"}
RESULTS: tuple[Result, ...] = ("MISS", "NEAR_MISS", "HIT", "LOSS")
CAUSES: tuple[Cause, ...] = ("order", "timeout", "illegal", "gone", "left")
EVENTS: tuple[Event, ...] = (
    *(Joined("ann", "ann", free) for free in (0, 1, 2)),
    *(Unseated("ann", free) for free in (1, 2)),
    Dealt("ann", 10, 8, ((3, 5),)),
    Dealt("ann", 10, 8, ((3, 5), (0, 0))),
    TurnOrder(("bob", "ann", "cyd")),
    TurnStarted("ann"),
    *(Bombed("ann", target, (3, 5), result) for target in ("ann", "bob") for result in RESULTS),
    *(Passed("ann", cause) for cause in CAUSES),
    Withdrew("ann"),
    Won("ann"),
    Drawn(),
    Uncovered("ann", ((0, 0), (2, 1))),
)
PLANS = (
    "none",
    "24h grace 6h",
    "18:00 UTC mon-fri miss moderator",
    "06:00 UTC",
    "bank 3d + 12h replace 3",
    "bank 3d",
    "24h replace 1",
)
REFEREE: tuple[Event, ...] = (
    Committed("g7", "ab12", False),
    Committed("g7", "ab12", True),
    Disclosed("cd34"),
    Undone("ann"),
)
TIME: tuple[Event, ...] = (
    *(ClockSet(plan_text.read(plan)) for plan in PLANS),
    times.WentAway("ann", 0, 86_400),
    times.CameBack("ann"),
    times.Returned("ann"),
    times.HoursKept("ann", plan_text.hours("UTC 22:00-07:00 weekends")),
    times.HoursKept("ann", None),
    *(
        times.Wished("ann", what, 3_600, on, n)
        for what in ("pause", "resume", "extend")
        for on in (True, False)
        for n in (0, 2)
    ),
    *(kind(by) for kind in (times.Paused, times.Unpaused) for by in ("consent", "moderator")),
    *(times.Extended(90_000, by) for by in ("consent", "moderator")),
    times.DueSet(0, "moderator"),
    times.Forced("ann", "moderator"),
    *(times.GraceBegan(late, 3_600) for late in ((), ("ann",))),
    *(times.HandedOver(late) for late in ((), ("ann",))),
    times.Missed(("ann", "bob")),
    times.WasDown(0, 4_000),
    times.FiledPlayed("pass"),
)
RULINGS: tuple[Event, ...] = (
    rulings.Proposed("ann", 12),
    *(rulings.AskedFor("ann", "gm extend 24h", spoken=on) for on in (True, False)),
    *(rulings.StillAsked("ann", what, 12, ("bob",)) for what in ("", "gm extend 24h")),
    rulings.Approved("ann", "gm extend 24h"),
    rulings.Agreed("ann"),
    rulings.Disagreed("ann"),
    *(rulings.RolledBack(how, 12, on) for how in ("consent", "moderator") for on in (True, False)),
    rulings.Unrated(),
    rulings.Vacated("ann"),
    rulings.Replaced("ann", "Dan"),
    rulings.Removed("ann"),
    rulings.Corrected("a slip"),
    rulings.Announced("welcome"),
    *(rulings.Appealed("ann", text) for text in ("", "too far")),
    rulings.Questioned("ann", "was that in range?"),
    rulings.RuledOn("it was in range"),
    *(rulings.Hushed("ann", on) for on in (True, False)),
    *(rulings.Unreached("ann", "mail", on) for on in (True, False)),
    *(rulings.Appointed("Dan", on) for on in (True, False)),
    *(rulings.Closed(text) for text in ("", "rain")),
    *(rulings.Viewed("dan", door, seat) for door in ("mail", "discord") for seat in ("", "ann")),
    *(rulings.Invited(by) for by in ("", "Dan")),
)
DICE: tuple[Event, ...] = (
    physical_dice.Wanted("1/barrage", ("1", "2")),
    physical_dice.Typed("1/barrage", ("5", "4")),
    physical_dice.Typed("1/barrage", ("referee",)),
    physical_dice.Disputed("1/barrage"),
)
RAW = re.compile(
    r"[{}$]|[a-z]+-[a-z]+-[a-z]+|_MISS|\b(HIT|MISS|LOSS|timeout|illegal|gone|None)\b|\bbattleboard"
)


def games() -> list[AnyGame]:
    """Every edition of every game of this project."""
    return [game for name in names() for game in editions(name).values()]


class Arguments(Visitor):
    """The variables of a message, and the messages it refers to."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.found.add(f"${node.id.name}")

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        self.found.add(node.id.name)


def catalogue(package: str, path: str) -> dict[str, set[str]]:
    """Message -> its arguments; fails if the file has a line that is no message."""
    messages = {}
    for entry in FluentParser().parse((files(package) / "locale" / path).read_text("utf-8")).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            arguments = Arguments()
            arguments.visit(entry)
            assert entry.id.name not in messages, entry.id.name
            messages[entry.id.name] = arguments.found
    return messages


def catalogues() -> Iterator[tuple[str, dict[str, dict[str, set[str]]]]]:
    """What -> language -> message -> arguments."""
    for name in ("house", "time", "dice", "desk"):
        yield (
            name,
            {own: catalogue("renderers", f"{own}/{name}.ftl") for own in renderers.LANGUAGES},
        )
    for package in ("renderers.desert", "mail", "bot", "bot.discord"):
        yield package, {own: catalogue(package, f"{own}.ftl") for own in renderers.LANGUAGES}
    for game in games():
        yield (
            game.name,
            {
                own: catalogue(game.events[0].__module__.rpartition(".")[0], f"{own}.ftl")
                for own in renderers.LANGUAGES
            },
        )


@each("name, languages", list(catalogues()))
def test_all_languages_have_the_same_messages_with_the_same_arguments(
    name: str, languages: dict[str, dict[str, set[str]]]
) -> None:
    # English names of commands stand with the commands.
    both = {
        own: {id: messages[id] for id in messages if not id.startswith("name-")}
        for own, messages in languages.items()
    }
    for own, messages in both.items():
        assert set(messages) == set(both["en"]), own
        assert messages == both["en"], own


@each("game", games())
@each("own", renderers.LANGUAGES)
def test_every_event_of_every_game_has_a_sentence_and_every_game_a_renderer(
    game: AnyGame, own: str
) -> None:
    said = renderers.sentences_in(own)
    assert [
        event.__name__ for event in game.events if not said.translates(message_id(game.name, event))
    ] == []
    assert callable(renderer(game.name).png)


def test_the_samples_above_are_of_every_event_of_battleboard() -> None:
    game = next(game for game in games() if game.name == KIND)
    assert {type(event) for event in EVENTS} == set(game.events)
    assert {type(event) for event in REFEREE + TIME + RULINGS + DICE} == set(REFEREE_EVENTS)


@each("own", renderers.LANGUAGES)
@each("viewer", ["ann", "bob", "cyd", PUBLIC])
@each("event", EVENTS + REFEREE + TIME + RULINGS + DICE)
def test_no_raw_id_ever_shows(event: Event, viewer: str, own: str) -> None:
    sentence = renderers.sentences_in(own).event(KIND, event, viewer, NAMES)
    assert sentence.strip() == sentence != ""
    assert RAW.search(sentence) is None
    assert "  " not in sentence


@each("own", renderers.LANGUAGES)
@each(
    "event",
    [
        event
        for event in EVENTS + REFEREE
        if not isinstance(event, Dealt | TurnOrder | Drawn | Uncovered | Committed | Disclosed)
    ],
)
def test_actor_and_spectator_read_different_sentences_and_all_spectators_the_same(
    event: Event, own: str
) -> None:
    said = renderers.sentences_in(own)
    assert said.event(KIND, event, "ann", NAMES) != said.event(KIND, event, "cyd", NAMES)
    assert said.event(KIND, event, "cyd", NAMES) == said.event(KIND, event, PUBLIC, NAMES)


def test_a_bomb_reads_differently_to_actor_victim_and_spectator() -> None:
    said, event = renderers.sentences_in("en"), Bombed("ann", "bob", (3, 5), "NEAR_MISS")
    assert [said.event(KIND, event, viewer, NAMES) for viewer in ("ann", "bob", "cyd", PUBLIC)] == [
        "You bombed Bob Two at 3 5: near miss.",
        "Ann bombed your board at 3 5: near miss.",
        "Ann bombed Bob Two at 3 5: near miss.",
        "Ann bombed Bob Two at 3 5: near miss.",
    ]
    lost = Bombed("ann", "bob", (3, 5), "LOSS")
    assert (
        said.event(KIND, lost, "bob", NAMES)
        == "Ann bombed your board at 3 5: hit, the last city. You have lost."
    )
    assert said.event(KIND, lost, "cyd", NAMES).endswith("Bob Two has lost.")


def test_BB_14_bombing_the_own_board_reads_so() -> None:
    said, event = renderers.sentences_in("en"), Bombed("ann", "ann", (0, 0), "LOSS")
    assert (
        said.event(KIND, event, "ann", NAMES)
        == "You bombed your own board at 0 0: hit, the last city. You have lost."
    )
    assert (
        said.event(KIND, event, "bob", NAMES)
        == "Ann bombed their own board at 0 0: hit, the last city. Ann has lost."
    )


def test_every_result_and_cause_has_its_own_words() -> None:
    for own in renderers.LANGUAGES:
        said = renderers.sentences_in(own)
        assert len(
            {
                said.event(KIND, Bombed("ann", "bob", (0, 0), result), PUBLIC, NAMES)
                for result in RESULTS
            }
        ) == len(RESULTS)
        for viewer in ("ann", PUBLIC):
            assert len(
                {said.event(KIND, Passed("ann", cause), viewer, NAMES) for cause in CAUSES}
            ) == len(CAUSES)


def codes(path: Path) -> Iterator[str]:
    """The refusal codes that a module of the engine names: all that it spells with hyphens."""
    for node in python.walk(python.parse(path.read_text("utf-8"))):
        if isinstance(node, python.Constant) and re.fullmatch("[a-z]+(-[a-z]+)+", str(node.value)):
            yield str(node.value)


OTHERS = {ENGINE / "games" / name for name in ("ambush", "derelict", "desert", "dicechess")}
"""Games whose refusals are read beside their own sentences."""
MODULES = [path for path in sorted(ENGINE.rglob("*.py")) if not OTHERS & {*path.parents}]
CODES = sorted({"incomplete", "internal", *(code for path in MODULES for code in codes(path))})


NUMBERS = (("count", 61), ("limit", 60), ("square", "d6"))
FACTS = (*NUMBERS, ("since", "2026-11-01 00:00"), ("sure", "do!"), ("target", "ann"))
"""What some refusals say beside the word."""


def test_the_codes_are_found_in_the_engine() -> None:
    known = {
        "no-such-player",
        "off-board",
        "not-your-turn",
        "not-started",
        "not-playing",
        "game-over",
        "unknown-word",
    }
    known |= {
        "too-much",
        "not-a-number",
        "not-one-of",
        "nothing-to-order",
        "not-on-the-menu",
        "no-such-step",
    }
    assert known - {*CODES} == set()


@each("own", renderers.LANGUAGES)
@each("code", CODES)
def test_every_refusal_has_its_own_sentence(code: str, own: str) -> None:
    said = renderers.sentences_in(own)
    sentence = said.refusal(
        Refusal(
            code=code,
            start=5,
            end=8,
            word="zed",
            wanted=("ann", "bob"),
            legal=("bomb ann 3 4", "pass"),
            rule="BB-16",
            facts=FACTS,
        )
    )
    assert said.translates(f"refusal-{code}")
    assert code not in sentence or "-" not in code
    assert "ann" in sentence
    assert "bomb ann" not in sentence, "what was wrong is one word: that is answered, and no more"
    assert "BB-16" in sentence
    bare = Refusal(code=code, facts=FACTS)
    assert said.refusal(bare) == said.refusal(bare)


@each("own", renderers.LANGUAGES)
def test_a_code_that_nobody_knows_is_refused_in_general_words(own: str) -> None:
    sentence = renderers.sentences_in(own).refusal(
        Refusal(code="some-new-code", start=0, end=3, word="foo")
    )
    assert sentence
    assert "some-new-code" not in sentence


def test_refusals_name_place_reason_and_what_would_have_worked() -> None:
    seen = view(board("ann"), board("bob"), viewer="ann", turn="ann")
    with pytest.raises(Refused) as caught:
        Turns().menu(seen, "ann").parse("bomb zed 1 1")
    sentence = renderers.sentences_in("en").refusal(caught.value.refusal)
    assert sentence.startswith(
        "There is no player “zed” to choose here (character 6). (Rule BB-16.)"
        " Possible here: ann, bob."
    )
    chinese = renderers.sentences_in("zh-TW").refusal(caught.value.refusal)
    assert "「zed」（第 6 個字元）" in chinese


@each(
    "start, wanted, said",
    [
        (0, ("bomb", "pass"), "Possible orders, for example: bomb zed 3 4."),
        (5, (), "Possible orders, for example: bomb zed 3 4."),
        (5, ("zed", "bob"), "Possible here: zed, bob."),
    ],
)
def test_a_refusal_lists_what_is_possible_once(
    start: int, wanted: tuple[str, ...], said: str
) -> None:
    """Whole orders where the first word is wrong, words for the place where another one is."""
    why = Refusal(code="not-one-of", start=start, wanted=wanted, legal=("bomb zed 3 4",))
    sentence = renderers.sentences_in("en").refusal(why)
    assert sentence.endswith(f". {said}")
    assert sentence.count("Possible") == 1


def test_a_comma_that_is_in_the_way_is_named() -> None:
    """Somebody who sets orders or numbers off by commas would look for a mistake elsewhere."""
    said = renderers.sentences_in("en")
    why = Refusal(code="not-a-number", start=9, word="d6,", wanted=("0", "1"))
    assert "Leave out the comma" in said.refusal(why)
    cells = Refusal(code="not-one-of", start=9, word="9,9", wanted=("3,4", "3,5"))
    assert "comma" not in said.refusal(cells), "where cells are written with one"


def test_at_most_ten_examples_are_listed() -> None:
    words = tuple(f"w{n}" for n in range(25))
    sentence = renderers.sentences_in("en").refusal(
        Refusal(code="off-board", start=5, end=6, word="x", wanted=words, legal=words[:3])
    )
    assert "w9 and more." in sentence
    assert "w10" not in sentence


def test_prompts_say_what_is_asked_and_what_may_be_said() -> None:
    seen = showcase()["private"]
    assert (
        renderers.sentences_in("en").prompt(KIND, seen, ["bomb Bob 3 5", "pass"])
        == "Bomb a square, or pass. You have 2 cities left. "
        "Possible orders, for example: bomb Bob 3 5, pass."
    )
    assert "bomb Bob 3 5" in renderers.sentences_in("zh-TW").prompt(KIND, seen, ["bomb Bob 3 5"])


@each(
    "tag, own",
    [
        ("en", "en"),
        ("en-GB", "en"),
        ("zh-TW", "zh-TW"),
        ("zh_hant_hk", "zh-TW"),
        ("zh", "zh-TW"),
        ("fr", "en"),
        ("", "en"),
    ],
)
def test_the_nearest_language_is_taken(tag: str, own: str) -> None:
    assert language(tag) == own
    assert renderers.sentences_in(tag) is renderers.sentences_in(own)


def test_no_catalogue_is_read_twice() -> None:
    """Every language has English behind it, and every surface makes sentences of its own."""
    first = [renderers.Sentences(own).say("comma") for own in ("en", "zh-TW")]
    before = parsed.cache_info().misses
    assert [renderers.Sentences(own).say("comma") for own in ("en", "zh-TW")] == first
    assert parsed.cache_info().misses == before


def test_a_missing_message_or_argument_is_an_error_that_names_it() -> None:
    said = renderers.Sentences("en")
    with pytest.raises(renderers.NoSentence, match=r"no-such-message \(en\)"):
        said.say("no-such-message")
    with pytest.raises(renderers.NoSentence, match=r"refusal-rule \(en\)"):
        said.say("refusal-rule")


def test_what_a_language_lacks_is_said_in_english(tmp_path: Path) -> None:
    """A package of a game that has a catalogue in English alone, or one that lacks a message or
    has a fault of writing in it.
    """
    (tmp_path / "en.ftl").write_text(
        "nim-took = { $name } takes { $n }.\nnim-left = { $n } are left.\n", "utf-8"
    )
    said = renderers.Sentences("zh-TW")
    said.read(tmp_path)
    assert said.say("nim-took", name="Ann", n=2) == "Ann takes 2."
    (tmp_path / "zh-TW.ftl").write_text(
        "nim-took = { $name } 拿了 { $n } 個。\nnim-left = { $n\n", "utf-8"
    )
    said = renderers.Sentences("zh-TW")
    said.read(tmp_path)
    assert said.say("nim-took", name="Ann", n=2) == "Ann 拿了 2 個。"
    assert said.say("nim-left", n=3) == "3 are left."
    assert (said.knows("nim-left"), said.translates("nim-left")) == (True, False)
    with pytest.raises(renderers.NoSentence, match=r"nim-won \(zh-TW\): no such message"):
        said.say("nim-won")
    english = renderers.Sentences("en")
    english.read(tmp_path)
    assert english.say("nim-took", name="Ann", n=2) == "Ann takes 2."


def test_event_types_are_called_in_kebab_case() -> None:
    assert kebab("TurnStarted") == "turn-started"
    assert message_id(KIND, TurnStarted) == "battleboard-turn-started"
    assert message_id(KIND, Undone) == "house-undone"


def test_the_sentence_of_an_event_goes_by_the_name_of_its_game_and_not_by_its_module() -> None:
    class TurnStarted(Event, frozen=True):
        seat: str

    TurnStarted.__module__ = "rules"
    assert message_id("nim", TurnStarted) == "nim-turn-started"


def test_a_game_in_a_single_module_gives_its_sentences_as_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sticks.py").write_text(
        'SENTENCES = {"en": "nim-took = { $name } takes { $n }.", "xx": "nim-took = ?"}\n', "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    said = renderers.Sentences("en")
    said.read_game("sticks")
    assert said.say("nim-took", name="Ann", n=2) == "Ann takes 2."


def test_a_game_without_a_renderer_is_named() -> None:
    with pytest.raises(KeyError, match="no renderer for 'go'"):
        renderers.picture("go", showcase()["public"])


def test_BB_3_two_players_of_one_name_are_told_apart() -> None:
    seen = view(board("Ann"), board("ann", seat="ann2"), board("Big Bob", seat="Big_Bob"))
    assert renderers.names(KIND, seen) == {"Ann": "Ann", "ann2": "ann [ann2]", "Big_Bob": "Big Bob"}


@each("own", renderers.LANGUAGES)
def test_every_game_has_a_title_in_every_language(own: str) -> None:
    said = renderers.sentences_in(own)
    assert [game.name for game in games() if not said.translates(f"{game.name}-title")] == []


def test_a_sentence_shows_the_title_of_a_game_and_the_name_of_one_that_has_none() -> None:
    english, chinese = renderers.sentences_in("en"), renderers.sentences_in("zh-TW")
    facts = {"game": "k3x9fa", "taken": 1, "places": 2}
    assert english.say("desk-open", kind="dicechess", **facts).startswith("k3x9fa (Dice Chess):")
    assert chinese.say("desk-open", kind="dicechess", **facts).startswith("k3x9fa（骰子西洋棋）")
    assert english.say("desk-open", kind="gone", **facts).startswith("k3x9fa (gone):")


def test_no_sentence_for_players_shows_the_name_by_which_a_game_is_installed() -> None:
    """Only a command that must be typed needs it."""
    shown = [
        f"{path}: {line.strip()}"
        for package in ("bot", "mail", "renderers")
        for path in (ROOT / package).rglob("*.ftl")
        for line in path.read_text("utf-8").splitlines()
        if "{ $kind }" in line.replace("meanwhile show { $kind }", "")
        and not line.startswith(("desert", " "))
    ]
    assert shown == []


def test_a_message_that_one_language_lacks_is_said_in_the_one_behind_it(tmp_path: Path) -> None:
    catalogues = {
        "zh-TW": "of-taiwan = 台灣",
        "zh": "of-taiwan = x\nof-chinese = 中文",
        "en": "of-taiwan = x\nof-chinese = x\nof-all = English",
    }
    for own, text in catalogues.items():
        (tmp_path / f"{own}.ftl").write_text(text, "utf-8")
    said = Sentences("zh-TW")
    said.read(tmp_path)
    messages = ("of-taiwan", "of-chinese", "of-all")
    assert [said.say(message) for message in messages] == ["台灣", "中文", "English"]
    assert [said.translates(message) for message in messages] == [True, False, False]
    english = Sentences("en")
    english.read(tmp_path)
    assert english.say("of-chinese") == "x"
