"""``python -m tests.faults [STEP]``: a disk that fails at every STEPth operation of every kind, and
power that goes after every STEPth; 1 unless it is said otherwise. Ends with 1 if anything was lost.
"""

import sys
import tempfile
from pathlib import Path

import msgspec

from tests.faults import disk, lives


def main(step: str = "1") -> int:
    wrong = []
    for program in ("lives", "losses"):
        with tempfile.TemporaryDirectory() as folder:
            found = msgspec.json.decode(disk.run(Path(folder), program, step), type=lives.Found)
        print(f"{program}: {found.lives}, with {found.failed} operations that failed", flush=True)
        wrong += found.wrong
    print("\n".join(wrong) or "nothing lost, nothing twice")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
