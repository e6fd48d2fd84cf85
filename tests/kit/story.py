"""Tests that are told as one coroutine, and played on a stage."""

import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

Story = Callable[..., Any]


def on(stage: Callable[..., None], *arguments: Any, **options: Any) -> Callable[[Story], Story]:
    """Make a test of a story: ``stage`` gets a folder of the test, the story and these arguments,
    and plays it. The story's keyword arguments are fixtures; the stage gives it the others.
    """

    def decorate(story: Story) -> Story:
        own = inspect.signature(story).parameters.values()
        fixtures = [one for one in own if one.kind is one.KEYWORD_ONLY]

        @wraps(story)
        def test(tmp_path: Any, **given: Any) -> None:
            stage(tmp_path, partial(story, **given), *arguments, **options)

        folder = inspect.Parameter("tmp_path", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        test.__signature__ = inspect.Signature([folder, *fixtures])  # type: ignore[attr-defined]  # pytest asks it for fixtures
        return test

    return decorate
