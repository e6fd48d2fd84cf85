"""What holds for every test."""

import asyncio
import inspect
import os
import shutil
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

import pytest
from hypothesis import settings

# A slow machine is not a mistake in the program: an example may take as long as it takes.
settings.register_profile("meanwhile", settings(), deadline=None)
settings.load_profile("meanwhile")

HERE = Path(__file__).parent
SLOW = frozenset((HERE / "slow.txt").read_text("utf-8").split())
"""Modules, classes and tests that `make quick` leaves out; `make test` runs them."""
AT_NIGHT = frozenset((HERE / "at_night.txt").read_text("utf-8").splitlines())
"""Folders, modules, tests and cases of tests that only `make nightly` runs. By day, pytest does not
even import the folders and modules, unless the command line names them.
"""

SEEDS = 2
"""Of a test that is made for many seeds, so many run by day, unless ``at_night.txt`` chooses."""

MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""Bytes that must be free there; the whole suite needs far less."""


def pytest_configure(config: pytest.Config) -> None:
    """Let tests write into memory where there is room: thousands of databases that are synced
    to a disk make them wait, and no test can take the power away.
    """
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores: a fifth of the time, tests wait for servers
    and for processes.
    """
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else 3


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine to its end, in an event loop of its own. Enter fixtures that
    are asynchronous contexts there, and give the test what they give.
    """
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None

    async def run() -> None:
        async with AsyncExitStack() as stack:
            given = {name: pyfuncitem.funcargs[name] for name in names}
            for name, value in given.items():
                if isinstance(value, AbstractAsyncContextManager):
                    given[name] = await stack.enter_async_context(value)
            await pyfuncitem.obj(**given)

    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(run())
    return True


def by_night(config: pytest.Config) -> bool:
    """Return whether this run asks for the tests of the night."""
    return "at_night" in str(config.option.markexpr).replace("not at_night", "")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore folders and modules of the night by day, unless the command line names them."""
    if collection_path.relative_to(HERE.parent).as_posix() not in AT_NIGHT or by_night(config):
        return None
    named = [config.invocation_params.dir / arg.partition("::")[0] for arg in config.args]
    return not any(collection_path in (path, *path.parents) for path in named)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow, and what waits for the night."""
    night = by_night(config)
    chosen = {one.partition("[")[0] for one in AT_NIGHT if "[" in one}
    for item in items:
        test = item.nodeid.partition("[")[0]
        module = Path(test.partition("::")[0])
        places = {one.as_posix() for one in (module, *module.parents)}
        seed = getattr(getattr(item, "callspec", None), "params", {}).get("seed", 0)
        more = test not in chosen and seed >= SEEDS and not item.get_closest_marker("nightly")
        if more or {item.nodeid, test} & AT_NIGHT or (night and places & AT_NIGHT):
            item.add_marker(pytest.mark.at_night)
        whole = test.split("::")
        if any("::".join(whole[:length]) in SLOW for length in range(1, len(whole) + 1)):
            item.add_marker(pytest.mark.slow)
