"""Checks whether Discord is ready for the bot.

It checks the token, intents, rights in every channel with a game, and the clock, and prints the
invite link.
"""

import time
from email.utils import parsedate_to_datetime

import aiohttp
import discord

from bot.discord import connection
from bot.discord.channels import GameChannel, Memory

SCOPES = ("bot", "applications.commands")
DRIFT = 5
"""Maximum seconds by which this machine's clock may differ from Discord's."""


class DiscordFindings:
    def __init__(self) -> None:
        self.good: list[str] = []
        self.faults: list[str] = []


async def examine(token: str, memory: Memory) -> DiscordFindings:
    found = DiscordFindings()
    client = discord.Client(intents=discord.Intents.none())
    try:
        try:
            await client.login(token)
        except discord.LoginFailure:
            found.faults.append(
                "Discord does not know the token: copy it anew from the Developer Portal, page Bot,"
                " and begin `meanwhile serve` again"
            )
            return found
        await of_application(client, found)
        await of_clock(found)
        for place in memory.running():
            await of_place(client, place, found)
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        found.faults.append(f"Discord cannot be reached: {error}")
    finally:
        await client.close()
    return found


async def of_application(client: discord.Client, found: DiscordFindings) -> None:
    about = await client.application_info()
    found.good.append(f"logged in as {client.user}, application {about.id}")
    found.good.append("intents: guilds and direct messages; none that needs Discord's leave")
    link = discord.utils.oauth_url(about.id, permissions=connection.INVITE_RIGHTS, scopes=SCOPES)
    found.good.append(f"invite link: {link}")
    if not about.bot_public:
        found.good.append("the bot is private: only its owner can invite it")
    if about.bot_require_code_grant:
        found.faults.append(
            "`Requires OAuth2 Code Grant` is on: switch it off in the Developer Portal, page Bot"
        )
    if about.interactions_endpoint_url:
        found.faults.append(
            "an Interactions Endpoint URL is set, so that commands never come here: remove it"
        )


async def of_clock(found: DiscordFindings) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{discord.http.Route.BASE}/gateway") as answer,
    ):
        said = answer.headers.get("Date")
    if said is None:
        return
    drift = time.time() - parsedate_to_datetime(said).timestamp()
    if abs(drift) > DRIFT:
        found.faults.append(
            f"this machine's clock is {drift:+.0f} seconds off Discord's: set it, for example"
            " by NTP"
        )
    else:
        found.good.append("clock: agrees with Discord's")


async def of_place(client: discord.Client, place: GameChannel, found: DiscordFindings) -> None:
    try:
        guild = await client.fetch_guild(place.guild, with_counts=False)
        channels = await guild.fetch_channels()
        me = await guild.fetch_member(client.user.id if client.user else 0)
    except (discord.NotFound, discord.Forbidden):
        found.faults.append(
            f"game {place.game}: the bot is no longer in its server; invite it again"
        )
        return
    channel = next((one for one in channels if one.id == place.channel), None)
    if channel is None:
        found.faults.append(
            f"game {place.game}: its channel is gone; players go on by direct messages, or"
            f" `meanwhile gm {place.game} close` ends it"
        )
        return
    has = discord.abc.GuildChannel.permissions_for(channel, me)
    lacking = [name.replace("_", " ") for name in connection.lacking(has)]
    if lacking:
        found.faults.append(
            f"game {place.game}: in #{channel.name} the bot lacks the right to {', '.join(lacking)}"
        )
    else:
        found.good.append(f"game {place.game}: all rights in #{channel.name}")
