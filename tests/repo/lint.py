"""``python -m tests.repo.lint``: texts that break a rule for texts of their kind.

``lint.toml`` has ``RULES``: each with the kinds of text it looks at, what it finds, what is
better instead, and planted texts that it must find and leave alone. ``GATHERERS`` says where the
texts of a kind come from. ``TABLES`` are pages whose every row has a form. Then come the new
findings of ``tests.repo.english``, the rules for English sentences.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor
from msgspec import Struct

from bot.cli import main
from tests.kit.data import beside
from tests.repo import english, prose
from tests.repo.docs import tree as commands
from tests.repo.tree import PACKAGES, ROOT, files, parsed, texts

OWN = Path("tests/repo/lint.toml")
PAGES = (
    *("README.md", "config.example.toml"),
    *(
        f"docs/{name}.md"
        for name in (
            "ambush-files clocks desert-files discord mail moderation"
            " operations play play-by-mail reference/commands troubleshooting"
        ).split()
    ),
)
"""What players and operators read."""
OPERATORS = {
    *(
        f"bot/cli_commands/{name}.py"
        for name in (
            "backup doctor games gm inspect mail move new new_game person records replay"
            " sentence serve trial"
        ).split()
    ),
    *(f"bot/service/{name}.py" for name in "entries mail".split()),
    *(
        f"bot/{name}.py"
        for name in "arguments config files line/server sockets stored stores web webhooks".split()
    ),
    # What a command line says that does not fit, before anybody plays.
    *(f"bot/{name}.py" for name in "line/command play/command play/plan".split()),
    # Between two processes of one operator: the socket, its folder and its versions.
    *(f"bot/local/{name}.py" for name in "host remote".split()),
}
"""Modules that say something in English in the code, to operators alone. The list may only get
shorter: what players may read is raised as a ``NotPossible`` and said by a catalogue.
"""
SAYING = (
    *"say post reply send tell emit refuse show write title modal direct UserError".split(),
    *"Post Block Draft Label Button TextInput ErrorReply WordsUpdate".split(),
)
"""Functions whose arguments people read."""
FACE = re.compile(r"engine/\w+\.py|engine/testing/|renderers/registry\.py|engine/referee/doors\.py")
"""Modules whose public names authors of games and doors import."""
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|^\[.*\]$|\{[^{}]*\}", re.MULTILINE | re.DOTALL)
NAMES = re.compile(r"[A-Z]*DOOR\b|DOOR/NAME|small letters|capital and small|\[doors\b[.\w]*\]?")
SHIP = re.compile(r"derelict-|\[door\]|the door at|[Dd]oor in reach")
"""Messages of a ship, which has doors."""


class Text(Struct, frozen=True):
    """A text, and where it stands: a file and line, the id of a message, or a command."""

    place: str
    text: str


class Rule(Struct, frozen=True, kw_only=True):
    """A regular expression that no text of these kinds may match."""

    kinds: str
    bad: str
    instead: str
    finds: tuple[str, ...]
    spares: tuple[str, ...] = ()


class Table(Struct, frozen=True, kw_only=True):
    """A page whose rows have this form, at least so many."""

    row: str
    least: int
    bad: tuple[str, ...]

    @property
    def form(self) -> str:
        return self.row.replace("<HELD>", HELD)


HELD = r"`[\w/]+\.py::\w+`"
DATA = beside(__file__)
RULES = msgspec.convert(DATA["rules"], dict[str, Rule])
TABLES = msgspec.convert(DATA["tables"], dict[str, Table])


class Texts(Visitor):
    """Gathers the texts of one message."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_TextElement(self, node: fluent.TextElement) -> None:
        self.found.append(node.value)


@cache
def catalogues(language: str) -> dict[Path, dict[str, str]]:
    """Return the texts of each message, by the catalogue and its id."""
    found: dict[Path, dict[str, str]] = {}
    for path in files():
        if path.suffix == ".ftl" and language in (path.stem, path.parent.name):
            found[path] = {}
            for entry in FluentParser().parse((ROOT / path).read_text("utf-8")).body:
                if isinstance(entry, fluent.Message):
                    texts = Texts()
                    texts.visit(entry)
                    found[path][entry.id.name] = " ".join(texts.found)
    return found


def messages(language: str) -> Iterator[Text]:
    for path, entries in catalogues(language).items():
        for id, text in entries.items():
            if not SHIP.match(id):
                yield Text(f"{path}: {id}", text)


def lines() -> Iterator[Text]:
    """Yield the lines of files in which there is something to find: most have nothing."""
    for path, text in texts():
        if path != OWN and any(offences(text, "line")):
            yield from numbered(path, text)


def test_lines() -> Iterator[Text]:
    for path, text in texts():
        if path.name.startswith("test_") and path.suffix == ".py":
            yield from numbered(path, text)


def numbered(path: Path, text: str) -> Iterator[Text]:
    for number, line in enumerate(text.splitlines(), 1):
        yield Text(f"{path}:{number}", line)


def comments() -> Iterator[Text]:
    for path, text in texts():
        if path.suffix == ".py" and ": ignore" in text:
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT:
                    yield Text(f"{path}:{token.start[0]}", token.string)


def page_lines() -> Iterator[Text]:
    for page in PAGES:
        text = CODE.sub("", (ROOT / page).read_text("utf-8"))
        yield from numbered(Path(page), text)


def helps() -> Iterator[Text]:
    yield from (Text(one.path, one.text) for one in prose.helps(main))


@cache
def product() -> dict[Path, ast.Module]:
    """Return the modules of the product."""
    return {
        path: parsed((ROOT / path).read_text("utf-8"))
        for path in files()
        if path.suffix == ".py" and path.parts[0] in PACKAGES
    }


def said(tree: ast.Module, names: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yield the literals that a module gives to functions of these names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and prose.called(node) in names:
            given = [*node.args, *(word.value for word in node.keywords)]
            for part in (part for own in given for part in ast.walk(own)):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.lineno, part.value


def refusals() -> Iterator[Text]:
    for path, tree in product().items():
        if path.parts[0] == "bot":
            for line, text in said(tree, ("UserError", "echo")):
                yield Text(f"{path}:{line}", text)


def told() -> Iterator[Text]:
    """Yield what modules hand to functions that say it, but for those that speak to operators."""
    for path, tree in product().items():
        if path.parts[0] in ("bot", "mail") or "referee" in path.parts:
            for line, text in said(tree, SAYING) if str(path) not in OPERATORS else ():
                yield Text(f"{path}:{line}", text)


def face() -> Iterator[Text]:
    """Yield what modules, the public face and say of themselves."""
    for path, tree in product().items():
        yield Text(str(path), ast.get_docstring(tree) or "")
        for node in tree.body if FACE.match(path.as_posix()) else ():
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                yield Text(f"{path}:{node.lineno}", ast.get_docstring(node) or "")
    yield from (Text(path, command.help or "") for path, command in commands(main))


def strings() -> Iterator[Text]:
    """Yield the strings of modules outside the store that are no docstrings."""
    for path, tree in product().items():
        if path.parts[:2] != ("engine", "store"):
            docs = {
                id(node.value)
                for node in ast.walk(tree)
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            }
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and id(node) not in docs:
                    yield Text(f"{path}:{node.lineno}", str(node.value))


GATHERERS: dict[str, Callable[[], Iterator[Text]]] = {
    "line": lines,
    "test": test_lines,
    "comment": comments,
    "en": lambda: messages("en"),
    "zh-TW": lambda: messages("zh-TW"),
    "help": helps,
    "refusal": refusals,
    "page": page_lines,
    "told": told,
    "face": face,
    "string": strings,
}


@cache
def rules_for(kind: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    found = ((name, rule) for name, rule in RULES.items() if kind in rule.kinds.split())
    return tuple((name, re.compile(rule.bad)) for name, rule in found)


def offences(text: str, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the rules for texts of this kind that a text breaks, and with what."""
    for name, bad in rules_for(kind):
        plain = NAMES.sub("", text) if name == "words" else text
        if hit := bad.search(plain):
            yield name, hit[0]


def findings(kind: str, texts: Iterable[Text]) -> Iterator[str]:
    """Yield what is wrong with the texts of a kind, a line each."""
    for one in texts:
        for name, hit in offences(one.text, kind):
            yield f"{one.place}: {name}: {hit!r}; better: {RULES[name].instead}"


def rows(markdown: str) -> list[str]:
    """Return the rows of the tables of a page, without their heads."""
    found = re.findall(r"^\|.*\|$", markdown, re.MULTILINE)
    heads = [n for n, row in enumerate(found) if not set(row) - set("|- :")]
    return [row for n, row in enumerate(found) if n not in heads and n + 1 not in heads]


def crooked(page: str) -> list[str]:
    """Return the rows of a page that have another form than they should."""
    found = rows((ROOT / page).read_text("utf-8"))
    short = [f"{page}: {len(found)} rows"] if len(found) < TABLES[page].least else []
    twice = [f"twice: {row}" for row in set(found) if found.count(row) > 1]
    return short + twice + [row for row in found if not re.fullmatch(TABLES[page].form, row)]


if __name__ == "__main__":
    wrong = [line for kind in GATHERERS for line in findings(kind, GATHERERS[kind]())]
    wrong += [row for page in TABLES for row in crooked(page)]
    wrong += english.new(english.everything())
    print(*wrong, f"{len(wrong)} findings", sep="\n")
    sys.exit(bool(wrong))
