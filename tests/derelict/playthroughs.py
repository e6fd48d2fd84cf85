"""The golden games of Derelict."""

from tests.kit.described import Golden

GOLDEN: tuple[Golden, ...] = ()
