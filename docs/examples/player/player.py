"""Play any game using only the offers of its menu: ``python player.py HOST PORT TOKEN``."""

import json
import random
import socket
import sys


def play(host, port, token, rng=random):
    """Play one seat until the game ends, and return every object that the server sent."""
    read, menu, busy = [], None, True
    with socket.create_connection((host, port)) as connection:

        def send(line):
            connection.sendall(f"{line}\n".encode())

        send(f"hello 1\njoin {token}")
        for thing in map(json.loads, connection.makefile("rb")):
            read.append(thing)
            match thing["kind"]:
                case "result":
                    return read
                case "menu":
                    menu = thing
                    if not busy:  # a question arrived without being requested
                        send("?")
                    busy = True
                case "board":  # the last part of the answer to "?"
                    if busy := menu["asked"]:
                        send(begun(menu, rng))
                case "parts":  # choose word by word until the order is whole
                    stop = thing["whole"] and (not thing["words"] or rng.random() < 0.3)
                    if not stop and thing["words"]:
                        send(f"parts? {thing['text']} {rng.choice(thing['words'])}")
                    else:
                        send(thing["text"] if stop else "?")
                case "receipt" | "refusal":
                    send("?")
    raise ConnectionError("the server has hung up")


def begun(menu, rng):
    """Return a random line: an order, or ``parts?`` with the beginning of a long one."""
    some = [one for one in menu["offers"] + menu["unlisted"] if one["role"] != "anytime"]
    kind = rng.choice(sorted({one["type"] for one in some}))
    one = rng.choice([one for one in some if one["type"] == kind])
    return one.get("order") or f"parts? {one['pattern'].partition('{')[0].strip()}"


if __name__ == "__main__":
    print(play(sys.argv[1], int(sys.argv[2]), sys.argv[3])[-1])
