"""The program's log: one line for each event, as text or JSON, without secrets.

Text from strangers, such as mail headers or servers' answers, can't start a new line or send
control codes to a terminal.
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
"""Names of settings and variables that hold secrets."""
SHORTEST = 6
"""Minimum length of a secret; shorter ones would match everywhere."""
HIDDEN = "***"
TAGS = re.compile(
    r"(?i)(\b[a-z0-9-]{1,30}\.\d{1,4}(?:\.\d{1,7})?\.|\byes\.)[a-z2-7]{12}(?=[.@>\s]|\Z)"
)
"""The proof of identity in addresses and Message-IDs of mails."""
TOKENS = re.compile(
    r"\b[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}|(?i:bearer) [\w.~+/=-]{8,}"
    r"|(?i:auth(?:enticate)? (?:plain|login|xoauth2|oauthbearer)) [\w+/=]{8,}"
)
"""Bot tokens, OAuth2 tokens, and logins that a mail server repeats when it refuses them."""
QUIET = {
    "mail.log": logging.ERROR,
    "aiohttp.access": logging.WARNING,
    "aioimaplib": logging.WARNING,
}
"""Loggers of libraries that are too verbose: a line for each request, or all traffic."""
STACK = "exception"
"""The only part of an event with several lines; they are indented."""


def log_to(config: Config, *, serving: bool = False) -> None:
    """Set up logging of warnings, and with ``serving`` also of normal events, as configured. A log
    file is created with its first line.
    """
    logging.raiseExceptions = False
    handler: logging.Handler = logging.StreamHandler()
    if config.log != ERROR_OUTPUT:
        # Log rotation moves the file away, and a new one is created.
        handler = LogFile(config.log, delay=True, encoding="utf-8")
    handler.setFormatter(LineFormatter(config))
    level = logging.INFO if serving else logging.WARNING
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(least)
    # Libraries log every detail at this level.
    for name in ("discord", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)


class LogFile(WatchedFileHandler):
    """A log file. A failure to write, such as a full disk, stops nothing."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            super().emit(record)
        except OSError:
            # The check whether the file was moved flushes it, and the library doesn't catch errors
            # there.
            self.handleError(record)


class LineFormatter(logging.Formatter):
    """Formats a record as a line. Loads its library late: most commands log nothing."""

    def __init__(self, config: Config):
        super().__init__()
        self.config = config

    @cached_property
    def form(self) -> logging.Formatter:
        return formatter(self.config)

    def format(self, record: logging.LogRecord) -> str:
        return self.form.format(record)


def formatter(config: Config) -> logging.Formatter:
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
    """Removes secrets and what looks like one; the rest is made ``plain``."""

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
    """Return ``text`` as one line of the log. Only a ``STACK`` keeps its line breaks, indented."""
    return clean(text, LINES).replace("\n", "\n  ") if part == STACK else clean(text)


def secrets_of(config: Struct) -> Iterator[str]:
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
