"""A new game by a form, and a whole game as a film."""

import io
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
from tests.discord.server import spec
from tests.discord.server.people import Interaction
from tests.discord.server.rest import Request
from tests.discord.server.world import User
from tests.discord.stage import Duel, Stage
from tests.kit.each import each
from tests.kit.games import names


def parts(opened: Interaction) -> dict[str, dict[str, Any]]:
    return {one["component"]["custom_id"]: one for one in opened.data["components"]}


def setup_in(stage: Stage) -> dict[str, Any]:
    row = stage.door.writer.referee.store.game(stage.only_game)
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
    request = Request("POST", "/interactions/1/t/callback", {"type": 9, "data": made}, {}, 204)
    assert spec.fault(request) == ""
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


async def test_a_league_is_set_up_by_its_form(stage: Stage) -> None:
    """With menus for the form and the game, which has no field for the options of that game."""
    ann = stage.user("ann")
    opened = await stage.slash(ann, "game form", kind="contest", join=False)
    assert [*parts(opened)] == ["form", "game", "rounds", "division", MORE]
    made = await stage.people.fill_in(
        opened, form=["league"], game=["battleboard"], division="4", more="clock=3d game.size=6x6"
    )
    assert "is here" in made.text, made.text
    setup = setup_in(stage)
    assert (setup["options"]["form"], setup["options"]["division"]) == ("league", 4)
    assert setup["options"]["settings"]["size"] == "6x6"
    assert "BattleBoard: a league" in stage.lobby_post(stage.only_game).text


async def test_a_form_becomes_a_game_with_those_options(stage: Stage) -> None:
    ann = stage.user("ann")
    opened = await stage.slash(ann, "game form", kind="battleboard")
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
    chosen = {"players": 3, "size": "6x5", "illegal": "pass", "cities": 2, "wrecks": "count"}
    assert made["options"].items() >= chosen.items()
    assert made["private"] is True
    assert made["clock"]
    seat = (await stage.opened(stage.only_game)).seat_of("discord", ann.id)
    assert seat == "ann", "who makes it has a seat"


async def test_what_does_not_fit_is_named_and_nothing_is_made(stage: Stage) -> None:
    ann = stage.user("ann")
    for filled, told in (
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
    ):
        opened = await stage.slash(ann, "game form", kind="battleboard")
        said = await stage.people.fill_in(opened, None, **filled)
        for text in (*told, "No game was made", *filled.values()):
            assert text in said.text.replace("\\", ""), said.text
    assert not stage.places
    assert not stage.threads()


async def test_a_game_needs_a_channel_and_the_name_of_a_form_is_none_that_was_made_up(
    stage: Stage,
) -> None:
    ann = stage.user("ann")
    opened = await stage.slash(ann, "game form", kind="battleboard")
    name = ids.read(opened.data["custom_id"])
    assert name is not None
    forged = stage.door.names.write(ids.Act.NEW, "desert", name.seal, name.path)
    opened.data["custom_id"] = forged
    assert "too old" in (await stage.people.fill_in(opened)).text
    duel = await stage.duel()
    said = await duel.slash(ann, "game form", kind="battleboard")
    assert "needs a text channel" in said.text


def test_what_is_filled_in_is_the_text_that_options_take() -> None:
    game, said = find("desert"), words.words("en")
    filled = {"scenario": "halim-road", "rulings": "R-HOLD=gt_targets R-SUM=columns"}
    text = options_in(said, game, filled | {MORE: "dice=typed"})
    assert pairs_in(text) == filled | {"dice": "typed"}
    assert options_in(said, game, {"scenario": " ", MORE: "\n"}) == ""
    with pytest.raises(UserError, match="“Other options”"):
        options_in(said, game, {MORE: "x" * words.SHOWN})


async def film(duel: Duel, user: User, **given: Any) -> bytes:
    said = (await duel.slash(user, "game replay", wait=30, film=True, **given)).shown
    assert said.only == user.id
    return duel.stage.data(said)


def frames(data: bytes) -> list[Image.Image]:
    image = Image.open(io.BytesIO(data))
    found = list[Image.Image]()
    for i in range(getattr(image, "n_frames", 1)):
        image.seek(i)
        found.append(image.convert("RGB"))
    return found


async def test_a_film_shows_what_everybody_saw_and_ones_own_only_when_asked(stage: Stage) -> None:
    duel = await stage.duel()
    (asked, other), zoe = await duel.sides(), stage.user("zoe")
    before = await film(duel, zoe)
    await duel.order(f"bomb {other.json['username']} 1 1")
    public = await film(duel, zoe)
    assert len(frames(public)) == len(frames(before)) + 1, "the bomb is one board more"
    assert len(public) <= LARGEST
    assert await film(duel, asked) == public, "a seat's own is shown when it asks for it"
    own, theirs = await film(duel, asked, mine=True), await film(duel, other, mine=True)
    assert len({public, own, theirs}) == 3
    (now,) = frames(stage.data((await duel.slash(asked, "game board")).shown))
    # All boards of a film have the size of the largest.
    last = frames(own)[-1].crop((0, 0, *now.size))
    assert last.tobytes() == now.tobytes(), "it ends with the board as it stands"
    said = await duel.slash(zoe, "game replay", mine=True)
    assert "no seat" in said.text
    assert not said.shown.json["attachments"]
    assert "no such game" in (await duel.slash(zoe, "game replay", game="nosuch")).text
    told = (await duel.slash(zoe, "game replay", wait=30)).shown
    mine = (await duel.slash(asked, "game replay", wait=30, mine=True)).shown
    assert (told.only, mine.only) == (zoe.id, asked.id)
    assert mine.json["attachments"][0]["filename"] == "replay.html"
    viewer = f'"viewers":[["{asked.json["username"]}"'.encode()
    found = [viewer in duel.stage.data(one) for one in (told, mine)]
    assert found == [False, True], "nobody else's view"


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


async def test_options_are_completed_while_they_are_typed(stage: Stage) -> None:
    ann = stage.user("ann")

    async def offered(text: str) -> list[str]:
        typed = {"kind": "battleboard", "options": text}
        return (await stage.slash(ann, "game new", focused="options", **typed)).choices

    assert "players=" in await offered("")
    assert set(await offered("illegal=")) == {"illegal=refuse", "illegal=pass"}
    assert "players=3 size=" in await offered("players=3 s")
    assert await offered("nothing=") == []
