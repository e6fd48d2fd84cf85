"""Of every file it is said whose it is and under which licence, and the texts are there."""

import re
import tomllib
from pathlib import Path

from fontTools.ttLib import TTFont
from msgspec import Struct
from packaging.licenses import canonicalize_license_expression

from tests.kit.each import each
from tests.repo.docs import links
from tests.repo.tree import PACKAGES, ROOT, files

OWN = "GPL-3.0-or-later"
COPYRIGHT, LICENCE = 0, 13
"""Where a font says whose it is, and under which licence."""


class Annotation(Struct, frozen=True):
    paths: tuple[str, ...]
    holders: str
    licence: str

    def names(self, path: Path) -> bool:
        return any(pattern(one).fullmatch(path.as_posix()) for one in self.paths)


def pattern(glob: str) -> re.Pattern[str]:
    """Return what a path is matched with: two stars stand for any number of folders, too."""
    escaped = re.escape(glob).replace(r"\*\*", ".*")
    return re.compile(escaped.replace(r"\*", "[^/]*"))


def annotations() -> list[Annotation]:
    found = tomllib.loads((ROOT / "docs" / "REUSE.toml").read_text("utf-8"))
    return [
        Annotation(
            tuple(one["path"]),
            str(one["SPDX-FileCopyrightText"]),
            one["SPDX-License-Identifier"],
        )
        for one in found["annotations"]
    ]


def said(path: Path) -> Annotation | None:
    """Return what is said of a file: the last word holds."""
    return next((one for one in reversed(annotations()) if one.names(path)), None)


def parts(expression: str) -> set[str]:
    return set(expression.split(" AND "))


def test_every_file_has_a_licence() -> None:
    known = annotations()
    assert [str(path) for path in files() if not any(one.names(path) for one in known)] == []


def test_nothing_is_said_of_files_that_are_not_there() -> None:
    idle = [
        glob
        for one in annotations()
        for glob in one.paths
        if not any(pattern(glob).fullmatch(path.as_posix()) for path in files())
    ]
    assert idle == []


def test_what_others_have_made_is_named_file_by_file() -> None:
    foreign = [one for one in annotations() if one.licence != OWN]
    assert len(foreign) == 3
    assert [glob for one in foreign for glob in one.paths if "*" in glob] == []
    named = {glob for one in foreign for glob in one.paths}
    assert {path.as_posix() for path in files() if path.suffix == ".ttf"} <= named
    assert {path.as_posix() for path in files() if ".LICENSE" in path.name} <= named


def test_a_file_of_a_new_kind_would_be_found() -> None:
    assert said(Path("renderers/fonts/Other.ttf")) is None
    assert said(Path("engine/games/ambush/maps/city.board")) is None
    assert said(Path("bot/replay/page.js")) is not None


def test_each_licence_is_one_of_the_list_and_its_text_is_linked() -> None:
    page = (ROOT / "docs" / "licences.md").read_text("utf-8")
    for one in annotations():
        assert canonicalize_license_expression(one.licence) == one.licence
        for name in parts(one.licence):
            (row,) = (line for line in page.splitlines() if line.startswith("| `") and name in line)
            (text,) = links(row)
            assert (ROOT / "docs" / text).is_file()


@each("path", [path for path in files() if path.suffix == ".ttf"])
def test_a_font_says_the_same_of_itself(path: Path) -> None:
    found = said(path)
    assert found is not None
    names = TTFont(ROOT / path)["name"]
    assert re.search(found.holders.split()[1].strip(",'"), str(names.getName(COPYRIGHT, 3, 1)))
    words = {"Apache-2.0": "Apache License, Version 2.0", "LicenseRef-Arev": "Arev"}
    told = str(names.getName(LICENCE, 3, 1))
    assert [word for name, word in words.items() if (name in found.licence) != (word in told)] == []


def test_the_package_names_the_licences_of_what_is_in_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    inside = [path for path in files() if path.parts[0] in PACKAGES]
    assert parts(project["license"]) == {
        name for path in inside if (found := said(path)) for name in parts(found.licence)
    }
    brought = {
        path.as_posix()
        for glob in project["license-files"]
        for path in files()
        if pattern(glob).fullmatch(path.as_posix())
    }
    assert brought == {"LICENSE", *(str(path) for path in inside if "LICENSE" in path.name)}
