"""What the test server was sent, as a page that looks like Discord: messages with embeds or
components, answers that one person alone sees, forms.
"""

import base64
import re
from datetime import UTC, datetime
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

Json = dict[str, Any]

STYLE = resources.files("tests.discord.pictures").joinpath("style.css")
FONTS = Path(str(resources.files("renderers"))) / "fonts"
V2, LOADING = 1 << 15, 128
PHONE, DESKTOP = 420, 720


class Screen(msgspec.Struct, kw_only=True):
    """What is on somebody's screen at a moment. ``shown``: notes, messages, forms and the rest,
    from the top, each an object with one key that says what it is; ``names`` of people and places
    by their ids; ``blobs`` of the files; ``now`` in seconds.
    """

    place: str
    reader: str
    now: int
    shown: list[Json]
    names: dict[str, str]
    blobs: dict[str, bytes]

    def html(self) -> str:
        return page(Writing(self).screen())

    def source(self) -> list[Any]:
        """Return what the page says, without what differs from run to run; of a picture its alt
        text.
        """
        seen: dict[str, str] = {}

        def same(value: Any) -> Any:
            if isinstance(value, dict):
                return {key: same(one) for key, one in value.items() if key not in VARYING}
            if isinstance(value, list):
                return [same(one) for one in value]
            if isinstance(value, str):
                return NUMBER.sub(lambda found: seen.setdefault(found[0], f"#{len(seen)}"), value)
            return value

        return [self.place, self.reader, self.now, same(self.shown)]


VARYING = frozenset(
    "id timestamp edited_timestamp author channel_id nonce webhook_id application_id media url"
    " proxy_url custom_id size width height interaction_metadata pressed".split()
)
"""What differs between two runs, or stands for what nobody sees."""
NUMBER = re.compile(r"\d{17,20}")


def page(body: str, kind: str = "") -> str:
    style = STYLE.read_text("utf-8").replace("FONTS", FONTS.as_uri())
    return f'<!doctype html><meta charset="utf-8"><style>{style}</style><body class="{kind}">{body}'


INLINE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\[([^\]]+)\]\((?:&lt;)?https?:[^)]*\)"), r"<a>\1</a>"),
    (re.compile(r"(?<![\w*])\*([^*\n]+)\*(?![\w*])"), r"<i>\1</i>"),
)
PLAIN = re.compile(r"\\([!-/:-@\[-`{-~])")
ASIDE = 0xE000
"""Added to a character that is not to be read as a mark: into what Unicode leaves free."""
SET_ASIDE = re.compile("[\ue000-\ue07f]")
BLOCKS = (("### ", "h3"), ("## ", "h2"), ("# ", "h1"), ("-# ", "small"), ("- ", "li"),
          ("&gt; ", "blockquote"))  # fmt: skip


class Writing:
    def __init__(self, screen: Screen):
        self.on = screen

    def screen(self) -> str:
        kind = "@" if self.on.place == "Meanwhile" else "#"
        bar = f"<i>{kind}</i><b>{escape(self.on.place)}</b><small>{escape(self.on.reader)}</small>"
        return f'<div class="bar">{bar}</div>' + self.parts()

    def parts(self) -> str:
        return "".join(getattr(self, key)(one[key]) for one in self.on.shown for key in one)

    def note(self, text: str) -> str:
        return f'<div class="note">{escape(text)}</div>'

    def typed(self, text: str) -> str:
        return f'<div class="typed">{escape(text)}</div>'

    def push(self, text: str) -> str:
        told = re.sub(r"</?\w+[^>]*>", "", self.inline(text.partition("\n")[0]))
        return f'<div class="push"><small>Push notification</small><b>Meanwhile</b>{told}</div>'

    # ---- messages

    def message(self, said: Json) -> str:
        author, alone = said["author"], bool(said["flags"] & 64)
        called = self.on.reader in [one["username"] for one in said["mentions"]]
        name = escape(author["global_name"]) if not author["bot"] else "Meanwhile"
        person = "" if author["bot"] else "person"
        tag = '<span class="tag">APP</span>' if author["bot"] else ""
        at = datetime.fromisoformat(said["timestamp"])
        days = (datetime.fromtimestamp(self.on.now, UTC).date() - at.date()).days
        day = {0: "Today at ", 1: "Yesterday at "}.get(days, f"{at:%d/%m/%Y} ")
        foot = "Only you can see this · <a>Dismiss message</a>" if alone else ""
        foot = foot or ("(edited)" if said["edited_timestamp"] and author["bot"] else "")
        used: set[str] = set()
        body = [self.text(said["content"]) if said["content"] else ""]
        body += [self.embed(one, said, used) for one in said["embeds"]]
        below = [self.component(one, said, used) for one in said["components"]]
        if not said["flags"] & V2:
            body += [self.file(one) for one in said["attachments"] if one["id"] not in used]
        kind = "alone" if alone else "called" if called else ""
        return (
            f'<div class="message {kind}"><div class="face {person}">{name[0].upper()}</div>'
            f'<div class="head"><b class="{person}">{name}</b>{tag}'
            f"<time>{day}{at:%H:%M}</time></div>{''.join(body + below)}"
            + (f'<div class="foot">{foot}</div>' if foot else "")
            + "</div>"
        )

    def embed(self, one: Json, said: Json, used: set[str]) -> str:
        title = f"<b>{self.inline(one['title'])}</b>" if one.get("title") else ""
        text = self.text(one["description"]) if one.get("description") else ""
        image = self.media(one["image"], said, used) if one.get("image") else ""
        return f'<div class="frame">{title}{text}{image}</div>'

    def file(self, file: Json) -> str:
        if file["filename"].endswith((".png", ".gif")):
            return f'<img class="picture" src="{self.data(file["id"])}">'
        return f'<div class="file"><a>{escape(file["filename"])}</a></div>'

    def media(self, media: Json, said: Json, used: set[str]) -> str:
        name = media["url"].rpartition("/")[2]
        (id,) = {one["id"] for one in said["attachments"] if one["filename"] == name}
        used.add(id)
        return f'<img class="picture" src="{self.data(id)}">'

    def data(self, id: str) -> str:
        data = self.on.blobs[id]
        kind = "gif" if data.startswith(b"GIF") else "png"
        return f"data:image/{kind};base64," + base64.b64encode(data).decode()

    def component(self, one: Json, said: Json, used: set[str]) -> str:
        inner = "".join(self.component(part, said, used) for part in one.get("components") or ())
        match one["type"]:
            case 1:
                return f'<div class="row">{inner}</div>'
            case 2:
                off = " off" if one.get("disabled") else ""
                off += " pressed" if one.get("label") == said.get("pressed") else ""
                label = escape(one.get("label") or "")
                return f'<span class="button s{one["style"]}{off}">{label}</span>'
            case 3 | 5 | 6 | 7 | 8:
                return self.choice(one)
            case 9:
                beside = self.component(one["accessory"], said, used)
                return f'<div class="part"><div>{inner}</div>{beside}</div>'
            case 10:
                return self.text(one["content"])
            case 11:
                return self.media(one["media"], said, used).replace(' class="picture"', "")
            case 12:
                return "".join(self.media(item["media"], said, used) for item in one["items"])
            case 13:
                return f'<div class="file"><a>{escape(one["file"]["url"])}</a></div>'
            case 14:
                return "<hr>"
            case 17:
                tone = one.get("accent_color")
                edge = f' style="border-left-color:#{tone:06x}"' if tone is not None else ""
                return f'<div class="box"{edge}>{inner}</div>'
        raise ValueError(f"a component of type {one['type']}")

    def choice(self, one: Json) -> str:
        chosen = [option["label"] for option in one.get("options") or () if option.get("default")]
        said = ", ".join(chosen) or one.get("placeholder") or ""
        off = " off" if one.get("disabled") else ""
        return f'<div class="choice{off}"><b>{escape(said)}</b></div>'

    def form(self, form: Json) -> str:
        fields = []
        for one in form["components"]:
            if one["type"] == 10:
                fields.append(self.text(one["content"]))
                continue
            field = one["component"] if one["type"] == 18 else one["components"][0]
            label = escape(one.get("label") or field.get("label") or "")
            star = " <em>*</em>" if field.get("required", True) else ""
            hint = escape(one.get("description") or "")
            if field["type"] == 4:
                value, empty = field.get("value"), field.get("placeholder") or ""
                inside = escape(value) if value else f'<span class="empty">{escape(empty)}</span>'
                long = " long" if field["style"] == 2 else ""
                box = f'<div class="field{long}">{inside}</div>'
            else:
                box = self.choice(field)
            fields.append(f'<label>{label}{star}</label><div class="hint">{hint}</div>{box}')
        buttons = '<span class="button">Cancel</span><span class="button s1">Submit</span>'
        title = f"<b>{escape(form['title'])}</b>"
        return f'<div class="form">{title}{"".join(fields)}<div class="row">{buttons}</div></div>'

    # ---- words

    def text(self, said: str) -> str:
        parts = re.split(r"```(?:\w*\n)?(.*?)```", said, flags=re.DOTALL)
        made = [
            f"<pre>{escape(part)}</pre>" if n % 2 else self.lines(part)
            for n, part in enumerate(parts)
        ]
        return f'<div class="text">{"".join(made)}</div>'

    def lines(self, said: str) -> str:
        made, words = "", False
        for line in said.strip("\n").split("\n"):
            inner = self.inline(line)
            mark = next(((mark, tag) for mark, tag in BLOCKS if inner.startswith(mark)), None)
            if mark is not None:
                made += f"<{mark[1]}>{inner[len(mark[0]) :]}</{mark[1]}>"
            else:
                made += "<br>" * words + inner
            words = mark is None
        return made

    def inline(self, said: str) -> str:
        kept = PLAIN.sub(lambda found: chr(ASIDE + ord(found[1])), said)
        parts = re.split(r"`([^`]+)`", kept)
        made = "".join(
            f"<code>{escape(part)}</code>" if n % 2 else self.marked(escape(part, quote=False))
            for n, part in enumerate(parts)
        )
        return SET_ASIDE.sub(lambda found: escape(chr(ord(found[0]) - ASIDE)), made)

    def marked(self, said: str) -> str:
        for pattern, into in INLINE:
            said = pattern.sub(into, said)
        for mark, write in (
            (r"&lt;@!?(\d+)&gt;", lambda f: self.named("@" + self.on.names.get(f[1], "unknown"))),
            (r"&lt;#(\d+)&gt;", lambda f: self.named("# " + self.on.names.get(f[1], "unknown"))),
            (r"&lt;(/[^:]+):\d+&gt;", lambda f: self.named(f[1])),
            (r"&lt;t:(\d+)(?::(\w))?&gt;", self.time),
        ):
            said = re.sub(mark, write, said)
        return said

    def named(self, name: str) -> str:
        return f'<span class="name">{name}</span>'

    def time(self, found: "re.Match[str]") -> str:
        at, kind = datetime.fromtimestamp(int(found[1]), UTC), found[2] or "f"
        write = FORMS.get(kind)
        said = f"{at:{write}}" if write else relative(int(found[1]) - self.on.now)
        return f'<span class="time">{said}</span>'


FORMS = {
    "t": "%H:%M",
    "T": "%H:%M:%S",
    "d": "%d/%m/%Y",
    "D": "%d %B %Y",
    "f": "%d %B %Y %H:%M",
    "F": "%A, %d %B %Y %H:%M",
}
UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


def relative(seconds: int) -> str:
    for length, name in UNITS:
        if abs(seconds) >= length or length == 1:
            n = round(abs(seconds) / length)
            many = f"{n} {name}{'s' * (n != 1)}"
            return f"in {many}" if seconds >= 0 else f"{many} ago"
    raise AssertionError
