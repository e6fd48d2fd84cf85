"""Pictures, text boards and sentences of Derelict."""

import random
import re
from collections.abc import Iterator

import pytest

import renderers
from engine.games.derelict.view import ALIENS, MARINES, View
from engine.state import PUBLIC, Seat
from engine.testing.kit import Play, asked, choose
from renderers import fonts
from renderers.derelict import COLUMNS, ROWS, paint, sprites
from renderers.derelict.lines import ShipScene, acting
from tests.derelict.kit import brawl_of
from tests.derelict.stage import GAME, Stage, mission_game
from tests.kit.each import each


def scene_of(view: View, mode: str = "", language: str = "en") -> ShipScene:
    scene = renderers.scene_of("derelict", view, language, mode)
    assert isinstance(scene, ShipScene)
    return scene


def positions(seeds: range, most: int) -> Iterator[tuple[Play, Seat]]:
    for seed in seeds:
        play, rng = brawl_of(seed), random.Random(seed)
        for _ in range(most):
            if play.over:
                break
            (seat,) = asked(play.table)
            yield play, seat
            if rng.random() < 0.6:
                view, menu = play.table.view(seat), play.table.menu(seat)
                play.enter(play.now, seat, GAME.robot(view, menu, rng))
            else:
                play.enter(*choose(play, rng, beside=0))


WANTED = {"main", "orient", "place", "voluntary", "reinforcement", "command", "best"}


@pytest.mark.parametrize("language", renderers.LANGUAGES)
def test_every_question_and_every_position_has_words(language: str) -> None:
    said = renderers.sentences_in(language)
    kinds, rolled = set[str](), False
    for n, (play, seat) in enumerate(positions(range(30), 120)):
        view, menu = play.table.view(seat), play.table.menu(seat)
        kinds.add(view.shown.kind or view.shown.phase)
        assert fonts.can_draw(said.prompt("derelict", view, menu.examples(n)))
        scene = scene_of(view, language=language)
        assert acting(view) == acting(play.table.view(PUBLIC)) == seat
        assert [one.name for one in scene.crews if one.acts] == [view.players[seat]]
        assert view.players[seat] in scene.question
        rolled |= bool(scene.rolls)
        assert sum((dice for _, dice in scene.rolls), ()) == view.shown.dice + view.shown.against
        words = [
            scene.banner,
            scene.status,
            scene.heading,
            scene.question,
            *scene.notes,
            *(word for one in scene.crews for word in one.words),
            *(one.words + one.label + one.badge for one in scene.figures),
            *scene.facts,
            *(sign.word for sign in scene.legend),
        ]
        assert fonts.can_draw("".join(words))
        if kinds >= WANTED and rolled:
            break
    assert kinds >= WANTED
    assert rolled


def test_the_board_as_text_is_that_of_the_page() -> None:
    """Section 5: two characters a cell, with the numbers of units; the number of aliens in a blip
    is in its owner's summary alone.
    """
    tokens = (
        "marine_sarge 1,0 E; alien 2,0 W; blip_3 3,0; door 4,0; dooropen 5,0; flame 6,0; lurk 7,0;"
        " objective 8,0"
    )
    s = Stage(f"{tokens}; alien_entry 9,0", alone=True, grid=("." * 11,), rules={"side": "alien"})
    theirs, ours = (renderers.board_text("derelict", s.view(who)) for who in (ALIENS, PUBLIC))
    assert all("  0  .1>A1?1[]''**lkoben . 0" in text for text in (ours, theirs))
    assert " B1 blip ×3 3,0 S" in theirs
    assert " B1 blip 3,0 S" in ours


def test_markers_facings_and_the_active_unit_are_in_words() -> None:
    s = Stage("marine 4,6 N +jam; alien 4,0 S")
    s.world.mark("M1", "guard", "deactivated")
    s.say("activate M1")
    text = renderers.board_text("derelict", s.view())
    assert ">M1 bolter 4,6 N done GUARD 0 AP" in text
    legend = text[text.index("Legend:") :]
    assert "active" not in legend
    assert "done" not in legend


def test_the_question_names_what_everything_costs() -> None:
    """Section 6, DL-O2."""
    s = Stage("marine 4,6 N; alien 4,0 S; door 3,5").then("activate M1")
    said = renderers.sentences_in("en").prompt("derelict", s.view(MARINES))
    assert (
        "command (0), move 4,5 5,5 (1), turn left right (1), door 3,5 (1), shoot A1 3,5 (1)" in said
    )
    assert "overwatch (2), guard (2)." in said


@each("mission", ["corridor", "hive"])
def test_where_things_happen_is_shown_in_large_and_covers_no_label(mission: str) -> None:
    play = mission_game(mission, 3)
    rng, heights = random.Random(3), set[int]()
    for _ in range(30):
        view = play.table.view(PUBLIC)
        scene = scene_of(view)
        (x0, y0, x1, y1), whole, plan = scene.focus, scene.window, paint.arrange(scene.focus)
        assert whole[0] <= x0 <= x1 <= whole[2]
        assert whole[1] <= y0 <= y1 <= whole[3]
        assert x1 - x0 < COLUMNS + 1
        assert y1 - y0 < ROWS + 1
        units = {token.name: token.cell for token in view.tokens if token.name}
        marines = [token.cell for token in view.tokens if token.name and token.side == MARINES]
        assert not marines or any(map(plan.shows, marines))
        first = [units[name] for name in (view.shown.unit, view.active) if name in units]
        theirs = scene_of(play.table.view(ALIENS)).focus
        assert all(map(paint.arrange(theirs).shows, first[:1]))
        assert len(heights := {*heights, paint.draw(scene).height}) == 1
        image, bare = paint.deck(scene), paint.frame(plan)
        for box in (
            (0, 0, paint.WIDTH, paint.LABELS),
            (0, 0, plan.left, image.height),
            (plan.left + plan.size[0], 0, paint.WIDTH, image.height),
        ):
            assert image.crop(box).tobytes() == bare.crop(box).tobytes()
        if play.over:
            break
        play.enter(*choose(play, rng, beside=0))


def test_what_a_marine_sees_is_a_mode() -> None:
    s = Stage("marine 4,6 N; alien 4,0 S", alone=True)
    view = s.view()
    assert renderers.modes("derelict", view) == ("sight M1",)
    assert set(scene_of(view, "sight M1").marked) == {
        cell for cell in view.board.corridors if view.position.sees(s.unit("M1"), cell)
    }
    assert renderers.picture("derelict", view, mode="sight M1") != renderers.picture(
        "derelict", view
    )
    assert "M1 sees: " in renderers.board_text("derelict", view, mode="sight M1")
    with pytest.raises(KeyError, match="sight M1"):
        scene_of(view, "sight M9")


def test_DL_11_5_a_shot_of_the_flamer_is_shown_before_it_is_fired() -> None:
    segs = ("aaaaabbbbb",) * 7
    s = Stage("marine_flame 2,3 E; marine 6,1 N; alien 7,3 W; door 6,3", segs=segs)
    s.say("activate M1")
    view = s.view()
    aims = [mode for mode in renderers.modes("derelict", view) if mode.startswith("burn ")]
    assert len(aims) == 2, "one a segment"
    far = next(mode for mode in aims if int(mode[5]) >= 5)
    assert set(scene_of(view, far).marked) == {(x, y) for x in range(5, 10) for y in range(7)} - {
        (6, 3)
    }
    words = renderers.board_text("derelict", view, mode=far)
    assert "In them: M2 A1;" in " ".join(words.split())
    assert renderers.picture("derelict", view, mode=far) != renderers.picture("derelict", view)
    with pytest.raises(KeyError, match=far):
        scene_of(view, "burn 0,0")


def test_DL_11_5_every_board_shows_where_segments_end() -> None:
    halves, thirds = (("aaaaabbbbb",) * 7, ("aaabbbcccc",) * 7)
    boards = [Stage("marine_flame 9,6 S", segs=segs).view() for segs in (halves, thirds)]
    pictures = {renderers.picture("derelict", view) for view in boards}
    assert len(pictures) == 2
    assert all(".a.a.a" in renderers.board_text("derelict", view) for view in boards)
    assert ".c" not in renderers.board_text("derelict", boards[0])
    plain = Stage("marine 9,6 S", segs=halves).view()
    assert ".a" not in renderers.board_text("derelict", plain), "nothing can burn"


@each(
    "change",
    (
        "alien 5,5 E; alien 5,4 S; door 2,2; dooropen 2,2; flame 2,2; lurk 2,2; "
        "objective 2,2; blip 2,2; marine 2,2 N; marine_claws 2,2 N; start_marine 2,2; "
        "drop_marine 2,2; alien_entry 2,2"
    ).split("; "),
)
def test_a_changed_fact_changes_picture_and_text(change: str) -> None:
    base, last = "marine 4,6 N; alien 4,0 S", "alien 5,5 S"
    more = change if change.startswith("alien 5") else f"{last}; {change}"
    one, two = (Stage(f"{base}; {t}", rules={"side": "alien"}).view() for t in (last, more))
    assert renderers.picture("derelict", one) != renderers.picture("derelict", two)
    assert renderers.board_text("derelict", one) != renderers.board_text("derelict", two)


def test_the_value_of_a_blip_is_in_no_picture_but_its_owners() -> None:
    one, two = (
        Stage(f"marine 9,6 S; {kind} 3,3", rules={"side": "alien"}) for kind in ("blip", "blip_3")
    )
    for viewer in (PUBLIC, MARINES):
        for draw in (renderers.picture, renderers.board_text, renderers.alt_text):
            assert draw("derelict", one.view(viewer)) == draw("derelict", two.view(viewer))
    assert renderers.picture("derelict", one.view(ALIENS)) != renderers.picture(
        "derelict", two.view(ALIENS)
    )


def test_a_shot_is_drawn_from_who_fired_to_what_it_hit() -> None:
    s = Stage("marine 4,6 N; alien 4,0 S").then("activate M1")
    before = scene_of(s.view())
    s.say("shoot A1")
    after = scene_of(s.view())
    assert (before.fired, after.fired) == ("", "shoot")
    plan = paint.arrange(after.focus)
    x, y = plan.centre((4, 3))
    at = plan.left + round(x), paint.LABELS + round(y)
    assert paint.deck(after).getpixel(at) == sprites.EMBER
    assert paint.arrange(before.focus) == plan
    assert paint.deck(before).getpixel(at) in (sprites.FLOOR, sprites.PLATE)


def crowded(marines: int, aliens: int, viewer: str) -> str:
    cells = [(x, y) for y in range(20) for x in range(40)]
    tokens = [f"marine_sarge {x},{y} S" for x, y in cells[:marines]]
    tokens += [f"blip_3 {39 - x},{19 - y}" for x, y in cells[:aliens]]
    grid = ("." * 40,) * 9 + ("#" * 40,) + ("." * 40,) * 10
    s = Stage(";".join(tokens), grid=grid, alone=True, rules={"side": "marine"})
    return renderers.alt_text("derelict", s.view(viewer))


@each("viewer", [MARINES, ALIENS])
@each("marines, aliens", [(3, 2), (7, 60), (60, 7), (40, 40), (80, 80)])
def test_the_alt_text_names_all_units_of_the_reader_and_says_what_is_left_out(
    viewer: str, marines: int, aliens: int
) -> None:
    said = crowded(marines, aliens, viewer)
    own, count = ("M", marines) if viewer == MARINES else ("B", aliens)
    assert len(said) <= 1024
    assert {f"{own}{n}" for n in range(1, count + 1)} <= set(re.findall(rf"{own}[0-9]+", said))
    assert ("does not fit" in said) is (marines + aliens > 5)
