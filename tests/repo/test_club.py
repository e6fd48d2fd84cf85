"""docs/club.md says of every word of the desk who may use it, and how it is said at each door."""

from engine.referee import desk
from tests.repo import club


def test_the_table_is_what_the_desk_says() -> None:
    """``python -m tests.repo.club`` writes it anew."""
    assert club.PAGE.read_text("utf-8") == club.page()


def test_every_word_is_in_the_table_and_says_what_it_does() -> None:
    rows = club.table().splitlines()[2:]
    assert len(rows) == len(desk.VERBS)
    assert [row for row in rows if row.split("|")[5].strip() == ""] == []


def test_the_commands_of_discord_in_the_table_are_there() -> None:
    known = club.there()
    for verb in desk.VERBS.values():
        for said in club.on_discord(verb):
            assert said in known or said.split()[0] == "/order", said


def test_the_moderators_words_are_all_under_mod() -> None:
    for verb in desk.VERBS.values():
        if verb.word.startswith("gm "):
            assert club.on_discord(verb)[0].startswith("/mod ")
