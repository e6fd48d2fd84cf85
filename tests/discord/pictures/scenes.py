"""The screens of docs/discord.md: each is played up to its moment, and taken there."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from engine.referee.clock import HandClock
from tests.discord.opportunities import AMBUSH, DERELICT, DESERT, GAME, Played, begun
from tests.discord.pictures.camera import Camera, answered, said
from tests.discord.pictures.page import DESKTOP, PHONE, Screen
from tests.discord.server.world import DiscordMessage, User
from tests.discord.stage import Stage, staged

START = 1_800_000_000


class Scene(Struct, frozen=True):
    play: Callable[[Path], Coroutine[Any, Any, list[Screen]]]
    width: int = PHONE


def note(text: str) -> dict[str, Any]:
    return {"note": text}


def typed(text: str) -> dict[str, Any]:
    return {"typed": text}


# ---- ambush


@asynccontextmanager
async def ambush(path: Path, world: str = "near") -> AsyncIterator[tuple[Played, Camera]]:
    async with begun(path, AMBUSH, world, called=str.capitalize) as game:
        await game.go(-1)
        game.clock.advance(60)
        yield game, Camera(game.stage, game.clock)


async def channel(path: Path) -> list[Screen]:
    async with club(path) as (stage, camera, people):
        ann, bob, eve = people
        await stage.people.slash(ann, stage.lobby, "mod settings", open=stage.lobby)
        made = await stage.people.slash(
            ann, stage.lobby, "game new", kind="ambush", options="window=2h clock=24h"
        )
        await stage.quiet()
        (game,) = stage.door.memory.places
        lobby = stage.world.messages[str(stage.door.memory.places[game].lobby)]
        shown = [said(lobby)]
        await stage.people.slash(eve, stage.lobby, "game new", kind="derelict")
        await asyncio.sleep(stage.door.club.pause + 1)
        await stage.quiet()
        standing = next(m for m in stage.in_channel(stage.lobby) if "Open games" in m.text)
        shown += [note("The pinned post of open games"), said(standing)]
        joined = await stage.people.click(bob, lobby, "Join")
        await stage.quiet()
        shown += [note("Bob joins: the post says so, and he alone reads"), said(lobby)]
        shown += [said(joined.shown)]
        assert "is here" in made.text
        return [camera.screen(bob, stage.lobby, *shown)]


async def thread(path: Path) -> list[Screen]:
    async with ambush(path) as (game, camera):
        ann, zoe = game.users["ann"], game.users["zoe"]
        await game.order("A", AMBUSH.said("near")[-1][1])
        await game.press("hold")
        await game.passed()
        assert game.users["A"] is ann
        return [camera.screen(zoe, game.thread, *camera.there(zoe, game.thread, 2))]


async def window(path: Path) -> list[Screen]:
    async with ambush(path) as (game, camera):
        await game.order("A", AMBUSH.said("near")[-1][1])
        zoe = game.users["zoe"]
        return [camera.screen(zoe, game.thread, *camera.there(zoe, game.thread))]


async def chance(path: Path) -> list[Screen]:
    async with ambush(path) as (game, camera):
        await game.order("A", AMBUSH.said("near")[-1][1])
        bob, asked = game.users["bob"], await game.asked()
        push = {"push": asked.json["content"]}
        return [camera.screen(bob, game.stage.world.direct(bob), push, said(asked))]


async def answer(path: Path) -> list[Screen]:
    async with ambush(path) as (game, camera):
        await game.order("A", AMBUSH.said("near")[-1][1])
        bob, got = game.users["bob"], await game.press("fire BX")
        return [camera.screen(bob, game.stage.world.direct(bob), said(got))]


async def nothing(path: Path) -> list[Screen]:
    async with ambush(path, "far") as (game, camera):
        await game.order("A", AMBUSH.said("far")[-1][1])
        bob, asked = game.users["bob"], await game.asked()
        push = {"push": asked.json["content"]}
        return [camera.screen(bob, game.stage.world.direct(bob), push, said(asked))]


async def orders(path: Path) -> list[Screen]:
    async with ambush(path) as (game, camera):
        ann, click = game.users["ann"], game.stage.people.click
        panel = (await click(ann, game.stage.card(GAME), "Orders")).shown
        hint = next(one for one in panel.buttons if " run › " in one)
        ready = (await click(ann, panel, hint)).shown
        return [camera.screen(ann, game.thread, said(ready))]


async def refused(path: Path) -> list[Screen]:
    async with ambush(path) as (game, camera):
        ann, zoe, people = game.users["ann"], game.users["zoe"], game.stage.people
        wrong = await people.slash(ann, game.thread, "order", text="move A1 walk F F Q")
        guest = await people.click(zoe, game.stage.card(GAME), "Orders")
        return [
            camera.screen(
                ann, game.thread, typed("/order text: move A1 walk F F Q"), answered(wrong)
            ),
            camera.screen(
                zoe, game.thread, note("Zoe has no seat, and presses Orders"), answered(guest)
            ),
        ]


def pressable(message: DiscordMessage) -> tuple[DiscordMessage, str]:
    return message, message.pressable[0]["custom_id"]


# ---- the other games


async def sheet(path: Path) -> list[Screen]:
    async with begun(path, DESERT, "near", called=str.capitalize) as game:
        await game.go()
        await game.type("rba HW-COY C4-D3")
        bob, people = game.users["bob"], game.stage.people
        panel = (await people.click(bob, game.stage.card(GAME), "Orders")).shown
        camera = Camera(game.stage, game.clock)
        return [camera.screen(bob, game.thread, said(panel))]


@asynccontextmanager
async def derelict(path: Path, last: int | None = None) -> AsyncIterator[tuple[Played, Camera]]:
    async with begun(path, DERELICT, "near", called=str.capitalize) as game:
        await game.go(last)
        yield game, Camera(game.stage, game.clock)


async def jam(path: Path) -> list[Screen]:
    async with derelict(path) as (game, camera):
        bob, zoe = game.users["bob"], game.users["zoe"]
        direct = game.stage.world.direct(bob)
        return [
            camera.screen(zoe, game.thread, *camera.there(zoe, game.thread)),
            camera.screen(bob, direct, said(await game.asked())),
        ]


async def care(path: Path) -> list[Screen]:
    async with derelict(path, -1) as (game, camera):
        ann, people = game.users["ann"], game.stage.people
        leave = await people.slash(ann, game.thread, "withdraw")
        shown = [typed("/withdraw"), answered(leave)]
        left = await people.press(ann, *pressable(leave.shown))
        shown += [note("Ann presses Withdraw"), answered(left)]
        return [camera.screen(ann, game.thread, *shown)]


async def end(path: Path) -> list[Screen]:
    async with derelict(path, -1) as (game, camera):
        ann, bob, stage = game.users["ann"], game.users["bob"], game.stage
        leave = await stage.people.slash(ann, game.thread, "withdraw")
        await stage.people.press(ann, *pressable(leave.shown))
        await stage.quiet()
        card = stage.card(GAME)
        assert "Rematch" in card.buttons, card.text
        proof = await stage.people.click(bob, card, "Fair play")
        return [camera.screen(bob, game.thread, said(card), said(proof.shown))]


# ---- a club


@asynccontextmanager
async def club(path: Path) -> AsyncIterator[tuple[Stage, Camera, list[User]]]:
    clock, made = HandClock(START), iter(("k3x9fa", "w7rm2p", "h4tc8d", "q2vn6s"))
    async with AsyncExitStack() as stack:
        stack.enter_context(patch("engine.referee.new_games.new_id", lambda: next(made)))
        stack.enter_context(patch("engine.referee.new_games.new_secret", lambda: bytes(32)))
        stack.enter_context(patch("engine.referee.new_games.new_salt", lambda: "salt"))
        stage = await stack.enter_async_context(staged(path, clock))
        people = [stage.user(name) for name in ("Ann", "Bob", "Eve")]
        yield stage, Camera(stage, clock), people


async def bombs(path: Path) -> list[Screen]:
    async with club(path) as (stage, camera, (ann, bob, _)):
        game = await stage.game(ann, [bob], "size=6x6 cities=2 order=join")
        panel = await stage.people.click(ann, stage.card(game), "Orders")
        form = await stage.people.click(ann, panel.shown, "Type…")
        place = stage.thread(game)
        return [camera.screen(ann, place, said(panel.shown), note("Type…"), answered(form))]


async def numbers(path: Path) -> list[Screen]:
    async with club(path) as (stage, camera, (ann, bob, _)):
        duel = await stage.duel(kind="ambush", ann=ann, bob=bob)
        user = await duel.asked()
        panel = (await duel.click(user, "Orders")).shown
        shown = [note("Orders"), said(panel)]
        facings = (await stage.people.click(user, panel, "5")).shown
        return [camera.screen(user, duel.thread, *shown, note("5"), said(facings))]


def columns(panel: DiscordMessage) -> list[str]:
    return [label for label in panel.buttons if label[0].isdigit() and label.endswith("…")]


async def run(path: Path) -> list[Screen]:
    async with ambush(path) as (game, camera):
        ann, people = game.users["ann"], game.stage.people
        panel = (await people.click(ann, game.stage.card(GAME), "Orders")).shown
        panel, shown = (await people.click(ann, panel, "run")).shown, []
        for label in (columns(panel)[-1], "3"):
            panel = (await people.click(ann, panel, label)).shown
            shown += [note(label), said(panel)]
        return [camera.screen(ann, game.thread, *shown)]


async def dice(path: Path) -> list[Screen]:
    async with club(path) as (stage, camera, (ann, bob, _)):
        game = await stage.game(ann, [bob], "", "dicechess")
        place = stage.thread(game)
        return [camera.screen(bob, place, *camera.there(bob, place))]


async def new(path: Path) -> list[Screen]:
    async with club(path) as (stage, camera, (ann, _, _)):
        form = await stage.people.slash(ann, stage.lobby, "game form", kind="ambush")
        return [camera.screen(ann, stage.lobby, typed("/game form game: Ambush"), answered(form))]


async def lists(path: Path) -> list[Screen]:
    async with club(path) as (stage, camera, (ann, bob, eve)):
        await stage.game(ann, [bob], "order=join clock=24h")
        await stage.game(ann, [eve], "", "dicechess")
        await stage.quiet()
        shown = []
        for name in ("inbox", "help", "me signals"):
            got = await stage.people.slash(ann, stage.lobby, name)
            shown += [typed(f"/{name}"), answered(got)]
        return [camera.screen(ann, stage.lobby, *shown)]


async def moderators(path: Path) -> list[Screen]:
    async with club(path) as (stage, camera, (ann, bob, _)):
        game = await stage.game(ann, [bob], "order=join")
        await stage.people.slash(bob, stage.thread(game), "appeal", reason="Was that in time?")
        await stage.quiet()
        shown = []
        for name in ("mod list", "mod settings"):
            got = await stage.people.slash(ann, stage.lobby, name)
            shown += [typed(f"/{name}"), answered(got)]
        return [camera.screen(ann, stage.lobby, *shown)]


SCENES = {
    "channel": Scene(channel),
    "thread": Scene(thread),
    "window": Scene(window),
    "private": Scene(chance),
    "nothing": Scene(nothing),
    "orders": Scene(orders),
    "numbers": Scene(numbers),
    "run": Scene(run),
    "wide": Scene(thread, DESKTOP),
    "answer": Scene(answer),
    "care": Scene(care),
    "refused": Scene(refused),
    "end": Scene(end),
    "sheet": Scene(sheet),
    "derelict": Scene(jam),
    "battleboard": Scene(bombs),
    "dicechess": Scene(dice),
    "new": Scene(new),
    "lists": Scene(lists),
    "moderators": Scene(moderators),
}
"""By the ends of their names in docs/pictures."""
