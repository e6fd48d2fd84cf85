"""How many presses an order takes, counted at the server that plays Discord."""

from pathlib import Path

import pytest

from engine.menu import Menu
from engine.state import Anytime
from tests.discord.server.world import DiscordMessage, User
from tests.discord.stage import Stage, staged

SECRET = 1
SMALL = 60_000
"""Bytes of a preview at the most: it is made anew at every press."""


class Hand:
    def __init__(self, stage: Stage, user: User):
        self.stage, self.user, self.presses = stage, user, 0

    async def orders(self, game: str) -> DiscordMessage:
        await self.stage.quiet()
        return await self.click(self.stage.card(game), "Orders")

    async def click(self, message: DiscordMessage, label: str) -> DiscordMessage:
        whole = next((one for one in message.buttons if one.startswith(label)), "")
        assert whole, (label, list(message.buttons))
        self.presses += 1
        said = await self.stage.people.click(self.user, message, whole)
        return said.original or DiscordMessage({"content": "", "components": []})

    async def choose(self, message: DiscordMessage, word: str) -> DiscordMessage:
        menu = next(
            one for one in message.menus if word in [option["label"] for option in one["options"]]
        )
        values = {option["label"]: option["value"] for option in menu["options"]}
        self.presses += 1
        said = await self.stage.people.press(self.user, message, menu["custom_id"], [values[word]])
        return said.shown


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice in every run: who begins can go eight hexes."""
    monkeypatch.setattr("engine.referee.new_games.new_id", lambda: "k3x9fa")
    monkeypatch.setattr("engine.referee.new_games.new_secret", lambda: bytes([SECRET] * 32))


async def begun(stage: Stage, kind: str, options: str = "") -> tuple[str, dict[str, User]]:
    ann, bob = stage.user("ann"), stage.user("bob")
    game = await stage.game(ann, [bob], options, kind)
    opened = await stage.opened(game)
    seats = {opened.seat_of("discord", user.id): user for user in (ann, bob)}
    return game, {seat: user for seat, user in seats.items() if seat}


async def until_asked(stage: Stage, game: str, people: dict[str, User], phase: str) -> str:
    while True:
        table = (await stage.opened(game)).table
        ask = table.ask()
        assert ask is not None
        seat = ask.seats[0]
        if any(choice.pattern.startswith(phase) for choice in table.menu(seat).offered):
            return seat
        for one in ask.seats:
            order = table.menu(one).write(table.menu(one).default)
            await stage.people.slash(people[one], stage.thread(game), "order", text=order)


def bent_run(menu: Menu, unit: str) -> tuple[str, list[str]] | None:
    """Return a unit and eight hexes that it can run through, with a bend; None if there are
    none.
    """
    place = menu.path(f"move {unit} run")
    if place is None:
        return None

    def further(value: tuple[str, ...], steps: int) -> tuple[str, ...] | None:
        if steps == 0:
            return value if len(value) > 8 else None
        for step in place.slot.ahead(value):
            new = not step.bar and step.to not in place.slot.places(value)
            if new and (found := further(step.value, steps - 1)):
                return found
        return None

    found = further((), 8)
    return (unit, list(place.slot.places(found))[1:]) if found else None


async def test_a_bomb_takes_three_presses(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, people = await begun(stage, "battleboard")
        seat = await stage.turn(game)
        hand = Hand(stage, people[seat])
        shown = await hand.orders(game)
        shown = await hand.click(shown, "bomb ")
        said = await hand.click(shown, "Send: bomb ")
        assert "Accepted: `bomb " in said.text
        assert hand.presses == 3
        assert await stage.turn(game) != seat


async def test_a_bomb_on_any_square_takes_one_form(tmp_path: Path) -> None:
    """Open the panel, the form, and send it: target, column and row at once. What may not be
    ordered is refused, and a form of an earlier question gives no order.
    """
    async with staged(tmp_path) as stage:
        game, people = await begun(stage, "battleboard")
        seat = await stage.turn(game)
        (other,) = set(people) - {seat}
        shown = (await stage.people.click(people[seat], stage.card(game), "Orders")).shown
        form = await stage.people.click(people[seat], shown, "bomb…")
        assert [one["label"] for one in form.data["components"]] == ["Target", "Column", "Row"]
        values = {"0": [other], "1": ["2"], "2": ["1"]}
        said = await stage.people.fill_in(form, None, **values)
        assert f"Accepted: `bomb {other} 2 1`" in said.text
        late = await stage.people.fill_in(form, None, **values)
        assert "Accepted" not in late.text
        assert await stage.turn(game) == other


async def test_a_deployment_in_any_hex_takes_one_form(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, people = await begun(stage, "ambush")
        seat = await until_asked(stage, game, people, "deploy")
        menu = (await stage.opened(game)).table.menu(seat)
        wanted = menu.complete(f"deploy {seat}1 ")[-1]
        parts = {"Unit": f"{seat}1", "Column": wanted[:2], "Row": wanted[2:4]}
        parts["Facing"] = wanted[5:]
        shown = (await stage.people.click(people[seat], stage.card(game), "Orders")).shown
        form = await stage.people.click(people[seat], shown, "deploy…")
        values = dict[str, str | list[str]]()
        for one in form.data["components"]:
            options = one["component"]["options"]
            (value,) = (
                option["value"] for option in options if option["label"] == parts[one["label"]]
            )
            values[one["component"]["custom_id"]] = [value]
        said = await stage.people.fill_in(form, None, **values)
        assert f"Accepted: `deploy {seat}1 {wanted}`" in said.text


async def test_a_deployment_takes_three_presses(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, people = await begun(stage, "ambush")
        seat = await until_asked(stage, game, people, "deploy")
        hand = Hand(stage, people[seat])
        shown = await hand.orders(game)
        shown = await hand.click(shown, "deploy ")
        said = await hand.click(shown, "Send: deploy ")
        assert "Accepted: `deploy " in said.text
        assert hand.presses == 3


async def test_a_run_of_eight_hexes_takes_twelve_presses(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        found = None
        while found is None:  # where units are deployed is drawn: not every one has such a way
            game, people = await begun(stage, "ambush", "battle=ice")
            seat = await until_asked(stage, game, people, "move")
            menu = (await stage.opened(game)).table.menu(seat)
            runs = (bent_run(menu, f"{seat}{one}") for one in "1234")
            found = next(filter(None, runs), None)
        unit, way = found
        hand = Hand(stage, people[seat])
        shown = await hand.orders(game)
        shown = await hand.click(await hand.click(shown, unit), "run")
        for hex in way:
            shown = await hand.click(
                shown, next(one for one in shown.buttons if f" {hex} · " in one)
            )
            (file,) = shown.json["attachments"]
            assert file["size"] < SMALL
        assert f"{' › '.join(way)} · 8 steps" in shown.text
        said = await hand.click(shown, "Send: ")
        assert "Accepted: `move " in said.text
        assert hand.presses == 12


async def test_one_of_a_few_replies_takes_two_presses(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, people = await begun(stage, "dicechess")
        while True:
            seat = await stage.turn(game)
            table = (await stage.opened(game)).table
            (choice,) = [
                one for one in table.menu(seat).offered if not issubclass(one.order, Anytime)
            ]
            legal = [choice.write(order) for order in choice.orders() or ()]
            if len(legal) <= 5:
                break
            text = legal[0]
            await stage.people.slash(people[seat], stage.thread(game), "order", text=text)
        hand = Hand(stage, people[seat])
        shown = await hand.orders(game)
        assert set(legal) <= set(shown.buttons)
        said = await hand.click(shown, legal[-1])
        assert f"Accepted: `{legal[-1]}`" in said.text
        assert hand.presses == 2


async def test_a_gun_on_a_sheet_takes_three_presses_and_nobody_else_notices(tmp_path: Path) -> None:
    """The panel says what is written, what is missing and whether one has answered; before all
    have, nothing that others can see changes.
    """
    async with staged(tmp_path) as stage:
        game, people = await begun(stage, "desert")
        seat = await until_asked(stage, game, people, "pos")
        await stage.quiet()
        card, requests = dict(stage.card(game).json), len(stage.in_channel(stage.thread(game)))
        hand = Hand(stage, people[seat])
        shown = await hand.orders(game)
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
        assert stage.card(game).json == card
        assert len(stage.in_channel(stage.thread(game))) == requests
