"""The names that ways to reach players use."""

from bot import objects, queries
from bot.config import Config
from bot.service.entries import DoorEntry
from bot.service.supervisor import Service
from engine.errors import NotStored, TryLater, Undeliverable
from engine.messages import Message, Outgoing, Receipt
from engine.referee.doors import Door, GameView, News
from engine.referee.writer import Writer
from engine.store.notes import Notes
from renderers import reading

__all__ = [
    "Config",
    "Door",
    "DoorEntry",
    "GameView",
    "Message",
    "News",
    "NotStored",
    "Notes",
    "Outgoing",
    "Receipt",
    "Service",
    "TryLater",
    "Undeliverable",
    "Writer",
    "objects",
    "queries",
    "reading",
]
