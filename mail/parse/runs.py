"""Texts as hashes of their runs of four words: enough to know again what was said, in any
wrapping, quoting or language, and not enough to read it.
"""

import re
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence

from mail.parse.quotes import INVISIBLE

RUN = 4
"""Words in a row that are no accident."""
LENGTH = 400_000
"""Characters of a text that are looked at, after compatible ones have been taken for each other."""
LETTERS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
WORD = re.compile(rf"[{LETTERS}]|[^\W_{LETTERS}]+")
"""Scripts without blanks are taken letter by letter: they are wrapped anywhere."""
PIECE = re.compile(r"[.,;:!?。，、；：！？“”\"()\n]+")
"""What ends a piece of a sentence, such as an example among others."""


def words(text: str) -> list[str]:
    """Return the words of a text without anything that a program may change on its way: case,
    blanks, line ends, marks and punctuation.
    """
    shown = unicodedata.normalize("NFKC", text[:LENGTH].translate(INVISIBLE))
    return WORD.findall(shown[:LENGTH].casefold())


def runs(stream: Sequence[str]) -> Iterator[int]:
    """Yield the hash of each run of four words, in order."""
    for run in zip(*(stream[k:] for k in range(RUN)), strict=False):
        yield hashed(run)


def hashed(run: Sequence[str]) -> int:
    """Return the hash of words in a row. Nothing secret hangs on it: two runs of one hash have a
    line of a reply asked about, at worst.
    """
    return zlib.crc32(" ".join(run).encode())


def runs_of(*texts: str) -> frozenset[int]:
    """Return all runs of some texts, and all whole pieces in them that are too short for a run."""
    found: set[int] = set()
    for text in texts:
        found.update(runs(words(text)))
        for piece in PIECE.split(text[:LENGTH]):
            if 0 < len(said := words(piece[:200])) < RUN:
                found.add(hashed(said))
    return frozenset(found)


def packed(found: Iterable[int]) -> bytes:
    """Return hashes as bytes, four each."""
    ordered = sorted(found)
    return struct.pack(f">{len(ordered)}I", *ordered)


def unpacked(data: bytes) -> frozenset[int]:
    return frozenset(struct.unpack(f">{len(data) // 4}I", data))
