"""What Discord refuses of messages, forms, choices and commands: numbers from
its documentation, counted here.
"""

import re
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
    alone; both with up to ten files.
    """
    text("content", content, 2000)
    shown = shown or []
    if flags & ONLY_COMPONENTS:
        if content or shown:
            raise invalid("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "V2")
        layout(components)
    elif len(components) > 5 or any(row["type"] != 1 for row in components):
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be 5 or fewer action rows.")
    named(components)
    rows(components)
    embeds(shown)
    if len(attachments) > 10:
        raise invalid("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    for file in attachments:
        text("attachments.0.description", file.get("description"), 1024)
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


def embeds(shown: list[Json]) -> None:
    if len(shown) > 10:
        raise invalid("embeds", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    size = 0
    for one in shown:
        fields = one.get("fields") or []
        footer = (one.get("footer") or {}).get("text")
        text("embeds.0.title", one.get("title"), 256)
        text("embeds.0.description", one.get("description"), 4096)
        text("embeds.0.footer.text", footer, 2048)
        if len(fields) > 25:
            raise invalid("embeds.0.fields", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer.")
        for field in fields:
            text("embeds.0.fields.0.name", field["name"], 256, 1)
            text("embeds.0.fields.0.value", field["value"], 1024, 1)
            size += len(field["name"]) + len(field["value"])
        size += sum(len(part or "") for part in (one.get("title"), one.get("description"), footer))
    if size > 6000:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum of 6000")


def named(components: list[Json]) -> None:
    names = [
        one["custom_id"]
        for one in walk(components)
        if one["type"] in (2, 3) and one.get("style") != 5
    ]
    for name in names:
        text("components.0.components.0.custom_id", name, 100, 1)
    if len(set(names)) != len(names):
        raise invalid(
            "components",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        )


def rows(components: list[Json]) -> None:
    for row in walk(components):
        if row["type"] == 2:
            button(row)
        if row["type"] != 1:
            continue
        inner = row["components"]
        if not 1 <= len(inner) <= (1 if any(one["type"] == 3 for one in inner) else 5):
            raise invalid(
                "components.0.components",
                "BASE_TYPE_BAD_LENGTH",
                "Must be between 1 and 5 in length.",
            )
        for one in inner:
            if one["type"] == 3:
                select(one)


def button(one: Json) -> None:
    text("components.0.components.0.label", one.get("label"), 80, 1)
    if (one["style"] == 5) != bool(one.get("url")) or (one["style"] == 5) == ("custom_id" in one):
        raise invalid("components.0.components.0.url", "BASE_TYPE_REQUIRED", "Link or name")


def select(menu: Json) -> None:
    text("components.0.components.0.placeholder", menu.get("placeholder"), 150)
    options = menu["options"]
    if not 1 <= len(options) <= 25:
        raise invalid(
            "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25."
        )
    if len({option["value"] for option in options}) != len(options):
        raise invalid(
            "components.0.components.0.options",
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "Duplicated",
        )
    for option in options:
        text("components.0.components.0.options.0.label", option["label"], 100, 1)
        text("components.0.components.0.options.0.value", option["value"], 100, 1)


def modal(data: Json) -> None:
    """A form: title, one to five labelled fields."""
    text("title", data["title"], 45, 1)
    text("custom_id", data["custom_id"], 100, 1)
    if not 1 <= len(data["components"]) <= 5:
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    for one in data["components"]:
        if one["type"] == 10:
            continue
        text("components.0.label", one.get("label"), 45, 1)
        text("components.0.description", one.get("description"), 100)
        field = one["component"]
        if field["type"] == 3:
            select(field)
        text(
            "components.0.component.value",
            field.get("value"),
            min(4000, field.get("max_length") or 4000),
        )


def choices(found: list[Json]) -> None:
    if len(found) > 25:
        raise invalid("data.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for choice in found:
        text("data.choices.0.name", choice["name"], 100, 1)
        text("data.choices.0.value", str(choice["value"]), 100, 1)


def command(one: Json, depth: int = 0) -> int:
    if depth == 0 and one.get("type", 1) != 1:
        text("0.name", one["name"], 32, 1)
        text("0.description", one.get("description"), 0)
        return 0
    if not re.fullmatch(r"[-_'\w]{1,32}", one["name"]) or one["name"] != one["name"].lower():
        raise invalid("0.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    for local in (one.get("name_localizations") or {}).values():
        if not re.fullmatch(r"[-_'\w]{1,32}", local):
            raise invalid(
                "0.name_localizations",
                "APPLICATION_COMMAND_INVALID_NAME",
                "Command name is invalid",
            )
    text("0.description", one.get("description"), 100, 1)
    for local in (one.get("description_localizations") or {}).values():
        text("0.description_localizations", local, 100, 1)
    options = one.get("options") or []
    if len(options) > 25 or depth > 3:
        raise invalid("0.options", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    needed = [bool(option.get("required")) for option in options if option["type"] > 2]
    if needed != sorted(needed, reverse=True):
        raise invalid(
            "0.options",
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
            "Required options come first",
        )
    if len(one.get("choices") or []) > 25:
        raise invalid(
            "0.options.0.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length."
        )
    size = (
        len(one["name"])
        + len(one["description"])
        + sum(command(option, depth + 1) for option in options)
    )
    if depth == 0 and size > 8000:
        raise invalid("0", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
    return size
