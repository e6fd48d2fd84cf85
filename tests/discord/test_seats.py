"""Seats change hands: by who has them, and when moderators of a server keep somebody out."""

from tests.discord.server.world import User
from tests.discord.stage import Duel, Stage


async def seated(stage: Stage, game: str) -> dict[str, str]:
    opened = await stage.opened(game)
    users = {user.id: str(user.json["username"]) for user in stage.world.users.values()}
    found = {name: opened.seat_of("discord", id) for id, name in users.items()}
    return {name: seat for name, seat in found.items() if seat and seat != "*"}


async def hands(duel: Duel, giver: User, to: User) -> str:
    people, asked = duel.stage.people, (await duel.slash(giver, "withdraw")).shown
    form = await people.click(giver, asked, "Hand my seat to somebody…")
    said = await people.fill_in(form, who=[to.id])
    await duel.stage.quiet()
    return said.text


async def test_a_seat_is_handed_to_somebody_who_takes_it_by_a_press_and_sees_what_it_sees(
    stage: Stage,
) -> None:
    duel, zoe = await stage.duel(), stage.user("zoe")
    assert "is asked to take your seat bob" in await hands(duel, duel.bob, zoe)
    assert await seated(stage, duel.game) == {"ann": "ann", "bob": "bob"}
    (asked,) = stage.direct(zoe)
    assert "You have seat bob" in (await stage.people.click(zoe, asked, "Join")).text
    await stage.quiet()
    assert await seated(stage, duel.game) == {"ann": "ann", "zoe": "bob"}
    assert "You have no seat" not in (await duel.slash(zoe, "menu")).text
    refused = (await duel.slash(duel.bob, "order", text="pass")).text
    assert "You are watching this game" in refused or "no seat" in refused
    assert duel.told("zoe")


async def test_a_ban_frees_seats_and_where_the_moderator_plays_asks_the_others(
    stage: Stage,
) -> None:
    sam, bob, eve = stage.user("sam"), stage.user("bob"), stage.user("eve")
    bob.rights = eve.rights = 1 << 10 | 1 << 11 | 1 << 31
    others = await stage.game(bob, [eve])
    mine = await stage.game(sam, [eve, bob])
    fresh = await stage.new(eve, "players=2")
    said = await stage.slash(sam, "mod ban", person=eve)
    lines = {line[3:9]: line for line in said.text.splitlines() if line.startswith("- ")}
    assert set(lines) == {others, mine, fresh}
    assert "Seat eve is open" in lines[others]
    assert "asked to agree" in lines[mine]
    assert "no longer has a seat" in lines[fresh]
    await stage.quiet()
    assert await seated(stage, others) == {"bob": "bob"}
    assert await seated(stage, mine) == {"sam": "sam", "bob": "bob", "eve": "eve"}
    assert await seated(stage, fresh) == {}
