"""What people do: type commands, press buttons, choose, fill in forms, write."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.discord.server import rights
from tests.discord.server.limits import walk
from tests.discord.server.world import Channel, DiscordMessage, User

if TYPE_CHECKING:
    from tests.discord.server.app import Discord

Json = dict[str, Any]


@dataclass(eq=False)
class Interaction:
    """One interaction: what was asked, and what was answered. No ``response``:
    "The application did not respond".
    """

    id: str
    token: str
    user: User
    channel: Channel
    type: int
    at: float
    body: Json
    message: DiscordMessage | None = None
    trigger: "Interaction | None" = None
    response: int = 0
    original: DiscordMessage | None = None
    data: Json = field(default_factory=dict)
    followups: list[DiscordMessage] = field(default_factory=list)
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def text(self) -> str:
        assert self.original is not None, "not answered"
        return self.original.text

    @property
    def shown(self) -> DiscordMessage:
        assert self.original is not None, "not answered"
        return self.original

    @property
    def choices(self) -> list[str]:
        return [choice["value"] for choice in self.data["choices"]]

    def metadata(self) -> Json:
        json: Json = {
            "id": self.id,
            "type": self.type,
            "user": self.user.json,
            "authorizing_integration_owners": {},
        }
        if self.message is not None and self.type == 3:
            json["interacted_message_id"] = self.message.id
        if self.trigger is not None:
            json["triggering_interaction_metadata"] = self.trigger.metadata()
        return json


class People:
    wait = 30.0
    """Seconds for an answer; none comes so late but on a machine that has much else to do."""

    def __init__(self, discord: "Discord"):
        self.discord, self.world = discord, discord.world
        self.interactions: dict[str, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}

    async def interact(
        self,
        user: User,
        channel: Channel,
        kind: int,
        data: Json,
        message: DiscordMessage | None = None,
        trigger: Interaction | None = None,
        wait: float | None = None,
    ) -> Interaction:
        world, id = self.world, self.world.snowflake()
        guild = channel.guild
        body: Json = {
            "id": id,
            "application_id": world.bot.id,
            "type": kind,
            "data": data,
            "token": f"token{id:0>60}",
            "version": 1,
            "channel": channel.json,
            "channel_id": channel.id,
            "app_permissions": str(rights.within(world, world.bot, channel)),
            "locale": user.locale,
            "entitlements": [],
            "authorizing_integration_owners": {"0": guild or "0"},
            "attachment_size_limit": 10 << 20,
            "context": 0 if guild else 1,
        }
        if guild:
            locale = world.guilds[guild]["preferred_locale"]
            there = {"id": guild, "locale": locale, "features": []}
            body |= {
                "guild_id": guild,
                "guild_locale": locale,
                "guild": there,
                "member": world.member(user),
            }
        else:
            body["user"] = user.json
        if message is not None:
            body["message"] = message.json
        made = Interaction(
            id, body["token"], user, channel, kind, self.discord.now(), body, message, trigger
        )
        self.interactions[id] = self.tokens[made.token] = made
        await self.deliver(made)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(made.answered.wait(), self.wait if wait is None else wait)
        return made

    async def deliver(self, interaction: Interaction) -> None:
        await self.discord.gateway.dispatch(
            "INTERACTION_CREATE", interaction.body, interaction.channel.guild
        )

    def command(self, user: User, channel: Channel, path: list[str]) -> Json:
        found = next((one for one in self.discord.rest.commands if one["name"] == path[0]), None)
        if found is None:
            raise LookupError(f"there is no command {path[0]}")
        need = found.get("default_member_permissions")
        if channel.guild and need is not None and int(need) & ~user.rights:
            raise PermissionError(" ".join(path))
        contexts = found.get("contexts") or ([0, 1] if found.get("dm_permission", True) else [0])
        if (0 if channel.guild else 1) not in contexts:
            raise LookupError(f"{' '.join(path)} is not offered here")
        return found

    async def slash(
        self,
        user: User,
        channel: Channel,
        name: str,
        /,
        *,
        focused: str | None = None,
        wait: float | None = None,
        **values: Any,
    ) -> Interaction:
        path = name.split()
        command = node = self.command(user, channel, path)
        chain = []
        for part in path[1:]:
            node = next(
                option
                for option in node["options"]
                if option["name"] == part and option["type"] in (1, 2)
            )
            chain.append((part, node["type"]))
        known = {option["name"]: option for option in node.get("options", [])}
        options: list[Json] = []
        files: Json = {}
        named: Json = {}
        for key, value in values.items():
            option = known[key]
            if (
                not focused
                and option.get("choices")
                and value not in [one["value"] for one in option["choices"]]
            ):
                raise ValueError(f"{key}={value!r} is not a choice")
            if option["type"] in (6, 7, 8):
                value = self.resolve(option["type"], value, channel, named)
            if option["type"] == 11:
                file = self.attach(channel, *value)
                files[file["id"]], value = file, file["id"]  # an attachment is sent by its id
            options.append({"name": key, "type": option["type"], "value": value})
            if key == focused:
                options[-1]["focused"] = True
        missing = [
            key for key, option in known.items() if option.get("required") and key not in values
        ]
        if missing and not focused:
            raise ValueError(f"required: {missing}")
        for part, kind in reversed(chain):
            options = [{"name": part, "type": kind, "options": options}]
        data = {
            "id": command["id"],
            "name": command["name"],
            "type": 1,
            "options": options,
            "resolved": {"attachments": files} | named,
        }
        return await self.interact(user, channel, 4 if focused else 2, data, wait=wait)

    def resolve(self, kind: int, value: Any, there: Channel, named: Json) -> str:
        if kind == 6:
            named.setdefault("users", {})[value.id] = value.json
            if value.id in self.world.members[there.guild or ""]:
                member = self.world.member(value, with_user=False)
                named.setdefault("members", {})[value.id] = member
        elif kind == 7:
            parts = {key: value.json[key] for key in ("id", "name", "type", "flags")}
            named.setdefault("channels", {})[value.id] = parts | {"permissions": "0"}
        else:
            named.setdefault("roles", {})[value["id"]] = value
            return str(value["id"])
        return str(value.id)

    async def context(self, user: User, message: DiscordMessage, name: str) -> Interaction:
        channel = self.world.channels[message.json["channel_id"]]
        command = self.command(user, channel, [name])
        data = {
            "id": command["id"],
            "name": name,
            "type": 3,
            "target_id": message.id,
            "resolved": {"messages": {message.id: message.json}},
        }
        return await self.interact(user, channel, 2, data)

    def attach(self, channel: Channel, name: str, data: bytes) -> Json:
        id = self.world.snowflake()
        url = f"{self.discord.http}/attachments/{channel.id}/{id}/{name}"
        self.world.blobs[id] = data
        return {
            "id": id,
            "filename": name,
            "size": len(data),
            "url": url,
            "proxy_url": url,
            "ephemeral": True,
        }

    async def press(
        self,
        user: User,
        message: DiscordMessage,
        name: str,
        values: list[str] | None = None,
        wait: float | None = None,
    ) -> Interaction:
        assert message in self.world.sees(user), "this person cannot see that message"
        found = next(
            one for one in walk(message.json["components"]) if one.get("custom_id") == name
        )
        assert not found.get("disabled"), "the button is switched off"
        data: Json = {"custom_id": name, "component_type": found["type"], "id": found.get("id", 1)}
        if values is not None:
            assert set(values) <= {option["value"] for option in found["options"]}
            data["values"] = values
        channel = self.world.channels[message.json["channel_id"]]
        return await self.interact(user, channel, 3, data, message, wait=wait)

    async def choose(self, user: User, message: DiscordMessage, word: str) -> Interaction:
        return await self.press(user, message, message.menu, [message.options[word]])

    async def click(
        self, user: User, message: DiscordMessage, label: str, wait: float | None = None
    ) -> Interaction:
        return await self.press(user, message, message.buttons[label], wait=wait)

    async def pick(self, user: User, message: DiscordMessage, word: str) -> Interaction:
        return await (self.click if word in message.buttons else self.choose)(user, message, word)

    async def fill_in(
        self, form: Interaction, /, wait: float | None = None, **values: str | list[str]
    ) -> Interaction:
        def filled(part: Json) -> Json:
            kept = {key: value for key, value in part.items() if key in ("type", "custom_id", "id")}
            if part.get("custom_id") in values:
                value = values[part["custom_id"]]
                assert isinstance(value, str) == (part["type"] == 4)
                kept["value" if isinstance(value, str) else "values"] = value
            if "component" in part:
                kept["component"] = filled(part["component"])
            return kept

        data = {
            "custom_id": form.data["custom_id"],
            "components": [filled(one) for one in form.data["components"]],
        }
        return await self.interact(form.user, form.channel, 5, data, form.message, form, wait)

    async def write(self, user: User, channel: Channel, text: str) -> DiscordMessage:
        return await self.discord.rest.create(channel, user, {"content": text}, {})
