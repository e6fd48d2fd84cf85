"""What Discord refuses of messages although its description allows it: numbers from its
documentation. ``spec`` compares everything else with the description.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from tests.discord.server.errors import No, invalid

Json = dict[str, Any]

ONLY_COMPONENTS = 1 << 15
"""The flag of a message that is made of components alone."""


def walk(components: Iterable[Json]) -> Iterator[Json]:
    for one in components:
        yield one
        yield from walk(one.get("components") or [])
        yield from walk([inner for inner in (one.get("accessory"), one.get("component")) if inner])


def text(path: str, value: str | None, most: int, least: int = 0) -> None:
    if not least <= len(value or "") <= most:
        raise invalid(
            path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
        )


def message(
    content: str,
    components: list[Json],
    attachments: list[Json],
    shown: list[Json] | None = None,
    flags: int = 0,
) -> None:
    """A message: of the old style with content, embeds and up to five rows, or of components
    alone.
    """
    text("content", content, 2000)
    shown = shown or []
    if flags & ONLY_COMPONENTS:
        if content or shown:
            raise invalid("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "V2")
        layout(components)
    elif len(components) > 5 or any(row["type"] != 1 for row in components):
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be 5 or fewer action rows.")
    names = [one["custom_id"] for one in walk(components) if "custom_id" in one]
    if len({*names}) != len(names):
        raise invalid("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Duplicated")
    menus = [one["options"] for one in walk(components) if "options" in one]
    if any(len({one["value"] for one in menu}) != len(menu) for menu in menus):
        raise invalid("components", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Duplicated")
    if sum(len(part) for one in shown for part in texts(one)) > 6000:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum of 6000")
    if not (content or components or attachments or shown):
        raise No(50006)


def layout(components: list[Json]) -> None:
    """Components that are the whole message: at most 40 with those within others, and 4,000
    characters.
    """
    every = list(walk(components))
    if not 1 <= len(every) <= 40:
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 40 in length.")
    written = [one["content"] for one in every if one["type"] == 10]
    if not all(written) or sum(map(len, written)) > 4000:
        raise invalid("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Text")
    allowed = {17: (1, 9, 10, 12, 13, 14), 9: (10,), 1: (2, 3, 5, 6, 7, 8)}
    for one in every:
        inner = [part["type"] for part in one.get("components") or []]
        if inner and not set(inner) <= set(allowed[one["type"]]):
            raise invalid("components", "UNION_TYPE_CHOICES", "Not here")
        if one["type"] == 9 and not (1 <= len(inner) <= 3 and one["accessory"]["type"] in (2, 11)):
            raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 3.")
        if one["type"] == 12 and not 1 <= len(one["items"]) <= 10:
            raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 10.")


def texts(embed: Json) -> Iterator[str]:
    yield from (embed.get("title") or "", embed.get("description") or "")
    for field in embed.get("fields") or []:
        yield from (field["name"], field["value"])


def command(one: Json) -> int:
    """Return the characters of a command in its longest languages. Raises ``No`` above 8,000."""
    size = sum(command(option) for option in one.get("options") or [])
    for key in ("name", "description"):
        local = (one.get(f"{key}_localizations") or {}).values()
        size += max(map(len, (one.get(key) or "", *local)))
    if size > 8000:
        raise invalid("0", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
    return size
