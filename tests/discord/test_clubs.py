"""What a club needs in Discord: filed orders, linked doors, invitations,
spectators, how a game stood before.
"""

import re

from engine.messages import Message, Receipt
from tests.discord.opportunities import MAILBOX, Letterbox
from tests.discord.server.world import User
from tests.discord.stage import Stage
from tests.mail.stage import asks, parsed


async def test_how_the_game_stood_after_a_line_of_its_history(stage: Stage) -> None:
    """The lines are those of the public history, by which one goes
    back; the board is the asker's own.
    """
    duel = await stage.duel()
    asked, other = await duel.sides()
    early = stage.data((await duel.slash(asked, "game board")).shown)
    listed = (await duel.slash(asked, "game history")).text
    last = max(int(number) for number in re.findall(r"^`(\d+)` ", listed, re.MULTILINE))
    await duel.order(f"bomb {other.json['username']} 1 1")
    then = (await duel.slash(asked, "game history", line=last)).shown
    now = (await duel.slash(asked, "game history", line=last + 1)).shown
    theirs = (await duel.slash(stage.user("zoe"), "game history", line=last)).shown
    assert [stage.data(one) == early for one in (then, now, theirs)] == [True, False, False]
    assert "bombed" in now.text
    assert "no line 999" in (await duel.slash(asked, "game history", line=999)).text


async def boxed(stage: Stage) -> Letterbox:
    await stage.stop()
    box = Letterbox()
    stage.beside = [box]
    await stage.start()
    return box


async def mailed(stage: Stage, id: str, text: str, game: str | None = None) -> Receipt:
    now = stage.door.writer.clock.now()
    message = Message(door="mail", id=id, sender=MAILBOX, text=text, at=now, game=game)
    receipt = await stage.door.writer.submit(message)
    assert receipt.status in ("taken", "answered")
    await stage.quiet()
    return receipt


async def linked(stage: Stage, user: User) -> None:
    said = await stage.slash(user, "me link")
    (code,) = re.findall(r"link (\S+?)[”\s]", said.text)
    assert (await mailed(stage, "1", f"link {code}")).facts["did"] == "linked"


async def test_who_takes_no_direct_messages_and_has_linked_a_mail_address_gets_mail(
    stage: Stage,
) -> None:
    box = await boxed(stage)
    duel = await stage.duel(bob=stage.user("bob", direct=False))
    before = [message.json for message in stage.world.sees(duel.ann)]
    await linked(stage, duel.bob)
    assert [message.json for message in stage.world.sees(duel.ann)] == before
    while await duel.asked() is not duel.bob or not box.mails:
        await duel.order()
    assert any(asks(parsed(mail)) for mail in box.mails[MAILBOX])
    assert (await mailed(stage, "2", "pass", duel.game)).status == "taken"
    assert stage.direct(duel.bob) == []


async def test_an_order_that_is_filed_beforehand_is_given_when_it_answers(stage: Stage) -> None:
    """Its owner alone sees it, changes it and withdraws it; nobody else can tell that there is
    one.
    """
    duel = await stage.duel()
    (asked, other), zoe = await duel.sides(), stage.user("zoe")
    before = [message.json for message in stage.world.sees(zoe)]
    filed = await duel.slash(other, "standing add", order="pass")
    assert "pass" in filed.text
    assert filed.shown.only == other.id
    await duel.slash(other, "standing always", order="bomb nobody 1 1")
    assert "bomb nobody 1 1" in (await duel.slash(other, "standing list")).text
    assert "bomb nobody" not in (await duel.slash(asked, "standing list")).text
    assert "bomb nobody" not in (await duel.slash(other, "standing drop", number=2)).text
    assert (await duel.slash(other, "standing add", focused="order", order="")).choices
    await stage.quiet()
    assert [message.json for message in stage.world.sees(zoe)] == before
    await duel.order()
    assert await duel.asked() is asked, "the game goes on"


async def test_who_is_asked_in_joins_by_a_button_and_who_watches_is_told_what_everybody_is(
    stage: Stage,
) -> None:
    ann, dan, zoe = stage.user("ann"), stage.user("dan"), stage.user("zoe")
    game, people = await stage.new(ann, "players=2 private=yes"), {"ann": ann, "dan": dan}
    thread = stage.thread(game)
    assert "no such game" in (await stage.slash(zoe, "game join", game=game)).text
    said = await stage.people.slash(ann, thread, "game invite", who=f"<@{dan.id}>")
    assert "is invited" in said.text
    await stage.quiet()
    asked = stage.direct(dan)[-1]
    assert game in asked.text
    assert "You have seat" in (await stage.people.click(dan, asked, "Join")).text
    await stage.quiet()
    assert (await stage.opened(game)).table.seats == ("ann", "dan")

    async def passes() -> None:
        await stage.people.slash(people[await stage.turn(game)], thread, "order", text="pass")
        await stage.quiet()

    # Whoever may manage the server may look on at a private game; others
    # do not learn that there is one.
    watching = await stage.people.slash(zoe, thread, "game watch")
    assert "You are watching this game." in watching.text
    await passes()
    read = "\n".join(message.text for message in stage.direct(zoe))
    assert "passed." in read
    assert "cities are at" not in read
    assert all(not message.buttons for message in stage.direct(zoe))
    await stage.people.slash(zoe, thread, "game unwatch")
    before = len(stage.direct(zoe))
    await passes()
    assert len(stage.direct(zoe)) == before
