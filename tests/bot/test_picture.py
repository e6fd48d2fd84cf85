"""The picture of the terminal in the README is what the terminal shows today."""

from tests.bot.picture import PICTURE, picture


def test_the_picture_of_the_terminal_is_current() -> None:
    """``python -m tests.bot.picture`` makes it anew."""
    assert PICTURE.read_text("utf-8") == picture()
