"""Chromium without a window, driven over its DevTools protocol: pages are shown as people see
them, keys are pressed and not imitated, and every request is seen.
"""

import asyncio
import os
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Self

import aiohttp
import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60.0
FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--hide-scrollbars", "--no-first-run", "--disable-background-networking"),
    "--remote-debugging-port=0",
)


def program() -> str:
    """Return the browser; without one what it would have been asked is left out, and where ``CI``
    is set that is a failure.
    """
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None and os.environ.get("CI"):
        pytest.fail(f"not installed: {NAMES[0]}")
    if found is None:
        pytest.skip(f"not installed: {NAMES[0]}")
    return found


class Tab:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse):
        self.socket, self.sent = socket, 0
        self.requests, self.problems = list[str](), list[str]()
        self.loaded = False

    async def do(self, method: str, **parameters: Any) -> Any:
        self.sent += 1
        await self.socket.send_json({"id": self.sent, "method": method, "params": parameters})
        while True:
            message = await self.next()
            if message.get("id") == self.sent:
                assert "error" not in message, message
                return message["result"]

    async def next(self) -> Any:
        message = await self.socket.receive_json(timeout=PATIENCE)
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
            case "Runtime.exceptionThrown":
                self.problems.append(str(message["params"]["exceptionDetails"]))
            case "Log.entryAdded":
                self.problems.append(message["params"]["entry"]["text"])
            case "Page.loadEventFired":
                self.loaded = True
        return message

    async def open(self, file: Path, place: str = "") -> None:
        """Show a file, as ``file:``, until its proof has been computed."""
        for domain in ("Page", "Network", "Runtime", "Log"):
            await self.do(f"{domain}.enable")
        await self.do("Page.navigate", url=file.as_uri() + place)
        while not self.loaded:
            await self.next()
        await self.value(
            "new Promise(done => { const look = () => document.body.dataset.proof"
            " ? done() : setTimeout(look, 20); look(); })"
        )

    async def value(self, expression: str) -> Any:
        found = await self.do(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def key(self, key: str, text: str = "") -> None:
        for kind in ("keyDown", "keyUp"):
            down = {"text": text} if text and kind == "keyDown" else {}
            await self.do("Input.dispatchKeyEvent", type=kind, key=key, **down)

    async def looks(self, width: int, height: int, scheme: str = "light") -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        await self.do("Emulation.setDeviceMetricsOverride", **size)
        wanted = [{"name": "prefers-color-scheme", "value": scheme}]
        await self.do("Emulation.setEmulatedMedia", features=wanted)

    async def picture(self) -> bytes:
        found = await self.do("Page.captureScreenshot", format="png")
        return b64decode(found["data"])


class Browser:
    def __init__(self, home: Path):
        self.home = home

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [program(), *FLAGS, f"--user-data-dir={self.home}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "HOME": str(self.home)},
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if line.startswith("DevTools listening on "):
                self.port = line.split(":")[2].split("/")[0]
                return self
        raise AssertionError(f"the browser ended with {self.process.wait()}")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()

    def show(self, what: Callable[[Tab], Coroutine[Any, Any, None]]) -> None:
        async def tab() -> None:
            home = f"http://127.0.0.1:{self.port}/json"
            async with aiohttp.ClientSession() as session:
                async with session.put(f"{home}/new?about:blank") as answer:
                    made = await answer.json()
                address = made["webSocketDebuggerUrl"]
                async with session.ws_connect(address, max_msg_size=0) as socket:
                    await what(Tab(socket))
                async with session.get(f"{home}/close/{made['id']}"):
                    pass

        asyncio.run(asyncio.wait_for(tab(), PATIENCE))
