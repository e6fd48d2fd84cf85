"""Every rule number has one home in the code and a test, and `docs/rules-index.md` says which."""

import ast
import re

from tests.repo.rules_index import DEFINED, PAGE, Rule, homes, page, rules, said, tried
from tests.repo.tree import ROOT

# Games whose numbers have no home yet, with how many: only ever fewer, and no entry of nothing.
KNOWN_HOMELESS: dict[str, int] = {}
# Games with rulings that no test says by name yet, with how many: likewise.
KNOWN_UNTRIED: dict[str, int] = {}


def by_game(all_rules: list[Rule]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for rule in all_rules:
        found.setdefault(rule.game, []).append(rule.number)
    return found


def assert_only_known(found: dict[str, list[str]], known: dict[str, int]) -> None:
    assert {game: some for game, some in found.items() if len(some) > known.get(game, 0)} == {}
    assert set(known) <= set(found), "stale entries"


def test_every_rule_number_has_one_home() -> None:
    all_rules = rules()
    assert [(rule.number, rule.homes) for rule in all_rules if len(rule.homes) > 1] == []
    assert_only_known(by_game([rule for rule in all_rules if not rule.homes]), KNOWN_HOMELESS)


def test_every_home_is_of_a_number_that_the_rules_define() -> None:
    assert [(rule.number, rule.homes) for rule in rules() if not rule.game] == []


def test_every_rule_number_has_a_test() -> None:
    assert_only_known(by_game([rule for rule in rules() if not rule.tests]), KNOWN_UNTRIED)


def test_the_index_is_current() -> None:
    current = page(rules())
    assert PAGE.read_text(encoding="utf-8") == current, (
        "write it anew: python -m tests.repo.rules_index --write"
    )


def test_a_number_is_defined_in_bold_at_the_beginning_of_a_line() -> None:
    text = "**SK-3** Failure.\n\n**R4 Moving.** As R5.\n\nsee **BB-1**, and BB-2"
    assert DEFINED.findall(text) == ["SK-3", "R4"]


def test_a_home_is_a_line_of_its_own_in_a_docstring() -> None:
    source = '"""A.\n\nRule: R4.\n"""\n'
    source += (
        'class A:\n    def f(self):\n        """F.\n\n        Rules: SK-1, R-EVEN.\n        """\n'
    )
    source += 'def h():\n    """H.\n\n    Rule: R-CA-CAP.\n    """\n'
    source += 'def g():\n    """As the rule: SK-2, or Rule: SK-3."""\n'
    assert list(homes("a.py", source)) == [
        ("R4", "a.py"),
        ("SK-1", "a.py: A.f"),
        ("R-EVEN", "a.py: A.f"),
        ("R-CA-CAP", "a.py: h"),
    ]


def test_a_test_says_its_numbers_in_its_name_or_docstring() -> None:
    assert said("test_DL_5_2_and_CO_3_a_slide") == {"DL-5", "CO-3"}
    assert said("test_R8_en_passant R-EVEN") == {"R8", "R-EVEN"}
    assert said("test_R_CA_CAP_at_most, R-THIRTY: more.") == {"R-CA-CAP", "R-THIRTY"}
    source = 'def test_SK_1_a():\n    """CO-2."""\ndef help_SK_3(): ...\n'
    assert {number for number, _ in tried("tests/a.py", source)} == {"SK-1", "CO-2"}
    assert list(tried("tests/a/cases/b.toml", "name = 'MV-2'")) == [
        ("MV-2", "tests/a/cases/b.toml")
    ]


def test_no_rule_is_cited_by_a_number_that_the_rules_do_not_have() -> None:
    """People read the rules that came with the program, and not the pages that they are from."""
    cited = [
        f"{path}: {node.value}"
        for path in sorted((ROOT / "engine" / "games").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"S\d+|\d\.\d+", node.value)
    ]
    assert cited == []
