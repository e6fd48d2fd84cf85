"""What the referee mails: reports, talk, receipts, help and questions whether it was you; from one reader's view."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

import renderers
from engine.letters import News, Receipt
from engine.menu import Menu, Refused
from engine.state import PUBLIC, Chair, Seat
from mail.envelope import Block, Draft, Headers, Mail, finished, write_mail
from mail.names import Capability, Names
from mail.reading import Reading
from renderers import Sentences

SHOWN = 300
"""Characters of what somebody has written that are shown to him again."""
MANY = 40
"""Lines of an answer at the most."""


@cache
def words(language: str) -> Sentences:
    """All sentences in one language, this door's own among them."""
    said = Sentences(language)
    said.read(files("mail") / "locale" / f"{said.language}.ftl")
    return said


def clipped(text: str) -> str:
    """Not more of a text than what is shown again."""
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def number_of(chairs: Sequence[Chair], viewer: Seat) -> int:
    """The number of a viewer's chair; 0 for who only watches."""
    return next((chair.number for chair in chairs if chair.seat == viewer), 0)


class Writing:
    """Makes the mails of one referee, in one language."""

    def __init__(self, names: Names, language: str = "en"):
        self.names, self.said = names, words(language)

    # ---- unasked

    def report(
        self, news: News, epoch: int = 0, first: Sequence[str] = (), answers: str = "", subject: str = ""
    ) -> Mail:
        """What one bulletin brings to one reader, and how the game stands. With ``answers``, the answer to that mail,
        with ``first`` on top."""
        view, kind = news.view(), news.kind.name
        over = news.result is not None
        asked = not over and news.asked is not None and news.viewer in news.asked.seats
        state = "over" if over else "asked" if asked else "other"
        say = self.said.say
        blocks = [Block("text", tuple(first))] if first else []
        blocks += [
            Block("title", (say("mail-title", game=news.game, kind=kind, turn=news.question),)),
            Block("text", tuple(self.standing(news, asked))),
        ]
        if news.events:
            names = renderers.names(kind, view)
            told = tuple(one_line(self.said.event(event, news.viewer, names)) for event in news.events)
            blocks += [Block("text", (say("mail-happened"),)), Block("list", told)]
        blocks.append(Block("text", (say("mail-board"),)))
        after = len(blocks) - 1
        blocks.append(Block("grid", tuple(renderers.board_text(kind, view, self.said.language).splitlines())))
        if asked:
            prompt = self.said.prompt(kind, view, news.menu().examples(news.question))
            blocks += [Block("text", (one_line(prompt),)), Block("text", (say("mail-how"), say("mail-how-late")))]
        blocks.append(Block("small", (say("mail-foot"),)))
        draft = Draft(
            news.sender,
            subject or say("mail-subject", game=news.game, turn=news.question, kind=kind, state=state),
            tuple(blocks),
            news.at,
            answers,
            renderers.picture(kind, view, self.said.language),
            renderers.alt_text(kind, view, self.said.language),
            after,
        )
        return self.post(draft, Capability(news.game, number_of(news.chairs, news.viewer), news.question), epoch)

    def standing(self, news: News, asked: bool) -> list[str]:
        """Who the reader is, who is asked, and until when."""
        say, kind = self.said.say, news.kind.name
        names = renderers.names(kind, news.view())
        lines = [say("mail-you-watch")]
        if news.viewer != PUBLIC:
            lines = [say("mail-you", name=names.get(news.viewer, news.viewer))]
        if news.result is not None:
            return [*lines, say("mail-over")]
        if asked:
            lines.append(say("mail-asked"))
        elif news.asked is not None and news.asked.seats:
            lines.append(say("mail-waiting", names=self.said.listed([names.get(s, s) for s in news.asked.seats])))
        elif not news.asked:
            sitting = [chair.name for chair in news.chairs]
            lines.append(say("mail-gathering", names=self.said.listed(sitting) if sitting else say("mail-nobody")))
        if news.due is not None and news.asked is not None and news.asked.seats:
            due = datetime.fromtimestamp(news.due, UTC).strftime("%a %Y-%m-%d %H:%M")
            lines.append(say("mail-due", due=due, left=self.left(news.due - news.at)) if asked else
                         say("mail-due-others", due=due))  # fmt: skip
            if asked:
                lines += self.default(news.menu())
        return [one_line(line) for line in lines]

    def left(self, seconds: int) -> str:
        """A stretch of time in words."""
        minutes = max(0, seconds) // 60
        return self.said.say("mail-left", days=minutes // 1440, hours=minutes // 60 % 24, minutes=minutes % 60)

    def default(self, menu: Menu) -> list[str]:
        """What is played for who does not answer."""
        try:
            return [self.said.say("mail-default", order=clipped(menu.write(menu.default)))]
        except Refused:
            return []

    def talk(self, to: str, of: Capability, by: Seat, private: bool, text: str, at: int) -> Mail:
        """What somebody says to the reader."""
        said = one_line(text)
        lines = (self.said.say(f"mail-talk{'-private' * private}", by=by), f"“{said}”")
        blocks = (Block("text", lines), Block("small", (self.said.say("mail-talk-how", by=by),)))
        subject = self.said.say("mail-talk-subject", game=of.game, by=one_line(by))
        return self.post(Draft(to, subject, blocks, at), of, 0)

    # ---- answers

    def receipt(
        self, to: str, of: Capability, epoch: int, reading: Reading, answer: Receipt, kind: str, at: int
    ) -> Mail:
        """What was understood of somebody's mail, and what has become of it."""
        say = self.said.say
        lines = [say("mail-done", n=done.n, order=clipped(done.order)) for done in answer.done]
        if answer.status == "answered":
            lines.append(say(f"mail-did-{answer.facts.get('did', '')}", seat=answer.seat or ""))
        if answer.refusal is not None and answer.refusal.code == "no-game-of-yours":
            games = answer.facts.get("games", [])
            lines.append(say("mail-which-game", games=self.said.listed(games)) if games else say("mail-no-game"))
        elif answer.refusal is not None:
            why = one_line(self.said.refusal(answer.refusal, kind))
            lines.append(say("mail-refused", order=clipped(answer.order), why="") + why)
        if answer.dropped:
            lines.append(say("mail-dropped", orders=clipped("; ".join(answer.dropped))))
        blocks = (Block("text", (say("mail-receipt"),)), Block("list", tuple(map(one_line, lines[:MANY]))))
        subject = say("mail-receipt-subject", game=of.game, state=answer.status)
        return self.post(Draft(to, subject, (*blocks, *self.about(reading)), at, reading.id), of, epoch)

    def about(self, reading: Reading) -> list[Block]:
        """What of a mail was not read as orders."""
        say, lines = self.said.say, []
        if not reading.whole:
            lines.append(say("mail-not-whole"))
        if reading.aside:
            lines.append(say("mail-aside", lines=clipped(self.said.listed(reading.aside))))
        if reading.attachments:
            lines.append(say("mail-attachments", names=clipped(self.said.listed(reading.attachments))))
        return [Block("small", tuple(map(one_line, [*lines, say("mail-not-you")])))]

    def answer(
        self,
        to: str,
        of: Capability | None,
        answers: str,
        subject: str,
        lines: Sequence[str],
        at: int,
        reply_to: str = "",
    ) -> Mail:
        """A short answer: help, what was wrong, or a question that is answered at ``reply_to``."""
        draft = Draft(to, subject, (Block("text", tuple(map(one_line, lines))),), at, answers)
        return self.post(draft, of or Capability("", 0, 0), 0, reply_to)

    def invitation(self, to: str, of: Capability, kind: str, at: int) -> Mail:
        """Asks somebody into a game."""
        say = self.said.say
        lines = (say("mail-invited", game=of.game, kind=kind), say("mail-invited-how"))
        blocks = (Block("text", lines), Block("small", (say("mail-foot"),)))
        return self.post(Draft(to, say("mail-invited-subject", game=of.game, kind=kind), blocks, at), of, 0)

    # ---- all of them

    def post(self, draft: Draft, of: Capability, epoch: int, reply_to: str = "") -> Mail:
        """The finished mail. Raises ``ValueError``."""
        body = write_mail(draft)
        names = self.names
        if not of.game:
            # A stranger: no game to speak of, and nowhere for bounces to come back to.
            headers = Headers(names.address, names.address, "", names.host, "", "", self.said.language, names.shown)
            return finished(draft, headers, f"<{names.proof('mail', body.hex())}@{names.host}>")
        headers = Headers(
            names.address,
            reply_to or names.reply_to(of, epoch),
            names.envelope(of.game, of.chair),
            names.host,
            of.game,
            names.root(of.game, of.chair, epoch),
            self.said.language,
            names.shown,
        )
        return finished(draft, headers, names.message_id(of, body, epoch))


def one_line(text: str) -> str:
    """Text on one line."""
    return " ".join(text.split())
