"""Tales of people who write mails: who writes what, and what comes of it, line by line.

    Ann: bomb Bob 0 0       -> accept; done bomb Bob 0 0; asked Bob
    Eve fail to Ann: pass   -> confirm; Ann reads eve@evil.example; Ann gets question
    Ann to question: YES    -> accept

A `` / `` begins a new line of a mail. Before the colon may stand a verdict (``fail``, ``none``,
``absent``; other mails pass); the mail that is answered (``to Ann``: her last question; ``to
last``: the last mail of the writer; ``to [g12]`` or ``to hello``: none, but with this subject);
``from ADDRESS``; ``id=``; ``written=``, in seconds from now; ``with HEADER`` at the end.
``again`` sends the last mail once more, ``wait 1h`` lets time pass while the mailbox is read,
``recall 10m`` lets answers wait, ``make g13`` makes a game, ``invite Ann g13`` invites her, and
``call old Ann`` gives her last question a name. ``$game`` is the name of the
last game that somebody made.

After ``->`` stands what comes of a line, for its writer unless somebody is named: what the new
mails say (``reads this … and then this``, ``lacks``, ``subject``), their ``pictures``, how many
there are (``hears``), the rows of the last (``done``, ``not done``, ``waits``), and a name for it
(``gets``).
``nobody hears``, ``asked``, ``orders Ann 1``, ``seats``, ``sheet``, ``answers``, ``result`` and
``unchanged`` are about the game. The rest is what the referee did with the mail.
"""

import re
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from tests.mail.stage import (
    EVE,
    PEOPLE,
    Office,
    about,
    address,
    asks,
    empty,
    hiding,
    parsed,
    played,
    prompt,
    reply,
    rows,
    text_of,
)

STAGES = {"played": played, "empty": empty, "hiding": hiding}
SENDERS = {**PEOPLE, "Eve": EVE}
VERDICTS = {"pass": "pass", "fail": "fail", "none": "none", "absent": None}
UNITS = {"m": 1, "h": 60}
ABOUT = re.compile(
    r"(?:(Ann|Bob|Eve|\S+@\S+) )?(reads|lacks|subject|pictures|done|not done|waits|hears|gets) (.*)"
)
MADE = re.compile(r"Game (\w+) \(\w+\) is ready")


def one_line(text: str) -> str:
    return " ".join(text.split())


class MailTeller:
    """The office in which a tale happens. ``sent`` counts the mails before its last line."""

    def __init__(self, at: Office):
        self.at = at
        self.names: dict[str, EmailMessage] = {}
        self.raw, self.writer, self.what, self.made = b"", "Ann", "", ""
        self.sent = 0

    async def tell(self, text: str) -> None:
        count = 0
        for line in re.sub(r"\s*\n\s*->", " ->", text.strip()).splitlines():
            act, *wanted = re.split(" -> |; ", line)
            wanted = [one.strip() for one in wanted]
            state = await self.saved() if "unchanged" in wanted else b""
            self.sent = len(self.at.provider.mails)
            await self.act(act.strip())
            found: object
            right: object
            for one in wanted:
                if one == "unchanged":
                    found, right = await self.saved(), state
                elif one == "nobody hears":
                    found, right = self.at.provider.mails[self.sent :], []
                else:
                    found, right = await self.look(one.replace("$game", self.made))
                assert found == right, f"{line}\n{one}: {found!r}"
            count += len(wanted)
        assert count, "a tale that expects nothing"

    def mails(self, who: str, since: int = 0) -> list[EmailMessage]:
        to = address(who) if who in SENDERS else who
        return [
            parsed(raw) for _, receiver, raw in self.at.provider.mails[since:] if receiver == to
        ]

    async def saved(self) -> bytes:
        return (await self.at.table()).save()

    # ---- what happens

    async def act(self, act: str) -> None:
        head, colon, text = act.replace("$game", self.made).partition(": ")
        words = head.rstrip(":").split()
        if colon or head.endswith(":"):
            await self.write(words[0], words[1:], text.replace(" / ", "\n"))
        elif words[0] == "again":
            self.what = (await self.at.take(self.raw)).what
        elif words[0] == "wait":
            for _ in range(int(words[1][:-1]) * UNITS[words[1][-1]]):
                self.at.clock.advance(60)
                await self.at.door.has_read(self.at.clock.now())
                await self.at.quiet()
        elif words[0] == "recall":
            self.at.door.recall = int(words[1][:-1]) * UNITS[words[1][-1]] * 60
        elif words[0] == "make":
            options = dict(word.split("=", 1) for word in words[2:])
            await self.at.make(words[1], **options)
        elif words[0] == "call":
            self.names[words[1]] = prompt(self.at, words[2])
        else:
            assert words[0] == "invite", act
            await self.at.door.invite(words[2], address(words[1]))

    async def write(self, who: str, words: list[str], text: str) -> None:
        """Let somebody write a mail."""
        sender, to, more, headers = SENDERS[who], self.answered(who), dict[str, Any](), ""
        while words:
            word = words.pop(0)
            name, equal, value = word.partition("=")
            if word in VERDICTS:
                more["verdict"] = VERDICTS[word]
            elif word == "to":
                to = self.answered(who, words.pop(0))
            elif word == "from":
                sender = f"{who} <{words.pop(0)}>"
            elif word == "with":
                headers, words = f"{' '.join(words).replace('=', ': ', 1)}\r\n", []
            elif name == "id":
                more["id"] = f"<{value}@x>"
            else:
                assert (name, equal) == ("written", "="), word
                more["written"] = self.at.clock.now() + int(value)
        self.writer = who
        self.raw = headers.encode() + reply(to, text, sender, **more)
        self.what = (await self.at.take(self.raw)).what
        for mail in self.mails(who, self.sent):
            if found := MADE.search(text_of(mail)):
                self.made = found[1]

    def answered(self, who: str, to: str = "") -> EmailMessage:
        """Return the mail that is answered: by its name, or the last that asks."""
        if to in self.names:
            return self.names[to]
        if to == "hello" or to.startswith("["):
            return about(to)
        if "@" in to:
            return self.mails(to)[-1]
        asked = [mail for mail in self.mails(to if to in SENDERS else who) if asks(mail)]
        latest = self.mails(who)[-1:] if to in ("", "last") else []
        return [about(), *latest, *([] if to == "last" else asked)][-1]

    # ---- what came of it

    async def look(self, one: str) -> tuple[object, object]:
        """Return what there is, and what should be."""
        if found := ABOUT.fullmatch(one):
            return self.heard(found[1] or self.writer, found[2], one_line(found[3]))
        word, _, rest = one.partition(" ")
        if word == "asked":
            seat, _, game = rest.partition(" in ")
            return await self.at.asked(game or "g12"), seat
        if word not in ("orders", "seats", "answers", "result", "sheet"):
            return self.what, one
        table = await self.at.table()
        seats = rest.replace("none", "").split()
        match word:
            case "orders":
                return f"{seats[0]} {table.state.orders.get(seats[0], 0)}", rest
            case "seats":
                return [chair.seat for chair in table.state.chairs], seats
            case "answers":
                return list(table.state.answers), seats
            case "result":
                return table.state.result, None
            case _:
                lines = table.view("A").sheet.lines
                return [f"{line.unit} {line.place}" for line in lines], [rest][rest == "none" :]

    def heard(self, who: str, word: str, rest: str) -> tuple[object, object]:
        new = self.mails(who, self.sent)
        if word == "hears":
            return len(new), int(rest)
        if word == "pictures":
            parts = [part for mail in new for part in mail.walk()]
            return sum(part.get_content_maintype() == "image" for part in parts), int(rest)
        if word == "gets":
            self.names[rest] = new[-1]
            return True, True
        if word in ("done", "not done", "waits"):
            told = rows(self.mails(who)[-1], word.upper())
            return " / ".join(map(one_line, told)) or "none", rest
        shown = [str(mail["Subject"]) if word == "subject" else text_of(mail) for mail in new]
        text = one_line(" ".join(shown))
        there = re.search(".*".join(map(re.escape, rest.split(" … "))), text)
        return bool(there) == (word != "lacks") or text, True


def tell(folder: Path, text: str) -> None:
    """Let a tale happen on the stage that its first line may name, with options."""
    first, _, rest = text.strip().partition("\n")
    on, *options = first.split()[1:] if first.startswith("on ") else ["played"]
    lines = rest if first.startswith("on ") else text
    given = dict(option.split("=", 1) for option in options)
    STAGES[on](folder, lambda at: MailTeller(at).tell(lines), **given)
