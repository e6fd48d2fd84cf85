"""Discord's own description of its API, and whether a request and its answer keep to it."""

import gzip
import json
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator, Registry, ValidationError

from tests.discord.server.rest import Request

FILE = Path(__file__).parents[2] / "data" / "discord-openapi.json.gz"
BARE = (
    "/channels/{channel_id}/messages/pins/{message_id}",
    "/channels/{channel_id}/thread-members/{user_id}",
)
"""What is put and deleted without anything being sent or answered; the part of the description
that is kept here lacks it.
"""
NAME = "urn:discord"
SNOWFLAKES = ("users", "roles")
ID = re.compile(r'"\d{17,20}"')
"""A snowflake as a whole string of JSON."""


@cache
def described() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(gzip.decompress(FILE.read_bytes()), object_hook=listed)
    empty: dict[str, Any] = {"responses": {"204": {}}}
    for path in BARE:
        loaded["paths"].setdefault(path, {"put": empty, "delete": empty})
    channel = loaded["paths"]["/channels/{channel_id}"]
    channel["delete"] = {"responses": channel["patch"]["responses"]}
    return loaded


def listed(node: dict[str, Any]) -> dict[str, Any]:
    alternatives = node.get("oneOf", [{}])
    if "enum" in node or not all("const" in one for one in alternatives):
        return node
    kept = {key: value for key, value in node.items() if key != "oneOf"}
    return kept | {"enum": [one["const"] for one in alternatives]}


@cache
def registry() -> Registry:
    return Registry([(NAME, described())])


@cache
def patterns() -> list[tuple[re.Pattern[str], str]]:
    paths = sorted(described()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in paths]


@cache
def validator(*keys: str) -> Draft202012Validator:
    pointer = quote("/".join(key.replace("~", "~0").replace("/", "~1") for key in keys), "/~")
    return Draft202012Validator({"$ref": f"{NAME}#/{pointer}"}, registry=registry())


def strings(value: Any, key: str = "") -> Any:
    """The library sends some ids as numbers, which Discord takes; the
    description knows only strings.
    """
    if isinstance(value, dict):
        return {
            k: strings(v, f"{key}.{k}" if key == "attachments" else k) for k, v in value.items()
        }
    if isinstance(value, list):
        return [strings(one, key) for one in value]
    is_id = key.endswith("_id") or key in SNOWFLAKES or key == "attachments.id"
    return str(value) if is_id and isinstance(value, int) and not isinstance(value, bool) else value


def deepest(error: ValidationError) -> ValidationError:
    while context := [one for branch in getattr(error.kind, "context", ()) for one in branch]:
        error = max(
            context,
            key=lambda one: (len(one.instance_path), one.kind.name not in ("const", "enum")),
        )
    return error


def first(errors: Iterable[ValidationError]) -> str:
    for error in errors:
        found = deepest(error)
        return f"{'/'.join(map(str, found.instance_path))}: {found.message[:200]}"
    return ""


@lru_cache(1024)
def checked(text: str, *keys: str) -> str:
    """The first fault of a value by the schema at a place in the description, or nothing.

    Kept, for every bot that starts names the same commands, and to check those takes longer than
    many a test.
    """
    return first(validator(*keys).iter_errors(json.loads(text)))


def plain(value: Any) -> str:
    numbers: dict[str, str] = {}
    return ID.sub(
        lambda match: numbers.setdefault(match[0], f'"{10**18 + len(numbers)}"'), json.dumps(value)
    )


def fault(request: Request) -> str:
    path = request.path.replace("%40", "@")
    known = next((known for pattern, known in patterns() if pattern.fullmatch(path)), None)
    method = request.method.lower()
    if known is None or method not in described()["paths"][known]:
        return f"{request.method} {path}: not described"
    operation = described()["paths"][known][method]
    said = of_body(request, known, method, operation) or of_answer(
        request, known, method, operation
    )
    return f"{request.method} {path}: {said}" if said else ""


def of_body(request: Request, path: str, method: str, operation: dict[str, Any]) -> str:
    if request.json in (None, {}):
        return ""
    if "requestBody" not in operation:
        return "a body where none is described"
    kinds = operation["requestBody"]["content"]
    kind = (
        "multipart/form-data"
        if request.files and "multipart/form-data" in kinds
        else "application/json"
    )
    place = ("paths", path, method, "requestBody", "content", kind, "schema")
    return checked(plain(strings(request.json)), *place)


def of_answer(request: Request, path: str, method: str, operation: dict[str, Any]) -> str:
    status = str(request.status)
    if request.status >= 400 or request.status == 204:
        return ""
    if status not in operation["responses"]:
        return f"status {status} is not described"
    keys = ["paths", path, method, "responses", status]
    node = operation["responses"][status]
    if "application/json" not in node.get("content", {}):
        return ""
    return checked(plain(request.answer), *keys, "content", "application/json", "schema")
