"""Puts the pages of the site together from the checkout and from what is made from the code.

README becomes the home page, ``RULES.md`` of each game a page of its own. The navigation follows
the lists of ``docs/README.md``. Pages that are made from the code are not in the repository: a page
links to the section about them in ``docs/reference/README.md``, which says what prints them; in the
site the link leads to the page itself.
"""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.desert import reference_page
from tests.renderers import gallery
from tests.repo import ambush_tables, docs, reference, rules_index
from tests.repo.tree import ROOT, files
from tests.site import cli

Pages = dict[str, str]
INDEX, REFERENCE = "docs/README.md", "docs/reference/README.md"
MOVED = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    INDEX: "index.md",  # for links alone: the navigation takes its place
    REFERENCE: "reference/index.md",
}
SHOWN = (".md", ".png", ".gif", ".svg", ".json")
REPOSITORY = os.environ.get("MEANWHILE_REPOSITORY", "https://example.org/meanwhile")


def api() -> Pages:
    return {f"reference/api/{name}.md": page for name, page in reference.pages().items()}


MADE: dict[str, tuple[str, Callable[[], Pages]]] = {
    "command-line": ("reference/cli.md", lambda: {"reference/cli.md": cli.page()}),
    "api": ("reference/api/index.md", api),
    "rules-and-their-tests": (
        "reference/rules.md",
        lambda: {"reference/rules.md": rules_index.page(rules_index.rules())},
    ),
    "ambush-tables": (
        "reference/ambush-tables.md",
        lambda: {"reference/ambush-tables.md": ambush_tables.page()},
    ),
    "desert-charts": (
        "reference/desert-charts.md",
        lambda: {"reference/desert-charts.md": reference_page.page()},
    ),
}
"""Sections of ``docs/reference/README.md``, each with its page in the site and its maker."""
GALLERY = ("gallery", "gallery.md")
"""The section and page of the gallery. Its pictures take a minute, so they are made apart."""


def target(path: str) -> str | None:
    """Return the path of a file in the site; None for files that stay in the repository."""
    if path in MOVED:
        return MOVED[path]
    if rules := re.fullmatch(r"engine/games/(\w+)/RULES\.md", path):
        return f"rules/{rules[1]}.md"
    return path.removeprefix("docs/") if path.startswith("docs/") and path.endswith(SHOWN) else None


def moved(link: str, path: str, missing: list[str]) -> str:
    """Return a link of a page of the repository as the site has it."""
    name, _, anchor = link.partition("#")
    if re.match(r"[a-z]+:", link) or not name:
        return link
    real = os.path.normpath(Path(path).parent / name)
    if real == REFERENCE and anchor:
        there = dict([GALLERY], **{key: place for key, (place, _) in MADE.items()}).get(anchor)
        if not there:
            missing.append(f"{path}: {link}")
        return os.path.relpath(there or "", Path(target(path) or path).parent)
    if not (ROOT / real).exists():
        missing.append(f"{path}: {link}")
    end = f"#{anchor}" if anchor else ""
    there = target(real)
    if there is None:
        return f"{REPOSITORY}/blob/main/{real}{end}"
    return os.path.relpath(there, Path(target(path) or path).parent) + end


def rewritten(markdown: str, path: str, missing: list[str]) -> str:
    """Return a page with the links of the site. Dead links are appended to ``missing``."""

    def link(found: re.Match[str]) -> str:
        return found[1] + moved(found[2], path, missing) + found[3]

    parts = re.split(r"(^ *```.*?^ *```$)", markdown, flags=re.MULTILINE | re.DOTALL)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"(\]\()([^)\s]+)(\))", link, parts[i])
        parts[i] = re.sub(r'((?:src|href)=")([^"]+)(")', link, parts[i])
    # A block that names its file is a block with a title.
    return re.sub(r"^( *```\w+) (\S+)$", r'\1 title="\2"', "".join(parts), flags=re.MULTILINE)


def written(missing: list[str]) -> Pages:
    """Return the pages that people have written, by their path in the site."""
    found = {}
    for file in files():
        path = file.as_posix()
        if file.suffix == ".md" and path != INDEX and (there := target(path)):
            found[there] = rewritten((ROOT / file).read_text("utf-8"), path, missing)
    found[MOVED[REFERENCE]] = linked(found[MOVED[REFERENCE]])
    return found


def made() -> Pages:
    """Return the pages that are made from the code, by their path in the site."""
    missing: list[str] = []
    found = {}
    for place, make in MADE.values():
        for there, text in make().items():
            # Their links are those of a page in docs.
            found[there] = (
                text
                if place.startswith("reference/api")
                else rewritten(text, f"docs/{there}", missing)
            )
    assert not missing, missing
    return found


def linked(markdown: str) -> str:
    """Return the page that names the made ones, with a link to each below its heading."""
    for key, place in [GALLERY, *((key, place) for key, (place, _) in MADE.items())]:
        head = next(
            line
            for line in markdown.splitlines()
            if line.startswith("## ") and key in docs.anchors(line)
        )
        link = os.path.relpath(place, "reference")
        markdown = markdown.replace(head, f"{head}\n\n[Open the page]({link})", 1)
    return markdown


def navigation(pages: Pages) -> list[dict[str, Any]]:
    """Return the navigation: a section for each list of the index, and below it a group for each
    item that begins with a name and a colon. A page is where it is named first.
    """
    seen, found = {"index.md"}, list[dict[str, Any]]([{"Meanwhile": "index.md"}])
    missing: list[str] = []
    for part in (ROOT / INDEX).read_text("utf-8").split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        entries: list[dict[str, Any]] = []
        for item in re.split(r"^- ", body, flags=re.MULTILINE)[1:]:
            own = []
            for link in re.findall(r"\]\(([^)\s]+)\)", item):
                there = os.path.normpath(moved(link, INDEX, missing))
                if there in pages and there not in seen:
                    seen.add(there)
                    own.append({heading(pages[there]): there})
            group = re.match(r"([A-Z][\w ]+): \[", item)
            entries += [{group[1]: own}] if group and own else own
        found.append({title: entries})
    left = [page for page in pages if page not in seen and not page.startswith("reference/")]
    assert not left, f"{INDEX} does not name {left}"
    api = [
        {heading(text): path} for path, text in pages.items() if path.startswith("reference/api/")
    ]
    found.append({"Reference": [{"All pages": "reference/index.md"}, *api]})
    return found


def heading(markdown: str) -> str:
    return (re.search(r"^# (.*)$", markdown, re.MULTILINE) or ["", "?"])[1].replace("`", "")


def config(pages: Pages, folder: str) -> str:
    """Return the configuration of the generator; JSON is YAML."""
    return json.dumps(
        {
            "site_name": "Meanwhile",
            "site_description": "A referee for board games in which players interrupt each other",
            "docs_dir": folder,
            "site_dir": "site",
            "use_directory_urls": False,
            "theme": {
                "name": "material",
                "font": False,
                "language": "en",
                "features": [
                    *("navigation.tabs", "navigation.sections", "navigation.top"),
                    *("navigation.footer", "toc.follow", "search.highlight", "content.code.copy"),
                ],
                "palette": [
                    {
                        "media": f"(prefers-color-scheme: {name})",
                        "scheme": scheme,
                        "primary": "blue grey",
                        "accent": "deep orange",
                        "toggle": {"icon": f"material/{icon}", "name": f"Switch to {other}"},
                    }
                    for name, scheme, icon, other in (
                        ("light", "default", "weather-night", "dark"),
                        ("dark", "slate", "weather-sunny", "light"),
                    )
                ],
            },
            "markdown_extensions": [
                *("admonition", "attr_list", "md_in_html", "tables"),
                {"toc": {"permalink": True}},
                *("pymdownx.superfences", "pymdownx.highlight", "pymdownx.inlinehilite"),
            ],
            "plugins": ["search"],
            "nav": navigation(pages),
        },
        indent=1,
        ensure_ascii=False,
    )


def gallery_page(folder: Path) -> str:
    """Return the gallery, and copy its pictures into a folder. They stay in ``build`` until a game
    or a renderer changes.
    """
    sources = [
        path
        for path in files()
        if path.parts[0] in ("engine", "renderers") or "golden" in path.parts
    ]
    read = b"".join((ROOT / path).read_bytes() for path in sources)
    read += Path(gallery.__file__).read_bytes()
    store = ROOT / "build" / "gallery" / hashlib.sha256(read).hexdigest()[:12]
    if not (store / "page.md").exists():
        store.mkdir(parents=True, exist_ok=True)
        found = gallery.gallery()
        for kind, pictures in found.items():
            for one in pictures:
                if one.name != kind:
                    (store / f"{one.name}.png").write_bytes(one.small(kmeans=0))
        (store / "page.md").write_text(gallery.page(found), "utf-8")
    shutil.copytree(store, folder / "pictures" / "gallery", ignore=shutil.ignore_patterns("*.md"))
    return (store / "page.md").read_text("utf-8")


def write(folder: Path) -> list[str]:
    """Write the pages, all files that they show, and the configuration beside the folder. Returns
    the dead links.
    """
    missing: list[str] = []
    pages = {**written(missing), **made()}
    shutil.rmtree(folder, ignore_errors=True)
    for file in files():
        there = target(file.as_posix())
        if there and file.suffix != ".md":
            (folder / there).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, folder / there)
    pages[GALLERY[1]] = gallery_page(folder)
    for there, text in pages.items():
        (folder / there).parent.mkdir(parents=True, exist_ok=True)
        (folder / there).write_text(text, "utf-8")
    folder.with_suffix(".yml").write_text(config(pages, folder.name), "utf-8")
    return missing
