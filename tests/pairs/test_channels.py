"""The table of channels: every row has tests that there are, or says why it is open."""

import re
import tomllib
from functools import cache
from pathlib import Path

import msgspec

from tests.kit.each import each

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_name("channels.toml")
SIDE_CHANNELS = 43
"""Those that the rules of Ambush list."""
OPEN = 1
"""Rows that are open: only ever fewer."""


class Channel(msgspec.Struct, forbid_unknown_fields=True):
    what: str
    closed: str = ""
    tests: tuple[str, ...] = ()
    open: str = ""


def read() -> dict[str, Channel]:
    return msgspec.convert(tomllib.loads(FILE.read_text("utf-8")), dict[str, Channel])


CHANNELS = read()


@cache
def names_in(file: str) -> frozenset[str]:
    places = [ROOT / file, (ROOT / file).with_suffix(".toml")]
    text = "".join(path.read_text("utf-8") for path in places if path.is_file())
    return frozenset(re.findall(r"^ *(?:async )?(?:def )?(test_\w+)(?:\(| = )", text, re.MULTILINE))


def fault(channel: Channel) -> str:
    if channel.open:
        return "it is open and closed" if channel.closed or channel.tests else ""
    if not (channel.closed and channel.tests):
        return "neither how it is closed, and its tests, nor why it is open"
    for name in channel.tests:
        file, _, test = name.partition("::")
        if not (ROOT / file).is_file() or test not in names_in(file):
            return f"there is no {name}"
    return ""


@each("id", CHANNELS)
def test_every_channel_has_tests_or_says_why_it_is_open(id: str) -> None:
    assert fault(CHANNELS[id]) == ""


def test_every_side_channel_of_the_rules_has_its_row() -> None:
    listed = [id for id in CHANNELS if id.startswith("IS-")]
    assert listed == [f"IS-{n}" for n in range(1, SIDE_CHANNELS + 1)]


def test_no_more_channels_are_open_than_are_known() -> None:
    still_open = [id for id, channel in CHANNELS.items() if channel.open]
    print(f"{len(CHANNELS)} channels, {len(still_open)} of them open: {', '.join(still_open)}")
    assert len(still_open) == OPEN


@each(
    "row",
    [
        Channel("a row without anything"),
        Channel("without a test", closed="so"),
        Channel("without a word how", tests=("tests/pairs/test_channels.py::test_nothing",)),
        Channel("without such a file", closed="so", tests=("tests/pairs/none.py::test_nothing",)),
        Channel("without such a test", closed="so", tests=("tests/pairs/test_pairs.py::test_no",)),
        Channel("open and closed", closed="so", open="because"),
    ],
)
def test_a_row_that_says_too_little_is_refused(row: Channel) -> None:
    assert fault(row)
