"""A slow way to a server: ``python -m tests.bench.wire PORT MS``.

Passes on what goes to that port of this machine and back, MS milliseconds later on the way there.
Prints its own port, and on each line of its input the number of round trips so far: how often a
client has said something after an answer.
"""

import queue
import socket
import sys
import threading
import time
from contextlib import suppress

TURNS = [0]
LOCK = threading.Lock()


def carry(one: socket.socket, other: socket.socket, heard: list[bool], delay: float) -> None:
    """Pass on what one side says; ``heard``: whether the server has spoken since the client has."""
    late: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
    threading.Thread(target=send, args=(other, late), daemon=True).start()
    forth = delay >= 0
    with suppress(OSError):
        while data := one.recv(65_536):
            if forth and heard[0]:
                with LOCK:
                    TURNS[0] += 1
            heard[0] = not forth
            late.put((time.perf_counter() + max(0.0, delay), data))
    late.put((0.0, b""))


def send(to: socket.socket, late: "queue.SimpleQueue[tuple[float, bytes]]") -> None:
    with suppress(OSError):
        while True:
            when, data = late.get()
            if not data:
                to.shutdown(socket.SHUT_WR)
                return
            if (wait := when - time.perf_counter()) > 0:
                time.sleep(wait)
            to.sendall(data)


def accept(listening: socket.socket, port: int, delay: float) -> None:
    while True:
        here, _ = listening.accept()
        there = socket.create_connection(("127.0.0.1", port))
        for end in (here, there):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        heard = [True]
        threading.Thread(target=carry, args=(here, there, heard, delay), daemon=True).start()
        threading.Thread(target=carry, args=(there, here, heard, -1.0), daemon=True).start()


def main(port: int, delay: float) -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=accept, args=(listening, port, delay), daemon=True).start()
    print(listening.getsockname()[1], flush=True)
    for _ in sys.stdin:
        print(TURNS[0], flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]) / 1000)
