"""Represents texts by hashes of each four words in a row.

The hashes suffice to recognise a text in any wrapping, quotation or language, but not to read it.
"""

import re
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

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
    """Yield the hash of each four words in a row, as ``hashed`` makes it."""
    words = [word.encode() for word in stream]
    text, ends = memoryview(b" ".join(words)), list(accumulate(len(word) + 1 for word in words))
    for start, end in zip([0, *ends], ends[RUN - 1 :], strict=False):
        yield zlib.crc32(text[start : end - 1])


def hashed(run: Sequence[str]) -> int:
    """Return the hash of words in a row. It needn't be secure: at worst a collision makes the
    referee ask about a line.
    """
    return zlib.crc32(" ".join(run).encode())


def runs_of(*texts: str) -> frozenset[int]:
    """Return the hashes of all runs in some texts, and of whole pieces too short for a run."""
    found: set[int] = set()
    for text in map(normal, texts):
        found.update(runs(WORD.findall(text)))
        for piece in PIECE.split(text):
            if 0 < len(said := WORD.findall(piece[:200])) < RUN:
                found.add(hashed(said))
    return frozenset(found)


def packed(found: Iterable[int]) -> bytes:
    """Pack hashes into bytes, four for each."""
    ordered = sorted(found)
    return struct.pack(f">{len(ordered)}I", *ordered)


def unpacked(data: bytes) -> frozenset[int]:
    return frozenset(struct.unpack(f">{len(data) // 4}I", data))
