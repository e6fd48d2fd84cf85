"""``python -m tests.audit PYTHON``: have pip-audit, which is installed for that Python, ask which
packages of the lock files have faults that are known. Ends with 1 where one has, and with 2 where
that could not be found out: who is not answered is not well.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.repo.tree import ROOT, files

SERVICES = ("pypi", "osv")
"""Who can be asked, as pip-audit calls them: the package index, and the list of open source."""
KNOWN = "jinja2==2.4.1"
"""A version with faults that have been known for long. Who does not know them knows none."""
FOUND, UNKNOWN = 1, 2
"""How the program ends."""


class NoAnswer(Exception):
    """Nobody could be asked; the text says why, in a line."""


def main(arguments: Sequence[str]) -> int:
    (python,) = arguments
    command = [python, "-m", "pip_audit", "--disable-pip", "--no-deps", "--progress-spinner", "off"]
    said = list[str]()
    for service in SERVICES:
        ask = [*command, "--format", "json", "--vulnerability-service", service]
        try:
            with tempfile.TemporaryDirectory() as folder:
                known = Path(folder, "known.txt")
                known.write_text(f"{KNOWN}\n", "utf-8")
                if not faults(answer([*ask, "--requirement", str(known)])):
                    raise NoAnswer(f"it does not know of the faults of {KNOWN}")
            found = answer(ask + [part for name in locks() for part in ("-r", name)])
        except NoAnswer as why:
            said.append(f"{service}: {why}")
            continue
        return verdict(found)
    print(f"not audited, since no list of known faults can be reached ({'; '.join(said)})")
    return UNKNOWN


def locks() -> list[str]:
    return [str(ROOT / path) for path in files() if path.suffix == ".lock"]


def answer(command: Sequence[str]) -> object:
    """Return what pip-audit answers. Raise ``NoAnswer``."""
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        lines = done.stderr.strip().splitlines() or ["nothing was said"]
        raise NoAnswer(lines[-1][:200]) from None


def faults(found: object) -> list[str]:
    """Return a line for each fault of an answer. Raise ``NoAnswer`` where there is none about a
    package.
    """
    lines = list[str]()
    for one in packages(found):
        if "skip_reason" in one:
            raise NoAnswer(str(one["skip_reason"]))
        for fault in one["vulns"]:
            better = ", ".join(fault["fix_versions"]) or "no version"
            lines.append(f"{one['name']} {one['version']}: {fault['id']}, mended in {better}")
    return lines


def packages(found: object) -> list[dict[str, Any]]:
    """Return the packages of an answer. Raise ``NoAnswer`` where it holds none."""
    if isinstance(found, dict) and (listed := found.get("dependencies")):
        return list(listed)
    raise NoAnswer("its answer names no package")


def verdict(found: object) -> int:
    try:
        lines = faults(found)
    except NoAnswer as why:
        print(f"not audited: {why}")
        return UNKNOWN
    print("\n".join([*lines, f"{len(packages(found))} packages, {len(lines)} known faults"]))
    return FOUND if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
