"""The links of a site of HTML pages."""

import re
from pathlib import Path
from urllib.parse import unquote

LINK = re.compile(r"""\s(?:href|src)=["']?([^"'\s>]+)""")
NAME = re.compile(r"""\s(?:id|name)=["']?([^"'\s>]+)""")


def dead(folder: Path) -> list[str]:
    """Return the links of the pages in a folder that lead to no file, or to no place in it."""
    texts = {path: path.read_text("utf-8") for path in sorted(folder.rglob("*.html"))}
    names = {path: {*map(unquote, NAME.findall(text))} for path, text in texts.items()}
    found = []
    for page, text in texts.items():
        if page.name == "404.html":  # its links go out from the root of the server
            continue
        for link in dict.fromkeys(LINK.findall(text)):
            if re.match(r"[a-z]+:|//", link):
                continue
            name, _, anchor = unquote(link).partition("#")
            there = (page.parent / name.partition("?")[0]).resolve() if name else page.resolve()
            there = there / "index.html" if there.is_dir() else there
            wanted = names.get(there)
            if not there.is_file() or (anchor and wanted is not None and anchor not in wanted):
                found.append(f"{page.relative_to(folder)}: {link}")
    return found
