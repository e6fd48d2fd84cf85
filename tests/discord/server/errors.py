"""How Discord says no."""

from typing import Any

KNOWN = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30003: (400, "Maximum number of pins reached for the channel"),
    30033: (400, "Maximum number of thread participants has been reached"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40067: (400, "A tag is required to create a forum post in this channel"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}


class No(Exception):
    def __init__(
        self,
        code: int,
        *,
        status: int = 0,
        message: str = "",
        errors: Any = None,
        headers: dict[str, str] | None = None,
    ):
        known, text = KNOWN.get(code, (status or 400, message or "error"))
        super().__init__(f"{code}: {message or text}")
        self.status, self.headers = status or known, headers or {}
        self.body: dict[str, Any] = {"message": message or text, "code": code}
        if errors is not None:
            self.body["errors"] = errors


def invalid(path: str, code: str, message: str) -> No:
    node: Any = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(path.split(".")):
        node = {part: node}
    return No(50035, errors=node)
