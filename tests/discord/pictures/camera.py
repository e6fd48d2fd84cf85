"""What is on somebody's screen, taken from a stage at the moment when it is there."""

from copy import deepcopy
from typing import Any

from engine.referee.clock import HandClock
from tests.discord.pictures.page import Screen
from tests.discord.server.people import Interaction
from tests.discord.server.world import DM, Channel, DiscordMessage, User
from tests.discord.stage import Stage

Json = dict[str, Any]
MODAL = 9


class Camera:
    def __init__(self, stage: Stage, clock: HandClock):
        self.stage, self.clock = stage, clock

    def screen(self, reader: User, place: Channel, *shown: Json) -> Screen:
        world = self.stage.world
        names = {id: str(one.json["global_name"]) for id, one in world.users.items()}
        names |= {id: str(one.json.get("name")) for id, one in world.channels.items()}
        direct = place.json["type"] == DM
        return Screen(
            place="Meanwhile" if direct else str(place.json["name"]),
            reader=reader.json["global_name"],
            now=self.clock.now(),
            shown=[one for one in shown if one],
            names=names,
            blobs=world.blobs,
        )

    def there(self, reader: User, place: Channel, last: int = 1) -> list[Json]:
        world = self.stage.world
        seen = [one for one in world.sees(reader, place) if one.only is None]
        return [said(one) for one in seen[-last:]]


def said(message: DiscordMessage, pressed: str = "") -> Json:
    """Return a message as it is now; ``pressed``: the button under somebody's finger."""
    return {"message": deepcopy(message.json) | {"pressed": pressed}}


def answered(interaction: Interaction) -> Json:
    if interaction.response == MODAL:
        return {"form": deepcopy(interaction.data)}
    return said(interaction.shown)
