"""Everything that one person's program has shown, as data that two runs can be compared by."""

import re
from hashlib import sha256
from typing import Any

from tests.discord.server.world import User, World

Json = dict[str, Any]

VARYING = (
    *("id", "timestamp", "edited_timestamp", "author", "channel_id", "nonce", "webhook_id"),
    *("application_id", "media"),
)
"""What every message has its own of, and says nothing of a game."""
SNOWFLAKE = re.compile(r"\b\d{17,20}\b")


def trace(world: World, user: User) -> dict[str, list[Json]]:
    """All that this person could read: by channel, every state of every
    message, pictures by their bytes.

    Ids of Discord's are numbered by their first appearance, since they are other ones in every run.
    """
    numbers: dict[str, str] = {}

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            kept = {key: one for key, one in value.items() if key not in VARYING}
            return {key: key if key == "image" else plain(one) for key, one in kept.items()}
        if isinstance(value, list):
            return [plain(one) for one in value]
        if isinstance(value, str):
            return SNOWFLAKE.sub(
                lambda match: numbers.setdefault(match[0], f"#{len(numbers)}"), value
            )
        return value

    def state(json: Json) -> Json:
        files = [
            {
                "name": file["filename"],
                "alt": file.get("description"),
                "bytes": sha256(world.blobs[file["id"]]).hexdigest(),
            }
            for file in json["attachments"]
        ]
        kept = {
            key: json[key]
            for key in ("content", "embeds", "components", "flags", "mentions")
            if key in json
        }
        said: Json = plain(kept | {"mentions": [one["username"] for one in json["mentions"]]})
        return said | {"files": files}

    shown: dict[str, list[Json]] = {}
    for message in world.sees(user):
        channel = world.channels[message.json["channel_id"]]
        name = str(channel.json.get("name") or "direct")
        shown.setdefault(name, []).extend(state(json) for json in (*message.edits, message.json))
    return shown
