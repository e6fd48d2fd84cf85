"""How far recorded answers agree with this engine, and the comparison of choices."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from msgspec import Struct, field

from engine.games.derelict import orders as o
from engine.games.derelict import reveal, view
from engine.table import GameTable
from tests.derelict import excuses
from tests.derelict.rebuild import Key, Record, keys, offered


class Found(Struct):
    """Whether a record was ``broken``."""

    broken: bool = False


class Report(Struct):
    agreed: Counter[str] = field(default_factory=Counter)
    excused: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)

    def agree(self, kind: str) -> None:
        self.agreed[kind] += 1

    def excuse(self, kind: str, names: Iterable[str]) -> None:
        self.excused[kind] += 1
        self.names.update(f"{kind}: {name}" for name in names)

    def skip(self, kind: str, name: str) -> None:
        self.skipped[kind] += 1
        self.names[f"{kind}: not reached after {name}"] += 1

    def fail(self, kind: str, text: str) -> None:
        self.failed[kind] += 1
        self.failures.append(f"{kind} {text}")

    @contextmanager
    def whole(self, kind: str, name: str) -> Iterator["Found"]:
        found = Found()
        try:
            yield found
        except Exception as error:
            found.broken = True
            self.fail(kind, f"{name}: broken record: {type(error).__name__}: {error}")

    def grown(self, known: Mapping[str, int]) -> list[str]:
        return [
            f"{count} x {name}, at most {known.get(name, 0)}"
            for name, count in sorted(self.names.items())
            if count > known.get(name, 0)
        ]

    def lines(self) -> Iterator[str]:
        for kind in sorted({*self.agreed, *self.excused, *self.skipped, *self.failed}):
            outside = self.agreed[kind] + self.failed[kind]
            share = f"{self.agreed[kind]}/{outside}"
            yield (
                f"  {kind}: {share} agree ({self.agreed[kind] / max(1, outside):.2%}),"
                f" {self.excused[kind]} excused, {self.skipped[kind]} not reached"
            )
        yield from (f"    {count} x {name}" for name, count in sorted(self.names.items()))
        yield from (f"  FAILED {text}" for text in self.failures)


def compare_choices(record: Record, table: GameTable, kind: str, report: Report) -> None:
    ask = table.ask()
    assert ask is not None, f"{kind} {record.get('id')}: nobody is asked"
    theirs, ours = keys(record["choices"]), set(offered(table.menu(ask.seats[0])))
    if theirs == ours:
        report.agree(kind)
    elif theirs == with_cells(table, ours):
        report.excuse(kind, [excuses.CELLS])
    elif found := excuses.of_choices(record, table.world, theirs, ours):
        report.excuse(kind, found)
    else:
        name = record.get("id", record["board"])
        report.fail(
            kind,
            f"{name}: only recorded {sorted(theirs - ours, key=repr)}, only here"
            f" {sorted(ours - theirs, key=repr)}",
        )


def with_cells(table: GameTable, ours: set[Key]) -> set[Key] | None:
    if not isinstance(table.state.stack[-1], reveal.Forced):
        return None
    copy = table.load(table.save())
    copy.take(0, "alien", o.Done())
    if not isinstance(copy.state.stack[-1], reveal.Forced) or not copy.state.stack[-1].placing:
        return None
    return {key for key in ours if key[0] != "pass"} | set(offered(copy.menu(view.MARINES)))
