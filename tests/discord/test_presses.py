"""What each press does, without a Discord: whose it is, if it is still good, and what follows."""

import asyncio
import hmac
from hashlib import sha256
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from msgspec.structs import replace

from bot.discord import answer, ids, limits, presses, wide, words
from bot.discord.answer import Form, Press
from bot.discord.channels import Card, DiscordPerson, GameChannel
from bot.discord.door import DiscordDoor
from bot.discord.ids import Act, ButtonNames, Name
from bot.discord.panel import PanelPlace
from bot.discord.post import Post
from bot.discord.ways import Ways
from engine.errors import NotStored
from engine.messages import Receipt
from engine.referee.doors import GameView
from engine.state import PUBLIC
from tests.discord.test_limits import crowd, seen
from tests.kit.each import each

PLAY = crowd(("p",))
(ASKED,) = PLAY.table.ask().seats  # type: ignore[union-attr]  # the game has begun
THERE = seen(PLAY, ASKED)
EVERYBODY = seen(PLAY, PUBLIC)
GAME = THERE.game
SAID = words.words("en")
WAYS = Ways(THERE)
REPLIES = WAYS.every_reply or WAYS.hints
PLACE = GameChannel(game=GAME, guild=5, channel=6, thread=8, card=Card(message=90, number=4))


class FakeTurn:
    """One press of one person, who sees ``there``, and what is done for them."""

    def __init__(self, there: GameView = THERE):
        self.there, self.user, self.id = there, SimpleNamespace(id=7), "77"
        self.door = cast(Any, DiscordDoor("the same in every test"))
        self.door.submit = self.submit
        self.door.show.connection = SimpleNamespace(add_member=self.add_member)
        self.said, self.say, self.on_server = SAID, SAID.say, True
        self.done = list[tuple[Any, ...]]()
        self.answer = Receipt(status="answered", game=GAME)

    def post(self, message: str, **facts: Any) -> Post:
        return Post(self.say(message, **facts))

    def shown_here(self, game: str) -> bool:
        assert game == GAME
        return self.on_server

    async def game(self, said: str) -> GameView:
        assert said == GAME
        return self.there

    async def seen(self, game: str) -> GameView | None:
        return await self.game(game)

    async def panel(self, there: GameView, at: PanelPlace | None = None, first: str = "") -> Any:
        return "panel", there, at, first

    async def submit(self, *what: Any) -> Receipt:
        self.done.append(what)
        return self.answer

    async def add_member(self, *what: Any) -> None:
        self.done.append(what)

    def ways(self, there: GameView) -> Ways:
        return Ways(there)

    def resolved(self, there: GameView, name: Name) -> str | None:
        return self.ways(there).resolved(self.door.names, name)

    def name(self, act: str, path: tuple[int, ...] = (), chosen: str | None = None) -> Name:
        names = self.door.names
        text = WAYS.walk(path) if chosen is None else chosen
        return Name(act, GAME, WAYS.seal(names, text or ""), path)


def press(name: Name, *picked: str) -> Press:
    last = f"={name.text}" if name.text else ".".join(map(str, name.path))
    return found(f"mw~{name.act}~{name.game}~{name.seal}~{last}", *picked)


def found(id: str, *picked: str) -> Press:
    """The same, by its custom id: one class alone takes it."""
    ((cls, match),) = [
        (cls, match)
        for cls in answer.PRESSES
        if (match := cls.__discord_ui_compiled_template__.fullmatch(id))
    ]
    item = discord.ui.Select[Any](custom_id=id) if picked else discord.ui.Button[Any](custom_id=id)
    if picked:
        item._refresh_state(cast(Any, None), cast(Any, {"values": picked}))
    return asyncio.run(cls.from_custom_id(cast(Any, None), item, match))


def sent(name: Name, **values: str) -> Form:
    form = submitted(name.act, name.seal)
    form.values = values
    return form


def submitted(act: str, seal: str = "") -> Form:
    data = {"custom_id": f"mw~{act}~{GAME}~{seal}~"}
    return answer.submitted(cast(Any, SimpleNamespace(data=data)))


def does(what: Press | Form | Name, turn: FakeTurn) -> Any:
    pressed = press(what) if isinstance(what, Name) else what
    return asyncio.run(pressed.answer(cast(Any, turn)))


OLD = ("panel", THERE, None, SAID.say("discord-old"))
"""How things stand, for a button of an earlier moment."""
FORGED = Name("o", GAME, "0" * 12)


# ---- names


def test_a_name_holds_act_game_seal_and_path_in_a_hundred_characters() -> None:
    names = ButtonNames("secret")
    assert names.write("o2", "g12", "abc", (1, 22)) == "mw~o2~g12~abc~1.22"
    assert names.write("o", "g12") == "mw~o~g12~~"
    assert ids.read("mw~o2~g12~abc~1.22") == Name("o2", "g12", "abc", (1, 22))
    assert ids.read("mw~o~g12~~") == Name("o", "g12")
    assert limits.CUSTOM_ID == 100
    long = "x" * (100 - len("mw~o~~~"))
    assert len(names.write("o", long) or "") == 100
    assert names.write("o", long + "x") is None


def test_a_seal_is_48_bits_that_hang_on_the_secret_and_on_each_fact_by_itself() -> None:
    seals = {
        ButtonNames(secret).seal(*facts)
        for secret in ("one", "two")
        for facts in (("a", "b"), ("ab",), ("a", "b", 1), ("a", "b1"), ())
    }
    assert len(seals) == 10
    assert {len(seal) for seal in seals} == {12}
    assert all(set(seal) <= set("0123456789abcdef") for seal in seals)
    key = sha256(b"meanwhile names" + b"one").digest()
    known = hmac.digest(key, b"a\x001", "sha256").hex()[:12]
    assert ButtonNames("one").seal("a", 1) == ButtonNames("one").seal("a", "1") == known


def test_when_something_was_written_is_read_from_its_id() -> None:
    assert ids.written("175928847299117063") == 1462015105
    assert ids.written("175928847299117063/2") == 1462015105
    assert ids.written("x") is None


# ---- the panel


@each(
    "act, picked, number, place",
    [
        ("o", None, 2, PanelPlace((0,), 2)),
        ("o", 1, 0, PanelPlace((0,), 0)),
        ("w", None, 1, PanelPlace((0,), 1)),
        ("w", 1, 1, PanelPlace(WAYS.advanced((0, 1)))),
        ("u", 1, 0, PanelPlace(WAYS.other_word((0,), 0, 1))),
        ("u", None, 3, PanelPlace((0,), 3)),
    ],
)
def test_a_press_in_the_panel_shows_it_at_another_place(
    act: str, picked: int | None, number: int, place: PanelPlace
) -> None:
    turn = FakeTurn()
    values = () if picked is None else (str(picked),)
    pressed = press(turn.name(f"{act}{number}", (0,)), *values)
    assert does(pressed, turn) == ("panel", THERE, place, "")


def test_an_order_worth_considering_is_shown_by_its_name() -> None:
    turn = FakeTurn()
    name = turn.name("h1", (0,), REPLIES[0])
    assert does(name, turn) == ("panel", THERE, PanelPlace(given=name), "")


def test_a_button_of_an_earlier_moment_shows_how_things_stand() -> None:
    for act in ("o", "w", "u", "h", "s", "p"):
        assert does(replace(FORGED, act=act), FakeTurn()) == OLD, act
        watching = FakeTurn(EVERYBODY)
        shown = does(watching.name(act, (0,)), watching)
        assert shown == ("panel", EVERYBODY, None, ""), "to who watches it is no old button"


# ---- orders


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    given = list[tuple[Any, ...]]()

    async def ordered(turn: Any, game: str, text: str) -> str:
        assert isinstance(turn, FakeTurn)
        given.append((game, text))
        return "ordered"

    monkeypatch.setattr(presses, "ordered", ordered)
    return given


def test_an_order_is_given_as_it_was_chosen_if_it_still_can_be(
    orders: list[tuple[Any, ...]],
) -> None:
    turn = FakeTurn()
    path = WAYS.path_of("pass")
    assert path is not None
    assert does(turn.name("s", path), turn) == "ordered"
    assert does(turn.name("p", (0,), REPLIES[0]), turn) == "ordered"
    assert orders == [(GAME, "pass"), (GAME, REPLIES[0])]


def test_a_form_is_given_in_the_situation_in_which_it_was_opened(
    orders: list[tuple[Any, ...]],
) -> None:
    turn = FakeTurn()
    assert does(sent(turn.name("f"), text="bomb p001 1 1"), turn) == "ordered"
    text = "bomb `" + "x" * 2000
    shown = does(sent(replace(FORGED, act="f"), text=text), turn)
    quoted = limits.clipped(words.code(text), words.SHOWN)
    assert shown == ("panel", THERE, None, SAID.say("discord-old-text", text=quoted))
    assert orders == [(GAME, "bomb p001 1 1")]


def test_an_answer_is_taken_back_by_its_own_seat_while_its_question_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(words, "receipt", lambda *said: f"{said}")
    turn = FakeTurn()
    seal = turn.door.names.seal(Act.BACK, GAME, THERE.viewer, THERE.question)
    shown = does(Name(Act.BACK, GAME, seal), turn)
    assert turn.done == [("77", turn.user, "cancel", GAME)]
    assert shown == ("panel", THERE, None, f"{(SAID, turn.answer, 'house')}")
    later = FakeTurn(replace(THERE, question=THERE.question + 1))
    for wrong in (later, FakeTurn(EVERYBODY), FakeTurn(replace(THERE, viewer="p000"))):
        does(Name(Act.BACK, GAME, seal), wrong)
        assert wrong.done == []
    public = FakeTurn(EVERYBODY)
    seal = public.door.names.seal(Act.BACK, GAME, PUBLIC, EVERYBODY.question)
    does(Name(Act.BACK, GAME, seal), public)
    assert public.done == [], "nobody takes back what everybody has said"


# ---- cards


def carded(there: GameView = THERE, place: GameChannel | None = PLACE) -> FakeTurn:
    turn = FakeTurn(there)
    if place is not None:
        turn.door.memory.places[GAME] = place
    return turn


def test_a_press_on_an_old_card_leads_to_the_newest() -> None:
    turn = carded()
    post = does(Name("y", GAME, "", (3,)), turn)
    now = SAID.say("discord-now", now=words.line(SAID, words.card_question(SAID, THERE)))
    assert post.text == f"{SAID.say('discord-card-old')}\n{now}"
    link, board = post.buttons
    assert (link.url, link.label) == (PLACE.link, SAID.say("discord-button-newest"))
    assert board.label == SAID.say("discord-button-board")
    assert ids.read(board.id) == Name(Act.BOARD, GAME, "", (4,))
    nobody = carded(replace(THERE, asked=None))
    post = does(Name("y", GAME, "", (3,)), nobody)
    assert post.text == SAID.say("discord-card-old")


@each(
    "turn, path",
    [
        (carded(), (4,)),
        (carded(), (5,)),
        (carded(), ()),
        (carded(replace(THERE, result="over")), (3,)),
        (carded(place=None), (3,)),
        (carded(place=replace(PLACE, card=None)), (3,)),
    ],
)
def test_every_other_press_opens_the_panel(turn: FakeTurn, path: tuple[int, ...]) -> None:
    assert does(Name("y", GAME, "", path), turn) == ("panel", turn.there, None, "")


@pytest.mark.parametrize(
    ("there", "direct", "tried"),
    [(THERE, False, 1), (THERE, True, 0), (THERE, None, 0), (EVERYBODY, False, 0)],
)
def test_who_took_no_private_messages_and_plays_is_tried_again(
    there: GameView, direct: bool | None, tried: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, found = carded(there), list[Any]()

    async def reachable(turn: Any) -> None:
        found.append(turn)

    monkeypatch.setattr(answer, "reachable", reachable)
    turn.door.memory.people[7] = DiscordPerson(direct)
    does(Name("y", GAME), turn)
    assert found == [turn] * tried


def test_the_board_is_that_of_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def board(turn: Any, there: GameView) -> Any:
        return turn, there

    monkeypatch.setattr(wide, "board", board)
    turn = FakeTurn()
    assert does(Name("b", GAME), turn) == (turn, THERE)


def test_who_watches_is_shown_the_thread_where_they_may_see_the_game() -> None:
    turn = carded()
    post = does(Name("v", GAME), turn)
    assert turn.done == [(8, 7)]
    assert post.text == SAID.say("discord-watches", place="<#8>")
    elsewhere = carded()
    elsewhere.on_server = False
    for wrong in (elsewhere, carded(place=None)):
        with pytest.raises(answer.Declined):
            does(Name("v", GAME), wrong)
        assert wrong.done == []


# ---- which press does what

KEPT = ["b", "v", "j", "r", "m", "g"]
"""Presses on what everybody sees, which stays as it is whoever presses."""


def edited(act: str, *, private: bool, monkeypatch: pytest.MonkeyPatch) -> bool:
    seen = list[bool]()

    async def handle(interaction: Any, todo: Any, *, update: bool = False) -> None:
        seen.append(update)

    monkeypatch.setattr(answer, "handle", handle)
    interaction = SimpleNamespace(message=SimpleNamespace(flags=SimpleNamespace(ephemeral=private)))
    if act in answer.FORMS:
        interaction.data = {"custom_id": f"mw~{act}~{GAME}~~"}
        asyncio.run(answer.submitted(cast(Any, interaction)).on_submit(cast(Any, interaction)))
    else:
        asyncio.run(press(Name(act, GAME)).callback(cast(Any, interaction)))
    return seen[0]


def test_what_others_see_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    opening = {Act.WRITE, Act.HAND, Act.AWAY, Act.RULE}
    for act in sorted(set(Act) - opening):
        both = [edited(act, private=private, monkeypatch=monkeypatch) for private in (True, False)]
        never, always = act in (*KEPT, Act.NEW), act in (Act.LEAVE, Act.STAY)
        assert both == [not never, always], act


def test_each_letter_belongs_to_one_class() -> None:
    for act in Act:
        if act in answer.FORMS:
            assert type(submitted(act)) is answer.FORMS[act]
        else:
            assert type(found(f"mw~{act}2~{GAME}~seal~1.2")) is type(found(f"mw~{act}~-~~=a~b"))


@each("id", ["", "nonsense", f"mw~é~{GAME}~~", "mw~o~g~~x", "mw~~g~~"])
def test_a_button_of_another_time_says_so_and_changes_nothing(id: str) -> None:
    ((cls, _),) = [
        (cls, match)
        for cls in answer.PRESSES
        if (match := cls.__discord_ui_compiled_template__.fullmatch(id))
    ]
    assert (cls, cls.edits) == (answer.OldPress, "never")
    form = answer.submitted(cast(Any, SimpleNamespace(data={"custom_id": id})))
    assert does(form, FakeTurn()).text == SAID.say("discord-old-button")


def test_what_is_filled_in_is_read_by_the_names_of_the_fields() -> None:
    fields = [
        {"component": {"custom_id": "text", "value": "hello"}},
        {"component": {"custom_id": "who", "values": ["9"]}},
        {"component": {"custom_id": "more", "values": []}},
    ]
    assert answer.values_of({"components": fields}) == {"text": "hello", "who": "9", "more": ""}
    assert answer.values_of({}) == {}


# ---- forms


def opened(turn: FakeTurn, name: Name, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    shown = list[Any]()

    async def send(form: discord.ui.Modal) -> None:
        shown.append(form)

    interaction = SimpleNamespace(response=SimpleNamespace(send_modal=send))
    monkeypatch.setattr(presses, "Turn", lambda given: {id(interaction): turn}[id(given)])
    asyncio.run(press(name).callback(cast(Any, interaction)))
    (form,) = shown
    (label,) = form.children
    assert label.text == SAID.say("discord-form-text")
    assert form.title == SAID.say("discord-form")
    return form, label.component


def test_a_form_begins_with_what_was_chosen_and_is_good_for_this_situation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turn = FakeTurn()
    path = WAYS.path_of("bomb")
    assert path is not None
    form, box = opened(turn, turn.name("t1", path), monkeypatch)
    assert (box.default, box.max_length, box.custom_id) == ("bomb", limits.MODAL_TEXT, "text")
    assert box.style is discord.TextStyle.paragraph
    now = WAYS.seal(turn.door.names, "")
    assert ids.read(form.custom_id) == Name(Act.WRITTEN, GAME, now)
    form, box = opened(turn, Name("t", GAME, "f" * 12, path), monkeypatch)
    assert box.default is None, "of another situation"


@pytest.mark.parametrize("fails", [NotStored("disk"), TimeoutError(), None])
def test_a_form_is_opened_in_time_whatever_can_be_read(
    fails: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = FakeTurn()

    async def seen(game: str) -> GameView | None:
        if fails is not None:
            raise fails
        return None

    turn.seen = seen  # type: ignore[method-assign]  # as it may be
    form, box = opened(turn, turn.name("t"), monkeypatch)
    assert box.default is None
    assert ids.read(form.custom_id) == replace(turn.name("t"), act="f")
    form, _ = opened(turn, turn.name("t", (0,)), monkeypatch)
    assert ids.read(form.custom_id) == Name("f", GAME), "a place in the panel is no place in a form"


def test_a_form_waits_no_longer_than_discord_does(monkeypatch: pytest.MonkeyPatch) -> None:
    assert presses.HASTE < 3
    monkeypatch.setattr(presses, "HASTE", 0.01)
    turn = FakeTurn()

    async def slow(game: str) -> GameView | None:
        await asyncio.sleep(60)
        return THERE

    turn.seen = slow  # type: ignore[method-assign]  # as it may be
    form, box = opened(turn, turn.name("t"), monkeypatch)
    assert (box.default, form.custom_id.startswith("mw~f~")) == (None, True)
