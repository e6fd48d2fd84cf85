"""Seats change hands: by who has them, and when moderators of a server keep somebody out."""

from pathlib import Path

from tests.discord.server.world import User
from tests.discord.stage import Stage, staged


async def seated(stage: Stage, game: str) -> dict[str, str]:
    opened = await stage.opened(game)
    users = {user.id: str(user.json["username"]) for user in stage.world.users.values()}
    found = {name: opened.seat_of("discord", id) for id, name in users.items()}
    return {name: seat for name, seat in found.items() if seat and seat != "*"}


async def hands(stage: Stage, giver: User, game: str, to: User) -> str:
    asked = (await stage.people.slash(giver, stage.thread(game), "withdraw")).shown
    form = await stage.people.click(giver, asked, "Hand my seat to somebody…")
    said = await stage.people.fill_in(form, who=[to.id])
    await stage.quiet()
    return said.text


async def test_a_seat_is_handed_to_somebody_who_takes_it_by_a_press_and_sees_what_it_sees(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob, zoe = stage.user("ann"), stage.user("bob"), stage.user("zoe")
        game = await stage.game(ann, [bob])
        assert "is asked to take your seat bob" in await hands(stage, bob, game, zoe)
        assert await seated(stage, game) == {"ann": "ann", "bob": "bob"}
        (asked,) = stage.direct(zoe)
        said = await stage.people.click(zoe, asked, "Join")
        assert "You have seat bob" in said.text
        await stage.quiet()
        assert await seated(stage, game) == {"ann": "ann", "zoe": "bob"}
        board = await stage.people.slash(zoe, stage.thread(game), "menu")
        assert "You have no seat" not in board.text
        refused = await stage.people.slash(bob, stage.thread(game), "order", text="pass")
        assert "You are watching this game" in refused.text or "no seat" in refused.text
        told = " ".join(message.text for message in stage.in_channel(stage.thread(game)))
        assert "zoe" in told


async def test_who_was_not_asked_cannot_take_it_nor_who_was_once_it_is_taken_back(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        people = [stage.user(name) for name in ("ann", "bob", "zoe", "eve")]
        ann, bob, zoe, eve = people
        game = await stage.game(ann, [bob])
        thread = stage.thread(game)
        await hands(stage, bob, game, zoe)
        refused = await stage.people.slash(eve, thread, "game join")
        assert "as **" not in refused.text
        said = await stage.people.slash(bob, thread, "game hand", who="nobody")
        assert "no longer to be handed over" in said.text
        refused = await stage.people.slash(zoe, thread, "game join")
        assert "as **" not in refused.text
        assert await seated(stage, game) == {"ann": "ann", "bob": "bob"}
        said = await stage.people.slash(bob, thread, "game hand", who=f"<@{ann.id}>")
        assert "asked to take" in said.text, "whoever it is, the answer is the same"
        refused = await stage.people.slash(ann, thread, "game join")
        assert "as **" not in refused.text
        assert await seated(stage, game) == {"ann": "ann", "bob": "bob"}
        refused = await stage.people.slash(eve, thread, "game hand", who=f"<@{zoe.id}>")
        assert "asked to take" not in refused.text


async def test_a_ban_frees_seats_and_where_the_moderator_plays_asks_the_others(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        sam, bob, eve = stage.user("sam"), stage.user("bob"), stage.user("eve")
        bob.rights = eve.rights = 1 << 10 | 1 << 11 | 1 << 31
        others = await stage.game(bob, [eve])
        mine = await stage.game(sam, [eve, bob])
        before = set(stage.door.memory.places)
        await stage.people.slash(
            eve, stage.lobby, "game new", kind="battleboard", options="players=2"
        )
        (fresh,) = set(stage.door.memory.places) - before
        said = await stage.people.slash(sam, stage.lobby, "mod ban", person=eve)
        lines = {line[3:9]: line for line in said.text.splitlines() if line.startswith("- ")}
        assert set(lines) == {others, mine, fresh}
        assert "Seat eve is open" in lines[others]
        assert "asked to agree" in lines[mine]
        assert "no longer has a seat" in lines[fresh]
        await stage.quiet()
        assert await seated(stage, others) == {"bob": "bob"}
        assert await seated(stage, mine) == {"sam": "sam", "bob": "bob", "eve": "eve"}
        assert await seated(stage, fresh) == {}
