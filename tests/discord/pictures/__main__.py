"""``python -m tests.discord.pictures [NAME...]``: make the pictures of Discord in docs/pictures
anew, all of them or those of these names, or, with ``changed`` as the name, those that are no
longer current. It needs Chromium.
"""

import sys

from tests.discord.pictures.film import film
from tests.discord.pictures.scenes import SCENES
from tests.discord.pictures.taken import FOLDER, make, stale

FILM, CHANGED = "interrupt", "changed"

names = sys.argv[1:] or [FILM, *SCENES]
for name in [one for one in SCENES if stale(one)] if names == [CHANGED] else names:
    if name == FILM:
        (FOLDER / f"discord-{FILM}.gif").write_bytes(film())
    else:
        make(name)
    print(name)
