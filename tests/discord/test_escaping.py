"""Text of people is shown at Discord as it was written, and never read as its markup."""

from bot.discord.post import escaped
from tests.kit.each import each


@each(
    "text",
    ["<@1>", "<@!1>", "<@&1>", "<#2>", "<t:0:R>", "</pay:123>", "<id:browse>", "<:x:1>", "<a:x:1>"],
)
def test_no_tag_of_discord_is_left_in_text(text: str) -> None:
    assert escaped(f"a {text} b") == f"a \\{text} b"
    assert escaped(f"\\{text}") == f"\\\\\\{text}", "a backslash before it does not undo that"


@each("text", ["a < b", "<3", "<https://example.org/a_b>"])
def test_other_text_stays(text: str) -> None:
    assert escaped(text) == text
