"""The page as one file. It loads nothing, and its policy forbids loading."""

import html
import re
import zlib
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files

from bot.replay_page.contents import Contents, Shown, contents
from bot.replaying import Replay
from bot.words import words
from engine.store.journal import encode
from renderers.atlas import ACROSS, TILE

SCRIPTS = ("sha256.js", "proof.js", "boards.js", "page.js")
WORD = re.compile(r"\bpage-[a-z-]+[a-z]\b")
PLACE = re.compile("@([A-Z]+)@")


@cache
def source(name: str) -> str:
    return (files("bot") / "replay_page" / name).read_text("utf-8")


def page(replay: Replay, language: str, shown: Shown = iter) -> bytes:
    """Return a game as a page. It has all boards with a slider and keys, the log next to them, and
    for a finished game the proof of its dice and sealed answers. ``shown`` shows the progress.
    """
    return written(contents(replay, language, shown), language)


def written(found: Contents, language: str) -> bytes:
    said, style = words(language), source("page.css")
    script = "\n".join(map(source, SCRIPTS))
    names = sorted(set(WORD.findall(source("page.html") + script)))
    every = found.checks.rolls if found.checks else ()
    rolls = [roll for roll in every if not roll.loaded]
    counts = {
        "rolls": len(rolls),
        "dice": sum(len(roll.dice) for roll in rolls),
        "unproven": sum(len(roll.dice) for roll in every if roll.loaded),
        "sealed": len(found.checks.seals) + len(found.checks.places) if found.checks else 0,
        "orders": len(found.checks.orders) if found.checks else 0,
        "hidden": sum(text is None for text, _ in found.checks.orders) if found.checks else 0,
    }
    game = {
        "title": found.title,
        "card": found.card,
        "viewers": found.viewers,
        "first": found.first,
        "steps": found.steps,
        "tile": TILE,
        "across": ACROSS,
        "atlas": f"data:image/png;base64,{b64encode(found.atlas).decode()}",
        "packed": packed(encode(found.shown)),
        "words": {name: said.say(name, n="{}", **counts) for name in names},
    }
    parts = {
        "LANGUAGE": said.language,
        "TITLE": html.escape(found.title),
        "NOSCRIPT": html.escape(said.say("page-noscript")),
        "STYLE": style,
        "SCRIPT": script,
        "POLICY": policy(style, script),
        "GAME": untagged(encode(game)),
        "CHECKS": untagged(encode(found.checks)),
    }
    return filled(source("page.html"), parts).encode()


def untagged(data: bytes) -> str:
    """Escape the character that could end the element with the data."""
    return data.replace(b"<", b"\\u003c").decode()


def filled(template: str, parts: Mapping[str, str]) -> str:
    return PLACE.sub(lambda found: parts[found[1]], template)


def policy(style: str, script: str) -> str:
    """Return the policy of the page: only its own style and script, and embedded pictures."""
    own = {"style-src": style, "script-src": script}
    hashes = "; ".join(f"{what} 'sha256-{digest(text)}'" for what, text in own.items())
    return f"default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; {hashes}"


def digest(text: str) -> str:
    """Return the hash of a part of the page for its policy."""
    return b64encode(sha256(text.encode()).digest()).decode()


def packed(data: bytes) -> str:
    return b64encode(zlib.compress(data, wbits=-zlib.MAX_WBITS)).decode()
