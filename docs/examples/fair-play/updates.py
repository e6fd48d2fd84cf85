"""Check updates that you have kept: ``python updates.py GAME.json "41 3f9c 82d1 0a7b 55e0" …``."""

import hashlib
import hmac
import json
import re
import sys
from base64 import b64decode
from pathlib import Path


def sha(data):
    return hashlib.sha256(data).digest()


def text(data):
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


game = json.loads(Path(sys.argv[1]).read_text("utf-8"))
setup = {key: value for key, value in game["setup"].items() if key not in ("thrown", "erased")}
key = hmac.digest(b64decode(setup["secret"]), b"updates", "sha256")
told = {one["n"]: one for one in game["bulletins"]}
entries = [None, *(text(one["entry"]) for one in game["journal"])]
heads, head, rest = [], b"", sha(text(setup))
for n, entry in enumerate(entries):
    rest = rest if entry is None else sha(rest + entry)
    one = told.get(n, {"at": 0, "told": [], "commitments": []})
    events = [event for event, _ in one["told"] if event]
    roots = [sealed[:4] for sealed in one["commitments"]]
    if events or roots:
        number = len(heads) + 1
        seal = hmac.digest(key, number.to_bytes(4, "big") + rest, "sha256")
        pair = sha(text([one["at"], events, roots])) + seal
        if str(number) in game["setup"].get("erased", {}):
            pair = bytes.fromhex("".join(game["setup"]["erased"][str(number)]))
        head, rest = sha(head + pair), b""
        heads.append(head.hex())
for kept in sys.argv[2:]:
    number, shown = re.search("([0-9]+)[^0-9a-f]+([0-9a-f ]{16,})", kept.lower()).groups()
    right = "".join(heads[int(number) - 1 : int(number)]).startswith(shown.replace(" ", ""))
    assert right, f"something up to update {number} was changed"
print(len(heads), "updates,", len(sys.argv) - 2, "kept ones are right")
