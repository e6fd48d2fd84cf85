"""The toys keep the laws of all games, and so does every edition of every game of this project."""

import pytest

from engine.games import editions
from engine.testing import Laws, ManyLaws, golden
from tests.kit.each import each
from tests.kit.games import names, toys

BARRAGE, PATROL = toys()


class TestBarrage(Laws):
    case = BARRAGE


class TestPatrol(Laws):
    case = PATROL


@pytest.mark.nightly
class TestManyBarrage(ManyLaws):
    case = BARRAGE


@pytest.mark.nightly
class TestManyPatrol(ManyLaws):
    case = PATROL


@each("name", names())
def test_every_edition_of_a_game_has_contract_tests(name: str) -> None:
    tried = golden.contracts(f"tests.{name}.test_contract")
    for base in (Laws, ManyLaws):
        cases = [one.case.game for one in tried if issubclass(one, base)]
        assert [*dict.fromkeys(game.edition for game in cases)] == list(editions(name))
        assert {type(game) for game in cases} == {type(game) for game in editions(name).values()}
