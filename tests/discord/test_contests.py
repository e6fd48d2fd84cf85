"""Contests and searches at Discord: posts, cards, threads and buttons."""

from bot.discord.post import Post
from engine.referee.clock import HandClock
from engine.referee.commands import finding
from tests.discord.server.world import DiscordMessage, User
from tests.discord.stage import Stage
from tests.discord.test_mods import ALL_BUT

SWISS = "form=swiss rounds=2 game=dicechess clock=3d"


async def contest(stage: Stage, entrants: int, options: str = SWISS) -> tuple[str, list[User]]:
    """A contest that has begun, and its entrants: ``p0`` has made it and plays, too."""
    users = [stage.user(f"p{k}") for k in range(entrants)]
    id = await stage.new(users[0], options, "contest")
    for one in users[1:]:
        said = await stage.people.click(one, stage.lobby_post(id), "Join")
        assert "You have seat" in said.text
    await stage.quiet()
    await stage.people.slash(users[0], stage.thread(id), "game start")
    await stage.quiet()
    return id, users


async def same(_game: str, post: Post, _language: str) -> Post:
    return post


def games(stage: Stage, id: str) -> list[str]:
    return [game for game, place in stage.places.items() if game != id and not place.over]


def labels(message: DiscordMessage) -> list[str]:
    return [one["label"] for one in message.pressable]


async def resign(stage: Stage, game: str, user: User) -> None:
    asked = await stage.people.slash(user, stage.thread(game), "withdraw")
    (label,) = [one for one in labels(asked.shown) if "wins" in one]
    await stage.people.click(user, asked.shown, label)
    await stage.quiet()


async def users_of(stage: Stage, game: str) -> list[User]:
    return [stage.world.users[str(user)] for user in (await stage.door.people(game)).values()]


async def test_a_contest_has_a_post_and_a_card_a_round_and_its_games_have_threads(
    stage: Stage,
) -> None:
    stage.door.with_film = same  # type: ignore[assignment]  # films take seconds
    id, users = await contest(stage, 4)
    post = stage.lobby_post(id)
    assert "**4 entered:** p0, p1, p2, p3" in post.text
    assert labels(post) == ["Join", "Scores", "My game", "Rest", "Withdraw"], "late entry is open"
    first, made = stage.card(id), games(stage, id)
    assert labels(first) == ["Scores", "My game", "Rest", "Withdraw"]
    assert not first.json["mentions"], "a round calls nobody; the games do"
    assert len(made) == 2
    for game in made:
        players = {one.id for one in await users_of(stage, game)}
        assert players < set(stage.thread(game).members)
        (called,) = stage.card(game).json["mentions"]
        assert called["id"] in players
        assert f"of contest {id}." in stage.card(game).text
        status = await stage.people.slash(users[0], stage.thread(game), "game status")
        assert f"Round 1, table {made.index(game) + 1} of contest {id}." in status.text
    mine = await stage.people.click(users[0], first, "My game")
    assert sum(game in mine.text for game in made) == 1
    scores = await stage.people.click(users[0], first, "Scores")
    assert scores.shown.json["attachments"]
    # The next round has a card of its own, and its games new threads.
    for game in made:
        await resign(stage, game, (await users_of(stage, game))[0])
    assert stage.card(id).id != first.id
    assert labels(first) == []
    assert "Round 2 of 2" in stage.card(id).text
    assert len(games(stage, id)) == 2
    for game in games(stage, id):
        await resign(stage, game, (await users_of(stage, game))[0])
    assert "is first" in stage.lobby_post(id).text
    assert labels(stage.lobby_post(id)) == ["Scores", "Fair play"]


async def test_entrants_rest_and_withdraw_by_buttons(stage: Stage) -> None:
    id, users = await contest(stage, 4)
    card = stage.card(id)
    for said in ("leave out the next round", "play the next round after all"):
        assert said in (await stage.people.click(users[1], card, "Rest")).text
    asked = await stage.people.click(users[2], card, "Withdraw")
    assert "Withdraw from this contest?" in asked.text
    await stage.people.click(users[2], asked.shown, "Withdraw")
    await stage.quiet()
    assert "**3 entered:** p0, p1, p3" in stage.lobby_post(id).text
    closed = [game for game, place in stage.places.items() if place.over]
    assert len(closed) == 1, "the game of the one who left"
    eve = stage.user("eve", rights=ALL_BUT)
    assert "no seat" in (await stage.people.click(eve, card, "My game")).text


async def test_the_next_season_of_a_league_has_a_post_where_the_last_one_was(stage: Stage) -> None:
    stage.door.with_film = same  # type: ignore[assignment]  # films take seconds
    id, users = await contest(stage, 3, "form=league division=3 open=2 game=dicechess")
    for user in users:
        for game in games(stage, id):
            kind = stage.places[game].kind
            if kind == "dicechess" and user in await users_of(stage, game):
                await resign(stage, game, user)
    (following,) = games(stage, id)
    post = stage.lobby_post(following)
    assert "**3 entered:**" in post.text
    assert labels(post) == ["Join", "Scores"]
    assert {one.id for one in users} <= set(stage.thread(following).members)
    assert any("Season 2 is open" in m.text for m in stage.in_channel(stage.thread(following)))
    left = await stage.people.slash(users[0], stage.thread(following), "game leave")
    assert left.text
    await stage.quiet()
    assert "**2 entered:**" in post.text


async def test_a_thread_that_was_made_before_a_crash_is_found_again(stage: Stage) -> None:
    id, _ = await contest(stage, 4)
    (game, _) = games(stage, id)
    thread = stage.places[game].thread
    await stage.door.memory.change(game, thread=0, card=None)
    await stage.restart()
    stage.door.show.soon(game)
    await stage.door.show.new_thread(stage.places[game])
    assert stage.places[game].thread == thread
    assert len(stage.threads()) == 3


async def find(stage: Stage, *users: User) -> list[str]:
    """Let people look for a game, and ten minutes pass. Return the games made."""
    assert isinstance(stage.clock, HandClock)
    for one in users:
        assert (
            "Dice Chess"
            in (await stage.slash(one, "find", kind="dicechess", options="clock=3d")).text
        )
    stage.clock.advance(601)
    await stage.door.writer.run(finding.look)
    await stage.quiet()
    return [*stage.places]


async def test_a_game_of_a_search_has_a_thread_where_it_was_sought(
    stage: Stage, clock: HandClock
) -> None:
    ann, bob = stage.user("ann"), stage.user("bob")
    (game,) = await find(stage, ann, bob)
    assert {ann.id, bob.id} < set(stage.thread(game).members)
    assert stage.thread(game).json["parent_id"] == stage.lobby.id
    (called,) = stage.card(game).json["mentions"]
    assert called["id"] in (ann.id, bob.id)


async def test_a_search_on_two_servers_has_no_thread(stage: Stage, clock: HandClock) -> None:
    """One server must not read the games of another."""
    ann, first = stage.user("ann"), stage.lobby
    other = stage.world.guild("Others")
    bob = stage.world.user("bob", other)
    there = stage.world.channel(other, "elsewhere")
    await stage.restart()
    await find(stage, ann)
    stage.lobby = there
    assert not await find(stage, bob)
    stage.lobby = first
    assert not stage.threads()
    assert any("Dice Chess" in message.text for message in stage.direct(ann))
