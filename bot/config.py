"""The settings: a TOML file. All its keys are known, and all have defaults."""

import os
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar
from zoneinfo import available_timezones

import click
import msgspec
from msgspec import Meta, Struct

from bot.places import Places, places, settings_path
from engine import languages
from engine.errors import UserError, error_text
from engine.plaintext import toml_in

ERROR_OUTPUT = "-"
"""The value of ``log`` for standard error."""
FILE = click.Path(dir_okay=False, path_type=Path)

F = TypeVar("F", bound=Callable[..., Any])

# `importlib.resources.files` would import all renderers.
LANGUAGES = languages.listed(Path(__file__).parents[1] / "renderers" / "locale")
if TYPE_CHECKING:
    LanguageTag = str
else:
    LanguageTag = Literal[*LANGUAGES]


class DiscordConfig(Struct, forbid_unknown_fields=True, frozen=True):
    token: str = ""


Security = Literal["tls", "starttls", "plain", "plain-over-the-network"]
"""The encryption of a connection. ``plain`` is only for this machine."""


class ImapConfig(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    host: str = ""
    port: Annotated[int, Meta(ge=1, le=65535)] = 993
    security: Security = "tls"
    user: str = ""
    password: str = ""
    folder: str = "INBOX"


class SmtpConfig(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    host: str = ""
    port: Annotated[int, Meta(ge=1, le=65535)] = 465
    security: Security = "tls"
    user: str = ""
    password: str = ""
    per_minute: Annotated[int, Meta(ge=0)] = 20
    per_day: Annotated[int, Meta(ge=0)] = 400


class OAuthConfig(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    command: str = ""
    endpoint: str = ""
    client_id: str = ""
    client_secret: str = ""
    refresh_token: str = ""
    scope: str = ""


class MailConfig(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    address: str = ""
    pattern: str = ""
    name: str = "Referee"
    authserv_id: str = ""
    check_signatures: bool = True
    trusted_sealers: tuple[str, ...] = ()
    ca_file: str = ""
    recall_minutes: Annotated[int, Meta(ge=0, le=1_440)] = 10
    imap: ImapConfig = ImapConfig()
    smtp: SmtpConfig = SmtpConfig()
    oauth: OAuthConfig = OAuthConfig()


class StoreConfig(Struct, forbid_unknown_fields=True, frozen=True):
    """The place of the database, if it is not a file."""

    url: Annotated[str, Meta(pattern=r"^(postgres(ql)?://.*)?$")] = ""


class HealthConfig(Struct, forbid_unknown_fields=True, frozen=True):
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    host: str = "127.0.0.1"


class PagesConfig(Struct, forbid_unknown_fields=True, frozen=True):
    """The folder of the club's pages, and its address for the world."""

    folder: str = ""
    url: Annotated[str, Meta(pattern=r"^(https?://.*)?$")] = ""
    title: str = "Meanwhile"


Days = Annotated[int, Meta(ge=1, le=36_500)]


class KeepConfig(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """The ages in days after which data is removed, and the hour at which that is done."""

    receipts: Annotated[int, Meta(ge=7, le=36_500)] = 60
    mail: Days = 60
    messages: Days = 30
    notes: Days = 365
    logs: Days = 90
    pictures: Days = 90
    copies: Days = 90
    hour: Annotated[int, Meta(ge=0, le=23)] = 4
    zone: str = "UTC"


class Config(Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    db: str = "meanwhile.db"
    pictures: str = "pictures"
    language: LanguageTag = "en"
    log: str = "meanwhile.log"
    log_form: Literal["text", "json"] = "text"
    operators: tuple[Annotated[str, Meta(pattern="^[a-z]+/.+$")], ...] = ()
    discord: DiscordConfig = DiscordConfig()
    mail: MailConfig = MailConfig()
    doors: dict[str, dict[str, Any]] = {}
    health: HealthConfig = HealthConfig()
    pages: PagesConfig = PagesConfig()
    store: StoreConfig = StoreConfig()
    keep: KeepConfig = KeepConfig()


def read_config(path: Path | None) -> Config:
    """Return the settings in a file, with paths relative to the current folder.

    Without a file, they are those of the current folder or the user, else the defaults
    (``bot.places``). Raises ``UserError`` if a setting is wrong.
    """
    if path is not None:
        return settings_in(path)
    file = settings_path()
    return placed(settings_in(file) if file.is_file() else Config(), places())


def usual_database() -> str:
    """Return the database of a command without options, or "" if the settings can't be read."""
    try:
        return read_config(None).db
    except UserError:
        return ""


def placed(config: Config, where: Places) -> Config:
    log = config.log if config.log == ERROR_OUTPUT else str(where.data / config.log)
    db, pictures = where.data / config.db, where.cache / config.pictures
    return msgspec.structs.replace(config, db=str(db), log=log, pictures=str(pictures))


def settings_in(path: Path) -> Config:
    """Return the settings in a file. Raises ``UserError`` if one is wrong."""
    try:
        found = toml_in(path.read_text("utf-8"))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise UserError(
            f'{path}: is not valid TOML: {error}; texts need quotes: KEY = "TEXT"'
        ) from error
    for key, known in unknown_keys(found, Config):
        near = get_close_matches(key.rpartition(".")[2], known, 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise UserError(f"{path}: there is no setting {key!r}; {hint}there are: {', '.join(known)}")
    try:
        config = msgspec.convert(found, Config)
        checked_zone(config.keep.zone, path)
        return config
    except msgspec.ValidationError as error:
        raise UserError(f"{path}: {error_text(error)}; see config.example.toml") from error


def checked_zone(zone: str, path: Path) -> None:
    if zone in available_timezones():
        return
    near = get_close_matches(zone, available_timezones(), 1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise UserError(
        f"{path}: keep.zone: there is no time zone {zone!r}; {hint}needs a name such as"
        " 'Europe/Berlin' or 'UTC'"
    )


def unknown_keys(
    table: dict[str, Any], struct: type[Struct], prefix: str = ""
) -> Iterator[tuple[str, list[str]]]:
    """Yield the full names of unknown keys in a table, each with the keys known there."""
    fields = {field.name: field.type for field in msgspec.structs.fields(struct)}
    for key, value in table.items():
        inner = fields.get(key)
        if key not in fields:
            yield prefix + key, list(fields)
        elif isinstance(value, dict) and isinstance(inner, type) and issubclass(inner, Struct):
            yield from unknown_keys(value, inner, f"{prefix}{key}.")


def settings_file() -> Path | None:
    named: Path | None = click.get_current_context().find_root().params.get("config")
    file = settings_path()
    return named or (file if file.is_file() else None)


def current() -> Config:
    context = click.get_current_context(silent=True)
    return (context and context.find_object(Config)) or Config()


def usual_language() -> str:
    """Return the language of the settings, or of the system if they name none."""
    file = settings_file()
    if file is not None and "language" in toml_in(file.read_text("utf-8")):
        return current().language
    chosen = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return languages.nearest(chosen, LANGUAGES)


def kinds_of_games(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Return the kinds of games that begin with this text, for shell completion."""
    # Import it only for completion.
    from engine.games import names

    return [name for name in names() if name.startswith(begun)]


GAME_OPTIONS = (
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="KEY=VALUE",
        help="An option of the game. May be repeated.",
    ),
    click.option("--scenario", type=FILE, help="A TOML file with a prepared position."),
    click.option("--charts", type=FILE, help="A TOML file with your own tables, for desert."),
    click.option("--board", type=FILE, help="A map in MegaMek's .board format, for ambush."),
    click.option(
        "--mission",
        type=FILE,
        help="Segments and a mission in the original game's text format, for derelict.",
    ),
    click.option(
        "--seed", metavar="HEX", help="Secret of the dice in hexadecimal digits; by default random."
    ),
    click.option(
        "--dice",
        type=FILE,
        help='Scripted dice, a JSON file: {"key or key prefix": [values, …]}. Marks the game.',
    ),
)


def game_options(command: F) -> F:
    """Add the options of new games to a command."""
    for option in reversed(GAME_OPTIONS):
        command = option(command)
    return command


def readable(_: click.Context, __: click.Parameter, db: Path) -> Path:
    """Return the database. Raises ``UserError`` if this user can't read it."""
    if not db.is_file() or os.access(db, os.R_OK):
        return db
    owner = owner_of(db)
    raise UserError(
        f"{db}: belongs to {owner}, and cannot be read by you: go on as that user (sudo -u {owner}"
        " …), or have it given to you (chown)"
    )


def owner_of(file: Path) -> str:
    try:
        return file.owner()
    except KeyError:
        return f"user {file.stat().st_uid}"


database_option = click.option(
    "--db",
    type=click.Path(dir_okay=False, readable=False, path_type=Path),
    callback=readable,
    default=lambda: Path(current().db),
    help="The database; by default that of the settings (meanwhile.db).",
)


def remember_language(context: click.Context, _: click.Parameter, language: str) -> str:
    context.meta["language"] = language
    return language


language_option = click.option(
    "--language",
    callback=remember_language,
    type=click.Choice(LANGUAGES),
    default=usual_language,
    help="Language of the output; by default that of the settings, else of the system.",
)
json_option = click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="For programs: read one order per line, write one JSON object per line.",
)
plain_option = click.option(
    "--plain",
    is_flag=True,
    help="Print lines instead of filling the screen, for example for a screen reader.",
)
pictures_option = click.option(
    "--pictures",
    type=click.Path(file_okay=False, path_type=Path),
    default=lambda: Path(current().pictures),
    help="Folder for pictures of the board.",
)
force_option = click.option("--force", is_flag=True, help="Overwrite an existing file.")
