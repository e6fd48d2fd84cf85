"""How many presses an order takes, counted at the server that plays Discord.

From the card on, with nothing left out: a button is one press, a menu two (it opens, then a word),
sending a form one.
"""

import random

import pytest

from bot import queries
from bot.discord.ways import Ways
from engine.referee.clock import HandClock
from engine.state import Seat
from tests.discord.fingers import best, ways_on
from tests.discord.server.world import DiscordMessage, User
from tests.discord.stage import Duel, Stage

SECRET, FAR = 1, 2
"""Dice of all tests, and those with which a unit has room for eight hexes."""
MOST = 6
"""Presses of an order in these turns."""
SMALL = 60_000
"""Bytes of a preview at the most: it is made anew at every press."""


class Hand:
    def __init__(self, duel: Duel, user: User):
        self.duel, self.user, self.presses = duel, user, 0

    async def click(self, message: DiscordMessage, label: str) -> DiscordMessage:
        whole = next((one for one in message.buttons if one.startswith(label)), "")
        assert whole, (label, list(message.buttons))
        self.presses += 1
        return (await self.duel.stage.people.click(self.user, message, whole)).shown

    async def choose(self, message: DiscordMessage, word: str) -> DiscordMessage:
        self.presses += 2
        return (await self.duel.stage.people.choose(self.user, message, word)).shown

    async def press(self, shown: DiscordMessage, word: str) -> DiscordMessage:
        numbers = {where: number for number, where in map(str.split, listed(shown))}
        return await self.click(shown, numbers.get(word, word))

    async def clicks(self, *labels: str) -> DiscordMessage:
        shown = self.duel.card
        for label in labels:
            shown = await self.click(shown, label)
        return shown


def listed(shown: DiscordMessage) -> list[str]:
    lines = [line[3:].split(" · ") for line in shown.text.splitlines() if line.startswith("-# ")]
    return next((line for line in lines if all(len(one.split()) == 2 for one in line)), [])


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.referee.new_games.new_id", lambda: "k3x9fa")
    monkeypatch.setattr("engine.referee.new_games.new_secret", lambda: bytes([SECRET] * 32))
    monkeypatch.setattr("engine.referee.new_games.new_salt", lambda: "salt")


async def until_asked(duel: Duel, phase: str) -> Seat:
    while True:
        table = await duel.table()
        seats = await duel.seats()
        if any(choice.pattern.startswith(phase) for choice in table.menu(seats[0]).offered):
            return seats[0]
        for seat in seats:
            await duel.default(seat)


async def pressed(hand: Hand, seat: Seat, text: str) -> str:
    """Give an order by buttons and menus alone, from the card on. Return the last answer."""
    stage, shown, now = hand.duel.stage, await hand.clicks("Orders"), ""
    seen = queries.seen_by(await hand.duel.table(), seat)
    names, ways = stage.door.names, Ways(seen)
    now = ways.walk(ways.beginning) or "" if not ways.every_reply else ""
    while True:
        live = [one["custom_id"] for one in shown.pressable if not one.get("disabled")]
        menus = [(m["custom_id"], [int(o["value"]) for o in m["options"]]) for m in shown.menus]
        way = best([*ways_on(ways, names, live, menus)], now, text)
        values = None if way.value is None else [str(way.value)]
        said = await stage.people.press(hand.user, shown, way.id, values)
        hand.presses += way.presses
        if way.sends:
            return said.text
        shown, now = said.shown, way.order


async def test_a_bomb_on_any_square_takes_four_presses(stage: Stage) -> None:
    """Column and row; there is no choice of the only target."""
    duel = await stage.duel()
    asked, other = await duel.sides()
    hand = Hand(duel, asked)
    shown = await hand.clicks("Orders", "9", "7", "Send: ")
    assert f"Accepted: `bomb {other.json['username']} 9 7`" in shown.text
    assert hand.presses == 4


async def test_a_deployment_in_any_hex_takes_four_presses(stage: Stage) -> None:
    """The hexes have numbers on the person's own picture, then the facings of the chosen one."""
    duel = await stage.duel(kind="ambush")
    seat = await until_asked(duel, "deploy")
    user, menu = duel.users[seat], (await duel.table()).menu(seat)
    wanted = menu.complete(f"deploy {seat}1 ")[-1]
    hand = Hand(duel, user)
    shown = await hand.press(await hand.clicks("Orders"), wanted[:4])
    shown = await hand.click(await hand.press(shown, wanted), "Send: ")
    assert f"Accepted: `deploy {seat}1 {wanted}`" in shown.text
    assert hand.presses == 4


async def test_any_move_of_many_takes_three_presses(stage: Stage) -> None:
    duel = await stage.duel(kind="dicechess")
    seat = await stage.turn(duel.game)
    (choice, *_) = [one for one in (await duel.table()).menu(seat).choices if one.slots]
    move = choice.write([*(choice.orders() or ())][-1])
    hand = Hand(duel, duel.users[seat])
    shown = await hand.clicks("Orders", move, "Send: ")
    assert f"Accepted: `{move}`" in shown.text
    assert hand.presses == 3


async def test_a_run_of_eight_hexes_takes_six_presses(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its end is named, by column and number; the shortest way is shown before it is sent."""
    monkeypatch.setattr("engine.referee.new_games.new_secret", lambda: bytes([FAR] * 32))
    duel = await stage.duel("battle=ice", "ambush")
    seat = await until_asked(duel, "move")
    menu = (await duel.table()).menu(seat)
    found = [
        (unit, end, len(place.slot.places(way)) - 1)
        for unit in (f"{seat}1", f"{seat}2")
        if (place := menu.path(f"move {unit} run"))
        for end, way in place.slot.ends().items()
    ]
    unit, end, steps = max(found, key=lambda one: one[2])
    assert steps == 8
    hand = Hand(duel, duel.users[seat])
    shown = await hand.click(await hand.clicks("Orders", unit, "run"), end[:2])
    shown = await hand.press(shown, end)
    (file,) = shown.json["attachments"]
    assert file["size"] < SMALL
    assert f"› {end} · {steps} steps" in shown.text
    assert "Accepted: `move " in (await hand.click(shown, "Send: ")).text
    assert hand.presses == 6


async def test_a_run_that_is_not_the_cheapest_is_ordered_by_two_ends(stage: Stage) -> None:
    """The longest that goes on from the end of a cheapest one."""
    duel = await stage.duel(kind="ambush")
    seat = await until_asked(duel, "move")
    place = (await duel.table()).menu(seat).path(f"move {seat}1 run")
    assert place is not None
    ways = place.slot.ends()
    longer = [to for way in ways.values() for to in place.slot.ends(way).values()]
    text = place.text(max((one for one in longer if one not in ways.values()), key=len))
    hand = Hand(duel, duel.users[seat])
    assert f"Accepted: `{text}`" in await pressed(hand, seat, text)
    assert hand.presses <= 9


async def test_a_gun_on_a_sheet_takes_three_presses_and_nobody_else_notices(stage: Stage) -> None:
    """The panel says what is written, what is missing and whether one has answered; before all
    have, nothing that others can see changes.
    """
    duel = await stage.duel(kind="desert")
    seat = await until_asked(duel, "pos")
    card, posts = dict(duel.card.json), len(duel.posts)
    hand = Hand(duel, duel.users[seat])
    shown = await hand.clicks("Orders")
    assert "You have not answered yet" in shown.text
    shown = await hand.click(shown, "Write")
    assert "Accepted: `pos " in shown.text
    shown = await hand.click(shown, "Send: ")
    assert hand.presses == 3
    assert "You have answered. You may change it." in shown.text
    (file,) = shown.json["attachments"]
    assert file["description"]
    shown = await hand.click(shown, "Take my answer back")
    assert "You have not answered yet" in shown.text
    await stage.quiet()
    assert duel.card.json == card
    assert len(duel.posts) == posts


async def test_what_an_enemy_at_a_paper_map_declares_is_pressed(stage: Stage) -> None:
    """DS-24: one player is the whole game. Others are told that a segment has begun, not more."""
    ann = stage.user("ann")
    game = await stage.new(ann, "paper=cw stages=0", "desert")
    await stage.people.click(ann, stage.lobby_post(game), "Join")
    await stage.quiet()
    duel = Duel(stage, game, (ann, ann), {"axis": ann})
    for text in ("enemy C1 zoc", "ground C2 rough", "side B2 C2 ridge", "ok"):
        assert f"Accepted: `{text}`" in await pressed(Hand(duel, ann), "axis", text)
    await stage.quiet()
    table = await duel.table()
    assert table.world.step == "position"
    assert table.world.hexsides[0].kind == "ridge"
    assert duel.told("zone of control") == 0


@pytest.mark.parametrize(
    ("kind", "orders"),
    [("battleboard", 2), ("dicechess", 4), ("derelict", 8), ("ambush", 8), ("desert", 12)],
)
async def test_a_turn_of_every_game_is_played_by_buttons_alone(
    stage: Stage, clock: HandClock, kind: str, orders: int
) -> None:
    """The orders of robots; windows pass."""
    duel, rng, counts = await stage.duel(kind=kind), random.Random(1), list[int]()
    while len(counts) < orders:
        table = await duel.table()
        ask = table.ask()
        assert ask is not None
        if ask.window is not None:
            await duel.expire()
            continue
        seat = next(seat for seat in ask.seats if seat not in table.state.answers)
        menu = table.menu(seat)
        text = menu.write(table.game.robot(table.view(seat), menu, rng))
        hand, sent = Hand(duel, duel.users[seat]), len(stage.discord.requests)
        assert f"Accepted: `{text}`" in await pressed(hand, seat, text)
        counts.append(hand.presses)
        await stage.quiet()
        made = [one for one in stage.discord.requests[sent:] if one.path.startswith("/channels/")]
        assert len(made) <= (5 if kind == "desert" else 3), "beside the answer to the press"
    assert max(counts) <= MOST, counts
