"""The linter for English finds what is planted, and nothing new has come into the texts."""

from pathlib import Path

import pytest

from tests.kit.each import each
from tests.repo import docs, english, english_rules, tree
from tests.repo.english import EnglishFinding, look
from tests.repo.prose import Prose, counts, markdown, messages, python, sentences


def test_changed_files_have_no_new_findings() -> None:
    """Compared with the commit before the last; `python -m tests.repo.english FILE` says more."""
    now = docs.changed()
    paths = [Path(name) for name in now or () if counts(name) and (tree.ROOT / name).is_file()]
    assert english.new(english.findings(paths)) == []


@pytest.mark.at_night
def test_the_repository_has_no_new_findings() -> None:
    assert english.new(english.everything()) == []


@each("name", english_rules.RULES)
def test_a_rule_finds_what_is_planted_and_leaves_the_rest_alone(name: str) -> None:
    rule = english_rules.RULES[name]
    assert [text for text in rule.finds if not rule.hit(text)] == []
    assert [text for text in rule.spares if rule.hit(text)] == []


def found(text: str, kind: str = "page", path: str = "docs/a.md") -> set[str]:
    return {one.rule for one in look(Prose(path, 1, kind, text))}


def test_rules_look_at_their_kinds_of_text() -> None:
    assert found("The name stands in the log.") == {"stands"}
    assert found("The name stands in the log.", path="engine/games/nim/RULES.md") == set()
    assert found("Return what it says.", "summary") == {"return-what"}
    assert found("Write it anew. <!-- english: keep -->") == set()
    assert found("Write it `anew`.") == set()


def test_a_docstring_that_repeats_its_name_is_found(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text('def board(x: int) -> Board:\n    """Return the board."""\n')
    assert [one.rule for one in english.echoes(file)] == ["echo"]
    file.write_text('def board(x: int) -> Board:\n    """Return the board as Ann sees it."""\n')
    assert list(english.echoes(file)) == []


def test_a_finding_is_known_wherever_its_file_is() -> None:
    one, other = (
        EnglishFinding(path=path, line=1, kind="page", rule="mend", hit="Mend", sentence="Mend it.")
        for path in ("a.md", "docs/b.md")
    )
    assert one.key() == other.key()
    assert len(english.new([one])) == 1


def test_texts_are_gathered_with_their_lines_and_kinds() -> None:
    page = "# A b c\n\nOne\ntwo.\n\n- three\n\n```sh\nfour\n```\n\n| five | six and seven |\n"
    rows = [(one.line, one.kind, one.text) for one in markdown("a.md", page)]
    assert rows == [
        *((1, "heading", "A b c"), (3, "page", "One two."), (6, "page", "three")),
        (12, "cell", "six and seven"),
    ]
    source = (
        '"""A."""\ndef f():\n    """B.\n\n    C.\n    """\n    # d\n    # e\n    echo(f"g {h} i")\n'
    )
    found = [(one.kind, one.text) for one in python("a.py", source)]
    assert found == [
        *(("docstring", "A."), ("summary", "B."), ("docstring", "C.")),
        *(("refusal", "g X i"), ("comment", "d e")),
    ]
    catalogue = "a = Hello { $who }, you\n\n# c\nb = { $n ->\n  [one] One game more\n"
    catalogue += "  *[other] X games more\n  }\n"
    said = [(one.line, one.text) for one in messages("en.ftl", catalogue)]
    assert said[0] == (1, "Hello X, you")
    assert {text for _, text in said[1:]} == {"One game more", "X games more"}


def test_sentences_end_at_full_stops_and_not_at_abbreviations() -> None:
    assert sentences("Ann plays, e.g. Go. Bob waits… (No.) So?") == [
        *("Ann plays, e.g. Go.", "Bob waits…", "(No.)", "So?")
    ]
