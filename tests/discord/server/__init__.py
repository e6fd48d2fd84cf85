"""A server that speaks Discord's gateway and REST protocols, version 10, as
far as a bot like ours uses them.

Written after Discord's documentation; what is sent to it is checked against
Discord's own description of the API.
"""

from tests.discord.server.app import Discord

__all__ = ["Discord"]
