"""What a process with a fuse loads, but for the fuse: loaded once, and not at every beginning."""

from importlib import import_module

# Tally comes first: some of the others list the games that there are.
for name in (
    "tests.crash.tally",
    "bot.discord.app",
    "bot.service.entries",
    "engine.store.postgres",
    "mail.inbox",
    "tests.crash.test_points",
):
    import_module(name)
