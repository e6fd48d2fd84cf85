"""Check every draw of an exported contest: ``python draw.py GAME.json``."""

import hashlib
import hmac
import json
import sys
from base64 import b64decode
from pathlib import Path


def field(text):
    return len(text.encode()).to_bytes(4, "big") + text.encode()


game = json.loads(Path(sys.argv[1]).read_text("utf-8"))
secret, rounds, count = b64decode(game["setup"]["secret"]), [], 0
name = game["setup"].get("dice_id") or game["setup"]["id"]
kept = ("group", "how", "places", "seats")
for bulletin in game["bulletins"]:
    for event, _ in bulletin["told"]:
        kind = event["type"] if event else ""
        if kind == "Committed":
            assert hashlib.sha256(secret).hexdigest() == event["commitment"], "another secret"
        if kind == "Paired":
            rounds[event["round"] - 1 :] = [[{**one} for one in event["tables"]]]
        if kind in ("Scored", "Rematch", "Changed"):
            table = rounds[event["round"] - 1][event["index"]]
            table |= {key: event[key] for key in ("places", "how", "seats") if key in event}
        if kind == "Drawn":
            left = [[{k: one[k] for k in kept if one.get(k)} for one in some] for some in rounds]
            record = hashlib.sha256(json.dumps(left, separators=(",", ":")).encode()).hexdigest()
            ((epoch, key, salts, _, loaded),) = bulletin["rolls"]
            assert loaded or key == f"draw/{event['round']}/{record}", "drawn for another record"
            head = b"".join(map(field, (name, *salts, f"{epoch}/{key}")))
            seed = hmac.digest(secret, head + bytes(4), "sha256").hex()
            assert loaded or seed == event["seed"], f"the draw of round {event['round']} is forged"
            count += 1
print(count, "draws are right")
