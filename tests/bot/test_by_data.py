"""Programs that know the protocol and the offers alone play every game to the end
(``docs/examples/player``), and all that they are sent is as the published schema says.
"""

import asyncio
import copy
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.bot.by_data import CLIENT, game, of_kind
from tests.bot.program import objects
from tests.kit.games import names
from tests.repo.schema import schema

SHORT = {
    "battleboard": {"size": "4x4", "order": "join"},
    "dicechess": {},
    "derelict": {},
    "ambush": {},
    "desert": {},
}


def closed(part: Any) -> Any:
    if isinstance(part, list):
        return [closed(one) for one in part]
    if not isinstance(part, dict):
        return part
    made = {name: closed(one) for name, one in part.items()}
    return {**made, "additionalProperties": False} if "properties" in made else made


def checked(things: list[dict[str, Any]], *open_kinds: str) -> None:
    """Everything is as the schema says, and has no field more; of ``open_kinds`` it may."""
    strict, loose = closed(schema()), schema()
    kinds: dict[str, Any] = {}
    for name, part in loose["$defs"].items():
        for kind in part["properties"].get("kind", {}).get("enum", ()):
            kinds[kind] = (name, loose if kind in open_kinds else strict)
    for kind, (name, whole) in kinds.items():
        own = copy.deepcopy(whole)
        del own["oneOf"]
        validator = jsonschema_rs.Draft202012Validator({**own, "$ref": f"#/$defs/{name}"})
        for thing in things:
            if thing["kind"] == kind:
                validator.validate(thing)
    assert {thing["kind"] for thing in things} <= set(kinds)


def test_the_published_schema_is_one() -> None:
    assert jsonschema_rs.meta.is_valid(schema())


@pytest.mark.parametrize("kind", names())
def test_a_client_plays_by_offers_alone_and_is_never_refused(tmp_path: Path, kind: str) -> None:
    read = asyncio.run(game(tmp_path / "db", kind, 1, SHORT[kind]))
    for seat in read:
        assert seat[-1]["kind"] == "result"
        assert [thing["number"] for thing in seat] == list(range(1, len(seat) + 1))
        marks = [thing["mark"] for thing in seat if "mark" in thing]
        assert marks, "every message has a mark"
        checked(seat)
    assert of_kind(read, "refusal") == []


def test_what_play_and_refusals_say_is_as_the_schema_says(tmp_path: Path) -> None:
    lines = ["ann: jump", "ann?", "ann: offers? 100", "ann: parts? bomb", "ann: score", "nobody"]
    found = objects(tmp_path, lines)
    checked(found, "receipt")
    assert {thing["kind"] for thing in found} >= {"game", "refusal", "menu", "offers", "parts"}


def test_a_schema_that_is_closed_finds_a_field_that_nobody_has_described() -> None:
    with pytest.raises(jsonschema_rs.ValidationError):
        checked([{"kind": "result", "result": "won", "secret": "", "more": 1}])


def test_the_example_is_short_and_needs_the_standard_library_alone() -> None:
    text = CLIENT.read_text("utf-8")
    code = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
    assert len(code) <= 50
    imported = {line.split()[1] for line in text.splitlines() if line.startswith("import ")}
    assert imported == {"json", "random", "socket", "sys"}
