"""Texts keep the rules of ``tests.repo.lint``, and each rule finds what is planted."""

import re

from renderers.sentences import LANGUAGES, split
from tests.kit.each import each
from tests.repo import lint
from tests.repo.tree import ROOT


@each("kind", lint.GATHERERS)
def test_texts_keep_the_rules_of_their_kind(kind: str) -> None:
    texts = list(lint.GATHERERS[kind]())
    assert texts or kind == "line", "lines are those of files with findings alone"
    assert list(lint.findings(kind, texts)) == []


@each("name", lint.RULES)
def test_a_rule_finds_what_is_planted_and_nothing_else(name: str) -> None:
    rule = lint.RULES[name]
    for kind in rule.kinds.split():
        broken = {text: [one for one, _ in lint.offences(text, kind)] for text in rule.finds}
        assert [text for text, rules in broken.items() if name not in rules] == []
        assert [text for text in rule.spares if name in dict(lint.offences(text, kind))] == []


def test_all_kinds_have_rules() -> None:
    assert {kind for rule in lint.RULES.values() for kind in rule.kinds.split()} == {
        *lint.GATHERERS
    }


@each("language", LANGUAGES)
def test_the_program_finds_each_message_of_a_catalogue(language: str) -> None:
    """It reads one at a time; all of a catalogue are read here."""
    for path, whole in lint.catalogues(language).items():
        assert split((ROOT / path).read_text("utf-8")).keys() == whole.keys(), path


def test_modules_that_speak_to_operators_do() -> None:
    """Else the list would let a sentence for players in."""
    speaking = {
        str(path)
        for path, tree in lint.product().items()
        for _, text in lint.said(tree, lint.SAYING)
        if any(lint.offences(text, "told"))
    }
    assert lint.OPERATORS - speaking == set()


@each("page", lint.TABLES)
def test_rows_of_a_page_have_their_form(page: str) -> None:
    assert lint.crooked(page) == []
    table = lint.TABLES[page]
    assert [row for row in table.bad if re.fullmatch(table.form, row)] == []


def test_promises_are_numbered() -> None:
    found = lint.rows((ROOT / "docs/promises.md").read_text("utf-8"))
    numbers = re.findall(r"^\| (\d+) ", "\n".join(found), re.MULTILINE)
    assert numbers == [str(n) for n in range(1, 13)]


def glossary(heading: str) -> list[list[str]]:
    page = (ROOT / "docs/glossary.md").read_text("utf-8")
    below = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| (.+) \|$", below, re.MULTILINE)[2:]
    return [[cell.strip() for cell in line.split(" |")] for line in lines]


def test_the_glossary_has_the_titles_of_the_games_as_players_read_them() -> None:
    titles = [
        [
            texts[f"{path.parts[2]}-title"]
            for path, texts in lint.catalogues(language).items()
            if path.parts[:2] == ("engine", "games")
        ]
        for language in ("en", "zh-TW")
    ]
    listed = {(row[0], row[1]) for row in glossary("Traditional Chinese")}
    assert listed == set(zip(*titles, strict=True))


def test_every_chinese_word_of_the_glossary_is_one_that_players_read() -> None:
    found = lint.catalogues("zh-TW")
    text = "|".join(
        "|".join(one.values()) for path, one in found.items() if path.parts[0] != "docs"
    )
    words = [row[1] for row in glossary("Words for players and operators")]
    words += [cell for row in glossary("Traditional Chinese") for cell in row[1:]]
    single = [re.sub(r"[\s\d]", "", word) for cells in words for word in re.split("[、,] ?", cells)]
    assert len(single) > 40
    assert [word for word in single if word not in re.sub(r"\s", "", text)] == []
