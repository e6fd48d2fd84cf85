"""Check every draw of an exported contest: ``python draw.py GAME.json``."""

import hashlib
import hmac
import json
import sys
from base64 import b64decode
from pathlib import Path


def field(text):
    return len(text.encode()).to_bytes(4, "big") + text.encode()


def text(data):
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


game = json.loads(Path(sys.argv[1]).read_text("utf-8"))
name = game["setup"].get("dice_id") or game["setup"]["id"]
secret, rounds, after, count = b64decode(game["setup"]["secret"]), [], {}, 0
for bulletin in game["bulletins"]:
    if (to := bulletin["undo_to"]) is not None:
        rounds = json.loads(after[max(n for n in after if n <= to)])
    for event in [event for event, _ in bulletin["told"] if event]:
        kind, number = event["type"], event.get("round")
        if kind == "Committed":
            assert hashlib.sha256(secret).hexdigest() == event["commitment"], "another secret"
        elif kind == "Paired":
            rounds[number - 1 :] = [event["tables"]]
        elif kind in ("Scored", "Rematch", "Changed"):
            default = {
                "places": [],
                "how": "",
                "seats": rounds[number - 1][event["index"]]["seats"],
            }
            rounds[number - 1][event["index"]] |= {k: event.get(k, default[k]) for k in default}
        elif kind == "Drawn":
            keys = ("group", "how", "places", "seats")
            tables = [[{k: one[k] for k in keys if one.get(k)} for one in some] for some in rounds]
            record = hashlib.sha256(text(tables).encode()).hexdigest()
            ((epoch, key, salts, _, _),) = bulletin["rolls"]
            assert key == f"draw/{number}/{record}", f"round {number} is drawn for another record"
            head = b"".join(map(field, (name, *salts, f"{epoch}/{key}")))
            seed = hmac.digest(secret, head + bytes(4), "sha256").hex()
            assert seed == event["seed"], f"the draw of round {number} is forged"
            count += 1
    after[bulletin["n"]] = text(rounds)
print(count, "draws are right")
