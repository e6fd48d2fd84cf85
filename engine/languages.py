"""Languages are found by the names of their catalogues: tags such as ``zh-TW``."""

from collections.abc import Sequence
from importlib.resources.abc import Traversable

ENGLISH = "en"


def listed(folder: Traversable) -> tuple[str, ...]:
    """Return the languages with a folder in this one, English first."""
    tags = {one.name for one in folder.iterdir() if one.is_dir()}
    return (ENGLISH, *sorted(tags - {ENGLISH}))


def nearest(tag: str, languages: Sequence[str]) -> str:
    """Return the language nearest to a tag such as ``zh_HK.UTF-8``, or English."""
    wanted = tag.partition(".")[0].replace("_", "-").casefold().split("-")
    near = [own for own in languages if own.casefold().split("-")[0] == wanted[0]]
    return next((own for own in near if own.casefold().split("-") == wanted), [*near, ENGLISH][0])
