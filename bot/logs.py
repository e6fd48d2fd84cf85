"""What the program notes for its operator and its authors: one line an event, as
text or as JSON, without secrets. What strangers have put into it (the name of a mail, what a
server answers) neither begins a line of its own nor commands a terminal.
"""

import logging
import os
import re
from collections.abc import Iterable, Iterator, MutableMapping
from functools import cached_property
from logging.handlers import WatchedFileHandler
from typing import Any

from msgspec import Struct, structs

from bot.config import ERROR_OUTPUT, Config
from engine.plaintext import LINES, clean

SECRET = re.compile(r"token|password|secret")
"""What settings and variables are called that nobody may read."""
SHORTEST = 6
"""Letters of a secret at the least: shorter ones would be found everywhere."""
HIDDEN = "***"
TAGS = re.compile(
    r"(?i)(\b[a-z0-9-]{1,30}\.\d{1,4}(?:\.\d{1,7})?\.|\byes\.)[a-z2-7]{12}(?=[.@>\s]|\Z)"
)
"""What proves who somebody is, in addresses and Message-IDs of the mail door."""
TOKENS = re.compile(r"\b[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}|(?i:bearer) [\w.~+/=-]{8,}")
"""Tokens of bots, and those of OAuth2."""
QUIET = {
    "mail.log": logging.ERROR,
    "aiohttp.access": logging.WARNING,
    "aioimaplib": logging.WARNING,
}
"""Loggers of others that say too much: that of aiosmtpd, a line for every request,
everything that goes over a line.
"""
STACK = "exception"
"""The only part of an event that has several lines; they are indented."""


def log_to(config: Config, *, serving: bool = False) -> None:
    """Note faults, and with ``serving`` everything of interest, where the settings say. A file
    is made when the first line comes.
    """
    logging.raiseExceptions = False
    handler: logging.Handler = logging.StreamHandler()
    if config.log != ERROR_OUTPUT:
        # Whoever turns logs over moves the file away, and a new one is made.
        handler = LogFile(config.log, delay=True, encoding="utf-8")
    handler.setFormatter(LineFormatter(config))
    level = logging.INFO if serving else logging.WARNING
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(least)
    # Libraries tell their whole life at this level.
    for name in ("discord", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)


class LogFile(WatchedFileHandler):
    """A log file. What cannot be noted, on a full disk for instance, stops nobody."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            super().emit(record)
        except OSError:
            # Looking whether the file was moved away writes what is left over,
            # outside of what the library guards.
            self.handleError(record)


class LineFormatter(logging.Formatter):
    """Makes a line of a record. Its library is loaded for the first one: most commands note
    nothing.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config

    @cached_property
    def form(self) -> logging.Formatter:
        return formatter(self.config)

    def format(self, record: logging.LogRecord) -> str:
        return self.form.format(record)


def formatter(config: Config) -> logging.Formatter:
    """Return what makes a line of a record, as the settings say."""
    import structlog

    form: structlog.types.Processor = structlog.dev.ConsoleRenderer(
        colors=False, pad_event_to=0, pad_level=False
    )
    if config.log_form == "json":
        form = structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            Censor(secrets_of(config)),
            form,
        ],
    )


class Censor:
    """Takes secrets out of what is noted: those that are known, and what looks like one. What is
    left is made ``plain``.
    """

    def __init__(self, secrets: Iterable[str]):
        found = sorted(
            {secret for secret in secrets if len(secret) >= SHORTEST}, key=len, reverse=True
        )
        self.known = re.compile("|".join(map(re.escape, found))) if found else None

    def __call__(
        self, _logger: Any, _name: str, event: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        return {
            key: plain(self.without(value), key) if isinstance(value, str) else value
            for key, value in event.items()
        }

    def without(self, text: str) -> str:
        if self.known is not None:
            text = self.known.sub(HIDDEN, text)
        return TOKENS.sub(HIDDEN, TAGS.sub(rf"\1{HIDDEN}", text))


def plain(text: str, part: str) -> str:
    """Return what stands in a line for this part of an event."""
    return clean(text, LINES).replace("\n", "\n  ") if part == STACK else clean(text)


def secrets_of(config: Struct) -> Iterator[str]:
    """Yield all secrets of the settings and of the environment."""
    for name, value in structs.asdict(config).items():
        if isinstance(value, Struct):
            yield from secrets_of(value)
        elif isinstance(value, str) and SECRET.search(name):
            yield value
    yield from (
        value
        for name, value in os.environ.items()
        if name.startswith("MEANWHILE_") and SECRET.search(name.lower())
    )
