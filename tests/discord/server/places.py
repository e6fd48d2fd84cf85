"""Channels and threads over time: who is in them, what is pinned in them, how they end."""

from typing import TYPE_CHECKING, Any

from tests.discord.server import rights
from tests.discord.server.errors import No
from tests.discord.server.gateway import GUILDS, MEMBERS
from tests.discord.server.world import (
    CREATE_PRIVATE_THREADS,
    CREATE_THREADS,
    FORUM,
    MANAGE_CHANNELS,
    MANAGE_THREADS,
    NEWS,
    NEWS_THREAD,
    PIN_MESSAGES,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    Channel,
    DiscordMessage,
    User,
)

if TYPE_CHECKING:
    from tests.discord.server.app import Discord
    from tests.discord.server.rest import Files

Json = dict[str, Any]
Answer = tuple[int, Any]

PINS = 250
"""Messages that can be pinned in a channel."""
REQUIRE_TAG = 1 << 4
"""The flag of a forum whose posts need a tag."""
PINNED = 6
"""The type of the message with which Discord says that something was pinned."""


class Places:
    def __init__(self, discord: "Discord"):
        self.discord, self.world = discord, discord.world

    def seen(self, id: str) -> Channel:
        channel = self.world.get_channel(id)
        rights.need(self.world, channel, 0)
        return channel

    # ---- threads

    async def begin(self, parent: Channel, body: Json, message: str | None = None) -> Answer:
        usual = NEWS_THREAD if parent.json["type"] == NEWS else PUBLIC_THREAD
        kind = usual if message or parent.json["type"] == FORUM else body["type"]
        makes = CREATE_PRIVATE_THREADS if kind == PRIVATE_THREAD else CREATE_THREADS
        needed = rights.SEND if parent.json["type"] == FORUM else makes
        rights.need(self.world, parent, needed | (rights.READ_HISTORY if message else 0))
        here = [
            one
            for one in self.world.channels.values()
            if one.guild == parent.guild and one.is_thread and not one.archived
        ]
        if len(here) >= self.world.most_threads:
            raise No(160006)
        if (kind == NEWS_THREAD) != (usual == NEWS_THREAD):
            raise No(50024)
        thread = self.world.thread(
            parent, body["name"], kind, body["auto_archive_duration"], message
        )
        await self.discord.gateway.dispatch(
            "THREAD_CREATE", thread.json | {"newly_created": True}, thread.guild, GUILDS
        )
        return 201, thread.json

    async def publish(self, forum: Channel, body: Json, files: "Files") -> Answer:
        known = {tag["id"] for tag in forum.json["available_tags"]}
        tags = [str(tag) for tag in body.get("applied_tags") or []]
        if not {*tags} <= known or (forum.json["flags"] & REQUIRE_TAG and not tags):
            raise No(40067)
        made = (await self.begin(forum, body))[1]
        thread = self.world.channels[made["id"]]
        thread.json["applied_tags"] = tags
        first = await self.discord.rest.create(
            thread, self.world.bot, body["message"], files, id=thread.id
        )
        return 201, thread.json | {"message": first.json}

    async def change(self, thread: Channel, body: Json) -> Answer:
        if not thread.is_thread:
            raise No(50013)
        kept = thread.json["thread_metadata"]
        if kept["archived"] and body.get("archived", True):
            raise No(50083)
        if kept["locked"] or "locked" in body:
            rights.need(self.world, thread, MANAGE_THREADS)
        if thread.json["owner_id"] != self.world.bot.id and body != {"archived": False}:
            rights.need(self.world, thread, MANAGE_THREADS)
        kept |= {
            key: value
            for key, value in body.items()
            if key in ("archived", "locked", "auto_archive_duration")
        }
        thread.json |= {key: value for key, value in body.items() if key == "name"}
        await self.discord.gateway.dispatch("THREAD_UPDATE", thread.json, thread.guild, GUILDS)
        return 200, thread.json

    async def delete(self, channel: Channel) -> Answer:
        needed = MANAGE_THREADS if channel.is_thread else MANAGE_CHANNELS
        rights.need(self.world, channel, needed)
        await self.vanish(channel)
        return 200, channel.json

    def may_write(self, channel: Channel, *, files: bool) -> None:
        rights.need(self.world, channel, rights.to_write(channel, files=files))
        has = rights.within(self.world, self.world.bot, channel)
        if channel.locked and not has & MANAGE_THREADS:
            raise No(50083 if channel.archived else 160005)

    async def member(self, method: str, thread: Channel, id: str) -> Answer:
        user = self.world.bot.id if id == "@me" else id
        if not thread.is_thread:
            raise No(10003)
        if thread.archived:
            raise No(50083)
        if user not in self.world.members[thread.guild or ""]:
            raise No(10007)
        rights.need(self.world, thread, rights.SEND_IN_THREADS)
        if method == "DELETE":
            thread.members.discard(user)
            return 204, None
        if user not in thread.members and len(thread.members) >= self.world.most_members:
            raise No(30033)
        self.join(thread, [user])
        return 204, None

    def join(self, thread: Channel, users: list[str]) -> None:
        thread.members.update(users)
        thread.json["member_count"] = len(thread.members)

    # ---- pins

    async def pin(self, method: str, message: DiscordMessage, channel: Channel) -> Answer:
        rights.need(self.world, channel, PIN_MESSAGES)
        if channel.archived:
            raise No(50083)
        pinned, put = message.json["pinned"], method == "PUT"
        if put and not pinned:
            if len(self.pins(channel)) >= PINS:
                raise No(30003)
            said = await self.discord.rest.create(channel, self.world.bot, {"content": " "}, {})
            said.json |= {"content": "", "type": PINNED}
        message.json["pinned"] = put
        data = {"guild_id": channel.guild, "channel_id": channel.id, "last_pin_timestamp": None}
        await self.discord.gateway.dispatch("CHANNEL_PINS_UPDATE", data, channel.guild, GUILDS)
        await self.discord.rest.tell("MESSAGE_UPDATE", message)
        return 204, None

    def pins(self, channel: Channel) -> list[DiscordMessage]:
        found = [
            message
            for message in self.world.messages.values()
            if message.json["channel_id"] == channel.id and message.json["pinned"]
        ]
        return found[::-1]

    # ---- what others do

    async def grant(self, guild: Json, role: Json, permissions: int) -> None:
        role["permissions"] = str(permissions)
        data = {"guild_id": guild["id"], "role": role}
        await self.discord.gateway.dispatch("GUILD_ROLE_UPDATE", data, guild["id"], GUILDS)

    async def add_role(self, guild: Json, user: User) -> Json:
        role = self.world.role(guild, "muted", 0, user)
        tell, id = self.discord.gateway.dispatch, guild["id"]
        await tell("GUILD_ROLE_CREATE", {"guild_id": id, "role": role}, id, GUILDS)
        member = {"guild_id": id} | self.world.member(user, guild=id)
        await tell("GUILD_MEMBER_UPDATE", member, id, GUILDS)
        return role

    async def delete_role(self, guild: Json, role: Json) -> None:
        """Delete a role; its overwrites vanish with it, without an event of their channels."""
        guild["roles"].remove(role)
        for held in self.world.roles.values():
            held[:] = [id for id in held if id != role["id"]]
        for channel in self.world.channels.values():
            kept = channel.json.get("permission_overwrites", [])
            kept[:] = [one for one in kept if one["id"] != role["id"]]
        data = {"guild_id": guild["id"], "role_id": role["id"]}
        await self.discord.gateway.dispatch("GUILD_ROLE_DELETE", data, guild["id"], GUILDS)

    async def lock(self, thread: Channel, *, on: bool) -> None:
        thread.json["thread_metadata"]["locked"] = on
        await self.discord.gateway.dispatch("THREAD_UPDATE", thread.json, thread.guild, GUILDS)

    async def overwrite(self, channel: Channel, id: str, kind: int, deny: int) -> None:
        others = [one for one in channel.json["permission_overwrites"] if one["id"] != id]
        own = {"id": id, "type": kind, "allow": "0", "deny": str(deny)}
        channel.json["permission_overwrites"] = [*others, *([own] if deny else [])]
        await self.discord.gateway.dispatch("CHANNEL_UPDATE", channel.json, channel.guild, GUILDS)

    async def vanish(self, channel: Channel) -> None:
        world, guild = self.world, channel.guild
        inner = [
            one.id for one in world.channels.values() if one.json.get("parent_id") == channel.id
        ]
        for id in (channel.id, *inner):
            del world.channels[id]
        for message in list(world.messages.values()):
            if message.json["channel_id"] in (channel.id, *inner):
                del world.messages[message.id]
        data = channel.json
        if channel.is_thread:
            data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        await self.discord.gateway.dispatch(event, data, guild, GUILDS)

    async def remove_bot(self, guild: Json) -> None:
        self.world.members[guild["id"]].remove(self.world.bot.id)
        await self.discord.gateway.dispatch(
            "GUILD_DELETE", {"id": guild["id"]}, guild["id"], GUILDS
        )

    async def add_bot(self, guild: Json) -> None:
        self.world.members[guild["id"]].append(self.world.bot.id)
        whole = self.discord.gateway.guild(guild)
        del whole["unavailable"]  # which is said of servers that were there before
        await self.discord.gateway.dispatch("GUILD_CREATE", whole, guild["id"], GUILDS)

    async def outage(self, guild: Json) -> None:
        await self.discord.gateway.dispatch(
            "GUILD_DELETE", {"id": guild["id"], "unavailable": True}, guild["id"], GUILDS
        )

    async def leave(self, user: User, guild: Json) -> None:
        self.world.members[guild["id"]].remove(user.id)
        for channel in self.world.channels.values():
            if channel.guild == guild["id"]:
                channel.members.discard(user.id)
        data = {"guild_id": guild["id"], "user": user.json}
        await self.discord.gateway.dispatch("GUILD_MEMBER_REMOVE", data, guild["id"], MEMBERS)
