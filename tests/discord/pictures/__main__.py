"""``python -m tests.discord.pictures [NAME...]``: make the pictures of Discord in docs/pictures
anew, all of them or those of these names, or, with ``changed`` as the name, those that are no
longer current. It needs Chromium.
"""

import sys

from tests.discord.pictures.taken import NAMES, make, stale

CHANGED = "changed"

names = sys.argv[1:] or NAMES
for name in [one for one in NAMES if stale(one)] if names == [CHANGED] else names:
    make(name)
    print(name)
