"""Sentences of events: every event of three games and of the referee, in both languages, for every
reader.
"""

import re

import chess
import pytest
from msgspec import Struct

import renderers
from engine.game import REFEREE_EVENTS
from engine.games import editions
from engine.games.ambush import units, view
from engine.games.battleboard.events import Bombed, Passed, Result
from engine.rulings import plan_text
from engine.state import PUBLIC, Event
from renderers import fonts
from tests.kit.data import beside
from tests.kit.each import each
from tests.renderers.samples import Given, samples, unread

DATA = beside(__file__)


class Spoken(Struct, frozen=True):
    """A game whose events are said. ``silent`` are fields of which no sentence tells; the events
    ``personal`` read otherwise to the first seat, who has done them.
    """

    kind: str
    seats: dict[str, str]
    given: Given
    raw: str
    silent: str = ""
    personal: str = ""

    @property
    def events(self) -> list[Event]:
        own = [*editions(self.kind).values()][-1].events
        return samples([*own, *(REFEREE_EVENTS if self.kind == "battleboard" else ())], self.given)

    def say(self, event: Event, viewer: str = PUBLIC, language: str = "en") -> str:
        return renderers.sentences_in(language).event(self.kind, event, viewer, self.seats)


PLANS = (
    "none|24h grace 6h|18:00 UTC mon-fri miss moderator|06:00 UTC|bank 3d + 12h replace 3|bank 3d|"
    "24h replace 1"
).split("|")
BATTLE = Spoken(
    "battleboard",
    {"ann": "Ann", "bob": "Bob Two", "cyd": "Cyd"},
    {
        "seat": ("ann",),
        "by": ("ann",),
        "target": ("ann", "bob"),
        "square": ((3, 5),),
        "start": (0, 86_400),
        "end": (90_000, 200_000),
        "at": (0, 86_400),
        "since": (0,),
        "until": (4_000, 9_000),
        **dict.fromkeys(("Wished.seconds", "Opposed.seconds"), (3_600,)),
        "what": ("gm extend 24h",),
        "StillAsked.what": ("", "gm extend 24h"),
        **dict.fromkeys(("Wished.what", "Opposed.what"), ("pause", "resume", "extend")),
        "plan": tuple(map(plan_text.read, PLANS)),
        "hours": (None, plan_text.hours("UTC 22:00-07:00 weekends")),
        **dict.fromkeys(
            ("RolledBack.how", "Extended.by", "Paused.by", "Unpaused.by"), ("consent", "moderator")
        ),
        "door": ("mail", "discord"),
        "Appealed.text": ("", "too far"),
        "Viewed.seat": ("", "ann"),
        "Invited.by": ("", "Dan"),
        "Typed.faces": (("5", "4"), ("referee",)),
    },
    raw=r"[a-z]+-[a-z]+-[a-z]+|_MISS|\b(HIT|MISS|LOSS|timeout|illegal|gone|None)\b|\bbattleboard",
    personal=(
        "ActedAlone Agreed Approved AskedFor Bombed CameBack Disagreed Forced HoursKept Hushed "
        "Joined Passed Opened Opposed Pledged Proposed Removed Replaced Returned StillAsked "
        "TurnStarted Undone Unreached Unseated Vacated WentAway Wished Withdrew Won"
    ),
)
CHESS = Spoken(
    "dicechess",
    {"white": "Ann", "black": "Bob"},
    {
        "seat": ("white",),
        "owner": ("white", "black"),
        "winner": ("white", None),
        "dice": ("P", "PP"),
        "kept": ("R", "PN"),
        "bound": ("", "N"),
        "spent": ("N", ""),
        "candidates": ("PNK",),
        "san": ("Nc3", "Ke7"),
        "Moved.fen": ("fen",),
        "Began.fen": (chess.STARTING_FEN, "8/8/8/8/8/8/8/8 w - - 0 1"),
    },
    raw=r"counter_check|dicechess|\bnone\b|None|chain100|threefold|insufficient",
    silent="Began.quiet Ended.kept Moved.check Rolled.turn",
    personal=(
        "DrawDeclined DrawOffered Ended Held Interrupted Joined Moved Resumed Rolled Unseated "
        "WentOn"
    ),
)
AMBUSH = Spoken(
    "ambush",
    {"A": "A", "B": "B"},
    {
        "seat": ("A",),
        "owner": ("A",),
        "unit": ("A1",),
        "hex": ("0305",),
        "place": units.LOCATIONS,
        "twist": (-1, 0, 1),
        "facing": tuple(range(6)),
        "weapons": ((("ML#1", 7), ("PPC", 9)),),
        "slides": ((view.Slide("A1", 0, 2, ("0305",)),),),
        "Opened.text": ("none|||", "AH2|0212|0|standing", "AH2|0212|0|prone"),
        "fired": (("AH1",),),
    },
    raw=r"[|]|\b(None|none|other|yes|no_|ambush-|actor|ahead|edge_kills)\b",
    silent="Previewed.mode",
    personal="AskingSet Held Revealed TurnLost TurnSkipped Won",
)
OF = pytest.mark.parametrize("of", [BATTLE, CHESS, AMBUSH], ids=lambda of: of.kind)


@OF
@each("language", renderers.LANGUAGES)
def test_no_raw_word_shows(of: Spoken, language: str) -> None:
    raw = re.compile(rf"[{{}}$]|  |{of.raw}")
    for event in of.events:
        for viewer in (*of.seats, PUBLIC):
            sentence = of.say(event, viewer, language)
            assert sentence.strip() == sentence != "", event
            assert raw.search(sentence) is None, sentence
            assert fonts.can_draw(sentence), sentence


@OF
@each("language", renderers.LANGUAGES)
def test_what_an_event_tells_is_in_its_sentence(of: Spoken, language: str) -> None:
    told = unread(of.events, lambda event: of.say(event, PUBLIC, language))
    assert told == set(of.silent.split())


@OF
@each("language", renderers.LANGUAGES)
def test_actor_and_spectator_read_different_sentences_and_all_spectators_the_same(
    of: Spoken, language: str
) -> None:
    first, *_, other = of.seats
    personal = set()
    for event in of.events:
        public = of.say(event, PUBLIC, language)
        if of.say(event, first, language) != public:
            personal.add(type(event).__name__)
        assert of.kind == "dicechess" or of.say(event, other, language) == public
    assert personal == set(of.personal.split())


def test_a_field_of_which_no_sentence_tells_is_noticed() -> None:
    events = samples([Passed], {"by": ("ann",)})
    assert unread(events, lambda _: "passed") == {"Passed.cause"}
    assert unread(events, repr) == set()


@each(
    "target, result, viewer, sentence",
    DATA["BB_14_a_bomb_reads_differently_to_actor_victim_and_spectator"],
)
def test_BB_14_a_bomb_reads_differently_to_actor_victim_and_spectator(
    target: str, result: Result, viewer: str, sentence: str
) -> None:
    assert BATTLE.say(Bombed("ann", target, (3, 5), result), viewer).startswith(sentence)
