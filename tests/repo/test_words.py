"""Texts for people are plain: the words that docs/glossary.md lists as *not to use* stand in no
catalogue, help text, refusal or page for players and operators.

Where a sentence is written: what a player reads stands in a catalogue. What an operator reads on
the command line (help, progress, errors of a command) stands in the code, in plain English.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

from bot.cli import main
from tests.kit.each import each
from tests.repo.tree import ROOT, files

ENGLISH = re.compile(
    r"\b(?:desk|house|bulletins?|postman|parcel|doors?|letters?(?! and|, digits| on one))\b"
    r"|behind the screen|looked behind|\bbe for (?:a|it|more|going)\b|\bfor a pause\b"
    r"|\b(?:look|looks|looking) on\b|[Uu]ntil in \d|says? nothing until"
    r"|nobody you can name|something to read|stands? still|what you had said"
    r"|\b(?:he|him|his|himself)\b|\bthe own\b|known all the same|You may say",
)
CLAUSES = re.compile(r"\b[Ww]hoever\b|\b[Ww]ho is late\b")
"""Not in sentences, where they make them hard to read."""
CHINESE = re.compile("看法|常設|命令(?!列)|密封|幕後|代答|櫃台|封存|入口")
PAGES = (
    "README.md",
    "config.example.toml",
    *(
        f"docs/{name}.md"
        for name in (
            "ambush-files clocks club commands complaints desert-files discord mail operations"
        ).split()
    ),
)
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|^\[.*\]$|\{[^{}]*\}", re.MULTILINE | re.DOTALL)
DOORS_OF_A_SHIP = re.compile(r"derelict-|\[door\]|the door at|[Dd]oor in reach")
NAMES = re.compile(r"[A-Z]*DOOR\b|DOOR/NAME|small letters|capital and small|\[doors\b[.\w]*\]?")


class Texts(Visitor):
    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_TextElement(self, node: fluent.TextElement) -> None:
        self.found.append(node.value)


def offences(text: str, language: str = "en") -> list[str]:
    return (ENGLISH if language == "en" else CHINESE).findall(NAMES.sub("", text))


def catalogues() -> list[Path]:
    return [path for path in files() if path.suffix == ".ftl"]


def sentences(path: Path) -> Iterator[tuple[str, str]]:
    for entry in FluentParser().parse((ROOT / path).read_text("utf-8")).body:
        if isinstance(entry, fluent.Message):
            texts = Texts()
            texts.visit(entry)
            yield entry.id.name, " ".join(texts.found)


def helps(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    yield name, command.help or ""
    for option in command.params:
        if isinstance(option, click.Option):
            yield f"{name} --{option.name}", option.help or ""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for sub in command.list_commands(context):
            if found := command.get_command(context, sub):
                yield from helps(found, f"{name} {sub}")


def refusals(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in (
            "UserError",
            "echo",
        ):
            for word in (part for own in node.args for part in ast.walk(own)):
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    yield word.lineno, word.value


SAYING = (
    *"say post reply send tell emit refuse show write title modal direct".split(),
    *"Post Block Draft Label Button TextInput ErrorReply SayUpdate WordsUpdate".split(),
)
"""Functions whose arguments people read."""
OPERATORS = {
    *(
        f"bot/commands/{name}.py"
        for name in (
            "arguments backup doctor games gm inspect mail move new new_game person records replay"
            " sentence serve stored trial"
        ).split()
    ),
    *(f"bot/service/{name}.py" for name in "entries health mail".split()),
    *(f"bot/{name}.py" for name in "config files line/server stores".split()),
    # What a command line says that does not fit, before anybody plays.
    *(f"bot/{name}.py" for name in "line/command play/command play/plan".split()),
    # Between two processes of one operator: the socket, its folder and its versions.
    *(f"bot/local/{name}.py" for name in "errands host remote sockets".split()),
}
"""Modules that say something in English in the code, to operators alone. The list may only get
shorter: what players may read is raised as a ``NotPossible`` and said by a catalogue.
"""


def told(path: Path) -> Iterator[str]:
    """Return the sentences of a module that people read: literals of three words or more that
    it raises as a ``UserError`` or hands to a function that says them.
    """
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        if ast.unparse(node.func).rpartition(".")[2] in ("UserError", *SAYING):
            given = [*node.args, *(word.value for word in node.keywords)]
            for part in (part for own in given for part in ast.walk(own)):
                text = part.value if isinstance(part, ast.Constant) else None
                if isinstance(text, str) and len(re.findall(r"\b[^\W\d_]{2,}(?= )", text)) >= 2:
                    yield text


def test_only_operators_are_told_something_by_the_code_itself() -> None:
    telling = {
        str(path)
        for path in files()
        if path.suffix == ".py" and (path.parts[0] in ("bot", "mail") or "referee" in path.parts)
        if path.parts[0] != "tests" and any(told(path))
    }
    assert telling == OPERATORS


def test_a_sentence_in_the_code_is_found_where_it_is_planted(tmp_path: Path) -> None:
    module = tmp_path / "planted.py"
    for sentence in (
        'raise UserError(f"{seat} is not free; take another")',
        'post.send(text="It is your turn now")',
    ):
        module.write_text(sentence, "utf-8")
        assert [*told(module)], sentence
    for other in ('say("mail-how", game="k3x9fa")', 'log.info("it is your turn now")'):
        module.write_text(other, "utf-8")
        assert [*told(module)] == []


@each("path", catalogues())
def test_catalogues_have_none_of_the_words_not_to_use(path: Path) -> None:
    language = "en" if "en" in (path.stem, path.parent.name) else "zh-TW"
    assert {
        id: found
        for id, text in sentences(path)
        if not DOORS_OF_A_SHIP.match(id)
        and (found := [*offences(text, language), *CLAUSES.findall(text)])
    } == {}


def test_help_texts_have_none_of_the_words_not_to_use() -> None:
    assert {name: found for name, text in helps(main, "") if (found := offences(text))} == {}


def test_refusals_of_the_command_line_have_none_of_the_words_not_to_use() -> None:
    assert {
        f"{path}:{line}": found
        for path in files()
        if path.parts[0] == "bot" and path.suffix == ".py"
        for line, text in refusals(path)
        if (found := offences(text))
    } == {}


@each("page", PAGES)
def test_pages_for_people_have_none_of_the_words_not_to_use(page: str) -> None:
    text = CODE.sub("", (ROOT / page).read_text("utf-8"))
    assert {
        n: found for n, line in enumerate(text.splitlines(), 1) if (found := offences(line))
    } == {}


CATALOGUES = {
    language: {
        path: dict(sentences(path))
        for path in catalogues()
        if language in (path.stem, path.parent.name) and path.parts[0] != "docs"
    }
    for language in ("en", "zh-TW")
}


def rows(heading: str) -> list[list[str]]:
    page = (ROOT / "docs/glossary.md").read_text("utf-8")
    below = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| (.+) \|$", below, re.MULTILINE)[2:]
    return [[cell.strip() for cell in line.split(" |")] for line in lines]


def test_the_glossary_has_the_titles_of_the_games_as_players_read_them() -> None:
    titles: dict[str, list[str]] = {"en": [], "zh-TW": []}
    for language, found in CATALOGUES.items():
        for path, texts in found.items():
            if path.parts[:2] == ("engine", "games"):
                titles[language].append(texts[f"{path.parts[2]}-title"])
    listed = {(row[0], row[1]) for row in rows("Traditional Chinese")}
    assert listed == set(zip(titles["en"], titles["zh-TW"], strict=True))


def test_every_chinese_word_of_the_glossary_is_one_that_players_read() -> None:
    text = "|".join("|".join(found.values()) for found in CATALOGUES["zh-TW"].values())
    text = re.sub(r"\s", "", text)
    words = [row[1] for row in rows("Words for players and operators")]
    words += [cell for row in rows("Traditional Chinese") for cell in row[1:]]
    single = [word for cell in words for word in re.split("[、,] ?", cell)]
    assert len(single) > 40
    assert [word for word in single if re.sub(r"[\s\d]", "", word) not in text] == []


def test_chinese_sentences_have_full_width_punctuation() -> None:
    half = re.compile(r"[\u4e00-\u9fff][,;:?!()](?![\w*])|[\u4e00-\u9fff]\.(?:\s|$)")
    assert {
        id: text
        for found in CATALOGUES["zh-TW"].values()
        for id, text in found.items()
        if half.search(text)
    } == {}
    assert half.search("輪到你.")
    assert half.search("等待, 然後")


def test_every_word_not_to_use_is_found_where_it_is_planted() -> None:
    page = (ROOT / "docs/glossary.md").read_text("utf-8")
    listed = page.partition("## Words not to use")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \|", listed, re.MULTILINE)[2:]
    words = [word.strip(" …") for row in rows for word in re.split(r"[,、]", row)]
    assert len(words) > 15
    for word in words:
        assert offences(word) or offences(word, "zh-TW") or CLAUSES.search(word), word
