"""The stages of contests: sign-up, a break before a round, or a round, and when they end."""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.game import Gather
from engine.games import contest as g
from engine.plan import HOUR, Span
from engine.referee.accounts import SERVER_NOTES, encode_note, key
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.rulings import calendar, plan_text
from engine.table import GameTable

STILL, GAPS = HOUR, 20
"""The shortest downtime that moves rounds, in seconds, and the number of downtimes remembered."""


class Stage(Struct, frozen=True, array_like=True):
    """The stage of a contest, and the second since which it lasts."""

    name: str
    since: int
    called: bool = False  # the next round was called, because this one took too long
    at: int = 0  # the second at which a moderator lets the next round begin


stage_in = msgspec.json.Decoder(Stage).decode


def duties(table: GameTable) -> list[g.Duty]:
    state = table.state
    return g.duties(state.world, state.stack[-1] if state.stack and state.result is None else None)


def stage_of(contest: OpenGame) -> str:
    """Return the stage of a contest: sign-up, a break before a round, or a round."""
    state, world = contest.table.state, contest.table.world
    if state.stack and isinstance(state.stack[0], Gather):
        return "signup"
    waits = any(duty.what == "next" for duty in duties(contest.table))
    return f"{'break' if waits else 'round'} {world.begun}"


def note_stage(batch: Batch, contest: OpenGame) -> None:
    notes, name = batch.notes_of(SERVER_NOTES), key("contest", contest.id)
    before = notes.get(name)
    if contest.table.state.result is not None:
        if before is not None:
            notes.put(name, None)
    elif before is None or stage_in(before).name != stage_of(contest):
        stage, last = Stage(stage_of(contest), batch.now), stage_in(before) if before else None
        if last is not None and stage.name.startswith("break"):
            stage = replace(stage, at=last.at)  # the moderators' moment is for the round to come
        notes.put(name, encode_note(stage))


def due_at(batch: Batch, contest: OpenGame, stage: Stage) -> int | None:
    """Return the second at which a stage ends by itself. A downtime at that moment moves it: a
    fixed moment to the next one, others by the length of the downtime (EV-42).
    """
    options, gaps = contest.table.world.options, gaps_in(batch)
    if stage.at:
        return stage.at
    if stage.name.startswith("break"):
        starts = plan_text.read(options.starts)
        due = calendar.slot(stage.since, starts)
        for start, end in gaps:
            due = calendar.slot(end, starts) if start < due < end else due
        return due
    if stage.name == "signup":
        due = plan_text.moment(options.closes, "UTC") if options.closes else 0
    else:
        lasts = options.each != "none" and options.form != "knockout"
        due = stage.since + plan_text.seconds(options.each) if lasts else 0
    for start, end in gaps:
        due += end - start if start < due < end else 0
    return due or None


def gaps_in(batch: Batch) -> list[Span]:
    kept = batch.notes_of(SERVER_NOTES).get("gaps")
    return msgspec.json.decode(kept, type=list[Span]) if kept else []


def note_gap(batch: Batch, gap: Span) -> None:
    """Remember a downtime of the server that may move rounds."""
    if gap[1] - gap[0] >= STILL:
        gaps = [*gaps_in(batch), gap][-GAPS:]
        batch.notes_of(SERVER_NOTES).put("gaps", encode_note(gaps))


def call_round(batch: Batch, contest: OpenGame, at: int) -> None:
    """Let the next round begin at a second instead of its usual moment (EV-42)."""
    name = key("contest", contest.id)
    stage = stage_in(batch.notes_of(SERVER_NOTES).get(name) or "")
    batch.notes_of(SERVER_NOTES).put(name, encode_note(replace(stage, called=False, at=at)))
