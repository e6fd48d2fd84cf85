"""A language needs no code: a folder with one catalogue is found by all that names languages."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAID = """
from bot.config import LANGUAGES
from bot.discord.commands.tree import Translator
from engine.languages import nearest
from renderers import LANGUAGES as drawn, sentences_in
near = nearest("de_CH.UTF-8", LANGUAGES)
print(LANGUAGES == drawn, *LANGUAGES, near, *sorted(map(str, Translator.LOCALES)))
print(sentences_in("de").say("comma"), sentences_in("de").say("refusal-nothing-to-order"))
"""


def test_a_folder_makes_a_language(tmp_path: Path) -> None:
    for package in ("bot", "engine", "mail"):
        (tmp_path / package).symlink_to(ROOT / package)
    locale = tmp_path / "renderers" / "locale"
    locale.mkdir(parents=True)
    for folder in (ROOT / "renderers", ROOT / "renderers" / "locale"):
        for file in folder.iterdir():
            if file != ROOT / "renderers" / "locale":
                (tmp_path / file.relative_to(ROOT)).symlink_to(file)
    (locale / "de").mkdir()
    (locale / "de" / "house.ftl").write_text("comma = und\n")
    got = subprocess.run(
        [sys.executable, "-c", SAID],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert got.stderr == ""
    first, second = got.stdout.splitlines()
    assert first == "True en de zh-TW de de zh-TW"
    assert second == "und You cannot give any orders now."
