"""The form for a new game: its first options have fields of their own, the others share one.

The inputs become the text for `options` of `/game new`, and are handled the same way.
"""

from collections.abc import Mapping
from typing import Any

import discord
import msgspec
from msgspec import Struct

from bot.discord import limits, new_games, words
from bot.discord.answer import Declined, Form, Interaction, Label, Turn, labelled, text_box
from bot.discord.ids import Act
from bot.discord.limits import clipped
from bot.discord.post import Post, escaped
from engine.errors import UserError
from engine.game import AnyGame
from engine.games import names
from engine.games.contest import Contest
from engine.referee.new_games import COMMON_OPTIONS, game_called, pairs_in
from renderers import Sentences

MORE = "more"
"""The field of all options without a field of their own.

No option may have this name, since other fields are named after options.
"""
EXAMPLE = 'private=yes clock="24h grace 2h"'
CONTEST = 'clock="3d grace 12h" closes="2026-12-24 18:00" open=3'


class Field(Struct, frozen=True):
    name: str
    type: Any
    schema: dict[str, Any]

    @property
    def default(self) -> str:
        return str(self.schema.get("default", ""))

    def fitting(self, said: Sentences) -> str:
        least, most = self.schema.get("minimum"), self.schema.get("maximum")
        if "enum" in self.schema:
            return said.say("discord-form-words", words=", ".join(map(str, self.schema["enum"])))
        if least is not None and most is not None:
            return said.say("discord-form-range", least=str(least), most=str(most))
        if least is not None:
            return said.say("discord-form-least", least=str(least))
        return str(self.schema.get("description", ""))

    @property
    def words(self) -> tuple[str, ...]:
        least, most = self.schema.get("minimum"), self.schema.get("maximum")
        if "enum" in self.schema:
            return tuple(map(str, self.schema["enum"]))
        if self.schema.get("type") == "boolean":
            return "true", "false"
        if isinstance(least, int) and isinstance(most, int) and most - least < limits.CHOICES:
            return tuple(map(str, range(least, most + 1)))
        return (self.default,) if self.default else ()

    def takes(self, value: str) -> bool:
        try:
            msgspec.convert(value, self.type, strict=False)
        except msgspec.ValidationError:
            return False
        return True


def fields_of(game: AnyGame) -> list[Field]:
    schema = msgspec.json.schema(game.options_type)["$defs"][game.options_type.__name__][
        "properties"
    ]
    if isinstance(game, Contest):
        schema["game"]["enum"] = names()
    return [
        Field(one.name, one.type, schema[one.name])
        for one in msgspec.structs.fields(game.options_type)
        if schema[one.name].get("type") != "object"
    ]


def going_on(said: Sentences, kind: str, begun: str) -> list[tuple[str, str]]:
    """Return continuations of a text of options, each with a line about it."""
    game = game_called(kind)
    fields = {field.name: field for field in fields_of(game)}
    head, _, word = begun.rpartition(" ")
    key, equals, _ = word.partition("=")
    head = f"{head} " if head else ""
    if equals:
        field = fields.get(key)
        told = "" if field is None else str(field.schema.get("description", ""))
        values = COMMON_OPTIONS.get(key, ()) if field is None else field.words
        found = [(f"{head}{key}={one}", told) for one in values]
        return [one for one in found if one[0].casefold().startswith(begun.casefold())]
    used = {part.partition("=")[0] for part in head.split()}
    names = [
        (name, " · ".join(filter(None, (field.default, field.fitting(said)))))
        for name, field in fields.items()
    ]
    names += [
        (name, ", ".join(COMMON_OPTIONS[name])) for name in COMMON_OPTIONS if name not in fields
    ]
    return [
        (f"{head}{name}=", told)
        for name, told in names
        if name not in used and name.startswith(key.casefold())
    ]


def form(said: Sentences, game: AnyGame, name: str) -> "NewGameForm":
    fields = fields_of(game)
    own, rest = fields[: limits.MODAL_FIELDS - 1], fields[limits.MODAL_FIELDS - 1 :]
    labels = []
    for field in own:
        default = field.default or said.say("discord-form-empty")
        limit, told = field.fitting(said), str(field.schema.get("description", ""))
        hint = default if limit == told else f"{default} · {limit}"
        if "enum" in field.schema:
            labels.append(chosen(field, told))
        else:
            labels.append(box(field.name, field.name, told, hint))
    known = {field.name for field in fields}
    others = [
        *(field.name for field in rest),
        *(one for one in (*COMMON_OPTIONS, *game.texts) if one not in known),
    ]
    told = said.say("discord-form-names", names=", ".join(others))
    example = CONTEST if isinstance(game, Contest) else EXAMPLE
    labels.append(box(MORE, said.say("discord-form-more"), told, example))
    return NewGameForm(name, said.say("discord-form-new", kind=game.name), labels)


def chosen(field: Field, told: str) -> Label:
    options = [
        discord.SelectOption(label=word, value=word, default=word == field.default)
        for word in field.words[: limits.CHOICES]
    ]
    menu = discord.ui.Select[Any](custom_id=field.name, options=options, required=False)
    return labelled(field.name, menu, told)


def box(name: str, label: str, told: str, hint: str) -> Label:
    style = discord.TextStyle.paragraph if name == MORE else discord.TextStyle.short
    hint = clipped(hint, limits.MODAL_HINT)
    more = {"placeholder": hint, "required": False, "max_length": words.SHOWN}
    return text_box(label, name, told=told, style=style, **more)


async def opened(interaction: Interaction, kind: str, *, join: bool) -> None:
    turn, path = Turn(interaction), (int(join),)
    names = turn.door.names
    name = names.write(Act.NEW, kind, names.seal(Act.NEW, kind, *path), path)
    await form(turn.said, game_called(kind), name or "").open(interaction)


class NewGameForm(Form, act=Act.NEW):
    """Creates the game described in the form; the path of its name says whether to join."""

    edits = "never"

    async def answer(self, turn: Turn) -> Post:
        if self.name.seal != turn.door.names.seal(Act.NEW, self.name.game, *self.name.path):
            raise Declined("discord-old-button")
        new_games.channel_of(turn.interaction, self.name.game)
        try:
            game = game_called(self.name.game)
            text = options_in(turn.said, game, self.values)
            setup = await new_games.setup_of(turn, game.name, text, None, None)
        except UserError as problem:
            again = clipped(words.code(joined(filled(self.values))), words.SHOWN)
            why = turn.say(
                "discord-problem", why=clipped(escaped(turn.said.problem(problem)), words.SHOWN)
            )
            return Post(f"{why}\n{turn.say('discord-form-again', text=again)}")
        return await new_games.made(turn, game.name, setup, join=self.name.path != (0,))


def filled(values: Mapping[str, str]) -> dict[str, str]:
    found = {key: " ".join(value.split()) for key, value in values.items()}
    return {key: value for key, value in found.items() if value}


def joined(given: Mapping[str, str]) -> str:
    own = [
        f'{key}="{value}"' if " " in value else f"{key}={value}"
        for key, value in given.items()
        if key != MORE
    ]
    return " ".join([*own, given.get(MORE, "")]).strip()


def options_in(said: Sentences, game: AnyGame, values: Mapping[str, str]) -> str:
    """Return the inputs as the text of options. Raises ``UserError`` for a wrong one."""
    given, more = filled(values), said.say("discord-form-more")
    text = joined(given)
    try:
        others = pairs_in(given.pop(MORE, ""))
    except UserError as problem:
        raise UserError(
            said.say(
                "discord-form-pairs", more=more, why=clipped(said.problem(problem), words.SHOWN)
            )
        ) from problem
    fields = {field.name: field for field in fields_of(game)}
    for key, value in given.items():
        if '"' in value:
            raise UserError(said.say("discord-form-quote", field=key, value=value))
        if key in others:
            raise UserError(said.say("discord-form-twice", field=key, more=more))
    for key, value in {**given, **others}.items():
        field = fields.get(key)
        if field is not None and not field.takes(value):
            fitting, default = field.fitting(said), field.default or said.say("discord-form-empty")
            raise UserError(
                said.say(
                    "discord-form-wrong", field=key, value=value, fitting=fitting, default=default
                )
            )
    return text
