"""What each press does, without a Discord: whose it is, if it is still good, and what follows."""

import asyncio
import hmac
from hashlib import sha256
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from msgspec.structs import replace

from bot.discord import answer, ids, limits, presses, words
from bot.discord.answer import Form, Press
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
GAME = THERE.game
SAID = words.words("en")
WAYS = Ways(THERE)


class FakeTurn:
    id = "77"

    def __init__(self, there: GameView = THERE):
        self.there, self.user = there, SimpleNamespace(id=7)
        self.door = cast(Any, DiscordDoor("the same in every test"))
        self.door.submit = self.submit
        self.said, self.say = SAID, SAID.say
        self.done = list[tuple[Any, ...]]()

    def post(self, message: str, **facts: Any) -> Post:
        return Post(self.say(message, **facts))

    async def game(self, said: str) -> GameView:
        assert said == GAME
        return self.there

    async def panel(self, there: GameView, at: PanelPlace | None = None, first: str = "") -> Any:
        return "panel", there, at, first

    async def submit(self, *what: Any) -> Receipt:
        self.done.append(what)
        return Receipt(status="answered", game=GAME)

    def ways(self, there: GameView) -> Ways:
        return Ways(there)

    def resolved(self, there: GameView, name: Name) -> str | None:
        return self.ways(there).resolved(self.door.names, name)

    def name(self, act: str, path: tuple[int, ...] = ()) -> Name:
        return Name(act, GAME, WAYS.seal(self.door.names, WAYS.walk(path) or ""), path)


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


def test_a_button_of_an_earlier_moment_shows_how_things_stand() -> None:
    for act in ("o", "w", "u", "h", "s", "p"):
        assert does(replace(FORGED, act=act), FakeTurn()) == OLD, act


def test_an_answer_is_taken_back_by_its_own_seat_while_its_question_is_open() -> None:
    turn = FakeTurn()
    name = Name(Act.BACK, GAME, turn.door.names.seal(Act.BACK, GAME, ASKED, THERE.question))
    does(name, turn)
    assert turn.done == [("77", turn.user, "cancel", GAME)]
    later, public = replace(THERE, question=THERE.question + 1), seen(PLAY, PUBLIC)
    for wrong in map(FakeTurn, (later, public, replace(THERE, viewer="p000"))):
        does(name, wrong)
        assert wrong.done == []


# ---- which press does what

KEPT = ["b", "v", "j", "e", "r", "m", "g"]
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


@pytest.mark.parametrize("fails", [NotStored("disk"), TimeoutError(), None])
def test_a_form_is_opened_in_time_whatever_can_be_read(
    fails: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord waits for three seconds. A place in the panel is no place in a form."""
    assert presses.HASTE < 3
    monkeypatch.setattr(presses, "HASTE", 0.01)
    turn, shown = cast(Any, FakeTurn()), list[discord.ui.Modal]()

    async def seen(_: str) -> GameView | None:
        if fails is not None:
            raise fails
        await asyncio.sleep(60)
        return THERE

    async def send(form: discord.ui.Modal) -> None:
        shown.append(form)

    turn.seen = seen
    monkeypatch.setattr(presses, "Turn", lambda _: turn)
    interaction = cast(Any, SimpleNamespace(response=SimpleNamespace(send_modal=send)))
    for path in ((), (0,)):
        asyncio.run(press(turn.name("t", path)).callback(interaction))
    seal = turn.name("t").seal
    assert [ids.read(form.custom_id) for form in shown] == [Name("f", GAME, seal), Name("f", GAME)]
