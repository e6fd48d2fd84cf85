"""Sentences: both languages say the same, in catalogues that are read once and fall back."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import renderers
from engine.game import AnyGame
from engine.games import editions
from renderers.registry import renderer
from renderers.sentences import Sentences, message_id
from tests.kit.each import each
from tests.kit.games import names
from tests.renderers.views import KIND, board, view
from tests.repo.tree import ROOT


def games() -> list[AnyGame]:
    return [game for name in names() for game in editions(name).values()]


class Arguments(Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.found.add(f"${node.id.name}")

    def visit_Variant(self, node: ast.Variant) -> None:
        if isinstance(node.key, ast.Identifier) and node.key.name not in ("one", "other"):
            self.found.add(f"[{node.key.name}]")
        self.generic_visit(node)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        self.found.add(node.id.name)


def catalogue(package: str, path: str) -> dict[str, set[str]]:
    messages = {}
    for entry in FluentParser().parse((files(package) / "locale" / path).read_text("utf-8")).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            arguments = Arguments()
            arguments.visit(entry)
            assert entry.id.name not in messages, entry.id.name
            messages[entry.id.name] = arguments.found
    return messages


def catalogues() -> Iterator[tuple[str, str]]:
    yield from (("renderers", f"/{name}.ftl") for name in ("house", "time", "dice", "desk"))
    own = dict.fromkeys(game.events[0].__module__.rpartition(".")[0] for game in games())
    for package in ("renderers.desert", "mail", "bot", "bot.discord", *own):
        yield package, ".ftl"


LOOSE = ("derelict-hint", "derelict-last", "desert-ask-bring")
"""Messages in which one language has one word where the other tells two things apart."""


@each("package, name", catalogues())
def test_all_languages_have_the_same_messages_with_the_same_arguments(
    package: str, name: str
) -> None:
    both = [catalogue(package, f"{own}{name}") for own in renderers.LANGUAGES]
    # English names of commands stand with the commands.
    first, *others = (
        {id: found for id, found in one.items() if not id.startswith(("name-", *LOOSE))}
        for one in both
    )
    assert others == [first] * len(others)


@each("game", games())
@each("own", renderers.LANGUAGES)
def test_every_event_of_every_game_has_a_sentence_and_every_game_a_title_and_a_renderer(
    game: AnyGame, own: str
) -> None:
    said = renderers.sentences_in(own)
    messages = [message_id(game.name, event) for event in game.events]
    assert [one for one in (*messages, f"{game.name}-title") if not said.translates(one)] == []
    assert callable(renderer(game.name).png)


def test_a_missing_message_or_argument_is_an_error_that_names_it() -> None:
    said = renderers.Sentences("en")
    with pytest.raises(renderers.NoSentence, match=r"no-such-message \(en\)"):
        said.say("no-such-message")
    with pytest.raises(renderers.NoSentence, match=r"refusal-rule \(en\)"):
        said.say("refusal-rule")


def in_folder(folder: Path, tag: str, **catalogues: str) -> Sentences:
    for own, text in catalogues.items():
        (folder / f"{own.replace('_', '-')}.ftl").write_text(text, "utf-8")
    said = Sentences(tag)
    said.read(folder)
    return said


def test_what_a_language_lacks_is_said_in_the_one_behind_it(tmp_path: Path) -> None:
    made = {
        "zh_TW": "of-taiwan = 台灣\nof-fault = { $n\n",
        "zh": "of-taiwan = x\nof-chinese = 中文",
        "en": "of-taiwan = x\nof-chinese = x\nof-all = { $n } in all\nof-fault = English",
    }
    said = in_folder(tmp_path, "zh-TW", **made)
    messages = ("of-taiwan", "of-chinese", "of-all", "of-fault")
    assert [said.say(message, n=2) for message in messages] == [
        "台灣",
        "中文",
        "2 in all",
        "English",
    ]
    assert [said.translates(message) for message in messages] == [True, False, False, False]
    assert said.knows("of-fault")
    with pytest.raises(renderers.NoSentence, match=r"of-none \(zh-TW\): no such message"):
        said.say("of-none")
    assert in_folder(tmp_path, "en").say("of-chinese") == "x"


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


def test_BB_3_two_players_of_one_name_are_told_apart() -> None:
    seen = view(board("Ann"), board("ann", seat="ann2"), board("Big Bob", seat="Big_Bob"))
    assert renderers.names(KIND, seen) == {"Ann": "Ann", "ann2": "ann [ann2]", "Big_Bob": "Big Bob"}


def test_a_sentence_shows_the_title_of_a_game_and_the_name_of_one_that_has_none() -> None:
    english, chinese = renderers.sentences_in("en"), renderers.sentences_in("zh-TW")
    facts = {"game": "k3x9fa", "taken": 1, "places": 2}
    assert english.say("desk-open", kind="dicechess", **facts).startswith("k3x9fa (Dice Chess):")
    assert chinese.say("desk-open", kind="dicechess", **facts).startswith("k3x9fa（骰子西洋棋）")
    assert english.say("desk-open", kind="gone", **facts).startswith("k3x9fa (gone):")


def test_no_sentence_for_players_shows_the_name_by_which_a_game_is_installed() -> None:
    shown = [
        f"{path}: {line.strip()}"
        for package in ("bot", "mail", "renderers")
        for path in (ROOT / package).rglob("*.ftl")
        for line in path.read_text("utf-8").splitlines()
        if "{ $kind }" in line.replace("meanwhile show { $kind }", "")
        and not line.startswith(("desert", " "))
    ]
    assert shown == []
