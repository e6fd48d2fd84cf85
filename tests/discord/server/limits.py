"""What Discord refuses of messages, forms, choices and commands: numbers from
its documentation, counted here.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tests.discord.server.errors import No, invalid

Json = dict[str, Any]


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """All components, those within others too."""
    for one in components:
        yield one
        yield from walk(one.get("components") or [])
        yield from walk([inner for inner in (one.get("accessory"), one.get("component")) if inner])


def text(path: str, value: str | None, most: int, least: int = 0) -> None:
    """A text of so many characters."""
    if not least <= len(value or "") <= most:
        raise invalid(
            path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
        )


def message(content: str, components: list[Json], attachments: list[Json]) -> None:
    """A message of the old style: content, up to five rows, up to ten files."""
    text("content", content, 2000)
    if len(components) > 5 or any(row["type"] != 1 for row in components):
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be 5 or fewer action rows.")
    rows(components)
    if len(attachments) > 10:
        raise invalid("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    for file in attachments:
        text("attachments.0.description", file.get("description"), 1024)
    if not (content or components or attachments):
        raise No(50006)


def rows(components: list[Json]) -> None:
    """Rows of buttons and menus; custom ids are there, short and different from each other."""
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
    for row in components:
        inner = row["components"]
        if not 1 <= len(inner) <= (1 if any(one["type"] == 3 for one in inner) else 5):
            raise invalid(
                "components.0.components",
                "BASE_TYPE_BAD_LENGTH",
                "Must be between 1 and 5 in length.",
            )
        for one in inner:
            if one["type"] == 2:
                text("components.0.components.0.label", one.get("label"), 80, 1)
            else:
                select(one)


def select(menu: Json) -> None:
    """A menu of up to 25 options, all different."""
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
        text("components.0.label", one.get("label"), 45, 1)
        field = one["component"]
        text(
            "components.0.component.value",
            field.get("value"),
            min(4000, field.get("max_length") or 4000),
        )


def choices(found: list[Json]) -> None:
    """What is offered while somebody types."""
    if len(found) > 25:
        raise invalid("data.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for choice in found:
        text("data.choices.0.name", choice["name"], 100, 1)
        text("data.choices.0.value", str(choice["value"]), 100, 1)


def command(one: Json, depth: int = 0) -> int:
    """A command, with everything in it; how many characters it takes of the 8,000."""
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
