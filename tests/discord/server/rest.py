"""The REST routes that our bot uses."""

import re
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.discord.server import limits, rights
from tests.discord.server.errors import No, invalid
from tests.discord.server.gateway import DIRECT_MESSAGES, GUILD_MESSAGES
from tests.discord.server.people import Interaction
from tests.discord.server.places import Places
from tests.discord.server.world import EPHEMERAL, FORUM, LOADING, V2, Channel, DiscordMessage, User

if TYPE_CHECKING:
    from tests.discord.server.app import Discord

Json = dict[str, Any]
Files = dict[str, tuple[str, bytes]]
Answer = tuple[int, Any]

LARGEST = 10 << 20
"""Bytes of one file."""
OLD = 3600.0
"""Seconds after which a message counts as old; edits of it are rationed."""
FILLED = {
    14: (("spacing", 1), ("divider", True)),
    17: (("accent_color", None), ("spoiler", False)),
}
"""What Discord fills in, by type of component."""


@dataclass
class Request:
    method: str
    path: str
    json: Any
    files: Files
    status: int = 0
    answer: Any = None
    query: dict[str, str] = field(default_factory=dict)


class Rest:
    def __init__(self, discord: "Discord"):
        self.discord, self.world = discord, discord.world
        self.commands: list[Json] = []
        self.nonces: dict[tuple[str, str], DiscordMessage] = {}
        self.edits: dict[str, list[float]] = {}
        self.places = Places(discord)

    async def route(self, request: Request) -> Answer:
        world, body, files = self.world, request.json or {}, request.files
        match [request.method, *request.path.strip("/").split("/")]:
            case ["GET", "users", "@me"]:
                return 200, world.bot.json | {
                    "verified": True,
                    "mfa_enabled": False,
                    "locale": "en-US",
                }
            case ["GET", "oauth2", "applications", "@me"] | ["GET", "applications", "@me"]:
                return 200, world.application
            case ["GET", "gateway"]:
                return 200, {"url": self.discord.gateway.address}
            case ["GET", "guilds", guild]:
                return 200, world.get_guild(guild)
            case ["GET", "guilds", guild, "channels"]:
                there = [
                    c.json for c in world.channels.values() if c.guild == guild and not c.is_thread
                ]
                return 200, there if world.get_guild(guild) else []
            case ["GET", "guilds", guild, "members", user]:
                if user not in world.members.get(guild, []):
                    raise No(10007)
                return 200, world.member(world.get_user(user), guild=guild)
            case ["GET", "gateway", "bot"]:
                start = {
                    "total": 1000,
                    "remaining": 999,
                    "reset_after": 14400000,
                    "max_concurrency": 1,
                }
                return 200, {
                    "url": self.discord.gateway.address,
                    "shards": 1,
                    "session_start_limit": start,
                }
            case ["PUT", "applications", _, "commands"]:
                self.commands = [self.command(one) for one in body]
                return 200, self.commands
            case ["POST", "users", "@me", "channels"]:
                # It succeeds for closed direct messages too: only sending fails.
                return 200, world.direct(world.get_user(str(body["recipient_id"]))).json
            case ["POST", "channels", channel, "messages"]:
                return 200, (
                    await self.create(self.places.seen(channel), world.bot, body, files)
                ).json
            case ["GET", "channels", channel, "messages"]:
                if (
                    not rights.within(world, world.bot, self.places.seen(channel))
                    & rights.READ_HISTORY
                ):
                    return 200, []
                there = [
                    self.discord.gateway.readable(m.json, world.channels[channel].guild)
                    for m in world.messages.values()
                    if m.json["channel_id"] == channel and m.only is None
                ]
                return 200, there[::-1][: int(request.query.get("limit", 50))]
            case [method, "channels", channel, "messages", id]:
                return await self.message(method, self.places.seen(channel), id, body, files)
            case [("PUT" | "DELETE") as method, "channels", channel, "messages", "pins", id]:
                return await self.places.pin(
                    method, world.get_message(id), self.places.seen(channel)
                )
            case [("PUT" | "DELETE") as method, "channels", channel, "thread-members", user]:
                return await self.places.member(method, self.places.seen(channel), user)
            case ["POST", "channels", channel, "threads"]:
                parent = self.places.seen(channel)
                if parent.json["type"] == FORUM:
                    return await self.places.publish(parent, body, files)
                return await self.places.begin(parent, body)
            case ["POST", "channels", channel, "messages", id, "threads"]:
                if id in world.channels:
                    raise No(160004)
                world.get_message(id)
                return await self.places.begin(self.places.seen(channel), body, id)
            case ["GET", "channels", channel]:
                return 200, self.places.seen(channel).json
            case ["PATCH", "channels", id]:
                return await self.places.change(self.places.seen(id), body)
            case ["DELETE", "channels", id]:
                return await self.places.delete(self.places.seen(id))
            case ["POST", "interactions", id, token, "callback"]:
                return await self.callback(id, token, body, files, request.query)
            case [method, "webhooks", _, token, *rest]:
                return await self.webhook(method, token, rest, body, files)
        raise No(0, status=404, message="404: Not Found")

    def command(self, one: Json) -> Json:
        limits.command(one)
        base: Json = {"default_member_permissions": None, "nsfw": False, "dm_permission": True}
        base["description"] = ""  # which those of a menu have
        kept = {key: value for key, value in one.items() if value is not None}
        if "default_member_permissions" in kept:
            kept["default_member_permissions"] = str(kept["default_member_permissions"])
        return {
            "id": self.world.snowflake(),
            "application_id": self.world.bot.id,
            "version": "1",
            **base,
            **kept,
        }

    async def message(
        self, method: str, channel: Channel, id: str, body: Json, files: Files
    ) -> Answer:
        message = self.world.get_message(id)
        if method == "GET":
            rights.need(self.world, channel, rights.READ_HISTORY)
            return 200, message.json
        if method == "DELETE":
            return await self.delete(message)
        if message.json["author"]["id"] != self.world.bot.id:
            raise No(50005)
        if channel.archived:
            raise No(50083)
        if files:
            rights.need(self.world, channel, rights.ATTACH)
        self.age(message)
        return 200, (await self.edit(message, body, files)).json

    # ---- messages

    def age(self, message: DiscordMessage) -> None:
        now, (most, per) = self.discord.now(), self.discord.old_edits
        if now - message.at <= OLD:
            return
        lately = self.edits.setdefault(message.id, [])
        lately[:] = [at for at in lately if now - at < per]
        if len(lately) >= most:
            raise No(30046, headers={"Retry-After": f"{lately[0] + per - now:.3f}"})
        lately.append(now)

    async def create(
        self,
        channel: Channel,
        author: User,
        body: Json,
        files: Files,
        of: Interaction | None = None,
        flags: int = 0,
        id: str = "",
    ) -> DiscordMessage:
        world = self.world
        nonce = (channel.id, str(body.get("nonce")))
        if author is world.bot and of is None:
            if channel.json["type"] == 1:
                if not all(world.users[id].direct for id in channel.members):
                    raise No(50007)
                if not world.share_a_server(*channel.members):
                    raise No(50278)
            self.places.may_write(channel, files=bool(files))
            if channel.json["type"] == FORUM:
                raise No(50008)
        if body.get("nonce") is not None and body.get("enforce_nonce") and nonce in self.nonces:
            return self.nonces[nonce]
        flags |= body.get("flags", 0)
        json: Json = {
            "id": id or world.snowflake(),
            "channel_id": channel.id,
            "author": author.json,
            "content": body.get("content") or "",
            "embeds": [],
            "components": [],
            "timestamp": world.now(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "pinned": False,
            "type": 0,
            "flags": flags,
        }
        if of is not None:
            json |= {
                "application_id": world.bot.id,
                "webhook_id": world.bot.id,
                "interaction_metadata": of.metadata(),
            }
        if body.get("nonce") is not None:
            json["nonce"] = body["nonce"]
        json |= self.mentioned(body)
        json["attachments"] = self.attached(channel.id, body, files, [])
        if not flags & LOADING:
            check(json | shown(body))
        self.show(json, body)
        message = DiscordMessage(
            json, of.user.id if of is not None and flags & EPHEMERAL else None, self.discord.now()
        )
        world.messages[message.id] = self.nonces[nonce] = message
        channel.json["last_message_id"] = message.id
        if channel.is_thread:
            channel.json["thread_metadata"]["archived"] = False
            self.places.join(channel, [author.id, *(user["id"] for user in json["mentions"])])
        await self.tell("MESSAGE_CREATE", message)
        return message

    def mentioned(self, body: Json) -> Json:
        allowed = body.get("allowed_mentions") or {"parse": ["users"]}
        texts = [
            one["content"] for one in limits.walk(body.get("components") or []) if one["type"] == 10
        ]
        text = "\n".join([body.get("content") or "", *texts])

        def named(pattern: str, what: str) -> list[str]:
            loud = set(map(str, allowed.get(what) or []))
            found = dict.fromkeys(re.findall(pattern, text))
            return [id for id in found if what in allowed.get("parse", []) or id in loud]

        people = [id for id in named(r"<@!?(\d+)>", "users") if id in self.world.users]
        return {
            "mentions": [self.world.users[id].json for id in people],
            "mention_roles": named(r"<@&(\d+)>", "roles"),
        }

    def attached(self, channel: str, body: Json, files: Files, old: list[Json]) -> list[Json]:
        kept, found = {file["id"]: file for file in old}, []
        for wanted in body.get("attachments") or [{"id": key[6:-1]} for key in files]:
            if f"files[{wanted['id']}]" not in files:
                found.append(kept[str(wanted["id"])])
                continue
            name, data = files[f"files[{wanted['id']}]"]
            if len(data) > LARGEST:
                raise No(40005)
            id, name = self.world.snowflake(), wanted.get("filename") or name
            url = f"{self.discord.http}/attachments/{channel}/{id}/{name}"
            file: Json = {
                "id": id,
                "filename": name,
                "size": len(data),
                "url": url,
                "proxy_url": url,
            }
            if wanted.get("description"):
                file["description"] = wanted["description"]
            if data.startswith(b"\x89PNG"):
                width, height = (
                    int.from_bytes(data[16:20], "big"),
                    int.from_bytes(data[20:24], "big"),
                )
                file |= {"content_type": "image/png", "width": width, "height": height}
            self.world.blobs[id] = data
            found.append(file)
        return found

    async def edit(self, message: DiscordMessage, body: Json, files: Files) -> DiscordMessage:
        new = dict(message.json)
        if "content" in body:
            new["content"] = body["content"] or ""
        if {"content", "components"} & set(body):
            # They are made from scratch, and notify nobody.
            new |= self.mentioned({**body, "content": new["content"]})
        new["flags"] = (new["flags"] & ~LOADING) | (body.get("flags", 0) & V2)
        if "attachments" in body or files:
            new["attachments"] = self.attached(new["channel_id"], body, files, new["attachments"])
        check(new | shown(body))
        self.show(new, body)
        message.edits.append(message.json)
        message.json = new | {"edited_timestamp": self.world.now()}
        await self.tell("MESSAGE_UPDATE", message)
        return message

    def show(self, json: Json, body: Json) -> None:
        urls = {f"attachment://{file['filename']}": file for file in json["attachments"]}
        if "components" in body:
            json["components"] = deepcopy(body["components"] or [])
            for n, one in enumerate(limits.walk(json["components"]), 1):
                one.setdefault("id", n)
                one.update({key: one.get(key, value) for key, value in FILLED.get(one["type"], ())})
                for shown in one.get("items") or [one]:
                    if "media" in shown:
                        shown["media"] = self.media(shown["media"], urls)
                        shown.setdefault("description", None)
                        shown.setdefault("spoiler", False)
        if "embeds" in body:
            json["embeds"] = deepcopy(body["embeds"] or [])
            for embed in json["embeds"]:
                embed.setdefault("type", "rich")
                for key in ("image", "thumbnail"):
                    if key in embed:
                        url = embed[key]["url"]
                        embed[key]["url"] = urls[url]["url"] if url in urls else url

    def media(self, media: Json, urls: dict[str, Json]) -> Json:
        url = media["url"]
        if url.startswith("attachment://") and url not in urls:
            raise invalid("components", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", url)
        file = urls.get(url, {"id": self.world.snowflake(), "url": url})
        return {"id": file["id"], "url": file["url"], "proxy_url": file["url"]}

    async def delete(self, message: DiscordMessage) -> Answer:
        del self.world.messages[message.id]
        channel = self.world.channels[message.json["channel_id"]]
        data = {"id": message.id, "channel_id": channel.id, "guild_id": channel.guild}
        await self.discord.gateway.dispatch("MESSAGE_DELETE", data, channel.guild, GUILD_MESSAGES)
        return 204, None

    async def tell(self, event: str, message: DiscordMessage) -> None:
        if message.only is not None:
            return
        channel = self.world.channels[message.json["channel_id"]]
        author = self.world.users[message.json["author"]["id"]]
        more = (
            {"guild_id": channel.guild, "member": self.world.member(author, False)}
            if channel.guild
            else {}
        )
        intent = GUILD_MESSAGES if channel.guild else DIRECT_MESSAGES
        await self.discord.gateway.dispatch(event, message.json | more, channel.guild, intent)

    # ---- interactions

    async def callback(
        self, id: str, token: str, body: Json, files: Files, query: dict[str, str]
    ) -> Answer:
        of = self.discord.people.interactions.get(id)
        if of is None or of.token != token or self.discord.now() - of.at > 3:
            raise No(10062)
        if of.response:
            raise No(40060)
        kind, data = body["type"], body.get("data") or {}
        wrong = (
            (kind in (6, 7) and of.message is None)
            or ((kind == 8) != (of.type == 4))
            or (kind == 9 and of.type == 5)
            or kind not in (4, 5, 6, 7, 8, 9)
        )
        if wrong:
            raise invalid("type", "INTERACTION_RESPONSE_TYPE_INVALID", "bad type")
        original = of.message
        if kind in (4, 5):
            flags = (data.get("flags", 0) & EPHEMERAL) | (LOADING if kind == 5 else 0)
            original = await self.create(
                of.channel, self.world.bot, data if kind == 4 else {}, files, of, flags
            )
        elif kind == 7 and of.message is not None:
            await self.edit(of.message, data, files)
        of.response, of.original, of.data = kind, original, data
        of.acknowledged.set()
        if kind != 5 and kind != 6:
            of.answered.set()
        if query.get("with_response") not in ("1", "true"):
            return 204, None
        told: Json = {"id": id, "type": of.type}
        if original is not None and kind in (4, 5):
            told |= {
                "response_message_id": original.id,
                "response_message_loading": kind == 5,
                "response_message_ephemeral": bool(original.json["flags"] & EPHEMERAL),
            }
        resource = (
            {"resource": {"type": kind, "message": original.json}}
            if kind in (4, 7) and original
            else {}
        )
        return 200, {"interaction": told, **resource}

    async def webhook(
        self, method: str, token: str, rest: list[str], body: Json, files: Files
    ) -> Answer:
        of = self.discord.people.tokens.get(token)
        if of is None or not of.response:
            raise No(10015)
        if self.discord.now() - of.at > 900:
            raise No(50027)
        if not rest:
            followed = await self.create(
                of.channel, self.world.bot, body, files, of, body.get("flags", 0) & EPHEMERAL
            )
            of.followups.append(followed)
            return 200, followed.json
        original = rest[1] in ("@original", "%40original")
        message = of.original if original else self.world.get_message(rest[1])
        if message is None:
            raise No(10008)
        if method == "DELETE":
            return await self.delete(message)
        if method == "PATCH":
            await self.edit(message, body, files)
            of.answered.set()
        return 200, message.json


def check(json: Json) -> None:
    limits.message(
        json["content"] or "",
        json["components"] or [],
        json["attachments"],
        json["embeds"] or [],
        json["flags"],
    )


def shown(body: Json) -> Json:
    return {key: body[key] or [] for key in ("components", "embeds") if key in body}
