"""Recompute every roll of an exported game: ``python dice.py GAME.json``."""

import hashlib
import hmac
import json
import sys
from base64 import b64decode
from pathlib import Path


def field(data):
    return len(data).to_bytes(4, "big") + data


def faces(secret, head, wanted):
    numbers = (
        b for i in range(10**6) for b in hmac.digest(secret, head + i.to_bytes(4, "big"), "sha256")
    )
    for k in wanted:
        yield next(b % k for b in numbers if b < 256 - 256 % k)


game = json.loads(Path(sys.argv[1]).read_text("utf-8"))
secret = b64decode(game["setup"]["secret"])
name = game["setup"].get("dice_id") or game["setup"]["id"]
print("commitment", hashlib.sha256(secret).hexdigest())
count = 0
for bulletin in game["bulletins"]:
    for epoch, key, salts, dice, loaded in bulletin["rolls"]:
        head = b"".join(field(text.encode()) for text in (name, *salts))
        turn = game["kind"] == "dicechess" and key.startswith("turn/")
        head += (
            int(key.rpartition("/")[2]).to_bytes(8, "big")
            if turn
            else field(f"{epoch}/{key}".encode())
        )
        thrown = [face for _, face in dice]
        assert loaded or thrown == list(faces(secret, head, [k for k, _ in dice])), (
            f"the dice under {key} are wrong"
        )
        count += len(dice)
print(count, "dice are right")
