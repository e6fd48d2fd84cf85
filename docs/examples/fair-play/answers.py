"""Check every sealed answer of an exported game: ``python answers.py GAME.json``."""

import hashlib
import hmac
import json
import sys
from base64 import b64decode
from pathlib import Path


def field(text):
    return len(text.encode()).to_bytes(4, "big") + text.encode()


def leaf(key, named, i, text):
    salt = hmac.digest(key, named + i.to_bytes(4, "big"), "sha256")
    return hashlib.sha256(salt + text.encode()).digest()


game = json.loads(Path(sys.argv[1]).read_text("utf-8"))
key = hmac.digest(b64decode(game["setup"]["secret"]), b"commitments", "sha256")
name = game["setup"].get("dice_id") or game["setup"]["id"]
count = 0
for bulletin in game["bulletins"]:
    for seat, epoch, question, root, texts in bulletin["commitments"]:
        named = field(name) + field(seat) + field(f"{epoch}/{question}")
        leaves = sorted(leaf(key, named, i, text) for i, text in enumerate(texts))
        assert hashlib.sha256(b"".join(leaves)).hexdigest() == root, (
            f"what {seat} sealed at question {question} was changed"
        )
        print(question, seat, root, *texts)
        count += 1
print(count, "commitments are right")
