"""Finds the lines of a reply that its writer typed, by subtracting the text we sent.

A quotation is recognised by its words alone, four in a row, across line ends. Wrapping, marks,
bullets, case, punctuation and language don't matter. If nothing of ours is recognised, or if the
sent text is unknown, quotation marks, rules and attribution lines decide (``quotes``). Nothing is
aligned, so the work is linear in the length of the texts.
"""

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from engine.lenient import is_spent
from mail.incoming import verbs
from mail.parse import chat, courtesy, quotes
from mail.parse.quotes import DOUBTFUL, FORWARDED, WROTE, Fate, OwnLines, ReplyLine, What
from mail.parse.runs import RUN, hashed, runs, words

WRAPPED = 50
"""A mail program may have wrapped a line that is longer than this many characters."""
NARROW = 30
"""The same limit if the sent text is unknown, so that nothing else reveals a wrapped line."""
LONGEST = 200
"""Maximum length of a line that may be an order, except for the text of a command such as SAY."""
TRIED = 180
"""Maximum number of texts that are classified per mail: sixty orders, each in three spellings."""
ABOVE = 3
"""Number of lines right above a quotation that may be its attribution."""
BESIDE = 4
"""Number of lines, including blank ones, that are searched for a neighbour."""

MARKS = re.compile(r"\s{0,6}(?:(?:[>|]|[^\W\d_]{1,12}>)\s?){1,40}")
LEAD = re.compile(r"(?:\(?\d{1,3}[.)、]|[-=]{1,2}>|[-+#*→⇒➔➜►▶➤]|[a-z]\))\s*(?=\S)", re.I)
"""A number, arrow or bullet before an order in a list."""
LABEL = 30
"""Maximum length of a heading before a colon."""
ENDS = tuple(".!?:,;…。！？：，；")
NOT = re.compile(
    r"\b(?:not|never|cannot|\w{2,6}n['’]?t|nicht|nie|kein\w{0,2}|pas|jamais|nunca|jamás|não|mai|niet|"
    r"inte|ikke|ikkje|не|ні|nie|ne|nem|nu|değil|jangan|không)\b|[不別别勿未]|しない|ません|말",
    re.I,
)
"""Words for "not" in many languages."""
QUOTATION = "\"'`«»‹›「」『』 "
TAIL = ".!,;…。、 "
ACKNOWLEDGED = re.compile(r"\W*(?:ok|okay|done|yes|keep|ready|fine|sure)\W*[.!]\W*", re.I)
"""An order that people also write to confirm that they have read something."""
STARRED = re.compile(r"\s*\*[^\s*]+(?: [^*]*)?$")
TURNED = re.compile("[\u202b\u202d\u202e\u2067\u2068]")
"""Control characters that display the text after them in a different order."""
DATE = re.compile(r"\b(?:19|20)\d\d\b|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d年")


def said_in(
    text: str,
    sent: AbstractSet[int] | None,
    ours: Sequence[str],
    what: Callable[[str], What],
    names: Sequence[str] = (),
    writer: Sequence[str] = (),
) -> OwnLines:
    """Return the lines that the writer of a reply typed.

    ``sent`` are the runs of the message that it answers, or ``None`` if that is unknown. ``ours``
    are the names and addresses in attributions of our mails. ``what`` classifies a line. ``names``
    are the people at the table, ``writer`` the names of the writer.
    """
    return ReplyReader(text, sent, ours, what, names, writer).read()


class ReplyReader:
    """One reply, line by line and as one stream of words. ``seen`` marks the words that belong to a
    run of ours. ``ties[k]`` counts the runs of ours that cross the place before word ``k``.
    """

    def __init__(
        self,
        text: str,
        sent: AbstractSet[int] | None,
        ours: Sequence[str],
        what: Callable[[str], What],
        names: Sequence[str] = (),
        writer: Sequence[str] = (),
    ):
        self.names = [name.casefold() for name in names]
        self.writer = [name.casefold() for name in writer]
        self.sent, self.ours, self.asks, self.left = sent, [o.casefold() for o in ours], what, TRIED
        self.lines: list[ReplyLine] = []
        self.heard: dict[tuple[str, bool], bool] = {}
        self.stream: list[str] = []
        self.whole = text.count("\n") <= quotes.LINES
        for at, raw in enumerate(quotes.lines_of(text)):
            self.lines.append(self.line(at, raw[: quotes.WIDTH]))
        self.seen, self.ties = bytearray(len(self.stream)), bytearray(len(self.stream) + 1)
        self.others = False
        marked = [">" * bool(line.depth) + line.text for line in self.lines]
        self.quoter = quotes.QuoteReader(marked)

    def line(self, at: int, raw: str) -> ReplyLine:
        """Return a line, and append its words to the stream."""
        marks = MARKS.match(raw) if self.sent is not None else None
        depth = 0 if marks is None else marks[0].count(">") + marks[0].count("|")
        rest, first = raw if marks is None else raw[marks.end() :], len(self.stream)
        self.stream += words(rest)
        return ReplyLine(at=at, text=rest, depth=depth, first=first, end=len(self.stream))

    def read(self) -> OwnLines:
        """Return the orders, the courtesy and the doubtful lines of the reply."""
        if self.sent is None:
            for at, _ in self.quoter.own():
                orphan = self.orphaned(at) and self.what(self.lines[at]) == "order"
                self.lines[at].fate = "edge" if orphan else "own"
        else:
            self.compare(self.sent)
            self.subtract()
            self.cut()
            self.above_quotations()
        return self.sorted()

    def what(self, line: ReplyLine) -> What:
        """Classify a line, if necessary without its number, dash, quotation marks or full stop."""
        if line.what is not None:
            return line.what
        line.what = ""
        if self.left <= 0 or is_spent():
            line.unread = True
            return ""
        line.spelt = quotes.clean(line.text)
        core = LEAD.sub("", line.spelt, count=1).strip(QUOTATION)
        bare = courtesy.without_pictures(core).rstrip(TAIL + QUOTATION)
        for text in dict.fromkeys([line.spelt, line.spelt.rstrip(TAIL), core, bare]):
            if not text or self.left <= 0:
                continue
            self.left -= 1
            found = self.asks(text[:LONGEST])
            if len(text) > LONGEST and found != "word":  # only talk is that long
                continue
            if found == "tried" and not line.what:
                line.spelt = text
            line.what = found or line.what
            if found in ("order", "word"):
                line.spelt = text
                break
        return line.what

    def orphaned(self, at: int) -> bool:
        """Return whether a line may belong to a quotation but has lost its mark.

        It is the wrapped end of a marked line, or it has marked lines right above and below. It may
        still be an order by chance.
        """
        if self.between_marks(at):
            return True
        while at and len(above := self.lines[at - 1].text) > NARROW:
            if quotes.QUOTE.match(above):
                return True
            at -= 1
        return False

    def between_marks(self, at: int) -> bool:
        """Return whether the lines right above and right below are marked."""
        beside = self.lines[max(0, at - 1) : at] + self.lines[at + 1 : at + 2]
        marked = [line.depth > 0 or quotes.QUOTE.match(line.text) for line in beside]
        return len(marked) == 2 and all(marked)

    # ---- lines that we sent

    def compare(self, sent: AbstractSet[int]) -> None:
        for i, run in enumerate(runs(self.stream)):
            if run in sent:
                self.seen[i : i + RUN] = b"\1" * RUN
                for k in range(i + 1, i + RUN):
                    self.ties[k] += 1
        for line in self.lines:
            line.sent = self.seen.count(1, line.first, line.end)

    def subtract(self) -> None:
        """Find the pieces of the reply that we sent. A piece continues while all runs across the
        line ends are ours, or while adjacent lines are all orders.
        """
        piece: list[ReplyLine] = []
        for line in self.lines:
            if line.end == line.first:
                continue
            ours = self.is_ours(line)
            if piece and (not ours or self.ties[line.first] < RUN - 1):
                below = ours and line.at == piece[-1].at + 1
                if not (below and all(map(self.is_bare_order, (*piece, line)))):
                    self.settle(piece)
                    piece = []
            if ours:
                piece.append(line)
        self.settle(piece)

    def is_ours(self, line: ReplyLine) -> bool:
        """Return whether we sent this line.

        A marked line counts if half of it is ours, since it may have changed in transit. An order
        that we never sent in full was typed. Any other line was typed if nothing ties it to its
        neighbours, since receipts repeat what people write.
        """
        whole = line.sent == line.end - line.first
        if line.depth:
            return 2 * line.sent >= line.end - line.first
        if self.what(line) == "order":
            return whole
        most = line.end - line.first
        tied = self.goes_on_above(line.first, most) or self.goes_on_below(line.end, most)
        return tied and 2 * line.sent >= most

    def is_bare_order(self, line: ReplyLine) -> bool:
        return line.depth == 0 and self.what(line) == "order"

    def settle(self, piece: list[ReplyLine]) -> None:
        """Decide the fate of a piece.

        Unmarked whole orders by themselves were typed, since people copy examples. If they may be
        the end of a text of ours they are doubtful, unless a program has wrapped a long marked
        line. Any other piece is a quotation, including the orders in it.
        """
        if not piece:
            return
        if not all(map(self.is_bare_order, piece)):
            for line in piece:
                line.fate = "quoted"
            for lines in (piece, piece[::-1]):
                for line in lines:
                    if not self.is_bare_order(line):
                        break
                    line.fate = "edge"
            return
        first, end = piece[0].first, piece[-1].end
        upward = (self.lines[at] for at in range(piece[0].at - 1, -1, -1))
        above = next((one for one in upward if one.end > one.first), piece[0])
        tied = self.goes_on_above(first, end - first)
        wrapped = tied and above.depth > 0 and len(above.text) > WRAPPED
        lost = any(self.between_marks(line.at) for line in piece)
        tied = tied or lost or self.goes_on_below(end, end - first)
        for line in piece:
            line.fate = "quoted" if wrapped else "edge" if tied else "typed"

    def goes_on_above(self, at: int, most: int) -> bool:
        """Return whether ``most`` words from this place on continue a text of ours above it."""
        return self.goes_on(at, self.seen[max(0, at - RUN + 1) : at][::-1], most)

    def goes_on_below(self, at: int, most: int) -> bool:
        """Return whether ``most`` words before this place continue in a text of ours below it."""
        return self.goes_on(at, self.seen[at : at + RUN - 1], most)

    def goes_on(self, at: int, beside: bytearray, most: int) -> bool:
        """Return whether all runs across this place are ours, as far as our words reach. One or two
        runs may be chance: “it is your turn”, and then an order.
        """
        near = min(RUN - 1, most, (bytes(beside) + b"\0").index(0))
        return near > 0 and self.ties[at] >= near

    def alone(self, line: ReplyLine) -> bool:
        """Return whether the line is an order shorter than a run, and a whole piece of ours."""
        said = self.stream[line.first : line.end]
        return len(said) < RUN and self.what(line) == "order" and hashed(said) in (self.sent or ())

    # ---- lines that we did not send

    def cut(self) -> None:
        """Decide the fate of all other lines, from the top.

        ``cut`` is the reason why lines are not the writer's own for now: “ours” ends where we are
        quoted, “signed” where anybody is quoted. “other” never ends, because it contains the
        writer's own old orders.
        """
        marks = [line.depth > 0 for line in self.lines if line.sent]
        marked = 4 * sum(marks) > len(marks)  # A board of ours may begin with ">".
        cut, unmarked, at = "", False, 0
        while at < len(self.lines):
            line, count = self.lines[at], 1
            if line.depth and not line.fate and line.end > line.first:
                typed = self.typed_into(line)
                line.fate = ("marked" if self.others else "own") if typed else "quoted"
            if line.fate == "quoted":
                unmarked, cut = not marked, "other" if cut == "other" else ""
            if line.depth == 0 and quotes.MARKED.search(line.text):
                line.fate, cut = "quoted", cut or "ours"
            elif not line.fate:
                count, cut = self.cut_here(line, cut)
            if line.fate == "typed" or (line.fate == "own" and unmarked and self.alone(line)):
                line.fate = fate_below(cut, "beside" if unmarked else "own")
            at += count

    def cut_here(self, line: ReplyLine, cut: str) -> tuple[int, str]:
        """Decide the fate of a line that we did not send, and of an attribution beginning there.
        Returns the number of lines and the new ``cut``.
        """
        text = line.text.strip()
        if quotes.SIGNATURE.match(line.text):
            return 1, cut or "signed"
        if quotes.RULE.match(line.text) or FORWARDED.match(text):
            return 1, "other" if cut == "other" else "ours"
        if quotes.END.match(text):
            return 1, "other"
        if found := self.announced(line.at):
            count, who = found
            for one in self.lines[line.at : line.at + count]:
                one.fate = "quoted"
            return count, "other" if cut == "other" else who
        if line.end > line.first or courtesy.is_sign(text):
            line.fate = fate_below(cut, "own")
        return 1, cut

    def typed_into(self, line: ReplyLine) -> bool:
        """Return whether this marked line was typed into a quotation of ours. It is an order that
        we never sent, between lines that we did send, all of one depth.
        """
        beside = (
            self.lines[max(0, line.at - BESIDE) : line.at][::-1],
            self.lines[line.at + 1 : line.at + 1 + BESIDE],
        )
        for near in beside:
            said = next((one for one in near if one.end > one.first), None)
            if said is None or not said.sent or said.depth != line.depth:
                return False
        return self.what(line) == "order"

    def announced(self, at: int) -> tuple[int, str] | None:
        """Return the number of attribution lines here and the new ``cut``, or ``None`` without
        any.
        """
        count = self.quoter.attribution(at)
        if not count and not self.quoter.headers(at):
            return None
        here = " ".join(one.text for one in self.lines[at : at + (count or 1)]).casefold()
        who = "ours" if any(name in here for name in self.ours) else "other"
        if count and who == "other" and not WROTE.search(here):
            return None  # perhaps a condition with a colon, below a line with a time
        if not count:
            self.others = who == "other"
            block = [bool(quotes.KEY.match(one.text[:80])) for one in self.lines[at : at + 8]]
            return [*block, False].index(False), who
        follows = next((o for o in self.lines[at + count :] if o.text.strip() or o.depth), None)
        if follows is None or follows.depth or follows.fate == "quoted":
            self.others = who == "other"
            return count, ""
        # People write a time with a colon, too.
        if not DATE.search(here) and not quotes.addressed(here):
            return None
        self.others = who == "other"
        return count, who

    def above_quotations(self) -> None:
        """Mark attributions in any language as quoted. They are right above a quotation and contain
        our name and a time or an address. Other lines there are the writer's own.
        """
        above: list[ReplyLine] = []
        for line in self.lines:
            if line.fate == "own" and self.what(line) in ("", "near"):
                joins = above and above[-1].at + 1 == line.at
                above = [*above[1 - ABOVE :], line] if joins else [line]
            elif line.fate or line.text.strip():
                said = " ".join(one.text for one in above)
                named = any(map(self.names_us, above))
                says = quotes.timed_or_addressed(said) or quotes.LAST.search(said)
                if line.fate == "quoted" and named and says:
                    # Take the line with our name, the lines below it, and the wrapped lines above
                    # it.
                    while not self.names_us(above[0]) and len(above[0].text) <= WRAPPED:
                        del above[0]
                    for one in above:
                        one.fate = "quoted"
                above = []

    def names_us(self, line: ReplyLine) -> bool:
        said = line.text.casefold()
        return any(name in said for name in self.ours)

    # ---- lines that the writer typed

    def sorted(self) -> OwnLines:
        """Return the orders, the courtesy and the doubtful lines.

        Once there is an order, lines that look nothing like one are not treated as mistakes if they
        come after the last order or in a paragraph without orders.
        """
        own = [line for line in self.lines if line.fate == "own" and line.text.strip()]
        own, beyond = self.within_budget(own)
        for line in own:
            line.spelt = line.spelt or quotes.clean(line.text)
            self.without_label(line)
            if self.what(line) == "order" and (
                self.questioned(line) or self.denied(line) or TURNED.search(line.text)
            ):
                line.fate = "question"
        own = [line for line in own if line.spelt]
        meant = [line for line in own if line.fate == "own"]
        if any(self.what(line) == "order" for line in meant):
            self.set_aside(meant)
        kept = [line for line in meant if line.fate == "own"]
        spelt = [line.spelt for line in kept]
        _, polite = quotes.sorted_out(spelt)
        for line, text in zip(kept, spelt, strict=True):
            if polite and text == polite[0]:
                line.fate, line.spelt = "aside", polite.pop(0)
            elif self.what(line) == "" and self.is_harmless(text):
                line.fate = "aside"
        kept = [line for line in kept if line.fate == "own"]
        unread = [line for line in self.lines if line.fate in ("aside", *DOUBTFUL)]
        unread = [o for o in unread if o.fate == "aside" or self.what(o) == "tried"]
        aside = [line.spelt or quotes.clean(line.text) for line in unread]
        doubtful = [
            line.spelt
            for line in self.lines
            if line.fate in DOUBTFUL and self.what(line) in ("order", "word")
        ]
        held = [line.spelt for line in own if line in kept or line.fate == "question"]
        strange = [*self.strange(own), *(line.text for line in beyond[:1])]
        return OwnLines(
            own=tuple(line.spelt for line in kept),
            aside=tuple(filter(None, aside)),
            doubtful=tuple(doubtful),
            strange=tuple(strange),
            meant=tuple(held),
            whole=not beyond and self.whole,
        )

    def within_budget(self, own: Sequence[ReplyLine]) -> tuple[list[ReplyLine], list[ReplyLine]]:
        """Divide the writer's lines into those that are read, and the rest."""
        count, left = 0, quotes.TYPED
        for line in own[: quotes.WRITTEN]:
            left -= len(line.text)
            self.what(line)
            if left < 0 or line.unread:
                break
            count += 1
        return [*own[:count]], [*own[count:]]

    def strange(self, own: Sequence[ReplyLine]) -> list[str]:
        """Return the texts that may withdraw the orders around them."""
        heard = [(o.at, o.spelt, o.fate != "aside" and self.what(o) != "") for o in own]
        found = courtesy.strange(heard, self.names, self.writer, self.is_harmless)
        found += [o.text for o in own if o.fate == "question" and o.spelt != quotes.clean(o.text)]
        said = [o for o in own if o.fate != "aside"]
        starred = [o.text.strip() for o in said if STARRED.match(o.text)]
        found += starred if 0 < len(starred) < len(said) else []  # a star marks a correction
        if len(said) == 1 and ACKNOWLEDGED.fullmatch(said[0].text):
            found.append(said[0].text.strip())
        return found

    def is_harmless(self, text: str, *, above: bool = True) -> bool:
        if (text, above) not in self.heard:
            few = sum(len(heard) for heard, _ in self.heard) < courtesy.HEARD
            self.heard[text, above] = few and courtesy.is_harmless(text, self.names, above=above)
        return self.heard[text, above]

    def questioned(self, line: ReplyLine) -> bool:
        """Return whether there is a question right above or below."""
        beside = self.lines[max(0, line.at - 1) : line.at + 2]
        return any(
            o.fate == "own"
            and "?" in o.text
            and not self.what(o)
            and not self.is_harmless(quotes.clean(o.text))
            for o in beside
        )

    def without_label(self, line: ReplyLine) -> None:
        """Mark an order after a few words and a colon as doubtful, unless they announce it. They
        may be a heading or somebody's name.
        """
        label, _, rest = line.spelt.rpartition(":")
        rest = rest.strip(QUOTATION + TAIL)
        if 0 < len(label) <= LABEL and rest and self.left > 0 and not self.what(line):
            self.left -= 1
            if self.asks(rest) == "order":
                clear = chat.asks(f"{label}:") or courtesy.is_neutral(label)
                line.spelt, line.what = rest, "order"
                line.fate = line.fate if clear else "question"

    def denied(self, line: ReplyLine) -> bool:
        """Return whether the line above may begin a sentence that forbids this order."""
        above = self.lines[line.at - 1] if line.at else line
        said = above.text.strip()
        begun = above.fate == "own" and not self.what(above) and said[-1:] not in ENDS
        return begun and bool(NOT.search(said))

    def set_aside(self, own: Sequence[ReplyLine]) -> None:
        """Set aside lines that are nothing like an order, from the bottom up. These are sentences,
        lines below the last order, and paragraphs without orders.
        """
        for line in reversed(own):
            after = self.lines[line.at + 1].fate if line.at + 1 < len(self.lines) else ""
            before = self.lines[line.at - 1] if line.at else line
            far = self.what(line) == "near" and before.what != "order"
            loose = after != "own" or verbs.is_prose(line.spelt)
            cries = line.spelt[-1:] in "!！" and chat.is_short(line.spelt, self.names)
            loose = loose or cries or self.is_harmless(line.spelt)
            if (self.what(line) == "" or far) and loose:
                line.fate = "aside"


def fate_below(cut: str, otherwise: Fate) -> Fate:
    """Return the fate of one of the writer's lines below a cut."""
    return otherwise if not cut else "below" if cut == "ours" else "quoted"
