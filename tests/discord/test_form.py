"""A new game by a form, and a whole game as a film."""

import asyncio
import io
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

from bot.discord import forms, ids, words
from bot.discord.forms import MORE, fields_of, form, options_in
from engine.errors import UserError
from engine.games import find
from engine.referee.new_games import pairs_in
from renderers.film import LARGEST
from tests.discord.server import limits as discord
from tests.discord.server.people import Interaction
from tests.discord.server.world import User
from tests.discord.stage import Stage, staged, until
from tests.discord.test_asking import two
from tests.kit.each import each
from tests.kit.games import names


def parts(opened: Interaction) -> dict[str, dict[str, Any]]:
    return {one["component"]["custom_id"]: one for one in opened.data["components"]}


def setup_in(stage: Stage) -> dict[str, Any]:
    (game,) = stage.door.memory.places
    row = stage.door.writer.referee.store.game(game)
    assert row is not None
    kept: dict[str, Any] = msgspec.json.decode(row.setup)
    return kept


@each("kind", names())
@each("language", ["en", "zh-TW"])
def test_the_form_of_every_game_fits(kind: str, language: str) -> None:
    """Five fields, labels of 45 characters, descriptions and hints of 100
    (documentation, component reference).
    """
    game, said = find(kind), words.words(language)
    made = form(said, game, "x").to_dict()
    discord.modal(made)
    known = [field.name for field in fields_of(game)]
    shown = [one["component"]["custom_id"] for one in made["components"]]
    assert shown == [*known[:4], MORE]
    assert MORE not in known, "a field is named after its option"
    for one in made["components"]:
        assert len(one.get("description", "")) <= 100
        assert one["component"]["type"] == 3 or 0 < len(one["component"]["placeholder"]) <= 100
    for name in known[4:]:
        assert name in made["components"][-1]["description"], (
            "the field for the others says which there are"
        )


async def test_a_form_becomes_a_game_with_those_options(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann = stage.user("ann")
        opened = await stage.people.slash(ann, stage.lobby, "game form", kind="battleboard")
        assert parts(opened)["players"]["component"]["placeholder"] == "2 · 2 to 20"
        assert parts(opened)["size"]["description"] == "width x height, 2x2 to 26x26 (BB-7)"
        said = await stage.people.fill_in(
            opened,
            players=" 3 ",
            size="6x5",
            wrecks=["count"],
            more='illegal=pass\nprivate=yes clock="24h grace 2h"',
        )
        assert "is here" in said.text
        assert said.shown.only == ann.id
        made = setup_in(stage)
        chosen = {
            "players": 3,
            "size": "6x5",
            "illegal": "pass",
            "cities": 2,
            "wrecks": "count",
        }
        assert made["options"].items() >= chosen.items()
        assert made["private"] is True
        assert made["clock"]
        (game,) = stage.door.memory.places
        assert (await stage.opened(game)).seat_of("discord", ann.id) == "ann", (
            "who makes it has a seat"
        )


async def test_an_empty_form_after_a_restart_is_a_game_as_the_house_has_it(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann = stage.user("ann", locale="zh-TW")
        opened = await stage.people.slash(
            ann, stage.lobby, "game form", kind="derelict", join=False
        )
        assert "至" in parts(opened)["last_turn"]["component"]["placeholder"]
        await stage.stop()
        await stage.start()
        await stage.people.fill_in(opened)
        assert setup_in(stage)["options"] == msgspec.to_builtins(find("derelict").options_type())
        (game,) = stage.door.memory.places
        assert (await stage.opened(game)).seat_of("discord", ann.id) is None, "join was off"


@pytest.mark.parametrize(
    ("filled", "told"),
    [
        ({"players": "99"}, ("“players”: “99”", "2 to 20", "for example 2")),
        ({"players": "many"}, ("“players”: “many”", "2 to 20")),
        ({"cities": "0"}, ("“cities”: “0”", "1 or more")),
        ({"size": "99x99"}, ("size", "2 to 26 each, such as 10x8")),
        ({"cities": "90"}, ("cities: 90", "at most 80")),
        ({"size": '6"x5'}, ("“size”", "quotation mark")),
        ({"size": "6x5", "more": "size=5x5"}, ("“size”", "is also in “Other options”")),
        ({"more": "private"}, ("“Other options”", "KEY=VALUE")),
        ({"more": "illegal=maybe"}, ("“illegal”: “maybe”", "one of pass, refuse")),
        ({"more": "clock=never"}, ("clock is not understood at “never”",)),
        ({"more": "colour=red"}, ("no option", "timeout")),
    ],
)
async def test_what_does_not_fit_is_named_and_nothing_is_made(
    tmp_path: Path, filled: dict[str, str], told: tuple[str, ...]
) -> None:
    async with staged(tmp_path) as stage:
        opened = await stage.people.slash(
            stage.user("ann"), stage.lobby, "game form", kind="battleboard"
        )
        said = await stage.people.fill_in(opened, None, **filled)
        for text in (*told, "No game was made", *filled.values()):
            assert text in said.text.replace("\\", ""), said.text
        assert not stage.door.memory.places
        assert not stage.threads()


async def test_a_game_needs_a_channel_and_the_name_of_a_form_is_none_that_was_made_up(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann = stage.user("ann")
        opened = await stage.people.slash(ann, stage.lobby, "game form", kind="battleboard")
        name = ids.read(opened.data["custom_id"])
        assert name is not None
        opened.data["custom_id"] = stage.door.names.write(
            ids.Act.NEW, "desert", name.seal, name.path
        )
        assert "too old" in (await stage.people.fill_in(opened)).text
        game = await stage.game(ann, [stage.user("bob")])
        said = await stage.people.slash(ann, stage.thread(game), "game form", kind="battleboard")
        assert "needs a text channel" in said.text


def test_what_is_filled_in_is_the_text_that_options_take() -> None:
    game, said = find("desert"), words.words("en")
    text = options_in(
        said,
        game,
        {
            "scenario": "halim-road",
            "rulings": "R-HOLD=gt_targets R-SUM=columns",
            MORE: "dice=typed",
        },
    )
    assert pairs_in(text) == {
        "scenario": "halim-road",
        "rulings": "R-HOLD=gt_targets R-SUM=columns",
        "dice": "typed",
    }
    assert options_in(said, game, {"scenario": " ", MORE: "\n"}) == ""
    with pytest.raises(UserError, match="“Other options”"):
        options_in(said, game, {MORE: "x" * words.SHOWN})


async def film(stage: Stage, user: User, game: str, **given: Any) -> bytes:
    said = (await stage.people.slash(user, stage.thread(game), "game film", wait=30, **given)).shown
    assert said.only == user.id
    (file,) = said.json["attachments"]
    return stage.world.blobs[file["id"]]


def frames(data: bytes) -> list[Image.Image]:
    image = Image.open(io.BytesIO(data))
    found = list[Image.Image]()
    for i in range(getattr(image, "n_frames", 1)):
        image.seek(i)
        found.append(image.convert("RGB"))
    return found


async def test_a_film_shows_what_everybody_saw_and_ones_own_only_when_asked(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, asked, other = await two(stage)
        thread, zoe = stage.thread(game), stage.user("zoe")
        before = await film(stage, zoe, game)
        await stage.people.slash(asked, thread, "order", text=f"bomb {other.json['username']} 1 1")
        await stage.quiet()
        public = await film(stage, zoe, game)
        assert len(frames(public)) == len(frames(before)) + 1, "the bomb is one board more"
        assert len(public) <= LARGEST
        assert await film(stage, asked, game) == public, (
            "a seat gets the public one, unless it asks for its own"
        )
        own, theirs = (
            await film(stage, asked, game, mine=True),
            await film(stage, other, game, mine=True),
        )
        assert len({public, own, theirs}) == 3
        board = (await stage.people.slash(asked, thread, "game board")).shown.json["attachments"][0]
        (now,) = frames(stage.world.blobs[board["id"]])
        last = frames(own)[-1].crop(
            (0, 0, *now.size)
        )  # all boards of a film have the size of the largest
        assert last.tobytes() == now.tobytes(), "it ends with the board as it stands"
        said = await stage.people.slash(zoe, thread, "game film", mine=True)
        assert "no seat" in said.text
        assert not said.shown.json["attachments"]
        assert (
            "no such game"
            in (await stage.people.slash(zoe, thread, "game film", game="nosuch")).text
        )


async def test_who_waits_for_a_film_gets_no_second_one(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, asked, other = await two(stage)
        thread, projector = stage.thread(game), stage.door.projector
        async with projector.drawing:
            first = asyncio.create_task(film(stage, asked, game))
            await until(lambda: int(asked.id) in projector.waiting)
            assert (
                "is already being drawn"
                in (await stage.people.slash(asked, thread, "game film")).text
            )
        assert await first == await film(stage, other, game)
        assert not projector.waiting


@each("kind", names())
def test_what_is_offered_for_options_is_taken(kind: str) -> None:
    said, game = words.words("en"), find(kind)
    named = forms.going_on(said, kind, "")
    assert {text for text, _ in named} >= {f"{field.name}=" for field in fields_of(game)}
    for begun, _ in named:
        for text, _ in forms.going_on(said, kind, begun):
            key, _, value = text.partition("=")
            fields = [field for field in fields_of(game) if field.name == key]
            assert all(field.takes(value) for field in fields), text
    first = named[0][0]
    assert all(not text.endswith(first) for text, _ in forms.going_on(said, kind, f"{first}x "))


async def test_options_are_completed_while_they_are_typed(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann = stage.user("ann")

        async def offered(text: str) -> list[str]:
            said = await stage.people.slash(
                ann,
                stage.lobby,
                "game new",
                focused="options",
                kind="battleboard",
                options=text,
            )
            return said.choices

        assert "players=" in await offered("")
        assert set(await offered("illegal=")) == {"illegal=refuse", "illegal=pass"}
        assert "players=3 size=" in await offered("players=3 s")
        assert await offered("nothing=") == []
