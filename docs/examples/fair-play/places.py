"""Check the hidden places of an exported game of Ambush: ``python places.py GAME.json``."""

import hashlib
import json
import sys
from pathlib import Path

game = json.loads(Path(sys.argv[1]).read_text("utf-8"))
places, sealed, count = set(), set(), 0
for bulletin in game["bulletins"]:
    for seat, _, _, _, leaves in bulletin["commitments"]:
        sealed |= {(seat, text) for text in leaves}
    for event, _ in bulletin["told"]:
        if event and event["type"] == "Pledged":
            places.add((event["slot"], event["commitment"]))
        if event and event["type"] in ("Revealed", "Opened"):
            pose = "prone" if event.get("prone") else "standing"
            text = event.get("text") or "{unit}|{hex}|{facing}|".format(**event) + pose
            opened = "|".join((event["salt"], event["slot"], text)).encode()
            assert (event["slot"], hashlib.sha256(opened).hexdigest()) in places, (
                f"{event['slot']} did not hold {text}"
            )
            assert (event["owner"], text) in sealed, f"{event['owner']} had not sealed {text}"
            count += 1
print(count, "places are right")
