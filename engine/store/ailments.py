"""Remedies for errors of SQLite, recognised by their messages."""

DAMAGED = (
    "the file is damaged: keep it as it is; `meanwhile doctor` says which games can still be read,"
    " and `meanwhile export --all --output FOLDER` gets them out"
)


def advice(error: Exception) -> str:
    return hint(error) or "check the file with `meanwhile doctor`"


def hint(error: Exception) -> str:
    text = str(error)
    if is_full(error):
        return "make room on the disk"
    if "not a database" in text:
        return "choose another file with --db"
    if "readonly" in text or "unable to open" in text:
        return "make the file and its folder writable, or choose another file with --db"
    if "locked" in text:
        return (
            "another program holds the file, such as one that shows or copies databases: end that"
            " one, and try again"
        )
    return DAMAGED if is_damage(error) else ""


def is_full(error: Exception) -> bool:
    """Return whether the disk is full, even if only for SQLite's temporary files."""
    return "full" in str(error) or getattr(error, "sqlite_errorname", "") == "SQLITE_IOERR_SHMSIZE"


def is_damage(error: Exception) -> bool:
    return not is_full(error) and any(
        word in str(error) for word in ("malformed", "disk I/O error", "Could not decode")
    )
