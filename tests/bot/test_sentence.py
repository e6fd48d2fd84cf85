"""`meanwhile sentence`: a sentence that somebody has read is found where it is written."""

from click.testing import CliRunner

from bot.cli import main


def said(*words: str) -> tuple[int, str]:
    """Return the exit code of ``meanwhile sentence`` and what it prints."""
    done = CliRunner().invoke(main, ["sentence", *words])
    return done.exit_code, done.output


def test_words_of_a_sentence_lead_to_its_catalogue_and_id() -> None:
    code, text = said("bombed", "their", "own", "board")
    assert code == 0
    place, message = text.splitlines()[:2]
    assert place.rpartition(":")[0].endswith("engine/games/battleboard/locale/en.ftl")
    assert message.startswith("battleboard-bombed =")


def test_an_id_leads_to_the_sentence_in_every_language() -> None:
    _, text = said("terminal-help-hint")
    assert "bot/locale/en.ftl:" in text
    assert "bot/locale/zh-TW.ftl:" in text


def test_words_of_no_sentence_are_refused_with_a_hint() -> None:
    code, text = said("quux")
    assert code == 2
    assert "no sentence contains 'quux'" in text
    assert "fewer words" in text
