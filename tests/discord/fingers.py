"""Finds the presses that lead to an order in a panel, as a person would."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from bot.discord import panel
from bot.discord.ids import Act, ButtonNames, read
from bot.discord.panel import PanelPlace
from bot.discord.ways import Ways


class Way(Struct, frozen=True):
    """A press, or the choice of a word: the order and the place of the panel to which it leads."""

    id: str
    order: str
    at: PanelPlace | None = None
    value: int | None = None  # the chosen word of a menu
    sends: bool = False

    @property
    def presses(self) -> int:
        return 1 if self.value is None else 2


def ways_on(
    one: Ways,
    names: ButtonNames,
    buttons: Iterable[str],
    menus: Iterable[tuple[str, Sequence[int]]],
) -> Iterator[Way]:
    for id in buttons:
        name = read(id)
        if name is None or (order := one.resolved(names, name)) is None:
            continue
        if name.act[:1] in (Act.SEND, Act.PLAY):
            yield Way(id, order, sends=True)
        elif name.act[:1] == Act.HINT:
            yield Way(id, order, PanelPlace(given=name))
        elif name.act[:1] == Act.OPEN:
            at = panel.opened(name, one, one.path_of(order) or ())
            yield Way(id, f"{order} {at.begun.removeprefix(panel.STEPS)}".strip(), at)
    for id, numbers in menus:
        menu = read(id)
        assert menu is not None
        for number in numbers:
            if menu.act[:1] == Act.PICK:
                path = one.advanced((*menu.path, number))
            else:
                path = one.other_word(menu.path, int(menu.act[1:]), number)
            yield Way(id, one.walk(path) or "", PanelPlace(path), number)


def best(ways: Sequence[Way], now: str, text: str) -> Way:
    """Return the press that comes nearest to an order, from the words chosen so far."""
    sent = [way for way in ways if way.sends and way.order == text]
    further = [w for w in ways if len(w.order) > len(now) and f"{text} ".startswith(w.order)]
    further = sorted((w for w in further if not w.sends), key=lambda w: len(w.order), reverse=True)
    steps = [way for way in ways if way.at and way.at.begun == panel.STEPS and way.order == now]
    back = [way for way in ways if len(way.order) < len(now) and now.startswith(way.order)]
    found = sent or further or (steps if text.startswith(now) else []) or back
    assert found, (text, now, [way.order for way in ways])
    return found[0]
