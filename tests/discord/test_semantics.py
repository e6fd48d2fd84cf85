"""Who sees what of a game: a whole game, swept for what only somebody else may read; private
messages that are closed; a channel for few.
"""

from tests.discord.server import rights
from tests.discord.server.world import User
from tests.discord.stage import Stage


async def test_closed_direct_messages_are_told_to_their_owner_alone(stage: Stage) -> None:
    """What is told privately is behind the button, until they are opened again."""
    ann, bob, zoe = stage.user("ann"), stage.user("bob", direct=False), stage.user("zoe")
    made = await stage.slash(ann, "game new", kind="battleboard")
    assert "Privacy Settings" not in made.text
    game = stage.only_game
    joined = await stage.people.click(bob, stage.lobby_post(game), "Join")
    assert "Privacy Settings" in joined.text
    assert joined.shown.only == bob.id
    await stage.quiet()
    panel = await stage.people.click(bob, joined.shown, "Orders")
    assert "Nobody else is told" in panel.text
    assert panel.shown.only == bob.id
    assert stage.direct(bob) == []
    shown = [message.text for other in (ann, zoe) for message in stage.world.sees(other)]
    assert not [text for text in shown if "Privacy Settings" in text]
    bob.direct = True
    await stage.wishes(bob, "private")
    await stage.people.click(bob, stage.card(game), "Orders")
    people = {"ann": ann, "bob": bob}
    for _ in people:
        user: User = people[await stage.turn(game)]
        await stage.people.slash(user, stage.thread(game), "order", text="pass")
        await stage.quiet()
    assert any("bomb a square" in message.text for message in stage.direct(bob))


async def test_who_cannot_see_the_channel_sees_nothing_of_the_game(stage: Stage) -> None:
    """All of a game is in the channel in which it was begun, and in a public thread of that."""
    dan, zoe = stage.user("dan"), stage.user("zoe")
    players = stage.world.role(stage.guild, "players", rights.VIEW, dan)
    hidden = stage.world.channel(stage.guild, "hidden")
    hidden.json["permission_overwrites"] = [
        {"id": stage.guild["id"], "type": 0, "allow": "0", "deny": str(rights.VIEW)},
        {"id": players["id"], "type": 0, "allow": str(rights.VIEW), "deny": "0"},
        {"id": stage.world.bot.id, "type": 1, "allow": str(rights.VIEW), "deny": "0"},
    ]
    await stage.restart()
    made = await stage.people.slash(dan, hidden, "game new", kind="battleboard")
    assert "is here" in made.text
    await stage.quiet()
    thread = stage.thread(stage.only_game)
    used = [one for one in stage.world.channels.values() if one.guild and stage.in_channel(one)]
    assert used == [hidden]
    assert thread.json["parent_id"] == hidden.id
    for there in (hidden, thread):
        assert rights.within(stage.world, dan, there) & rights.VIEW
        assert not rights.within(stage.world, zoe, there) & rights.VIEW
