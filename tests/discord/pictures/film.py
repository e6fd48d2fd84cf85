"""A moving picture: a walker that nobody sees is asked whether it fires, and what everybody else
sees meanwhile.
"""

import io
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

from tests.discord.opportunities import AMBUSH, GAME, WAY, begun, run
from tests.discord.pictures.camera import Camera, said
from tests.discord.pictures.page import Screen, Writing, page
from tests.shots import shoot

Json = dict[str, Any]
WIDTH, HEIGHT = 640, 640
COLOURS = 200


class Shot(msgspec.Struct):
    title: str
    left: Screen
    right: Screen
    stands: int

    def html(self) -> str:
        sides = "".join(
            f'<div><div class="bar"><b>{name}</b></div>'
            f'<div class="inner">{Writing(screen).parts()}</div></div>'
            for name, screen in (("Everybody: the thread", self.left), ("Bob alone", self.right))
        )
        return page(f'<h1>{self.title}</h1><div class="sides">{sides}</div>', "film")


async def interrupted(path: Path) -> list[Shot]:
    shots: list[Shot] = []
    async with begun(path, AMBUSH, "near", called=str.capitalize) as game:
        stage, ann, bob = game.stage, game.users["ann"], game.users["bob"]
        camera, thread = Camera(stage, game.clock), game.thread
        await game.go(-1)

        def take(title: str, stands: int, *right: Json, left: Json | None = None) -> None:
            public = camera.screen(ann, thread, *camera.there(ann, thread), left or {})
            private = camera.screen(bob, stage.world.direct(bob), *right)
            shots.append(Shot(title, public, private, stands))

        order = {"typed": f"/order text: {WAY}"}
        own = await stage.people.click(bob, stage.card(GAME), "Board")
        take(
            "Ann orders a walk past BX, which only Bob can see.", 4000, said(own.shown), left=order
        )
        game.clock.advance(60)
        await game.order("A", WAY)
        asked = stage.direct(bob)[-1]
        called = {"push": asked.json["content"]}
        take("Everybody sees that Bob is asked, as after every move.", 2500, called)
        take("Bob alone learns that BX has a shot at A1.", 4500, said(asked))
        fire = next(label for label in asked.buttons if label.startswith("fire"))
        take("Bob presses…", 1200, said(asked, fire))
        answer = await game.press("fire BX")
        take("… and fires. Nobody can tell: the thread stays as it is.", 4000, said(answer))
        await game.passed()
        take("When the time is over, it happens.", 6000, said(stage.direct(bob)[-1]))
    return shots


def joined(pictures: list[Image.Image], stands: list[int]) -> bytes:
    whole = Image.new("RGB", (WIDTH, HEIGHT * len(pictures)))
    for n, picture in enumerate(pictures):
        whole.paste(picture, (0, HEIGHT * n))
    colours = whole.quantize(COLOURS, dither=Image.Dither.NONE)
    frames = [picture.quantize(palette=colours, dither=Image.Dither.NONE) for picture in pictures]
    made = io.BytesIO()
    frames[0].save(
        made, "GIF", save_all=True, append_images=frames[1:], duration=stands, loop=0, optimize=True
    )
    return made.getvalue()


def shots() -> list[Shot]:
    with tempfile.TemporaryDirectory() as folder:
        found: list[Shot] = run(interrupted(Path(folder)))
        return found


def film(taken: list[Shot]) -> bytes:
    pictures = []
    with tempfile.TemporaryDirectory() as folder:
        for shot in taken:
            path = Path(folder, "shot.html")
            path.write_text(shot.html(), "utf-8")
            picture = Image.new("RGB", (WIDTH, HEIGHT), "#1a1a1e")
            picture.paste(shoot(path, WIDTH, height=HEIGHT))
            pictures.append(picture)
    return joined(pictures, [shot.stands for shot in taken])
