"""``python confined.py DATA COMMAND...``: run a command as in the container: nothing but one folder
can be written, no right of root is left, and no memory is both written and executed. Begun in a
mount namespace of its own (``unshare --mount``, for who is not root with ``--map-root-user``).
"""

import ctypes
import os
import struct
import sys

PRIVATE, BIND = 0x4000 | 1 << 18, 0x1000
MOUNT_SETATTR, HERE, ALL_BELOW, READ_ONLY = 442, -100, 0x8000, 1
NO_NEW_RIGHTS, NO_WRITTEN_CODE = 38, 65
USER = 990
"""The user of the container file."""

libc = ctypes.CDLL(None, use_errno=True)


def done(result: int, what: str) -> None:
    """Raise ``OSError`` if it was not."""
    if result:
        raise OSError(ctypes.get_errno(), what)


def read_only(path: bytes, *, yes: bool) -> None:
    attributes = struct.pack("4Q", READ_ONLY if yes else 0, 0 if yes else READ_ONLY, 0, 0)
    below = ALL_BELOW if yes else 0
    size = ctypes.c_size_t(len(attributes))
    done(libc.syscall(MOUNT_SETATTR, HERE, path, below, attributes, size), "mount_setattr")


def main() -> None:
    data, command = os.fsencode(sys.argv[1]), sys.argv[2:]
    done(libc.mount(None, b"/", None, PRIVATE, None), "mount")
    done(libc.mount(data, data, None, BIND, None), "mount")
    read_only(b"/", yes=True)
    for path in (data, b"/proc"):  # a namespace is made by writing there
        read_only(path, yes=False)
    done(libc.prctl(NO_NEW_RIGHTS, 1, 0, 0, 0), "prctl")
    libc.prctl(NO_WRITTEN_CODE, 1, 0, 0, 0)  # since Linux 6.3
    os.chdir(data)
    os.execvp("unshare", ["unshare", f"--map-user={USER}", f"--map-group={USER}", *command])


if __name__ == "__main__":
    main()
