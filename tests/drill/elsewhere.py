"""What is done at Discord in the middle of the drill, by the sentences that say it on the page."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from tests.discord.server import Discord


class Elsewhere:
    """A Discord with a server, a channel, and two people; ``file`` is where the operator keeps the
    token.
    """

    def __init__(self, discord: Discord, file: Path):
        self.discord, self.file = discord, file
        self.guild = discord.world.guild("Wargamers")
        self.lobby = discord.world.channel(self.guild, "lobby")
        self.ann, self.bob = (discord.world.user(name, self.guild) for name in ("ann", "bob"))
        self.acts: Mapping[str, Callable[[], Awaitable[None]]] = {
            "Ann begins a game of BattleBoard for two, and Bob joins.": self.play,
            "the token is reset in the Developer Portal, and the program does not know the new"
            " one.": self.reset,
            "the new token is put into `~/drill/token`.": self.tell,
            "the bot is removed from the server.": self.remove,
            "the bot is invited again, with the link that the doctor has printed.": self.invite,
            "the channel of the game is deleted.": self.delete,
        }

    async def tell(self) -> None:
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(self.discord.token, "utf-8")

    async def play(self) -> None:
        people = self.discord.people
        made = await people.slash(
            self.ann, self.lobby, "game new", kind="battleboard", options="players=2"
        )
        assert "is here" in made.text, made.text
        (post,) = [
            message
            for message in self.discord.world.sees(self.bob, self.lobby)
            if "Join" in message.buttons
        ]
        await people.click(self.bob, post, "Join")

    async def reset(self) -> None:
        """Have another token: who is connected with the old one is cut off."""
        new = f"{self.discord.token.partition('.')[0]}.another.no-real-token"
        self.discord.token = self.discord.gateway.token = new
        await self.discord.gateway.drop(4004)

    async def remove(self) -> None:
        await self.discord.rest.places.remove_bot(self.guild)

    async def invite(self) -> None:
        await self.discord.rest.places.add_bot(self.guild)

    async def delete(self) -> None:
        await self.discord.rest.places.vanish(self.lobby)
