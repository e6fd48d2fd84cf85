"""The pages of the site: all that people have written, and all that is made from the code."""

from pathlib import Path

import click
import pytest

from bot.cli import main
from tests.repo.docs import anchors, options, text, tree
from tests.site import cli, links, pages


def test_made_pages_have_text() -> None:
    made = pages.made()
    assert {place for place, _ in pages.MADE.values()} <= {*made}
    assert [path for path, page in made.items() if len(page.split()) < 20] == []
    assert [path for path, page in made.items() if not page.startswith("# ")] == []


def test_written_pages_have_no_dead_link_and_are_in_the_navigation() -> None:
    missing: list[str] = []
    found = pages.written(missing)
    assert missing == []
    sections = [title for part in pages.navigation(found) for title in part]
    assert sections[:2] == ["Meanwhile", "Play"]


def test_every_made_page_has_a_section_that_names_its_command() -> None:
    page = text(Path(pages.REFERENCE))
    assert {*pages.MADE, pages.GALLERY[0]} <= anchors(page)
    assert "(cli.md)\n" in pages.linked(page)


def test_the_page_of_commands_names_each_command_and_option() -> None:
    parts = cli.page().split("\n## ")
    for path, command in tree(main):
        found = [part for part in parts if part.startswith(f"`{path}`\n")] or parts[:1]
        named = {word.strip("`,") for word in found[0].split()}
        missing = {name for name in options(command) if name.startswith("--")} - named
        assert missing <= ({"--help"} if isinstance(command, click.Group) else set()), path


def test_links_follow_the_pages() -> None:
    missing: list[str] = []

    def moved(link: str, page: str = "docs/how-to/games.md") -> str:
        return pages.moved(link, page, missing)

    assert moved("../play.md#start") == "../play.md#start"
    assert moved("../../README.md") == "../index.md"
    assert moved("../../engine/games/ambush/RULES.md#a") == "../rules/ambush.md#a"
    assert moved("../reference/README.md#api") == "../reference/api/index.md"
    assert moved("../../Makefile") == f"{pages.REPOSITORY}/blob/main/Makefile"
    assert moved("https://a.example") == "https://a.example"
    assert missing == []
    assert moved("../nowhere.md") == "../nowhere.md"
    assert missing == ["docs/how-to/games.md: ../nowhere.md"]


def test_code_is_left_alone_and_a_file_is_a_title() -> None:
    page = "[a](play.md)\n```python nim/a.py\n[x](y.md)\n```\n"
    found = pages.rewritten(page, "docs/how-to/games.md", [])
    assert '```python title="nim/a.py"\n[x](y.md)\n```' in found


def test_a_dead_link_of_the_site_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id=x><a href="b.html#y">b</a><img src=c.png>')
    (tmp_path / "b.html").write_text('<a href="a.html#x">a</a><a href="https://a.example">e</a>')
    assert links.dead(tmp_path) == ["a.html: b.html#y", "a.html: c.png"]


@pytest.mark.at_night
def test_the_site_can_be_written(tmp_path: Path) -> None:
    assert pages.write(tmp_path / "pages") == []
    assert (tmp_path / "pages.yml").exists()
    assert len(list((tmp_path / "pages" / "pictures" / "gallery").iterdir())) > 30
