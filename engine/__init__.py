'''The names that authors of games and doors write with.

**The description of a game**

``Game``      subclass it: types of world, options and views; frames, orders and events.
``Options``   base class of a game's options, each with a default.
``Scenario``  base class for the content of a scenario file.
``Shown``     view of games that define no view of their own.
``Seat``      the name of a seat; a ``str``.
``SeatHolder``     a taken seat, with the player's name and its number.
``PUBLIC``    the viewer without a seat, who knows only public facts.
``Table``     ``t``: the game being played, as its rules see it.

>>> from msgspec import Struct
>>> from engine import *
>>> class Sticks(Struct):
...     """The world: a heap, and who takes next."""
...     left: int
...     turn: int = 0
...     def show(self, viewer: Seat) -> int:
...         return self.left
>>> class StickOptions(Options, frozen=True):
...     sticks: int = 5

**Orders and events**

``Order``     an order of a seat: an answer to a question.
``Line``      an order that edits the seat's own sheet; the question stays open.
``Anytime``   an order that answers no question: resign, file a standing order.
``House``     an order of the referee, never of a seat.
``Event``     something that happened, as data.

>>> class Take(Order, frozen=True):
...     n: int
>>> class Resign(Anytime, frozen=True):
...     """Give up."""
>>> class Took(Event, frozen=True):
...     by: Seat
...     n: int
>>> class Put(Line, frozen=True):
...     """Write on the seat's sheet."""
>>> class Rain(House, frozen=True):
...     """It begins to rain."""

**Menus**

``Menu``      parses, completes, prints, explains and samples.
``Choice``    a pattern, the order it makes, and a slot for each name in braces.
``OneOf``     a slot: one of these words.
``Int``       a slot: a number from ... to.
``Many``      a slot: several of these words.
``Path``      a slot: steps from place to place.
``Text``      a slot: any text.
``Slot``      base class of your own slots.
``Bar``       the reason why a well-formed order is refused now.
``Refused``   raised if an order is not on the menu: place, reason, remedy.

>>> def menu_for(left: int) -> Menu:
...     return Menu([Choice(Take, "take {n}", n=Int(1, min(3, left)))], default=Take(1))
>>> menu_for(2).parse("take 2")
Take(n=2)
>>> menu_for(2).complete("take ")
['1', '2']
>>> try:
...     menu_for(2).parse("take 3")
... except Refused as refused:
...     refused.refusal.code, refused.refusal.word, refused.refusal.wanted
('not-a-number', '3', ('1', '2'))
>>> class Paint(Order, frozen=True):
...     what: str
...     colours: tuple[str, ...]
...     how: str
>>> painting = Menu([Choice(
...     Paint, "paint {what} {colours} so {how}",
...     what=OneOf(["door", "boat"]), colours=Many(["red", "blue"], lo=1), how=Text(),
... )])
>>> painting.parse("paint boat blue red so that it shines")
Paint(what='boat', colours=('red', 'blue'), how='that it shines')
>>> class Walk(Order, frozen=True):
...     way: tuple[str, ...]
>>> road = Path(0, lambda at: {"E": at + 1, "W": at - 1} if abs(at) < 2 else {})
>>> Menu([Choice(Walk, "walk {way}", way=road)]).parse("walk e e")
Walk(way=('E', 'E'))
>>> issubclass(Path, Slot)
True
>>> barred = Menu([Choice(Resign, "resign", bar=Bar("too-early"))])
>>> barred.allows(Resign())
False

**Frames and questions**

``Frame``     a step of the game that can be interrupted.
``Script``    a frame that runs its ``steps`` in order.
``Ask``       a question: the seats asked, and the time to answer.
``MeanwhileError``  base class of all errors that the engine raises on purpose.

>>> class Turns(Frame):
...     def ask(self, t: Table) -> Ask:
...         return Ask((t.seats[t.world.turn],))
...     def menu(self, view: Shown, seat: Seat) -> Menu:
...         return menu_for(view.world)
...     def answer(self, t: Table, orders: dict[Seat, Take]) -> None:
...         ((seat, order),) = orders.items()
...         t.world.left -= order.n
...         t.world.turn = 1 - t.world.turn
...         t.tell(Took(seat, order.n))
...         if t.world.left == 0:
...             t.end(f"won {seat}")
>>> class Nim(Game[Sticks, StickOptions, Shown]):
...     name = "nim"
...     frames, orders, events = (Turns,), (Take, Resign), (Took,)
...     def roles(self, options: StickOptions) -> int:
...         return 2
...     def setup(self, options: StickOptions, scenario: Scenario) -> Sticks:
...         return Sticks(options.sticks)
...     def begin(self, t: Table) -> Frame:
...         return Turns()
...     def anytime(self, view: Shown, seat: Seat) -> Menu:
...         return Menu([Choice(Resign, "resign")])
...     def always(self, t: Table, seat: Seat, order: Resign) -> None:
...         t.end("won " + next(other for other in t.seats if other != seat))

You can play it at once. ``engine.testing`` checks the laws that every game must keep.

>>> from engine.testing import Case, Kit, Setting, begin
>>> play = begin(Case("nim", Nim(), Kit()), Setting(("ann", "bob")))
>>> play.submit(play.now, "ann", "take 3").events(PUBLIC)
[Took(by='ann', n=3)]
>>> play.table.view(PUBLIC).world
2
>>> _ = play.submit(play.now, "bob", "resign")
>>> play.table.state.result
'won ann'
>>> [chair.number for chair in play.table.state.chairs if isinstance(chair, SeatHolder)]
[1, 2]
>>> class Day(Script):
...     steps = ("morning", "evening")
...     def morning(self, t: Table) -> None:
...         """Get up."""
Traceback (most recent call last):
TypeError: Day.steps: Day has no method 'evening'
>>> issubclass(Refused, MeanwhileError)
True
'''

from engine.errors import MeanwhileError
from engine.game import Frame, Game, Options, Scenario, Script, Shown
from engine.menu import Choice, Menu
from engine.play import Table
from engine.refusals import Refused
from engine.slots import Bar, Int, Many, OneOf, Path, Slot, Text
from engine.state import PUBLIC, Anytime, Ask, Event, House, Line, Order, Seat, SeatHolder

__all__ = [
    "PUBLIC",
    "Anytime",
    "Ask",
    "Bar",
    "Choice",
    "Event",
    "Frame",
    "Game",
    "House",
    "Int",
    "Line",
    "Many",
    "MeanwhileError",
    "Menu",
    "OneOf",
    "Options",
    "Order",
    "Path",
    "Refused",
    "Scenario",
    "Script",
    "Seat",
    "SeatHolder",
    "Shown",
    "Slot",
    "Table",
    "Text",
]
