"""Represents texts by hashes of each four words in a row.

The hashes suffice to recognise a text in any wrapping, quotation or language, but not to read it.
"""

import re
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence

from mail.parse.quotes import INVISIBLE

RUN = 4
"""Number of words in a row that can't match by chance."""
LENGTH = 400_000
"""Maximum number of characters of a text that are read, after normalisation."""
LETTERS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
WORD = re.compile(rf"[{LETTERS}]|[^\W_{LETTERS}]+")
"""A word; scripts without blanks are split into characters, since they may be wrapped anywhere."""
PIECE = re.compile(r"[.,;:!?。，、；：！？“”\"()\n]+")
"""Punctuation that ends a piece of a sentence, such as one of several examples."""


def words(text: str) -> list[str]:
    """Return the words of a text, normalised against changes by mail programs. Case, blanks, line
    ends, quotation marks and punctuation don't matter.
    """
    return WORD.findall(normal(text))


def normal(text: str) -> str:
    shown = unicodedata.normalize("NFKC", text[:LENGTH].translate(INVISIBLE))
    return shown[:LENGTH].casefold()


def runs(stream: Sequence[str]) -> Iterator[int]:
    """Return the hash of each four words in a row (``RUN``), as ``hashed`` makes it."""
    words = [word.encode() for word in stream]
    rows = zip(words, words[1:], words[2:], words[3:], strict=False)
    return map(zlib.crc32, map(b" ".join, rows))


def hashed(run: Sequence[str]) -> int:
    """Return the hash of words in a row. It needn't be secure: at worst a collision makes the
    referee ask about a line.
    """
    return zlib.crc32(" ".join(run).encode())


def runs_of(*texts: str) -> frozenset[int]:
    """Return the hashes of all runs in some texts, and of whole pieces too short for a run."""
    found: set[int] = set()
    for text in map(normal, texts):
        stream: list[str] = []
        for piece in PIECE.split(text):
            if not piece or piece.isspace():  # between the dots of a map
                continue
            stream += (said := WORD.findall(piece))
            if len(piece) > 200:
                said = WORD.findall(piece[:200])
            if 0 < len(said) < RUN:
                found.add(hashed(said))
        found.update(runs(stream))
    return frozenset(found)


def packed(found: Iterable[int]) -> bytes:
    """Pack hashes into bytes, four for each."""
    ordered = sorted(found)
    return struct.pack(f">{len(ordered)}I", *ordered)


def unpacked(data: bytes) -> frozenset[int]:
    return frozenset(struct.unpack(f">{len(data) // 4}I", data))
