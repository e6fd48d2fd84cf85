"""The tables of ambush as pictures, as text and as a page, against the numbers of the rules."""

import renderers
from renderers.ambush.tables import TABLES
from tests.ambush.scenarios import Case, Run
from tests.kit.each import each
from tests.repo import ambush_tables

SAY = renderers.sentences_in("en").say


def rows(title: str) -> dict[str, tuple[str, ...]]:
    every = [one for made in TABLES.values() for one in made(SAY)]
    (found,) = [one for one in every if one.title.startswith(title)]
    return {row[0]: row[1:] for row in found.rows}


def test_weapons_do_what_the_rules_say() -> None:
    """2.4."""
    found = rows("What weapons do")
    assert len(found) == 17
    assert found["ML"] == ("medium laser", "5", "–", "1-3", "4-6", "7-9", "3")
    assert found["AC2"] == ("autocannon 2", "2", "4", "1-8", "9-16", "17-24", "1")
    assert found["LRM15"][1:3] == ("1 each, by 5", "6")
    assert found["SRM4"][1:3] == ("2 each", "–")


def test_hits_missiles_and_terrain_are_those_of_the_rules() -> None:
    """2.3, 2.4, 2.8, 2.9, 2.15, 2.16."""
    assert rows("Missiles")["7"] == ("1", "3", "3", "4", "6", "9", "12")
    assert rows("Where a hit goes")["12"] == ("head", "head", "head")
    assert rows("Where a hit goes")["7"] == ("centre torso", "left torso", "right torso")
    ground = rows("Terrain")
    assert ground["W"] == ("heavy woods", "3", "+2", "–", "2", "yes")
    assert ground["1"] == ("shallow water", "2", "–", "-1", "stops", "no")
    assert ground["r"] == ("rough", "2", "–", "–", "1", "prone")
    assert ground["H"][1:4] == ("4", "–", "+2")
    moved = rows("How far")
    assert (moved["0-2"], moved["5-6"], moved["25+"]) == (("+0", "-1"), ("+2", "+1"), ("+6", "+6"))
    assert rows("Pilot") == {"1": ("3",), "2": ("5",), "3": ("7",), "4": ("10",), "5": ("11",)}
    assert rows("Structure")["55"] == ("18", "13", "9", "13")
    assert rows("Falls")["4"] == ("rear", "3")


@each("look", ["weapons", "hits", "moving"])
@each("language", ["en", "zh-TW"])
def test_everybody_is_shown_the_same_tables(look: str, language: str) -> None:
    table = Run(Case(id="tables")).table
    seen = {
        renderers.board_text("ambush", table.view(viewer), language, look)
        for viewer in ("", *table.seats)
    }
    (text,) = seen
    assert max(map(len, text.splitlines())) <= 100
    view = table.view("A")
    assert look in renderers.modes("ambush", view)
    picture = renderers.picture("ambush", view, language, look)
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 150 * 1024
    assert len(renderers.alt_text("ambush", view, language, look)) <= 1024


def test_the_page_to_print_has_every_table() -> None:
    titles = [table.title for make in TABLES.values() for table in make(SAY)]
    assert [title for title in titles if f"## {title}\n" not in ambush_tables.page()] == []
