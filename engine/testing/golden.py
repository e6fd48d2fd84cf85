"""Golden playthroughs: readable files with every question, menu, order and event, reviewed as a
diff.

``python -m engine.testing [--write] MODULE ...`` prints those of the contract tests in these
modules, or writes them to ``golden`` beside each module.
"""

from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from engine.menu import Menu, Refused
from engine.state import PUBLIC, REFEREE, Bulletin, Seat
from engine.testing.kit import Case, Golden, begin

WIDTH = 120
LONGEST = 320
"""The maximum number of lines in a golden game. Nobody reviews a longer one."""


class GoldenWriter:
    """Plays a golden game and writes down everything that anybody sees."""

    def __init__(self, case: Case, golden: Golden):
        self.lines: list[str] = []
        self.play = begin(case, msgspec.structs.replace(golden.setting, seats=()), 1)
        self.head(case, golden)
        self.began = self.play.now
        self.bulletin(self.play.first)
        self.play.look = self.entry
        self.play.join(golden.setting.seats)
        for seconds, seat, said in golden.messages:
            self.message(self.began + seconds, seat, said)
        self.line("")
        self.line("== the end: " + (self.play.table.state.result or "not over"))

    def head(self, case: Case, golden: Golden) -> None:
        setting = golden.setting
        self.line(f"{case.name}: {golden.name}")
        for name, what in (
            ("options", setting.options),
            ("scenario", setting.scenario),
            ("loaded dice", setting.loaded),
        ):
            if what:
                self.line(f"{name}: {text(what)}")

    def line(self, words: str) -> None:
        """Write one line, wrapped if it is too long, with the rest indented."""
        indent = " " * (len(words) - len(words.lstrip()) + 4)
        while len(words) > WIDTH:
            cut = words.rfind(" ", len(indent) + 20, WIDTH)
            if cut < 0:
                break
            self.lines.append(words[:cut])
            words = indent + words[cut + 1 :]
        self.lines.append(words.rstrip())

    def message(self, at: int, seat: Seat, said: Any) -> None:
        """Submit an order as text, or enter one of the referee. Refusals are written down too."""
        if seat == REFEREE:
            self.play.enter(at, REFEREE, said) if said is not None else self.play.ticks(at)
            return
        try:
            self.play.submit(at, seat, said)
        except Refused as refused:
            why = refused.refusal
            self.line("")
            self.line(f"-- {seat}: {said}")
            rule = f" ({why.rule})" if why.rule else ""
            self.line(f"   refused: {why.code} at {why.start}-{why.end} {why.word!r}{rule}")
            self.line(f"   wanted: {' '.join(why.wanted) or '-'}")
            self.line(f"   legal: {'; '.join(why.legal) or '-'}")

    def entry(self, bulletin: Bulletin) -> None:
        entry = self.play.entries[-1]
        self.line("")
        self.line(
            f"== {entry.n}, {clock(entry.at - self.began)}, {entry.seat or 'house'}:"
            f" {entry.order!r}"
        )
        self.bulletin(bulletin)

    def bulletin(self, bulletin: Bulletin) -> None:
        """Write the events with their readers, the asked seats, their menus and the view's hash."""
        viewers = (PUBLIC, *self.play.table.seats)
        for told in bulletin.told:
            copies: dict[str, list[Seat]] = {}
            for viewer in viewers:
                if (copy := told.copy(viewer)) is not None:
                    copies.setdefault(repr(copy), []).append(viewer)
            for said, readers in copies.items():
                self.line(
                    f"   {'all' if len(readers) == len(viewers) else ' '.join(readers)}: {said}"
                )
        if bulletin.asked is not None and bulletin.fresh:
            until = "" if bulletin.due is None else f", until {clock(bulletin.due - self.began)}"
            self.line(
                f"   question {bulletin.question} to"
                f" {' '.join(bulletin.asked.seats) or 'nobody'}{until}"
            )
        for seat in self.play.table.seats:
            self.menu(seat, self.play.table.menu(seat))
        self.line(
            "   views: "
            + " ".join(f"{viewer} {digest(self.play.table.view(viewer))}" for viewer in viewers)
        )

    def menu(self, seat: Seat, menu: Menu) -> None:
        default = "" if menu.default is None else f"; by default {menu.write(menu.default)}"
        why = "" if menu.why is None else f"; because {menu.why!r}"
        if menu.offered or menu.idle:
            self.line(f"   {seat} may: {' | '.join(menu.help()) or menu.idle}{default}{why}")


def clock(seconds: int) -> str:
    """Format seconds as ``1:02:03``."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def digest(view: Any) -> str:
    """Return eight characters of a view's hash."""
    return sha256(msgspec.json.encode(view, order="deterministic")).hexdigest()[:8]


def text(data: Any) -> str:
    """Return data as JSON with blanks after commas and colons, so that lines can be wrapped."""
    return (
        msgspec.json.encode(data, order="deterministic")
        .decode()
        .replace(",", ", ")
        .replace(":", ": ")
    )


def playthroughs(case: Case, folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the path and the expected content of each golden game of the kit."""
    for golden in case.kit.golden:
        name = golden.name.replace(" ", "-") + f"-{case.game.edition}.txt"
        yield folder / name, "\n".join(GoldenWriter(case, golden).lines) + "\n"


def contracts(module: str) -> list[Any]:
    """Return the contract tests in a module, given by its dotted name or its path."""
    dotted = module.removesuffix(".py").replace("/", ".")
    found = vars(import_module(dotted)).values()
    return [one for one in found if isinstance(one, type) and "case" in vars(one)]


def main(arguments: list[str]) -> None:
    """Print or write golden games. Raises ``SystemExit`` if no module is named."""
    modules = [argument for argument in arguments if argument != "--write"]
    if not modules:
        raise SystemExit("python -m engine.testing [--write] MODULE ...")
    made = {
        path: text
        for module in modules
        for contract in contracts(module)
        for path, text in playthroughs(contract.case, contract.golden())
    }
    for path, text in made.items():
        if "--write" in arguments:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        print(path if "--write" in arguments else text)
