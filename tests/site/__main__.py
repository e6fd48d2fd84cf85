"""``python -m tests.site write``: the pages of the site into ``build/pages``, with a configuration.

``python -m tests.site check``: every link of ``build/site`` leads to a file and a place in it.
``make docs`` does both, with the generator in between. Ends with 1 at the first dead links.
"""

import sys
from pathlib import Path

from tests.repo.tree import ROOT
from tests.site import links, pages

PAGES, SITE = ROOT / "build" / "pages", ROOT / "build" / "site"


def main(step: str, folder: Path) -> int:
    dead = pages.write(folder) if step == "write" else links.dead(folder)
    if step == "check":
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        count = len(list(folder.rglob("*.html")))
        print(f"{folder}: {count} pages, {size / 1e6:.1f} MB, {len(dead)} dead links")
    print(*dead, sep="\n", end="\n" if dead else "")
    return bool(dead)


if __name__ == "__main__":
    if sys.argv[1:] not in (["write"], ["check"]):
        sys.exit("usage: python -m tests.site write|check")
    sys.exit(main(sys.argv[1], PAGES if sys.argv[1] == "write" else SITE))
