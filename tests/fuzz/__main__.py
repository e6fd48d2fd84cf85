"""``python -m tests.fuzz NAME... --seconds N``: targets (``all``: every one), each tried so long
with what a machine makes of the kept inputs. What breaks one is written to a folder.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from tests.fuzz.targets import TARGETS


def main() -> int:
    """Try the targets one after the other, each in a process of its own, and return whether one
    was broken.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="+", metavar="NAME", choices=[*TARGETS, "all"])
    parser.add_argument("--seconds", type=int, default=60, help="so long for each target")
    parser.add_argument("--found", type=Path, default=Path("build/fuzz"), help="where finds go")
    asked = parser.parse_args()
    names = list(TARGETS) if "all" in asked.targets else asked.targets
    broken = list[str]()
    for name in names:
        call = [sys.executable, "-m", "tests.fuzz.one", name, str(asked.seconds), asked.found]
        ended = subprocess.run(call, check=False, text=True, stderr=subprocess.PIPE)
        tried = re.search(r"number_of_executed_units: (\d+)", ended.stderr)
        print(f"{name}: {int(tried[1]) if tried else 0:,} inputs", flush=True)
        if ended.returncode:
            print(ended.stderr, flush=True)
            broken.append(name)
    print(f"broken: {', '.join(broken) or 'none'}; what breaks them is in {asked.found}")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
