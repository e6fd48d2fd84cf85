"""Renderer of dice chess: scenes, and the sentence arguments of events."""

from collections.abc import Mapping
from typing import Any

import chess

from engine.games.dicechess import robot
from engine.games.dicechess import view as v
from engine.games.dicechess.view import Made, View
from engine.games.dicechess.world import KINDS, other
from engine.state import Event, Seat
from renderers import fonts
from renderers.dicechess.board import ChessScene, Die, DieState, Piece, PlayerBar, Square, flat, png
from renderers.dicechess.lines import alt, text
from renderers.registry import PromptParts, PublicQuestion, Say
from renderers.toolkit.facts import Facts, fields, joined, yes
from renderers.toolkit.scene import GameFacts, LastAction

__all__ = ["alt", "asks", "facts", "flat", "names", "png", "prompt", "reason", "scene", "text"]

FIGURES = {
    "white": dict(zip(KINDS, "♙♘♗♖♕♔", strict=True)),
    "black": dict(zip(KINDS, "♟♞♝♜♛♚", strict=True)),
}
SEATS = ("white", "black")
WORTH = dict(zip(KINDS, (1, 3, 3, 5, 9, 0), strict=True))
WINNERS = {"1-0": "white", "0-1": "black", "1/2-1/2": "draw"}


def figures(dice: str, owner: Seat) -> str:
    """Return dice as figures of their owner's colour, with their letters: ``♘ ♗ (N B)``."""
    return f"{' '.join(FIGURES[owner][die] for die in dice)} ({' '.join(dice)})" if dice else ""


def names(view: View) -> dict[Seat, str]:
    return joined(view.players)


def player(view: View, seat: Seat) -> str:
    name = names(view).get(seat, "")
    return name if fonts.can_name(name) else ""


def state(view: View) -> Facts:
    return {
        "why": view.why,
        "phase": view.phase,
        "colour": view.to_move or view.owner,
        "owner": view.owner,
        "kept": figures(view.kept, view.owner),
        "kind": " ".join(FIGURES[view.owner][die] for die in view.kept),
        "count": len(view.kept),
        "bound": figures(view.bound, view.owner),
        "offer": view.offer or "none",
        "held": view.held or "none",
        "won": WINNERS.get(view.result or "", "none"),
        "reason": view.reason or "none",
        "owes": view.owes or "none",
    }


def prompt(view: View, say: Say) -> PromptParts:
    """Return the reason for asking the reader, from ``view.why``."""
    asked = yes(view.offer not in (None, view.viewer))
    return PromptParts(more=say("dicechess-beyond", asked=asked, **state(view)).strip())


def asks(view: View, names: Mapping[Seat, str], say: Say) -> PublicQuestion:
    offered = "none" if view.offer is None else names.get(view.offer, view.offer)
    mover = view.to_move or view.owner
    late = view.terms.on_time if view.to_move else "none"
    return PublicQuestion(
        question=say("dicechess-asks", offered=offered, **state(view)),
        otherwise=say("dicechess-asks-else", late=late, name=names.get(mover, mover)).strip(),
    )


def turned(view: View, square: chess.Square) -> Square:
    column, row = chess.square_file(square), 7 - chess.square_rank(square)
    return (7 - column, 7 - row) if view.viewer == "black" else (column, row)


def scene(view: View, say: Say) -> ChessScene:
    board = chess.Board(view.fen)
    flip = view.viewer == "black"
    shown, fresh = marked(view)
    king = board.king(board.turn) if view.check or view.reason == "checkmate" else None
    files, ranks = "abcdefgh", "87654321"
    facts = state(view)
    return ChessScene(
        banner=say("dicechess-banner", **facts),
        game=GameFacts(
            names(view),
            view.turn_no,
            LastAction(
                move_text(view.moves[-1]) if view.moves else "",
                tuple(way(view, made) for made in shown),
            ),
        ),
        numbers=tuple(number(view, made) for made in shown),
        bars=tuple(bar(view, seat, say) for seat in (SEATS if flip else SEATS[::-1])),
        taken=material(view, say),
        alarm=view.interrupted or view.held is not None,
        head=say(
            "dicechess-head", white=player(view, "white"), black=player(view, "black"), **facts
        ),
        status=say("dicechess-status", turn=view.turn_no, quiet=view.quiet, **facts),
        roller=view.owner,
        dice=dice(view, say),
        files=files[::-1] if flip else files,
        ranks=ranks[::-1] if flip else ranks,
        pieces=tuple(
            Piece(turned(view, square), piece.symbol().upper(), SEATS[not piece.color])
            for square, piece in sorted(board.piece_map().items())
        ),
        moves=say("dicechess-moves", fresh=fresh, moves=say("comma").join(map(move_text, shown)))
        if shown
        else "",
        check=None if king is None else turned(view, king),
        check_word=""
        if king is None
        else say("dicechess-check", square=chess.square_name(king), colour=SEATS[not board.turn]),
        notes=(say("dicechess-note-men"), view.line),
        summary=(say("dicechess-goal"),),
    )


def marked(view: View) -> tuple[tuple[Made, ...], str]:
    """Return the moves to draw, and a word for their relation to the reader."""
    if view.phase == "over":
        ending = tuple(made for made in view.moves if made.turn == view.turn_no)
        return (ending, "public") if ending else (view.moves[-1:], "last")
    if since := view.since(view.viewer):
        return since, "since" if view.viewer in SEATS else "public"
    return view.moves[-1:], "last"


def number(view: View, made: Made) -> int:
    return [one for one in view.moves if one.turn == made.turn].index(made) + 1


def lead(view: View) -> int:
    men = filter(str.isalpha, view.fen.partition(" ")[0])
    return sum(WORTH[man.upper()] * (1 if man.isupper() else -1) for man in men)


def captured(view: View, seat: Seat) -> str:
    prey = (man for man in view.taken if man.islower() == (seat == "white"))
    return "".join(sorted((man.upper() for man in prey), key=KINDS.index, reverse=True))


def bar(view: View, seat: Seat, say: Say) -> PlayerBar:
    return PlayerBar(
        colour=seat,
        name=player(view, seat) or say("dicechess-side", colour=seat),
        taken=captured(view, seat),
        lead=lead(view) * (1 if seat == "white" else -1),
        acts=view.to_move == seat and view.phase != "seating",
    )


def material(view: View, say: Say) -> str:
    ahead = lead(view)
    return say(
        "dicechess-taken",
        white="".join(FIGURES["black"][man] for man in captured(view, "white")) or "none",
        black="".join(FIGURES["white"][man] for man in captured(view, "black")) or "none",
        ahead="white" if ahead > 0 else "black" if ahead < 0 else "none",
        lead=abs(ahead),
    ).strip()


def way(view: View, made: Made) -> tuple[Square, Square]:
    move = chess.Move.from_uci(made.uci)
    return turned(view, move.from_square), turned(view, move.to_square)


def move_text(made: Made) -> str:
    """Return a move in words: ``Nc3 (b1-c3)``."""
    return f"{made.san} ({made.uci[:2]}-{made.uci[2:4]})"


def dice(view: View, say: Say) -> tuple[Die, ...]:
    left = view.kept
    made = [(str(number(view, one)), one.spent) for one in view.moves if one.turn == view.turn_no]
    shown = []
    for kind in view.rolled:
        now: DieState = "spent"
        if kind in left:
            left = left.replace(kind, "", 1)
            now = "void" if view.phase == "over" else "waiting" if view.interrupted else "ready"
        order = ""
        for k, (place, spent) in enumerate(made if now == "spent" else ()):
            if kind in spent:
                made[k], order = (place, spent.replace(kind, "", 1)), place
                break
        shown.append(
            Die(kind, now, order, f"{FIGURES[view.owner][kind]} {say(f'dicechess-die-{now}')}")
        )
    return tuple(shown)


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], _say: Say) -> Facts:
    def of(seat: Seat) -> Facts:
        role = "actor" if seat == viewer else "opponent" if viewer in SEATS else "other"
        return {"role": role, "colour": seat, "other": other(seat), "name": names.get(seat, seat)}

    seat = getattr(event, "seat", None) or getattr(event, "winner", None) or "white"
    found = fields(event, viewer, names) | of(seat)
    match event:
        case v.Joined(name=name):
            found["name"] = fonts.tidy(name)
        case v.Began(white, black, fen):
            found |= {"white": fonts.tidy(white), "black": fonts.tidy(black)}
            found["standard"] = yes(fen == chess.STARTING_FEN)
        case v.Rolled():
            found |= {"dice": figures(event.dice, seat), "candidates": " ".join(event.candidates)}
        case v.Moved():
            found["spent"] = figures(event.spent, seat)
        case v.Interrupted(_, owner, kept, _, bound):
            found |= {"kept": figures(kept, owner), "bound": figures(bound, owner) or "none"}
            found |= {"own": yes(seat == owner), "count": len(kept)}
        case v.Resumed(_, dice) | v.Stalled(_, dice) | v.Forfeited(_, dice):
            found |= {"dice": figures(dice, seat), "count": len(dice)}
        case v.Ended(winner=winner):
            found["won"] = yes(winner)
    return found


def reason(view: View, order: Any, say: Say) -> str:
    found = robot.reason(view, order)
    return say("dicechess-hint", **found) if found else ""
