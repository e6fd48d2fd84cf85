"""A whole game of Ambush at Discord runs to its end, and what a watcher is shown of it depends on
nothing that is secret.
"""

from contextlib import AbstractContextManager, nullcontext
from unittest.mock import patch

import pytest

from tests.ambush import leaks
from tests.discord.pictures.page import Writing
from tests.discord.recording import Step, steps
from tests.kit.planted import unhashed
from tests.pairs.drive import hashed_picture


def column(found: list[Step], reader: str) -> list[str]:
    return [Writing(one.shown[reader]).parts() for one in found if not one.over]


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(nullcontext, id="as it is"),
        pytest.param(leaks.late_by_window, id="planted", marks=pytest.mark.nightly),
    ],
)
def test_what_others_are_shown_of_a_whole_game_depends_on_nothing_secret(
    leak: type[AbstractContextManager[None]],
) -> None:
    """Bob's walker hides beside Ann's way, or far from it, to the end."""
    with patch("renderers.encoded", hashed_picture), leak(), unhashed():
        near, orders = steps("near", quiet=True)
        far, _ = steps("far", orders, quiet=True)
    for name in ("ann", "zoe"):
        assert (column(near, name) == column(far, name)) is (leak is nullcontext)
    assert column(near, "bob") != column(far, "bob")
    assert near[-1].over
    assert far[-1].over
