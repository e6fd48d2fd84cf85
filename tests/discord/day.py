"""One day at the real Discord: observations that no test can make, and a recording.

``python -m tests.discord.day FOLDER`` serves games from this folder with the token of
``MEANWHILE_DISCORD_TOKEN``. It tells two people the steps on a server of their own, and asks what
they saw. It writes ``FOLDER/day.jsonl``: each request and its answer, without tokens, names and
ids.
``test_day.py`` compares a recording with the test server.
"""

import argparse
import asyncio
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
from discord.http import HTTPClient
from msgspec import Struct

from bot.discord.door import DiscordDoor
from bot.service.entries import DiscordService
from bot.service.supervisor import serve

SNOWFLAKE = re.compile(r"\b\d{17,20}\b")
PERSONAL = ("username", "global_name", "nick", "name", "email", "avatar", "token", "verify_key")
LINKS = ("url", "proxy_url", "icon_url", "jump_url", "icon", "banner", "description")


class Step(Struct, frozen=True):
    """A thing to do, by Ann (who may manage the server) and Bob, and the question to both."""

    do: str
    saw: str


STEPS = (
    Step("Ann: /game new kind:battleboard. Bob: Join.", "Did Bob get the test message?"),
    Step("Both order until Bob must act; Bob's phone is locked.", "Push with the first line?"),
    Step("Ann: /me hours. The card is edited.", "Is Bob still named, and in his mentions?"),
    Step("Bob: /me signals how:private; Ann orders.", "Push of a message with a frame: its text?"),
    Step("Ann: /mod announce.", "No sound, but unread? Is the card below it?"),
    Step("Bob: Orders, then every button and menu.", "All components shown, none cut off?"),
    Step("Ambush: deploy with 25 numbers, on a narrow phone.", "Five buttons in a row?"),
    Step("Ann archives the thread; Bob orders with /order game:ID.", "Is it open again?"),
    Step("Ann locks the thread without Manage Threads for the bot.", "Does /mod list say so?"),
    Step("Ann takes Attach Files from the bot, then gives it back.", "Told within a minute, back?"),
    Step("Ann hides the channel from the bot, then shows it.", "Same?"),
    Step("Ann: /mod posts home:FORUM call:@ROLE; /game new.", "A post, with a push for the role?"),
    Step("A forum that requires tags: /game new.", "Is it made, with a tag?"),
    Step(
        "Ann: /game new options:private=yes; invites Bob.", "Does Bob see the thread, others not?"
    ),
    Step("An announcement channel: /game new; delete the thread; order.", "A new thread?"),
    Step("Ann: /mod posts results:#x log:#y; a game ends; an appeal.", "Both posted, once?"),
    Step("Ann deletes #x and the role; /mod list.", "Are both named?"),
    Step("Stop the program for an hour; edit an older card afterwards (order).", "Error 30046?"),
    Step("Bob closes his private messages; Ann orders.", "Named in the thread?"),
    Step("Reply with a ping to a message of the bot.", "Does it make a push?"),
)
"""Steps whose results only the real Discord can show."""


class Recorder:
    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []
        self.known: dict[str, str] = {}

    @contextmanager
    def recording(self) -> Iterator[None]:
        recorder, send = self, HTTPClient.request

        async def request(self: HTTPClient, route: Any, **given: Any) -> Any:
            line = {"method": route.method, "path": route.path, "sent": sent_in(given)}
            try:
                answer = await send(self, route, **given)
            except discord.HTTPException as error:
                recorder.add(line | {"status": error.status, "answer": {"code": error.code}})
                raise
            recorder.add(line | {"status": 200 if answer else 204, "answer": answer or None})
            return answer

        with patch.object(HTTPClient, "request", request):
            yield

    def add(self, line: dict[str, Any]) -> None:
        self.lines.append(self.bare(line))

    def bare(self, value: Any, key: str = "") -> Any:
        """Return a value without ids, names, addresses and keys."""
        if isinstance(value, dict):
            return {name: self.bare(inner, name) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.bare(one, key) for one in value]
        if isinstance(value, int) and not isinstance(value, bool) and value >= 10**16:
            return int(self.number(str(value)))
        if isinstance(value, str):
            if key in (*PERSONAL, *LINKS) and value:
                return key
            return SNOWFLAKE.sub(lambda found: self.number(found[0]), value)
        return value

    def number(self, id: str) -> str:
        return self.known.setdefault(id, str(10**17 + len(self.known)))

    def write(self, path: Path) -> None:
        path.write_text("".join(json.dumps(one) + "\n" for one in self.lines))


def sent_in(given: dict[str, Any]) -> Any:
    forms = [one["value"] for one in given.get("form") or () if one["name"] == "payload_json"]
    return json.loads(forms[0]) if forms else given.get("json")


Shapes = dict[tuple[str, str, int], set[str]]


def shapes(lines: Iterable[dict[str, Any]]) -> Shapes:
    found: Shapes = defaultdict(set)
    for line in lines:
        if "method" in line:
            found[line["method"], line["path"], line["status"]] |= {*keys(line["answer"])}
    return found


def keys(value: Any, path: str = "") -> Iterator[str]:
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield f"{path}{key}"
        yield from keys(inner, f"{path}{key}.")
    for one in value if isinstance(value, list) else ():
        yield from keys(one, path)


def lacking(real: Shapes, ours: Shapes) -> list[str]:
    same = [one for one in real if one in ours]
    return [f"{' '.join(map(str, one))}: {key}" for one in same for key in real[one] - ours[one]]


async def spend(folder: Path) -> None:
    token, recorder = os.environ["MEANWHILE_DISCORD_TOKEN"], Recorder()
    folder.mkdir(parents=True, exist_ok=True)
    door, stopping = DiscordDoor(token), asyncio.Event()
    with recorder.recording():
        service = DiscordService(door, token)
        serving = asyncio.create_task(serve(folder / "games.db", [service], stopping))
        for number, step in enumerate(STEPS, 1):
            text = f"{number}/{len(STEPS)} {step.do}\n    {step.saw} "
            saw = await asyncio.to_thread(input, text)
            recorder.lines.append({"step": step.do, "question": step.saw, "saw": saw})
            recorder.write(folder / "day.jsonl")
        stopping.set()
        await serving
    recorder.write(folder / "day.jsonl")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    asyncio.run(spend(parser.parse_args().folder))
