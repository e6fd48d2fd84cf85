"""The connection itself: compressions, heartbeats, what is refused, and whether
this server is Discord enough.
"""

from typing import Any

from tests.discord.server import spec
from tests.discord.server.rest import Request
from tests.discord.stage import Stage
from tests.kit.each import each


async def test_the_bot_needs_no_privileged_intent(stage: Stage) -> None:
    """None is switched on at this server, and none is asked for."""
    (session,) = stage.discord.gateway.sessions.values()
    assert session.intents == 1 | 1 << 12


async def test_the_library_keeps_no_record_of_buttons(stage: Stage) -> None:
    """Five hundred games and their buttons must not pile up in memory;
    presses are read from their names.
    """
    duel, user = await stage.duel(), stage.user("zoe")
    for _ in range(3):
        await duel.click(user, "Orders")
    client: Any = stage.door.connection.client
    kept = client._connection._view_store
    for pile in (kept._views, kept._synced_message_views, kept._modals):
        assert not pile


MESSAGES, CALLBACK = "/channels/1/messages", "/interactions/1/t/callback"
CHOICE = {"name": "n", "value": "v"}


@each(
    "method, path, body, said",
    [
        ("POST", MESSAGES, {"content": "x" * 4001}, "content"),
        ("POST", MESSAGES, {"content": "x", "nonce": "n" * 26}, "nonce"),
        ("POST", MESSAGES, {"content": "x", "flags": "many"}, "flags"),
        ("POST", MESSAGES, {"content": "x" * 2000, "nonce": "n" * 25}, ""),
        ("POST", CALLBACK, {"type": 8, "data": {"choices": [CHOICE] * 26}}, "choices"),
        ("POST", CALLBACK, {"type": 77}, "type"),
        ("POST", f"{MESSAGES}/2/threads", {"name": "n" * 101}, "name"),
        ("PUT", "/applications/1/commands", [{"name": "n" * 33, "description": "d"}], "name"),
        ("POST", "/users/@me/channels", {"recipient_id": "x"}, "recipient_id"),
        ("DELETE", "/guilds/1", None, "not described"),
        ("GET", "/guilds/1/bans", None, "not described"),
    ],
)
def test_what_keeps_not_to_discords_description_is_found(
    method: str, path: str, body: Any, said: str
) -> None:
    fault = spec.fault(Request(method, path, body, {}, 204))
    assert said in fault
    assert bool(said) == bool(fault)
