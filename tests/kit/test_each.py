"""A table of cases fails if one of them does, and names all of those."""

import pytest

from tests.kit.each import each


def test_all_cases_that_fail_are_named() -> None:
    @each("a, b", [(1, 1), (2, 1), (3, 3), (4, 5)])
    def same(a: int, b: int) -> None:
        assert a == b

    with pytest.raises(pytest.fail.Exception, match=r"2 of 4 fail\n\n\(2, 1\)\n[^$]*\(4, 5\)"):
        same()
