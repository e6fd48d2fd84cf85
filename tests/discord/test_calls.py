"""Who was named aloud for a question is remembered, of no more games than are played at once."""

from bot.discord.door import CALLS, Calls


def test_who_was_named_is_forgotten_in_games_of_long_ago_first() -> None:
    calls = Calls()
    for n in range(CALLS):
        calls.note(f"g{n}", 1, [n])
    calls.note("g0", 2, [7])
    calls.note("another", 1, [8])
    assert len(calls.last) == CALLS
    assert calls.made("g0", 2, 7)
    assert calls.made("another", 1, 8)
    assert not calls.made("g1", 1, 1), "it was used longest ago"
    assert calls.made("g2", 1, 2)
