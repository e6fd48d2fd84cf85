"""What is there: people, servers, channels, threads, messages; who sees what."""

import itertools
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.discord.server.errors import No
from tests.discord.server.limits import walk

Json = dict[str, Any]

OBJECTS: dict[str, Json] = json.loads(
    (Path(__file__).parents[2] / "data" / "discord-objects.json").read_text("utf-8")
)
"""What every object of a kind has, unless something else is said of it."""
EPOCH = 1420070400000
EPHEMERAL, LOADING, V2 = 64, 128, 1 << 15
TEXT, DM, VOICE, NEWS, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = (
    *(0, 1, 2, 5, 10, 11, 12, 15),
)
EVERYTHING = (1 << 53) - 1
ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS, MANAGE_THREADS, CREATE_THREADS, PIN_MESSAGES = 1 << 4, 1 << 34, 1 << 35, 1 << 51
CREATE_PRIVATE_THREADS = 1 << 36


@dataclass(eq=False)
class User:
    json: Json
    direct: bool = True
    rights: int = EVERYTHING
    locale: str = "en-US"

    @property
    def id(self) -> str:
        return str(self.json["id"])


@dataclass(eq=False)
class Channel:
    """A channel, a thread or direct messages. ``members`` are those of direct messages and
    threads: who has a thread in the list of channels.
    """

    json: Json
    members: set[str] = field(default_factory=set)
    denied: int = 0

    @property
    def id(self) -> str:
        return str(self.json["id"])

    @property
    def guild(self) -> str | None:
        return self.json.get("guild_id")

    @property
    def is_thread(self) -> bool:
        return self.json["type"] in (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def archived(self) -> bool:
        return bool(self.is_thread and self.json["thread_metadata"]["archived"])

    @property
    def locked(self) -> bool:
        return bool(self.is_thread and self.json["thread_metadata"]["locked"])


@dataclass(eq=False)
class DiscordMessage:
    """A message; ``only`` is the one person who sees it, ``edits`` are its earlier states; it was
    written ``at`` that time of Discord's clock.
    """

    json: Json
    only: str | None = None
    at: float = 0.0
    edits: list[Json] = field(default_factory=list)

    @property
    def id(self) -> str:
        return str(self.json["id"])

    @property
    def text(self) -> str:
        shown = [one["content"] for one in walk(self.json["components"]) if one["type"] == 10]
        return "\n".join([self.json["content"], *shown] if self.json["content"] else shown)

    @property
    def all_text(self) -> str:
        frames = self.json.get("embeds") or []
        parts = [one.get(key) or "" for one in frames for key in ("title", "description")]
        return "\n".join((self.text, *parts))

    @property
    def buttons(self) -> dict[str, str]:
        return {one["label"]: one["custom_id"] for one in self.pressable}

    @property
    def pressable(self) -> list[Json]:
        return [
            one for one in walk(self.json["components"]) if one["type"] == 2 and "custom_id" in one
        ]

    @property
    def links(self) -> dict[str, str]:
        return {
            one["label"]: one["url"]
            for one in walk(self.json["components"])
            if one["type"] == 2 and one.get("url")
        }

    @property
    def off(self) -> list[str]:
        return [one["label"] for one in self.pressable if one.get("disabled")]

    @property
    def menus(self) -> list[Json]:
        return [one for one in walk(self.json["components"]) if one["type"] == 3]

    @property
    def options(self) -> dict[str, str]:
        return {one["label"]: one["value"] for menu in self.menus[-1:] for one in menu["options"]}

    @property
    def menu(self) -> str:
        return str(self.menus[-1]["custom_id"])


class World:
    def __init__(self) -> None:
        self.counter = itertools.count(1)
        self.users: dict[str, User] = {}
        self.guilds: dict[str, Json] = {}
        self.members: dict[str, list[str]] = {}
        self.roles: dict[tuple[str, str], list[str]] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, DiscordMessage] = {}
        self.blobs: dict[str, bytes] = {}
        self.most_threads, self.most_members = 1000, 1000
        self.time: Callable[[], float] = time.time
        self.bot = self.user("referee", bot=True)
        self.application: Json = {
            "id": self.bot.id,
            **OBJECTS["application"],
            "owner": self.user("owner").json,
        }

    def snowflake(self) -> str:
        return str((int(time.time() * 1000) - EPOCH << 22) | next(self.counter))

    def now(self) -> str:
        return datetime.fromtimestamp(self.time(), UTC).isoformat()

    def user(
        self,
        name: str,
        guild: Json | None = None,
        *,
        bot: bool = False,
        direct: bool = True,
        locale: str = "en-US",
        rights: int = EVERYTHING,
    ) -> User:
        json: Json = {
            "id": self.snowflake(),
            "username": name,
            "global_name": name,
            "bot": bot,
            **OBJECTS["user"],
        }
        made = self.users[json["id"]] = User(json, direct, rights, locale)
        if guild is not None:
            self.members[guild["id"]].append(made.id)
        return made

    def guild(self, name: str, locale: str = "en-US") -> Json:
        id = self.snowflake()
        everyone = {
            "id": id,
            "permissions": str(EVERYTHING & ~ADMINISTRATOR),
            **OBJECTS["role"],
        }
        owner = self.application["owner"]["id"]
        made: Json = {
            "id": id,
            "name": name,
            "owner_id": owner,
            "preferred_locale": locale,
            "roles": [everyone],
            **OBJECTS["guild"],
        }
        self.guilds[id], self.members[id] = made, [self.bot.id]
        return made

    def role(self, guild: Json, name: str, rights: int, *users: User) -> Json:
        made = {
            **OBJECTS["role"],
            "id": self.snowflake(),
            "name": name,
            "permissions": str(rights),
        }
        guild["roles"].append(made)
        for user in users:
            self.roles.setdefault((guild["id"], user.id), []).append(made["id"])
        return made

    def channel(self, guild: Json, name: str, kind: int = TEXT, **more: Any) -> Channel:
        json = {
            "id": self.snowflake(),
            "guild_id": guild["id"],
            "name": name,
            "type": kind,
            **OBJECTS["channel"],
            **OBJECTS.get({VOICE: "voices", FORUM: "forums"}.get(kind, ""), {}),
        } | more
        made = self.channels[json["id"]] = Channel(json)
        return made

    def direct(self, user: User) -> Channel:
        for channel in self.channels.values():
            if channel.json["type"] == DM and user.id in channel.members:
                return channel
        json: Json = {
            "id": self.snowflake(),
            "type": DM,
            "recipients": [user.json],
            "last_message_id": None,
            "flags": 0,
        }
        made = self.channels[json["id"]] = Channel(json, {user.id, self.bot.id})
        return made

    def thread(
        self, parent: Channel, name: str, kind: int, minutes: int, id: str | None = None
    ) -> Channel:
        at = datetime.now(UTC).isoformat()
        made = self.channel(
            self.guilds[parent.guild or ""],
            name,
            kind,
            parent_id=parent.id,
            owner_id=self.bot.id,
            message_count=0,
            member_count=1,
            total_message_sent=0,
            thread_metadata={
                "archived": False,
                "auto_archive_duration": minutes,
                "locked": False,
                "invitable": True,
                "archive_timestamp": at,
                "create_timestamp": at,
            },
        )
        if id is not None:
            self.channels[id] = self.channels.pop(made.id)
            made.json["id"] = id
        made.members.add(self.bot.id)
        return made

    def member(self, user: User, with_user: bool = True, guild: str | None = None) -> Json:
        json = {"permissions": str(user.rights), **OBJECTS["member"]}
        if guild is not None:
            json["roles"] = list(self.roles.get((guild, user.id), []))
        return json | {"user": user.json} if with_user else json

    def can_see(self, user: User, channel: Channel) -> bool:
        if channel.json["type"] in (DM, PRIVATE_THREAD):
            return user.id in channel.members
        return channel.denied == 0 and user.id in self.members[channel.guild or ""]

    def share_a_server(self, *users: str) -> bool:
        return any(set(users) <= set(members) for members in self.members.values())

    def sees(self, user: User, channel: Channel | None = None) -> list[DiscordMessage]:
        return [
            message
            for message in self.messages.values()
            if (there := self.channels.get(message.json["channel_id"])) is not None
            and self.can_see(user, there)
            and message.only in (None, user.id)
            and (channel is None or channel is there)
        ]

    def get_guild(self, id: str) -> Json:
        if self.bot.id not in self.members.get(id, []):
            raise No(10004)
        return self.guilds[id]

    def get_channel(self, id: str) -> Channel:
        if id not in self.channels:
            raise No(10003)
        found = self.channels[id]
        if found.denied:
            raise No(found.denied)
        if found.guild and self.bot.id not in self.members[found.guild]:
            raise No(50001)
        return found

    def get_message(self, id: str) -> DiscordMessage:
        if id not in self.messages:
            raise No(10008)
        return self.messages[id]

    def get_user(self, id: str) -> User:
        if id not in self.users:
            raise No(10013)
        return self.users[id]
