"""How many presses an order takes, counted at the server that plays Discord.

From the card on, with nothing left out: a button is one press, a menu two (it opens, then a word),
sending a form one.
"""

import pytest

from engine.menu import Menu
from engine.state import Anytime, Seat
from tests.discord.server.world import DiscordMessage, User
from tests.discord.stage import Duel, Stage

SECRET = 1
SMALL = 60_000
"""Bytes of a preview at the most: it is made anew at every press."""


class Hand:
    def __init__(self, duel: Duel, user: User):
        self.duel, self.user, self.presses = duel, user, 0

    async def click(self, message: DiscordMessage, label: str) -> DiscordMessage:
        """Press the button whose label begins like this."""
        whole = next((one for one in message.buttons if one.startswith(label)), "")
        assert whole, (label, list(message.buttons))
        self.presses += 1
        return (await self.duel.stage.people.click(self.user, message, whole)).shown

    async def choose(self, message: DiscordMessage, word: str) -> DiscordMessage:
        self.presses += 2
        return (await self.duel.stage.people.choose(self.user, message, word)).shown

    async def fill_in(self, label: str, **words: str) -> str:
        """Open the form behind a button of the panel, and choose these words by their fields."""
        people = self.duel.stage.people
        form = await people.click(self.user, await self.clicks("Orders"), label)
        values = dict[str, str | list[str]]()
        for one in form.data["components"]:
            options = {option["label"]: option["value"] for option in one["component"]["options"]}
            values[one["component"]["custom_id"]] = [options[words[one["label"]]]]
        self.presses += 2 + 2 * len(values)
        return (await people.fill_in(form, None, **values)).text

    async def clicks(self, *labels: str) -> DiscordMessage:
        """Press one button after the other, the first of them on the card."""
        shown = self.duel.card
        for label in labels:
            shown = await self.click(shown, label)
        return shown


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice in every run: who begins can go eight hexes."""
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


@pytest.mark.parametrize(("kind", "word"), [("battleboard", "bomb"), ("ambush", "deploy")])
async def test_an_order_of_a_few_words_takes_three_presses(
    stage: Stage, kind: str, word: str
) -> None:
    duel = await stage.duel(kind=kind)
    hand = Hand(duel, duel.users[await until_asked(duel, word)])
    said = await hand.clicks("Orders", f"{word} ", f"Send: {word} ")
    assert f"Accepted: `{word} " in said.text
    assert hand.presses == 3


async def test_a_bomb_on_any_square_takes_one_form(stage: Stage) -> None:
    """Column and row; there is no menu for the only target. A form of an earlier question gives no
    order.
    """
    duel = await stage.duel()
    asked, other = await duel.sides()
    form = await stage.people.click(asked, (await duel.click(asked, "Orders")).shown, "bomb…")
    hand = Hand(duel, asked)
    said = await hand.fill_in("bomb…", Column="2", Row="1")
    assert f"Accepted: `bomb {other.json['username']} 2 1`" in said
    assert hand.presses == 7
    late = await stage.people.fill_in(form, None, **{"1": ["3"], "2": ["1"]})
    assert "Accepted" not in late.text
    assert await duel.asked() is other


async def test_a_deployment_in_any_hex_takes_one_form(stage: Stage) -> None:
    duel = await stage.duel(kind="ambush")
    seat = await until_asked(duel, "deploy")
    user, menu = duel.users[seat], (await duel.table()).menu(seat)
    wanted = menu.complete(f"deploy {seat}1 ")[-1]
    hand = Hand(duel, user)
    said = await hand.fill_in("deploy…", Column=wanted[:2], Facing=wanted[5:])
    assert f"Accepted: `deploy {seat}1 {wanted}`" in said
    assert hand.presses == 7


async def test_any_move_of_many_takes_four_presses(stage: Stage) -> None:
    duel = await stage.duel(kind="dicechess")
    seat = await stage.turn(duel.game)
    menu = (await duel.table()).menu(seat)
    hand = Hand(duel, duel.users[seat])
    shown = await hand.clicks("Orders")
    move = next(
        word for word in menu.complete("") if menu.takes(word) and word not in shown.buttons
    )
    assert (
        f"Accepted: `{move}`" in (await hand.click(await hand.choose(shown, move), "Send: ")).text
    )
    assert hand.presses == 4


def bent_run(menu: Menu, unit: str) -> list[str]:
    """Return eight hexes that a unit can run through, with a bend; none if there are none."""
    place = menu.path(f"move {unit} run")
    if place is None:
        return []

    def further(value: tuple[str, ...], steps: int) -> tuple[str, ...] | None:
        if steps == 0:
            return value if len(value) > 8 else None
        for step in place.slot.ahead(value):
            new = not step.bar and step.to not in place.slot.places(value)
            if new and (found := further(step.value, steps - 1)):
                return found
        return None

    found = further((), 8)
    return list(place.slot.places(found))[1:] if found else []


async def test_a_run_of_eight_hexes_takes_twelve_presses(stage: Stage) -> None:
    found = list[tuple[str, list[str]]]()
    while not found:  # where units are deployed is drawn: not every one has such a way
        duel = await stage.duel("battle=ice", "ambush")
        seat = await until_asked(duel, "move")
        menu = (await duel.table()).menu(seat)
        units = [f"{seat}{one}" for one in "1234"]
        found = [(unit, way) for unit in units if (way := bent_run(menu, unit))]
    unit, way = found[0]
    hand = Hand(duel, duel.users[seat])
    shown = await hand.clicks("Orders", unit, "run")
    for hex in way:
        shown = await hand.click(shown, next(one for one in shown.buttons if f" {hex} · " in one))
        (file,) = shown.json["attachments"]
        assert file["size"] < SMALL
    assert f"{' › '.join(way)} · 8 steps" in shown.text
    assert "Accepted: `move " in (await hand.click(shown, "Send: ")).text
    assert hand.presses == 12


async def test_one_of_a_few_replies_takes_two_presses(stage: Stage) -> None:
    duel = await stage.duel(kind="dicechess")
    while True:
        seat = await stage.turn(duel.game)
        offered = (await duel.table()).menu(seat).offered
        (choice,) = [one for one in offered if not issubclass(one.order, Anytime)]
        legal = [choice.write(order) for order in choice.orders() or ()]
        if len(legal) <= 5:
            break
        await duel.order(legal[0])
    hand = Hand(duel, duel.users[seat])
    shown = await hand.clicks("Orders")
    assert set(legal) <= set(shown.buttons)
    assert f"Accepted: `{legal[-1]}`" in (await hand.click(shown, legal[-1])).text
    assert hand.presses == 2


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
