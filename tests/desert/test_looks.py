"""Looks at the worked segment (5.2), which ``looks.toml`` lists."""

from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

import renderers
from renderers.toolkit.scene import WHOLE
from renderers.toolkit.words import columns
from tests.desert import driven, stage, worked


class Look(Struct, forbid_unknown_fields=True):
    title: str = ""
    after: str = ""
    seat: str = ""
    look: str = "asked"
    rows: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class Looks(Struct):
    look: tuple[Look, ...]


LOOKS = msgspec.toml.decode(Path(__file__).with_name("looks.toml").read_bytes(), type=Looks).look


@cache
def whole() -> driven.Driven:
    return stage.game(*worked.up_to(), options={"stages": 1}, dice=worked.DICE)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.seat} {look.look} {look.after}")
def test_P6_P7_P18_P31_P32_P37_P38_P51_P52_P60_P63_a_look_has_the_figures(look: Look) -> None:
    seat = look.seat or look.after.partition(":")[0]
    seen = stage.view(stage.worked(look.after) if look.after else whole(), seat)
    if look.look == "asked":
        text = renderers.asked_text("desert", seen)
    else:
        text = renderers.board_text("desert", seen, "en", look.look)
        assert max(map(columns, text.splitlines())) <= WHOLE.width
    words = " ".join(text.split())
    assert [row for row in look.rows if row not in words] == []
    assert [row for row in look.without if row in words] == []
