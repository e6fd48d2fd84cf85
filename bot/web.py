"""The program's own web servers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ssl import SSLContext

from aiohttp import web

from engine.errors import UserError

LOOPBACK = "127.0.0.1"


@asynccontextmanager
async def served(
    app: web.Application,
    where: str,
    port: int,
    *,
    host: str = LOOPBACK,
    tls: SSLContext | None = None,
) -> AsyncIterator[int]:
    """Serve ``app`` during the block, and yield its port. Raises ``UserError``, beginning with
    ``where``, if the port can't be had.
    """
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port, ssl_context=tls).start()
        except OSError as error:
            raise UserError(f"{where}: {error.strerror or error}; choose another one") from error
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
