"""A Dovecot and a Postfix of one's own on loopback: from Debian's packages, with settings,
certificates and mails in a folder that is thrown away. Nothing can leave this machine: Postfix
knows one domain, and refuses every other.

Dovecot runs wholly as ``nobody``. Postfix wants root, which it gives up in its parts.
"""

import grp
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.kit.data import beside

DATA = beside(__file__)

DOVECOT, POSTFIX, PARTS = "/usr/sbin/dovecot", "/usr/sbin/postfix", Path("/usr/lib/postfix/sbin")
DOMAIN, MX = "lab.test", "mx.lab.test"
PASSWORD = "sandbox"
OWNER = "nobody"
QUEUES = "active bounce corrupt defer deferred flush hold incoming private saved trace".split()

WATCH = "read _; kill -s KILL -- -$1"
"""Waits until the tests are over, however they end, and ends the server then. To have the
kernel do that would be simpler, but Postfix changes its user, and the kernel forgets.
"""

DOVECOT_CONF = DATA["dovecot_conf"]

SINCE_2_4 = DATA["since_2_4"]
"""What is written otherwise for Dovecot 2.4 (https://doc.dovecot.org/2.4.0/installation/upgrade):
from its documentation, not tried.
"""


def dovecot_conf(version: str) -> str:
    written: str = DOVECOT_CONF
    for old, new in SINCE_2_4.items() if not version.startswith("2.3.") else ():
        assert old in written, old
        written = written.replace(old, new)
    return written


def dovecot_version() -> str:
    said = subprocess.run([DOVECOT, "--version"], capture_output=True, text=True, check=True)
    return said.stdout.split()[0]


MAIN_CF = DATA["main_cf"]

MASTER_CF = DATA["master_cf"]


def missing() -> str:
    if absent := [path for path in (DOVECOT, POSTFIX) if not Path(path).exists()]:
        return (
            f"{', '.join(absent)}: not here (apt-get install dovecot-imapd dovecot-lmtpd postfix)"
        )
    if not (version := dovecot_version()).startswith(("2.3.", "2.4.")):
        return f"Dovecot {version}: how its settings are written is not known here"
    return "" if os.geteuid() == 0 else "Postfix wants to be started as root"


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port: int = line.getsockname()[1]
        return port


class Process:
    def __init__(self, command: Sequence[str | Path], folder: Path, as_user: str | None = None):
        self.folder, self.name = folder, Path(command[0]).name
        user = pwd.getpwnam(as_user) if as_user else None
        with (folder / f"{self.name}.stderr").open("w") as said:
            self.process = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                cwd="/",
                start_new_session=True,
                user=user and user.pw_uid,
                group=user and user.pw_gid,
                extra_groups=[] if user else None,
            )
        self.watch = subprocess.Popen(
            ["/bin/sh", "-c", WATCH, "sh", str(self.process.pid)],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def wait_for(self, port: int, greeting: bytes, seconds: float = 15.0) -> None:
        """Wait until somebody answers there. Raises ``RuntimeError`` with what the server said."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=1) as line:
                    if line.recv(256).startswith(greeting):
                        return
            except OSError:
                time.sleep(0.02)
        said = [
            path.read_text() for path in self.folder.iterdir() if path.suffix in (".stderr", ".log")
        ]
        raise RuntimeError(f"{self.name} does not answer: {' '.join(said)[-3_000:]}")

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.watch.kill()
        self.watch.communicate()
        self.process.wait()
        # Its children die a moment later, and until then its sockets answer: whoever begins
        # again would be told that it is already running.
        end = time.monotonic() + 5
        while alive(self.process.pid) and time.monotonic() < end:
            time.sleep(0.01)


def alive(group: int) -> bool:
    """Is there a process in this group that has not ended? Those that have may wait for long
    until somebody asks what became of them.
    """
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, own = path.read_text().rpartition(")")[2].split()[:3]
            if int(own) == group and state not in ("Z", "X"):
                return True
    return False


class Servers:
    """Both of them. ``pem`` and ``key`` are the certificate. Every mailbox whose name begins
    with ``t-`` is there and opens to ``PASSWORD``; there is no other. With ``below``, own
    folders lie below the INBOX, as at many hosts.
    """

    def __init__(self, pem: bytes, key: bytes, below: bool = False):
        # Directly below the folder for such things: a socket's name may have 108
        # messages, and others must get in.
        self.folder = Path(tempfile.mkdtemp(prefix="mail-"))
        self.folder.chmod(0o755)
        self.imap, self.imaps, self.lmtp, self.auth, self.smtp, self.smtps = (
            free_port() for _ in range(6)
        )
        (self.folder / "server.pem").write_bytes(pem)
        (self.folder / "server.key").write_bytes(key)
        owner = pwd.getpwnam(OWNER)
        self.settings = {
            "folder": self.folder,
            "owner": OWNER,
            "group": grp.getgrgid(owner.pw_gid).gr_name,
            "uid": owner.pw_uid,
            "gid": owner.pw_gid,
            "password": PASSWORD,
            "domain": DOMAIN,
            "mx": MX,
            "imap": self.imap,
            "imaps": self.imaps,
            "lmtp": self.lmtp,
            "auth": self.auth,
            "smtp": self.smtp,
            "smtps": self.smtps,
            "below": "prefix = INBOX.\n  separator = ." if below else "separator = /",
        }
        self.prepare()
        self.dovecot = self.run_dovecot()
        self.postfix = Process([PARTS / "master", "-c", self.folder / "etc", "-d"], self.folder)
        self.postfix.wait_for(self.smtp, b"220")

    def prepare(self) -> None:
        folder, owner, postfix = self.folder, pwd.getpwnam(OWNER), pwd.getpwnam("postfix")
        for name in ("run", "state", "mail"):
            (folder / name).mkdir()
        # Nobody is in it: without a list that could have somebody, a name that is not
        # there is a mistake of Dovecot's.
        (folder / "users").touch()
        (folder / "dovecot.conf").write_text(
            dovecot_conf(dovecot_version()).format(**self.settings)
        )
        for path in (folder, *folder.iterdir()):
            os.chown(path, owner.pw_uid, owner.pw_gid)
        drop = grp.getgrnam("postdrop").gr_gid
        for name, user, group, mode in [
            ("etc", 0, 0, 0o755),
            ("data", postfix.pw_uid, postfix.pw_gid, 0o700),
            ("spool", 0, 0, 0o755),
            ("spool/pid", 0, 0, 0o755),
            ("spool/public", postfix.pw_uid, drop, 0o710),
            ("spool/maildrop", postfix.pw_uid, drop, 0o730),
            *((f"spool/{queue}", postfix.pw_uid, 0, 0o700) for queue in QUEUES),
        ]:
            (folder / name).mkdir()
            (folder / name).chmod(mode)
            os.chown(folder / name, user, group)
        (folder / "etc" / "main.cf").write_text(MAIN_CF.format(**self.settings))
        (folder / "etc" / "master.cf").write_text(MASTER_CF.format(**self.settings))

    def run_dovecot(self) -> Process:
        dovecot = Process([DOVECOT, "-F", "-c", self.folder / "dovecot.conf"], self.folder, OWNER)
        dovecot.wait_for(self.imap, b"* OK")
        dovecot.wait_for(self.lmtp, b"220")
        return dovecot

    def restart(self) -> None:
        self.dovecot.kill()
        self.dovecot = self.run_dovecot()

    def stop(self) -> None:
        self.postfix.kill()
        self.dovecot.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        paths = [self.folder / "dovecot.log", self.folder / "postfix.log"]
        return "\n".join(path.read_text(errors="replace") for path in paths if path.exists())

    def errors(self) -> list[str]:
        return re.findall(r"^.*(?:fatal|panic|Fatal|Panic):.*$", self.log(), re.M)
