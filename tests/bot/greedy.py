"""The process that reads strangers' files, where reading never ends: the scenario's name says what
it takes too much of.
"""

from itertools import count

from bot import untrusted


def read(files: untrusted.Files) -> None:
    taken = list[bytes]()
    for _ in count():
        if files.scenario and files.scenario[0] == "memory":
            taken.append(bytes(1 << 24))


if __name__ == "__main__":
    untrusted.CPU = 1
    untrusted.read = read  # type: ignore[assignment]  # never returns
    untrusted.main()
