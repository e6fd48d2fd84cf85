"""``python -m meanwhile``: the command line."""

from bot.cli import main

main()
