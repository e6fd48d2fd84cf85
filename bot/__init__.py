"""The command line and the doors for chat, terminals and programs."""

import sys

if sys.platform == "win32":
    sys.exit("Meanwhile runs on Linux and macOS; on Windows, run it in WSL (wsl --install).")
