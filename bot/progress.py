"""Signs of life of long commands, on standard error."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread
from typing import TypeVar

import click

T = TypeVar("T")
EVERY = 10.0
"""Seconds between two lines if there is no terminal."""


def watched(things: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    with working(what, len(things) if isinstance(things, Sized) else total) as step:
        yield from counted(things, step)


def counted(things: Iterable[T], step: Callable[[], None]) -> Iterator[T]:
    for thing in things:
        yield thing
        step()


@contextmanager
def working(what: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Show that a command works: a bar at a terminal, elsewhere a line every ten seconds, and
    nothing with ``--json`` or outside a command. Yields a function that counts a step.
    """
    context = click.get_current_context(silent=True)
    if context is None or context.params.get("as_json"):
        yield lambda: None
        return
    from rich.console import Console  # most commands end before it would be imported
    from rich.progress import Progress

    console = Console(stderr=True)
    if console.is_terminal and not console.is_dumb_terminal:
        with Progress(console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
            yield partial(bar.advance, bar.add_task(what, total=total))
        return
    done, over = list[None](), Event()

    def tell() -> None:
        while not over.wait(EVERY):
            of = "" if total is None else f" of {total:,}"
            click.echo(f"{what}: {len(done):,}{of}", err=True)

    teller = Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield partial(done.append, None)
    finally:
        over.set()
        teller.join()
