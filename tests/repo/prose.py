"""Every English text of the repository: paragraphs of pages, docstrings, comments, help, messages.

``texts`` yields them with file and line; ``sentences`` and ``bare`` take them apart.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import click
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor
from msgspec import Struct

from tests.repo.tree import PACKAGES, ROOT, files

QUOTING = ("docs/style", "docs/code-glossary")
"""Pages that show what not to write."""
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|No|St|Mr|Dr)\.$")
STOP = re.compile(r"[.?!…](?:[)”\"*]*)(?= +[A-Z“‘*(`\[]|$)")


class Prose(Struct, frozen=True):
    """One paragraph, cell, list item, comment or message."""

    path: str
    line: int
    kind: str  # page, heading, cell, docstring, summary, comment, catalogue, help, refusal, commit
    text: str


def sources() -> list[Path]:
    """Return the files whose English counts, relative to ``ROOT``."""
    return [path for path in files() if counts(path.as_posix())]


def counts(name: str) -> bool:
    """Return whether a file holds English for people: pages, product code, English catalogues."""
    if name.endswith(".md"):
        return not name.startswith(("tests/", *QUOTING))
    if name.endswith(".py"):
        return name.split("/")[0] in PACKAGES
    return name.endswith(".ftl") and ("/en/" in name or name.endswith("en.ftl"))


def texts(path: Path) -> Iterator[Prose]:
    """Yield the texts of one file."""
    name, source = path.as_posix(), (ROOT / path).read_text("utf-8")
    if path.suffix == ".md":
        yield from markdown(name, source)
    elif path.suffix == ".py":
        yield from python(name, source)
    elif path.suffix == ".ftl":
        yield from messages(name, source)


def markdown(name: str, source: str) -> Iterator[Prose]:
    """Yield paragraphs, list items, cells and headings, without code blocks and HTML."""
    source = re.sub(
        r"<!--(?! english).*?-->", lambda m: re.sub(r"[^\n]", "", m[0]), source, flags=re.S
    )
    inside, start, lines = False, 0, list[str]()

    def flush() -> Iterator[Prose]:
        if lines:
            yield Prose(name, start, "page", " ".join(lines))
            lines.clear()

    for number, line in enumerate(source.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("```"):
            yield from flush()
            inside = not inside
        elif inside or (line.startswith("    ") and not lines):
            continue
        elif not bare or bare.startswith(("<", "![", "[![")):
            yield from flush()
        elif bare.startswith("#"):
            yield from flush()
            yield Prose(name, number, "heading", bare.lstrip("# "))
        elif bare.startswith("|"):
            yield from flush()
            if not re.fullmatch(r"[|\s:-]+", bare):
                for cell in re.split(r"(?<!\\)\|", bare.strip("|")):
                    if len(cell.split()) > 2:
                        yield Prose(name, number, "cell", cell.strip())
        elif re.match(r"(?:[-*+]|\d+\.) ", bare):
            yield from flush()
            start, lines[:] = number, [re.sub(r"^(?:[-*+]|\d+\.) +", "", bare)]
        else:
            start = start if lines else number
            lines.append(bare.lstrip("> "))
    yield from flush()


@lru_cache(1)
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


def python(name: str, source: str) -> Iterator[Prose]:
    """Yield docstrings by paragraph, runs of comments, and what ends a command of the program."""
    for node in ast.walk(parsed(source)):
        for one in getattr(node, "body", None) or () if not isinstance(node, ast.expr) else ():
            if (text := literal(one)) is not None:
                yield from docstring(name, one.lineno, text, node)
        if isinstance(node, ast.Call) and called(node) in ("UserError", "echo"):
            for given in node.args:
                if said := spoken(given):
                    yield Prose(name, given.lineno, "refusal", said)
    if re.search(r"^ *# |  # ", source, re.MULTILINE):
        yield from comments(name, source)


def literal(node: ast.stmt) -> str | None:
    """Return the text of a statement that is nothing but a string."""
    found = node.value if isinstance(node, ast.Expr) else None
    text = found.value if isinstance(found, ast.Constant) else None
    return text if isinstance(text, str) else None


def docstring(name: str, line: int, text: str, node: ast.AST) -> Iterator[Prose]:
    """Yield the paragraphs; the first one of a function is its summary. Properties are things."""
    function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not any(
        ast.unparse(mark).endswith("property") for mark in node.decorator_list
    )
    for i, paragraph in enumerate(re.split(r"\n\s*\n", text)):
        bare = "" if re.search(">>>|├──", paragraph) else " ".join(paragraph.split())
        if bare and not re.match(r"(?:Rules?|Raises|Args|Returns):", bare):
            yield Prose(name, line, "summary" if function and i == 0 else "docstring", bare)
        line += paragraph.count("\n") + 2


def comments(name: str, source: str) -> Iterator[Prose]:
    """Yield comments; those in a column below one another are one text."""
    run, start, column = list[str](), 0, -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            bare = token.string.lstrip("#: ").strip()
            if re.match(r"(?:type:|noqa|pragma|fmt:|----)", bare):
                continue
            if run and token.start[0] == start + len(run) and token.start[1] == column:
                run.append(bare)
            else:
                if run:
                    yield Prose(name, start, "comment", " ".join(run))
                run, start, column = [bare], token.start[0], token.start[1]
    if run:
        yield Prose(name, start, "comment", " ".join(run))


def called(call: ast.Call) -> str:
    """Return the last part of the name that is called."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def spoken(node: ast.AST) -> str:
    """Return a string or f-string as it reads, with ``X`` for each value."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value if " " in node.value else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values
        )
    return ""


class Variants(Visitor):
    """Gathers the patterns of a message: each variant of a selector is a text of its own."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Pattern(self, node: fluent.Pattern) -> None:
        self.found.append(
            "".join(
                part.value if isinstance(part, fluent.TextElement) else "X"
                for part in node.elements
            )
        )
        self.generic_visit(node)


def messages(name: str, source: str) -> Iterator[Prose]:
    """Yield the texts of the messages of a catalogue."""
    line, at = 1, 0
    for entry in FluentParser().parse(source).body:
        if isinstance(entry, fluent.Message) and entry.span:
            line, at = line + source.count("\n", at, entry.span.start), entry.span.start
            variants = Variants()
            variants.visit(entry)
            for text in variants.found:
                if len(text.split()) > 2:
                    yield Prose(name, line, "catalogue", " ".join(text.split()))


def helps(command: click.Command, name: str = "meanwhile") -> Iterator[Prose]:
    """Yield the help of a command, of its options and of the commands in it."""
    for paragraph in re.split(r"\n\s*\n", command.help or ""):
        yield Prose(name, 0, "help", " ".join(paragraph.replace("\b", "").split()))
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            yield Prose(f"{name} --{option.name}", 0, "help", option.help)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for sub in command.list_commands(context):
            if found := command.get_command(context, sub):
                yield from helps(found, f"{name} {sub}")


def bare(text: str) -> str:
    """Return a text without code, links, quotations and marks."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"``[^`]*``|`[^`]*`", "CODE", text)
    text = re.sub(r"[“\"][^”\"]{0,120}[”\"]", "QUOTE", text)
    text = re.sub(r"<br>|\*\*|(?<!\w)\*|\*(?!\w)|<[^>]{1,200}>", " ", text)
    return " ".join(text.split())


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph."""
    found, begin = list[str](), 0
    for stop in STOP.finditer(text):
        piece = text[begin : stop.end()].strip()
        if ABBREVIATION.search(piece):
            continue
        found.append(piece)
        begin = stop.end()
    if text[begin:].strip():
        found.append(text[begin:].strip())
    return found


def words(sentence: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9][\w'’-]*", sentence)
