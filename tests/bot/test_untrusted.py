"""Files of strangers: what they may cost."""

import asyncio
import tomllib
from collections.abc import Callable, Coroutine

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import untrusted
from engine.errors import UserError
from engine.games import find
from engine.menu import NotPossible
from engine.plaintext import DEEPEST, MOST_PARTS, toml_in
from engine.referee import new_games
from tests.kit.each import each


def handed_in(name: str, data: bytes) -> Coroutine[None, None, object]:
    files = untrusted.Files(kind="ambush", at=1, options={}, folder=".", scenario=(name, data))
    return untrusted.set_up(files)


@pytest.mark.parametrize("name", ["time", "memory"])
def test_a_file_that_costs_too_much_is_refused_and_stops_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(untrusted, "MODULE", "tests.bot.greedy")

    async def play() -> int:
        reading, rounds = asyncio.ensure_future(handed_in(name, b"")), 0
        while not reading.done():
            await asyncio.sleep(0.001)
            rounds += 1
        with pytest.raises(NotPossible, match=f"file-too-costly: {name}"):
            await reading
        return rounds

    assert asyncio.run(play()) > 10, "the loop goes on meanwhile"


def test_a_refusal_is_the_same_as_without_the_process() -> None:
    files = untrusted.Files(
        kind="ambush", at=1, options={"size": "1"}, folder=".", scenario=("x.toml", b"a = ")
    )
    with pytest.raises(NotPossible) as here:
        untrusted.read(files)
    with pytest.raises(NotPossible) as there:
        asyncio.run(untrusted.set_up(files))
    assert there.value.refusal == here.value.refusal


def value_or_error(read: Callable[[str], object], text: str) -> object:
    try:
        return read(text)
    except ValueError as error:
        return str(error)


@settings(max_examples=30)
@given(st.text("ab.\"'#\\\n= []{},1_-", max_size=60))
def test_the_bounded_reader_reads_what_the_parser_reads(text: str) -> None:
    found, expected = (value_or_error(read, text) for read in (toml_in, tomllib.loads))
    assert found == expected or "parts" in str(found)


@each(
    "text",
    [
        'a = "' + "b." * 40 + '"',
        "a = '''\n" + "b." * 40 + "'''\n",
        "# " + "b." * 40,
        "a = [" + "1.5, " * 40 + "]",
        ".".join("abcdefgh") + " = 1",
        '"a.b.c.d.e.f.g.h.i.j" = 1',
    ],
)
def test_dots_of_texts_and_numbers_are_no_parts_of_a_key(text: str) -> None:
    assert toml_in(text) == tomllib.loads(text)


@each("before", ["", "[", "a = {", "# one\n", 'a = "\\""\n', "'a'."])
def test_a_key_of_too_many_parts_is_refused_with_its_line(before: str) -> None:
    line = before.count("\n") + 1
    with pytest.raises(ValueError, match=rf"at most {DEEPEST} parts.*line {line}\)"):
        toml_in(before + "a." * DEEPEST + "a = 1")


@each("part", ["a = 1\n", "[[a]]\n", "[a.b.c]\n", "#\n", "a = [1,1,1,1]\n"])
def test_a_file_of_too_many_parts_is_refused_before_it_is_parsed(part: str) -> None:
    with pytest.raises(ValueError, match=f"may have {MOST_PARTS:,} lines"):
        toml_in(part * (MOST_PARTS + 1))


def test_a_zone_that_names_the_same_hexes_too_often_is_refused() -> None:
    rows = ",".join(f'"{" ".join(["."] * 9)}"' for _ in range(9))
    zone = ",".join(['"0101-0909"'] * 5)
    text = f'[map]\nsize="9x9"\nrows=[{rows}]\n[side.A]\nambush=[{zone}]\n[side.B]\n'
    for side in "AB":
        text += f'[[unit]]\nid="U{side}"\nside="{side}"\ntons=20\nwalk=5\nat="0{side == "B"}01/0"\n'
    found = new_games.scenario_of(text.replace("0False", "01").replace("0True", "02"), "x.toml")
    with pytest.raises(UserError, match=r"side\.A\.ambush: .* name each hex once"):
        new_games.setup(find("ambush"), 1, {}, found)
