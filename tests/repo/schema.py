"""The JSON Schema of what programs read, made of its types.

``python -m tests.repo.schema --write`` writes it.
"""

import json
import re
import sys
from typing import Any

import msgspec

from bot.local.wire import EndReply, ErrorReply, WelcomeReply
from bot.objects import OBJECTS, VERSION
from tests.repo.tree import ROOT

PAGE = ROOT / "docs" / "line-protocol.schema.json"
KINDS = (*OBJECTS, WelcomeReply, ErrorReply, EndReply)
REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    refs, found = msgspec.json.schema_components(KINDS, ref_template=REF)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What programs read: one object a line, version {VERSION}",
        "description": "See line-protocol.md. Within a version fields and kinds may be added.",
        "oneOf": [*refs],
        "$defs": {name: plain(found[name]) for name in sorted(found)},
    }


def plain(part: Any) -> Any:
    if isinstance(part, list):
        return [plain(one) for one in part]
    if not isinstance(part, dict):
        return part
    made = {
        name: plain(one) for name, one in part.items() if name != "title" or isinstance(one, dict)
    }
    if isinstance(said := made.get("description"), str):
        made["description"] = re.sub("``", "`", " ".join(said.split()))
    return made


def text() -> str:
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__" and "--write" in sys.argv:
    PAGE.write_text(text(), encoding="utf-8")
