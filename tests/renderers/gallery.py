"""The gallery: every game at each question that it asks, made from games that are really played.

``make docs`` puts it into the site. The first picture of each game is in the repository, too, for
README: ``python -m tests.renderers.gallery --write`` draws those again, and a test compares them
with ``gallery.json``, which keeps a small copy of each.
"""

import random
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import msgspec
from msgspec import Struct
from PIL import Image

import renderers
from engine.game import robot_order
from engine.menu import Refused
from engine.state import PUBLIC, REFEREE, Seat
from engine.testing.kit import Case, Play, Setting, asked, begin
from tests.kit.games import registered
from tests.repo.tree import ROOT

FOLDER = ROOT / "docs" / "pictures"
MARKS = FOLDER / "gallery.json"
WIDE, NARROW = 800, 480
"""Widths in pixels, of a game's own picture and of one that goes with a question."""
COLOURS = 144
GRAIN, SHADE = 16, 2
"""Pixels of the small copy across, and by how much of 255 its shades may differ."""


class Course(Struct, frozen=True):
    setting: Setting
    seed: int = 1


COURSES: dict[str, tuple[Course, ...]] = {
    "battleboard": (Course(Setting(("Ann", "Bob", "Cleo"), {"players": 3})),),
    "dicechess": (Course(Setting(("white", "black"))),),
    "derelict": (
        Course(Setting(("marine", "alien"), {"mission": "corridor"})),
        Course(Setting(("marine", "alien"), {"mission": "hive"})),
    ),
    "ambush": (
        Course(Setting(("A", "B"), {"window": "local", "battle": "raid"})),
        Course(Setting(("A", "B"), {"window": "local"})),
    ),
    "desert": (
        Course(Setting(("axis", "cw"), {"stages": 2}), 0),
        Course(Setting(("axis", "cw")), 3),
        Course(Setting(("axis",), {"paper": "cw"})),
    ),
}
"""What is played beside the golden games; the end of the first one is shown."""
COVERS = {
    "battleboard": ("", 20),
    "dicechess": ("Reply", 0),
    "derelict": ("", 40),
    "ambush": ("", 51),
    "desert": ("ca_pick-attacker", 0),
}
"""The picture that stands for a game: at a question, or after so many orders of its course."""


ASKED = (
    "position firing plan apply retreat assign-attacker assign-defender aa-pick aa-loss "
    "ca-pick-attacker ca-pick-defender ca-retreat ca-loss-attacker ca-loss-defender ca-captured "
    "ca-place obligations move"
).split()
PROMPTS = {name: f"D{n}" for n, name in enumerate(ASKED, 1)}
"""The questions of Desert as its rules number them (4.4); D13 is asked of both sides, D14 of the
defender in the same breath.
"""


class Shot(Struct, frozen=True, kw_only=True):
    name: str
    text: str
    view: Any
    width: int
    kind: str

    def png(self) -> bytes:
        return renderers.picture(self.kind, self.view)

    def mark(self) -> str:
        with Image.open(BytesIO(self.png())) as image:
            copy = image.convert("RGB").resize((GRAIN, GRAIN), Image.Resampling.BOX)
            return f"{image.width}x{image.height} {b64encode(copy.tobytes()).decode()}"

    def small(self, *, kmeans: int = 1) -> bytes:
        """Return the picture as the page has it, in a palette and no wider than needed. With
        ``kmeans=0`` it is made faster and gets larger.
        """
        with Image.open(BytesIO(self.png())) as image:
            shown = image.convert("RGB")
            if shown.width > self.width:
                height = round(shown.height * self.width / shown.width)
                shown = shown.resize((self.width, height), Image.Resampling.LANCZOS)
            data = BytesIO()
            shown.quantize(COLOURS, kmeans=kmeans).save(data, "PNG", optimize=True)
            return data.getvalue()


def question(play: Play, seat: Seat) -> str:
    view, why = play.table.view(seat), play.table.menu(seat).why
    if step := getattr(view, "step", ""):
        both = step in ("assign", "ca_pick", "ca_loss")
        role = "attacker" if seat == view.phasing else "defender"
        return f"{step}-{role}" if both else str(step)
    top = type(play.table.state.stack[-1]).__name__
    shown = type(why).__name__
    return f"{top}-{getattr(why, 'code', shown)}" if shown not in ("NoneType", "str") else top


def goldens(case: Case) -> Iterator[Play]:
    for golden in case.kit.golden:
        play = begin(case, golden.setting)
        yield play
        for at, seat, text in golden.messages:
            now = play.setup.at + at
            if text is None:
                play.ticks(now)
            elif seat == REFEREE:
                play.enter(now, seat, text)
            else:
                try:
                    play.submit(now, seat, text)
                except Refused:
                    continue
            yield play


def robots(case: Case, course: Course) -> Iterator[Play]:
    rng, play = random.Random(course.seed), begin(case, course.setting, course.seed)
    while not play.over:
        yield play
        if not (seats := asked(play.table)):
            play.ticks(play.table.state.due or play.now)
            continue
        seat = rng.choice(seats)
        view, menu = play.table.view(seat), play.table.menu(seat)
        play.enter(play.now + 1, seat, robot_order(case.game, view, menu, rng, 1))
    yield play


def shots(case: Case) -> Iterator[Shot]:
    kind = case.name.rpartition("-")[0]
    cover, at = COVERS[kind]
    met: dict[str, Shot] = {}
    ends: list[Shot] = []

    def shot(name: str, play: Play, seat: Seat, width: int) -> Shot:
        view = play.table.view(seat)
        why = play.table.menu(seat).why if seat != PUBLIC else None
        text = "" if seat == PUBLIC else renderers.asked_text(kind, view, why=why)
        return Shot(name=name, text=text, view=view, width=width, kind=kind)

    def look(play: Play) -> None:
        seats = asked(play.table)
        if getattr(play.table.view(PUBLIC), "step", "") == "ca_pick":
            seats = ("axis", "cw")
        for seat in seats:
            if (name := question(play, seat)) not in met:
                met[name] = shot(f"{kind}-{name.replace('_', '-').lower()}", play, seat, NARROW)
                if name == cover:
                    met["cover"] = shot(kind, play, PUBLIC, WIDE)

    for play in goldens(case):
        look(play)
    for course in COURSES[kind]:
        for n, play in enumerate(robots(case, course)):
            look(play)
            if not cover and n == at:
                met.setdefault("cover", shot(kind, play, PUBLIC, WIDE))
            if play.over:
                ends.append(shot(f"{kind}-end", play, PUBLIC, WIDE))
    yield met.pop("cover")
    yield from sorted(met.values(), key=lambda one: numbered(one.name))
    yield ends[0]


def numbered(name: str) -> int:
    """Return where a question stands among those of its game that its rules number."""
    found = [*PROMPTS]
    question = name.removeprefix("desert-")
    return found.index(question) if name != question and question in PROMPTS else len(found)


@cache
def of_game(kind: str) -> list[Shot]:
    return list(shots([case for case in registered() if case.name.startswith(f"{kind}-")][-1]))


def gallery() -> dict[str, list[Shot]]:
    return {kind: of_game(kind) for kind in sorted(COURSES)}


def page(found: dict[str, list[Shot]]) -> str:
    lines = [
        "# Gallery",
        "",
        "Every game at each of its questions, and at its end. The player who is asked reads the",
        "text; the picture below it is for that player alone. The first picture of each game is",
        "what everybody sees. All of it comes from games that are really played.",
    ]
    for kind, pictures in found.items():
        game = renderers.sentences_in("en").title(kind)
        lines += ["", f"## {game}", ""]
        own, *others, end = pictures
        lines += [f"![{game}](pictures/{own.name}.png)"]
        for one in others:
            name = one.name.removeprefix(f"{kind}-")
            number = f"{PROMPTS[name]}, " if kind == "desert" and name in PROMPTS else ""
            title = number + name.replace("-", " ")
            text = [line.rstrip() for line in one.text.splitlines()]
            lines += ["", f"### {game}: {title}", "", "```text", *text, "```", ""]
            lines += [f"![{game}: {title}](pictures/gallery/{one.name}.png)"]
        lines += ["", f"### {game}: the end", ""]
        lines += [f"![{game}: the end](pictures/gallery/{end.name}.png)"]
    return "\n".join(lines) + "\n"


def marks(found: dict[str, list[Shot]]) -> dict[str, str]:
    return {kind: pictures[0].mark() for kind, pictures in found.items()}


def alike(one: str, other: str) -> bool:
    (size, copy), (other_size, other_copy) = one.split(), other.split()
    shades = zip(b64decode(copy), b64decode(other_copy), strict=True)
    return size == other_size and all(abs(a - b) <= SHADE for a, b in shades)


def write() -> None:
    found = gallery()
    for kind, pictures in found.items():
        (FOLDER / f"{kind}.png").write_bytes(pictures[0].small())
    MARKS.write_bytes(msgspec.json.format(msgspec.json.encode(marks(found)), indent=1) + b"\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.renderers.gallery --write")
    write()
