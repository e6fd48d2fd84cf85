"""What a club needs in Discord: filed orders, linked doors, invitations,
spectators, how a game stood before.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

from bot.service.supervisor import Service
from engine.messages import Message, Outgoing
from engine.referee.doors import Door, GameView, News, Repeats
from engine.store.notes import Notes
from tests.discord.stage import staged
from tests.discord.test_asking import two


async def test_how_the_game_stood_after_a_line_of_its_history(tmp_path: Path) -> None:
    """The lines are those of the public history, by which one goes
    back; the board is the asker's own.
    """
    async with staged(tmp_path) as stage:
        game, asked, other = await two(stage)
        thread = stage.thread(game)
        early = (await stage.people.slash(asked, thread, "game board")).shown.json["attachments"][0]
        listed = (await stage.people.slash(asked, thread, "game history")).text
        last = max(int(number) for number in re.findall(r"^`(\d+)` ", listed, re.MULTILINE))
        await stage.people.slash(asked, thread, "order", text=f"bomb {other.json['username']} 1 1")
        then = (await stage.people.slash(asked, thread, "game history", line=last)).shown
        now = (await stage.people.slash(asked, thread, "game history", line=last + 1)).shown
        assert (
            stage.world.blobs[then.json["attachments"][0]["id"]] == stage.world.blobs[early["id"]]
        )
        assert stage.world.blobs[now.json["attachments"][0]["id"]] != stage.world.blobs[early["id"]]
        assert "bombed" in now.text
        theirs = (
            await stage.people.slash(stage.user("zoe"), thread, "game history", line=last)
        ).shown
        assert (
            stage.world.blobs[theirs.json["attachments"][0]["id"]] != stage.world.blobs[early["id"]]
        )
        said = await stage.people.slash(asked, thread, "game history", line=999)
        assert "no line 999" in said.text


class Letterbox(Service, Door):
    name = "mail"

    def __init__(self) -> None:
        self.got: dict[str, list[str]] = {}

    @property
    def doors(self) -> dict[str, Any]:
        return {"mail": self}

    looks, shares = False, False
    repeats: Repeats = "dropped"

    def compose(self, news: News, _: GameView, __: Notes) -> bytes | None:
        assert news.reason != "neutral", "a message could not be composed"
        return None if news.talk else str((list(news.events), news.prompted)).encode()

    def send(self, outgoing: Outgoing) -> None:
        self.got.setdefault(outgoing.sender, []).append(outgoing.payload.decode())

    async def run(self) -> None:
        await asyncio.Event().wait()


async def test_who_takes_no_direct_messages_and_has_linked_a_mail_address_gets_mail(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        await stage.stop()
        box = Letterbox()
        stage.beside = [box]
        await stage.start()
        people = {"ann": stage.user("ann"), "bob": stage.user("bob", direct=False)}
        ann, bob = people.values()
        game = await stage.game(ann, [bob])
        before = [message.json for message in stage.world.sees(ann)]
        said = await stage.people.slash(bob, stage.thread(game), "me link")
        (code,) = re.findall(r"link (\S+?)[”\s]", said.text)
        message = Message(
            door="mail",
            id="1",
            sender="bob@mail.example",
            text=f"link {code}",
            at=stage.door.writer.clock.now(),
        )
        assert (await stage.door.writer.submit(message)).facts["did"] == "linked"
        await stage.quiet()
        assert [message.json for message in stage.world.sees(ann)] == before
        while await stage.turn(game) != "bob" or not box.got:
            await stage.people.slash(
                people[await stage.turn(game)], stage.thread(game), "order", text="pass"
            )
            await stage.quiet()
        assert any("True" in payload for payload in box.got["bob@mail.example"])
        message = Message(
            door="mail",
            id="2",
            sender="bob@mail.example",
            text="pass",
            at=stage.door.writer.clock.now(),
            game=game,
        )
        assert (await stage.door.writer.submit(message)).status == "taken"
        assert stage.direct(bob) == []


async def test_an_order_that_is_filed_beforehand_is_given_when_it_answers(tmp_path: Path) -> None:
    """Its owner alone sees it, changes it and withdraws it; nobody else can tell that there is
    one.
    """
    async with staged(tmp_path) as stage:
        game, asked, other = await two(stage)
        thread, zoe = stage.thread(game), stage.user("zoe")
        before = [message.json for message in stage.world.sees(zoe)]
        filed = await stage.people.slash(other, thread, "standing add", order="pass")
        assert "pass" in filed.text
        assert filed.shown.only == other.id
        await stage.people.slash(other, thread, "standing always", order="bomb nobody 1 1")
        listed = await stage.people.slash(other, thread, "standing list")
        assert "bomb nobody 1 1" in listed.text
        assert "bomb nobody" not in (await stage.people.slash(asked, thread, "standing list")).text
        dropped = await stage.people.slash(other, thread, "standing drop", number=2)
        assert "bomb nobody" not in dropped.text
        assert set(
            (
                await stage.people.slash(other, thread, "standing add", focused="order", order="")
            ).choices
        )
        await stage.quiet()
        assert [message.json for message in stage.world.sees(zoe)] == before
        await stage.people.slash(asked, thread, "order", text="pass")
        await stage.quiet()
        assert (await stage.opened(game)).table.ask().seats[0] == asked.json["username"]  # type: ignore[union-attr]  # the game goes on


async def test_who_is_asked_in_joins_by_a_button_and_who_watches_is_told_what_everybody_is(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, dan, zoe = stage.user("ann"), stage.user("dan"), stage.user("zoe")
        made = await stage.people.slash(
            ann, stage.lobby, "game new", kind="battleboard", options="players=2 private=yes"
        )
        (game,) = stage.door.memory.places
        assert game in made.text
        thread = stage.thread(game)
        lobby = stage.world.messages[str(stage.door.memory.places[game].lobby)]
        assert "By invitation" in lobby.text
        assert "no such game" in (await stage.people.click(zoe, lobby, "Join")).text
        said = await stage.people.slash(ann, thread, "game invite", who=f"<@{dan.id}>")
        assert "is invited" in said.text
        await stage.quiet()
        asked = stage.direct(dan)[-1]
        assert game in asked.text
        joined = await stage.people.click(dan, asked, "Join")
        assert "You have seat" in joined.text
        await stage.quiet()
        assert (await stage.opened(game)).table.seats == ("ann", "dan")
        # Whoever may manage the server may look on at a private game; others
        # do not learn that there is one.
        assert (
            "You are watching this game."
            in (await stage.people.slash(zoe, thread, "game watch")).text
        )
        people = {"ann": ann, "dan": dan}
        await stage.people.slash(people[await stage.turn(game)], thread, "order", text="pass")
        await stage.quiet()
        read = "\n".join(message.text for message in stage.direct(zoe))
        assert "passed." in read
        assert "cities are at" not in read
        assert all(not message.buttons for message in stage.direct(zoe))
        await stage.people.slash(zoe, thread, "game unwatch")
        before = len(stage.direct(zoe))
        await stage.people.slash(people[await stage.turn(game)], thread, "order", text="pass")
        await stage.quiet()
        assert len(stage.direct(zoe)) == before
