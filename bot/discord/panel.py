"""The menu of a seat, to press: one word after the other from lists, until an order is complete.

A panel is made anew from the seat's menu at every press. What was chosen so far is the
path in the names of its buttons.
"""

from collections.abc import Sequence

from bot.discord import limits, words
from bot.discord.ids import ButtonNames, Name
from bot.discord.limits import CHOICES
from bot.discord.post import Button, Post, Select, Style
from engine.menu import Menu, Refused
from engine.referee.doors import Seen
from engine.state import PUBLIC, Anytime
from renderers import Sentences

OPEN, PICK, SEND, TYPE, ORDERS, JOIN, BOARD, WATCH = "o", "w", "s", "t", "y", "j", "b", "v"
"""What a press asks for: a panel at a place (with the page), a word from a list, the order as
it stands, a form, the panel from its beginning, a seat, the board, the thread among
one's own.
"""

LATELY = 600
"""Characters of what was told last."""


def following(menu: Menu, path: Sequence[str]) -> list[str]:
    """Return the words that can stand behind these."""
    return menu.complete(" ".join([*path, ""]) if path else "")


def walk(menu: Menu, path: Sequence[int]) -> list[str] | None:
    """Return the words of a path; ``None`` if it does not lead through this menu."""
    chosen: list[str] = []
    for number in path:
        options = following(menu, chosen)
        if number >= len(options):
            return None
        chosen.append(options[number])
    return chosen


def complete(menu: Menu, text: str) -> bool:
    """Return whether this is an order that would be taken."""
    try:
        menu.parse(text)
    except Refused:
        return False
    return True


def sealed(names: ButtonNames, seen: Seen, chosen: Sequence[str]) -> str:
    """Return the seal of these words, in this situation, for this seat."""
    return names.seal(seen.game, seen.viewer, seen.question, " ".join(chosen))


def resolved(names: ButtonNames, seen: Seen, name: Name) -> list[str] | None:
    """Return the words that a name stands for; ``None`` if it was made in another situation or for
    another seat.
    """
    if seen.viewer == PUBLIC:
        return None
    chosen = walk(seen.menu, name.path)
    if chosen is None or sealed(names, seen, chosen) != name.seal:
        return None
    return chosen


def panel(
    said: Sentences,
    names: ButtonNames,
    seen: Seen,
    path: Sequence[int] = (),
    page: int = 0,
    lately: Sequence[str] = (),
    first: str = "",
) -> Post:
    """Return the menu at a place. ``first`` is said before anything else, ``lately`` is what the
    player was told last.
    """
    chosen = walk(seen.menu, path)
    if chosen is None:
        chosen, path = [], ()
    recent, _ = limits.lines_within(list(lately), LATELY)
    lines = [first] if first else []
    lines += words.situation(said, seen, recent.splitlines())
    if seen.viewer == PUBLIC:
        return Post(limits.clipped("\n".join(lines), limits.CONTENT))
    buttons, select = list[Button](), None
    text, seal = " ".join(chosen), sealed(names, seen, chosen)

    def button(message: str, name: str | None, style: Style = "secondary", **facts: str) -> None:
        if name is not None:
            buttons.append(Button(said.say(f"discord-button-{message}", **facts), name, style))

    if text:
        lines.append(said.say("discord-so-far", text=limits.clipped(words.code(text), words.SHOWN)))
    options = following(seen.menu, chosen)
    pages = -(-len(options) // CHOICES)
    page = min(page, max(pages - 1, 0))
    if text and complete(seen.menu, text):
        send = names.write(SEND, seen.game, seal, path)
        button("send", send, "success", order=limits.clipped(text, limits.LABEL))
    pick = names.write(f"{PICK}{page}", seen.game, seal, path)
    # A further word must still fit into the names of the next panel.
    room = names.write(f"{PICK}{page}", seen.game, seal, [*path, len(options)]) is not None
    if options and pick and room:
        shown = tuple(options[page * CHOICES : (page + 1) * CHOICES])
        asked = "discord-pick-more" if pages > 1 else "discord-pick"
        select = Select(pick, said.say(asked, page=page + 1, pages=pages), shown, page * CHOICES)
    for there, label in ((page - 1, "previous"), (page + 1, "next")):
        if 0 <= there < pages:
            button(label, names.write(f"{OPEN}{there}", seen.game, seal, path))
    if chosen:
        before = sealed(names, seen, chosen[:-1])
        button("back", names.write(f"{OPEN}0", seen.game, before, path[:-1]))
    button("type", names.write(TYPE, seen.game, seal, path))
    button("fresh", names.write(ORDERS, seen.game))
    return Post(
        limits.clipped("\n".join(lines), limits.CONTENT), buttons=tuple(buttons), select=select
    )


def answers(menu: Menu) -> Menu:
    """Return the part of a menu that answers the question."""
    return Menu(
        [choice for choice in menu.offered if not issubclass(choice.order, Anytime)], menu.default
    )


def anytime(menu: Menu) -> Menu:
    """Return the part of a menu that answers no question."""
    return Menu([choice for choice in menu.offered if issubclass(choice.order, Anytime)])


def prompt_buttons(said: Sentences, names: ButtonNames, seen: Seen) -> tuple[Button, ...]:
    """Return what stands under a prompt: the first words of what may be answered, and the whole
    menu.
    """
    buttons = []
    every = following(seen.menu, ())
    first = [word for word in following(answers(seen.menu), ()) if word in every]
    for word in first if len(first) < limits.ROW else []:
        act = SEND if complete(seen.menu, word) else f"{OPEN}0"
        name = names.write(act, seen.game, sealed(names, seen, [word]), [every.index(word)])
        if name:
            buttons.append(Button(word if act == SEND else word + limits.ELLIPSIS, name, "primary"))
    return (*buttons, orders_button(said, names, seen.game))


REMATCH, FILM, FAIR = "r", "m", "g"
"""What a press on the card of a game that is over asks for: the same game again, its film as this
person could see it, the proof that it was fair.
"""
STYLES: dict[str, Style] = {REMATCH: "success"}


def card_buttons(
    said: Sentences, names: ButtonNames, game: str, number: int, *, over: bool = False
) -> tuple[Button, ...]:
    """Return what stands under the card of a game with this number: the same for everybody."""
    acts = (REMATCH, FILM, FAIR) if over else (ORDERS, BOARD, WATCH)
    labels = {ORDERS: "orders", BOARD: "board", WATCH: "watch"}
    labels |= {REMATCH: "rematch", FILM: "film", FAIR: "fair"}
    return tuple(
        Button(said.say(f"discord-button-{labels[act]}"), name, STYLES.get(act, "secondary"))
        for act in acts
        if (name := names.write(act, game, "", (number,)))
    )


def thread_button(said: Sentences, link: str) -> Button:
    """Return the button that leads to a game's thread, or to its newest card."""
    return Button(said.say("discord-button-thread"), url=link)


def orders_button(said: Sentences, names: ButtonNames, game: str) -> Button:
    """Return the button for the whole menu, the same for everybody."""
    return Button(said.say("discord-button-orders"), names.write(ORDERS, game) or "", "secondary")


def join_button(said: Sentences, names: ButtonNames, game: str) -> Button:
    """Return the button that takes a seat, the same for everybody."""
    return Button(said.say("discord-button-join"), names.write(JOIN, game) or "", "success")


def typing(menu: Menu, begun: str, question: int) -> list[str]:
    """Return up to 25 texts that go on from what somebody has typed: complete orders, then words,
    then examples.
    """
    found: dict[str, None] = {}
    begun = begun.lstrip()
    if begun and complete(menu, begun):
        found[begun] = None
    head, _, _ = begun.rpartition(" ")
    for word in menu.complete(begun):
        found[f"{head} {word}".strip()] = None
    if begun and not begun.endswith(" "):
        for word in menu.complete(begun + " "):
            found[f"{begun} {word}"] = None
    for example in menu.examples(question):
        if example.casefold().startswith(begun.casefold()):
            found[example] = None
    return [text for text in found if len(text) <= limits.OPTION][:CHOICES]
