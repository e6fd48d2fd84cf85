"""Where games are played: bans and the most games of a person hold by whichever door; what
somebody appeals, moderators rule on, and everybody hears it.
"""

from engine.referee.commands import recipients
from engine.rulings import rulings
from tests.referee.stage import DOOR, House, code, events, made

VENUE = "discord", "77"


def held(house: House, who: str = "olga") -> str:
    id = made(house, "new battleboard size=6x6 cities=2", who)
    house.take([lambda batch: batch.accounts.hold(id, VENUE)])
    return id


def test_who_is_banned_takes_no_seat_there_by_any_door(house: House) -> None:
    here, elsewhere = held(house), made(house, "new battleboard size=6x6 cities=2")
    house.take([lambda batch: batch.accounts.link((DOOR, "eve"), ("discord", "5"))])
    house.take([lambda batch: batch.accounts.ban(VENUE, ("discord", "5"), on=True)])
    assert code(house.say("eve", "join", here)) == "banned-here"
    assert house.say("eve", "join", elsewhere).seat == "eve"
    assert house.say("ann", "join", here).seat == "ann"
    house.take([lambda batch: batch.accounts.ban(VENUE, (DOOR, "eve"), on=False)])
    assert house.say("eve", "join", here).seat == "eve"


def test_nobody_plays_more_games_there_than_the_venue_allows(house: House) -> None:
    games = [held(house, who) for who in ("olga", "ann", "bob")]
    house.take([lambda batch: batch.accounts.allow(VENUE, 2)])
    assert [house.say("eve", "join", id).status for id in games[:2]] == ["answered"] * 2
    refused = house.say("eve", "join", games[2])
    assert refused.refusal is not None
    assert (refused.refusal.code, refused.refusal.word) == ("too-many-here", "2")
    assert sorted(
        house.take([lambda batch: recipients.playing(batch, VENUE, (DOOR, "eve"))])[0]
    ) == sorted(games[:2])
    assert house.say("eve", "leave", games[0]).status == "answered"
    assert house.say("eve", "join", games[2]).seat == "eve"


def test_what_is_appealed_is_told_to_all_and_ends_with_a_ruling(house: House) -> None:
    id = held(house)
    for who in ("ann", "bob"):
        house.say(who, "join", id)
    assert code(house.say("eve", "appeal it is wrong", id)) == "not-joined"
    assert code(house.say("ann", "appeal none", id)) == "nothing-appealed"
    assert house.say("ann", "appeal E3 was out of range", id).status == "answered"
    kept = house.take([lambda batch: batch.accounts.appeals(id)])[0]
    assert {seat: text for seat, (_, text) in kept.items()} == {"ann": "E3 was out of range"}
    assert code(house.say("bob", "gm rule it was not", id)) == "not-moderator"
    ruled = house.say("mod", "gm rule it was not", id, rank="moderator")
    assert ruled.status == "answered"
    assert house.take([lambda batch: batch.accounts.appeals(id)])[0] == {}
    assert events(house, game=id)[-2:] == [
        rulings.Appealed("ann", "E3 was out of range"),
        rulings.RuledOn("it was not"),
    ]
    house.say("bob", "appeal again", id)
    assert house.say("bob", "appeal none", id).facts["did"] == "appeal none"
    assert house.take([lambda batch: batch.accounts.appeals(id)])[0] == {}
