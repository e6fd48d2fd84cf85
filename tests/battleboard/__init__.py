"""Tests of BattleBoard: the rules by number, a second model of them, the robot."""
