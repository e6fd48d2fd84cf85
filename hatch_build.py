"""The parts of the package's metadata that depend on where its repository is: the addresses, and
the README with whole links, so that an index shows its pictures.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

REPOSITORY = os.environ.get("MEANWHILE_REPOSITORY", "https://example.org/meanwhile")
LINK = re.compile(r'(\]\(|src=")(?![a-z]+:|#)([^)"\s]+)')


class Repository(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        tree = f"v{metadata['version']}"

        def whole(found: re.Match[str]) -> str:
            kind = "raw" if found[2].endswith((".png", ".gif", ".svg")) else "blob"
            return f"{found[1]}{REPOSITORY}/{kind}/{tree}/{found[2]}"

        text = LINK.sub(whole, Path(self.root, "README.md").read_text("utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = {
            "Source": REPOSITORY,
            "Documentation": f"{REPOSITORY}/blob/{tree}/docs/README.md",
            "Changelog": f"{REPOSITORY}/blob/{tree}/CHANGELOG.md",
            "Issues": f"{REPOSITORY}/issues",
        }
