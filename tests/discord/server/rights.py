"""What somebody may do in a channel: Discord's arithmetic of roles and overwrites.

Discord's documentation, "Permissions", gives the order: everybody's role, one's own roles, then the
overwrites of the channel for everybody, for the roles together, and for the person. Threads have
no overwrites of their own and go by their channel.
"""

from typing import Any

from tests.discord.server.errors import No
from tests.discord.server.world import (
    ADMINISTRATOR,
    CREATE_THREADS,
    EVERYTHING,
    Channel,
    User,
    World,
)

Json = dict[str, Any]

VIEW, SEND, ATTACH, READ_HISTORY = 1 << 10, 1 << 11, 1 << 15, 1 << 16
SEND_IN_THREADS = 1 << 38
SIX = {
    "View Channel": VIEW,
    "Send Messages": SEND,
    "Create Public Threads": CREATE_THREADS,
    "Send Messages in Threads": SEND_IN_THREADS,
    "Attach Files": ATTACH,
    "Read Message History": READ_HISTORY,
}
"""The rights that a game needs, as Discord's program calls them, with Discord's numbers."""


def base(world: World, user: User, guild: Json) -> int:
    roles = {role["id"]: int(role["permissions"]) for role in guild["roles"]}
    own = [guild["id"], *world.roles.get((guild["id"], user.id), [])]
    found = 0
    for role in own:
        found |= roles[role]
    return found & user.rights


def within(world: World, user: User, channel: Channel) -> int:
    guild = world.guilds.get(channel.guild or "")
    if guild is None:
        return EVERYTHING
    rights = base(world, user, guild)
    if guild["owner_id"] == user.id or rights & ADMINISTRATOR:
        return EVERYTHING
    parent = world.channels.get(str(channel.json.get("parent_id"))) if channel.is_thread else None
    overwrites = (parent or channel).json["permission_overwrites"]
    of = {one["id"]: (int(one["deny"]), int(one["allow"])) for one in overwrites}
    roles = [of[id] for id in world.roles.get((guild["id"], user.id), []) if id in of]
    together = (0, 0)
    for deny, allow in roles:
        together = together[0] | deny, together[1] | allow
    for deny, allow in (of.get(guild["id"], (0, 0)), together, of.get(user.id, (0, 0))):
        rights = rights & ~deny | allow
    return rights if rights & VIEW else 0


def need(world: World, channel: Channel, right: int) -> None:
    """Raise ``No`` if the bot lacks a right in a channel: as if it did not see it, or as it is."""
    if channel.guild is None:
        return
    has = within(world, world.bot, channel)
    if not has & VIEW:
        raise No(50001)
    if right & ~has:
        raise No(50013)


def to_write(channel: Channel, *, files: bool) -> int:
    return (SEND_IN_THREADS if channel.is_thread else SEND) | (ATTACH if files else 0)
