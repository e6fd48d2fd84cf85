"""``python -m tests.discord.pictures``: make the pictures of Discord in docs/pictures anew."""

from tests.discord.pictures.film import film
from tests.repo.tree import ROOT

(ROOT / "docs/pictures/discord-interrupt.gif").write_bytes(film())
