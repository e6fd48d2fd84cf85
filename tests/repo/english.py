"""Finds sentences that a native editor would rewrite: pages, docstrings, comments, help, messages.

    python -m tests.repo.english                every sentence that is new, of the whole repository
    python -m tests.repo.english FILE …         every finding in these files or folders
    python -m tests.repo.english --rule who     every finding of one rule
    python -m tests.repo.english --commits 200  the subjects of the newest commits
    python -m tests.repo.english --write        forget old sentences that are gone

``english.txt`` lists the findings from before the rules, each as a hash of rule and sentence. A
finding whose hash isn't listed is new and fails the test, so the list can only shrink. Files can be
moved, because the list names no file. A changed sentence counts as new.

``<!-- english: keep -->`` on its first line, in Python ``# english: keep``, keeps a sentence.
"""

import argparse
import ast
import hashlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.repo import english_rules, prose
from tests.repo.prose import Prose, bare, parsed, sentences, words
from tests.repo.tree import ROOT, files

KNOWN = ROOT / "tests" / "repo" / "english.txt"
OWN = [
    ROOT / "tests" / "repo" / name
    for name in ("english.py", "english_rules.py", "english_rules.toml", "prose.py")
]
CACHE = ROOT / "build" / "english.json"
"""Findings by the hash of a file, so that the second look at everything is quick."""
GAMES = re.compile(r"RULES\.md$|/games/|^renderers/")
FILLER = frozenset(
    "return returns yield yields whether given here there the a an of is are to in at by for it its"
    " this that these those and or with on has can have may be as one from which all if each every"
    " what code".split()
)


class EnglishFinding(Struct, frozen=True, kw_only=True):
    path: str
    line: int
    kind: str
    rule: str
    hit: str
    sentence: str

    def __str__(self) -> str:
        better = ECHO if self.rule == "echo" else english_rules.RULES[self.rule].instead
        place = f"{self.path}:{self.line}: {self.rule}"
        return f"{place}: {self.sentence!r} [{self.hit}]; better: {better}"

    def key(self) -> str:
        said = f"{self.rule}: {' '.join(words(self.sentence))}"
        return hashlib.sha256(said.encode()).hexdigest()[:8]


ECHO = "delete the docstring: name and signature say the same"


def look(text: Prose) -> Iterator[EnglishFinding]:
    """Yield the findings in one text."""
    if "english: keep" in text.text or text.kind == "heading":
        return
    for i, sentence in enumerate(sentences(bare(text.text))):
        kind = "docstring" if text.kind == "summary" and i else text.kind
        for name, rule in english_rules.RULES.items():
            looks = kind in rule.kinds and (rule.games or not GAMES.search(text.path))
            if looks and (hit := rule.hit(sentence)):
                yield EnglishFinding(
                    path=text.path,
                    line=text.line,
                    kind="docstring" if kind == "summary" else kind,
                    rule=name,
                    hit=hit[-60:],
                    sentence=sentence,
                )


def echoes(path: Path) -> Iterator[EnglishFinding]:
    """Yield the docstrings that say no more than the name and the signature of their function."""
    for node in ast.walk(parsed((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.get_docstring(node) or ""
            if said and "`" not in said and idle(node, said):
                yield EnglishFinding(
                    path=str(path),
                    line=node.lineno,
                    kind="docstring",
                    rule="echo",
                    hit=node.name,
                    sentence=said.splitlines()[0],
                )


def idle(node: ast.FunctionDef | ast.AsyncFunctionDef, said: str) -> bool:
    signature = f"{ast.unparse(node.args)} {ast.unparse(node.returns or ast.Constant(0))}"
    known = {stem(word) for word in re.findall(r"[A-Z]?[a-z]+", signature)}
    known |= {stem(word) for word in (*node.name.split("_"), *FILLER)}
    said_words = words(bare(said.lower()))
    news = [word for word in said_words if stem(word) not in known]
    return not news or (len(news) == 1 and len(said_words) <= 6)


def stem(word: str) -> str:
    return re.sub(r"(?:ing|ed|es|s|e)$", "", word.lower())


def findings(paths: Iterable[Path]) -> Iterator[EnglishFinding]:
    """Yield the findings of some files."""
    for path in paths:
        for text in prose.texts(path):
            yield from look(text)
        if path.suffix == ".py":
            yield from echoes(path)


def everything() -> Iterator[EnglishFinding]:
    """Yield the findings of the whole repository. Files that have not changed since the last time
    come from the cache.
    """
    rules = b"".join(path.read_bytes() for path in OWN)
    old: dict[str, list[EnglishFinding]] = {}
    if CACHE.exists():
        with suppress(msgspec.DecodeError):
            old = msgspec.json.decode(CACHE.read_bytes(), type=dict[str, list[EnglishFinding]])
    new: dict[str, list[EnglishFinding]] = {}

    def cached(
        kind: bytes, paths: list[Path], make: Callable[[], Iterator[EnglishFinding]]
    ) -> None:
        read = b"".join(bytes(path) + (ROOT / path).read_bytes() for path in paths)
        key = hashlib.sha256(rules + kind + read).hexdigest()
        new[key] = old[key] if key in old else list(make())

    for path in prose.sources():
        cached(b"file", [path], partial(findings, [path]))
    cached(
        b"help",
        [path for path in files() if path.suffix == ".py" and path.parts[0] == "bot"],
        helps,
    )
    CACHE.parent.mkdir(exist_ok=True)
    CACHE.write_bytes(msgspec.json.encode(new))
    yield from chain.from_iterable(new.values())


def helps() -> Iterator[EnglishFinding]:
    from bot.cli import main

    for text in prose.helps(main):
        yield from look(text)


def subjects(number: int) -> Iterator[EnglishFinding]:
    """Yield the findings in the subjects of the newest commits."""
    command = ["git", "-C", str(ROOT), "log", f"-{number}", "--no-merges", "--format=%h %s"]
    log = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for row in log.splitlines():
        commit, _, subject = row.partition(" ")
        yield from look(Prose(commit, 0, "commit", subject))


def known() -> Counter[str]:
    return Counter(KNOWN.read_text("utf-8").split())


def new(found: Iterable[EnglishFinding]) -> list[str]:
    """Return the findings that are not in the list, or there more often than in the list."""
    left, rows = known(), list[str]()
    for one in found:
        left[one.key()] -= 1
        if left[one.key()] < 0:
            rows.append(str(one))
    return rows


def below(paths: list[Path]) -> list[Path]:
    """Return the files of the repository that are one of these, or in one of these folders."""
    own = [path.resolve().relative_to(ROOT) for path in paths]
    return [path for path in files() if any(path.is_relative_to(one) for one in own)]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--rule", choices=[*english_rules.RULES, "echo"])
    parser.add_argument("--commits", type=int)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.commits:
        found = list(subjects(given.commits))
    else:
        found = list(findings(below(given.paths)) if given.paths else everything())
    if given.write:
        keys = Counter(one.key() for one in found)
        KNOWN.write_text("\n".join(sorted((keys & known()).elements())) + "\n", "utf-8")
    if given.paths or given.rule or given.commits:
        rows = [str(one) for one in found if given.rule in (None, one.rule)]
        print(*rows, f"{len(rows)} findings", sep="\n")
        return 0
    rows = new(found)
    print(*rows, f"{len(rows)} new, {len(found)} in all", sep="\n")
    return bool(rows)


if __name__ == "__main__":
    sys.exit(main())
