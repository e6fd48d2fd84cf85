"""Pages about Discord name no command that there is not; docs/reference/commands.md, which is
generated, names them all.
"""

import re

from tests.kit.each import each
from tests.repo.club import there
from tests.repo.tree import ROOT

PAGES = ("discord", "moderation", "play", "privacy", "troubleshooting")


@each("name", PAGES)
def test_a_page_names_no_command_of_discord_that_there_is_not(name: str) -> None:
    page = (ROOT / f"docs/{name}.md").read_text("utf-8")
    groups = {command.rpartition(" ")[0] for command in there()}
    assert set(re.findall(r"`(/[a-z]+(?: [a-z]+)*)`", page)) - there() - groups == set()
