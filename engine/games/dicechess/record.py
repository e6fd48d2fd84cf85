"""Records of a game, made from what everybody was told of it: a score
to read, and PGN for analysis.

Give the events of a game's bulletins as the public got them, without those
of entries that were taken back.
"""

import re
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from engine.games.dicechess.events import Began, Ended, Forfeited, Moved, Rolled
from engine.games.dicechess.position import other
from engine.state import Event, Seat

DEAD_HEAT = "1/2-1/2"
TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
NUMBERED = re.compile(r"(\d+)(\.|…)")
DICE = re.compile(r"\[([PNBRQK]{3})\]")


class RecordMove(Struct, frozen=True):
    """One move: by a die, or a reply, which spends none unless the option
    ``counter_check=die`` says so.
    """

    seat: Seat
    san: str
    kind: Literal["die", "reply"]


class RecordTurn(Struct):
    """One turn. ``forfeited`` are the dice that were lost at its end (R6.5)."""

    seat: Seat
    dice: str
    moves: list[RecordMove] = []
    forfeited: str = ""


class Record(Struct, kw_only=True):
    """A whole game, finished or not. ``fen``, ``quiet``: where it began.
    ``reason`` is empty while it goes on.
    """

    white: str
    black: str
    fen: str
    quiet: int
    rules: str
    turns: list[RecordTurn] = []
    result: str = "*"
    reason: str = ""


class Unreadable(ValueError):
    """A score that cannot be read; the text says where."""


def record(events: Iterable[Event]) -> Record:
    """Return the record of a game from its events. Raises ``ValueError`` if it has not begun."""
    made: Record | None = None
    for event in events:
        if isinstance(event, Began):
            made = Record(**asdict(event))
        if made is None:
            continue
        match event:
            case Rolled():
                made.turns.append(RecordTurn(event.seat, event.dice))
            case Moved():
                made.turns[-1].moves.append(RecordMove(event.seat, event.san, event.kind))
            case Forfeited():
                made.turns[-1].forfeited = event.dice
            case Ended():
                made.result, made.reason = event.result, event.reason
    if made is None:
        raise ValueError("the game has not begun")
    return made


# ---- the score


def score(game: Record) -> str:
    """Write the readable score: dice in brackets, replies in round brackets, with dots
    before those of the other side.

    ``7. [NBR] Nc3 Bb5+ (… Kf7) Rd1   7… [PPK] …``
    """
    lines = [*tags(game), ""]
    for number, turn in numbered(game.turns):
        dots = "." if turn.seat == "white" else "…"
        parts = [f"{number}{dots}", f"[{turn.dice}]", *moves_written(turn)]
        if turn.forfeited:
            parts.append(f"{{{turn.forfeited} forfeited}}")
        lines.append(" ".join(parts))
    lines.append(f"{game.result} {{{game.reason}}}" if game.reason else game.result)
    return "\n".join(lines) + "\n"


def tags(game: Record) -> list[str]:
    """Return the head of a score."""
    head = {
        "White": game.white,
        "Black": game.black,
        "DiceRules": game.rules,
        "FEN": game.fen,
        "Quiet": str(game.quiet),
    }
    return [f'[{name} "{escaped(value)}"]' for name, value in head.items()]


def escaped(text: str) -> str:
    """Return a text as it stands between the quotes of a tag."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def numbered(turns: list[RecordTurn]) -> Iterable[tuple[int, RecordTurn]]:
    """Yield turns with their numbers as chess counts them: Black's turn has
    that of the White turn before it.
    """
    for i, turn in enumerate(turns):
        yield (i + (turns[0].seat == "black")) // 2 + 1, turn


def moves_written(turn: RecordTurn) -> list[str]:
    """Return the moves of a turn, the replies in brackets."""
    parts: list[str] = []
    for move in turn.moves:
        if move.kind == "die":
            parts.append(move.san)
        else:
            parts.append(f"(… {move.san})" if move.seat != turn.seat else f"({move.san})")
    return parts


def read_score(text: str) -> Record:
    """Read a score. Raises ``Unreadable``."""
    head, lines = dict[str, str](), list[str]()
    for line in filter(None, map(str.strip, text.splitlines())):
        if tag := TAG.fullmatch(line):
            head[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        else:
            lines.append(line)
    try:
        made = Record(
            white=head["White"],
            black=head["Black"],
            fen=head["FEN"],
            quiet=int(head["Quiet"]),
            rules=head["DiceRules"],
        )
    except (KeyError, ValueError) as error:
        raise Unreadable(f"the head of the score lacks {error}") from error
    for line in lines:
        result, _, reason = line.partition(" ")
        if result in ("1-0", "0-1", DEAD_HEAT, "*"):
            made.result, made.reason = result, reason.strip("{}")
        else:
            made.turns.append(read_turn(line))
    return made


def read_turn(line: str) -> RecordTurn:
    """Read one line of a score. Raises ``Unreadable``."""
    words = line.split()
    number, dice = (
        NUMBERED.fullmatch(words[0]),
        DICE.fullmatch(words[1]) if len(words) > 1 else None,
    )
    if not number or not dice:
        raise Unreadable(f"no turn with a number and its dice: {line!r}")
    turn = RecordTurn("white" if number[2] == "." else "black", dice[1])
    body = " ".join(words[2:])
    body, _, lost = body.partition("{")
    turn.forfeited = lost.removesuffix(" forfeited}")
    replier = turn.seat
    for word in body.replace("(… ", "(…").split():
        if not word.startswith("("):
            turn.moves.append(RecordMove(turn.seat, word, "die"))
            continue
        replier = other(turn.seat) if word[1] == "…" else turn.seat
        turn.moves.append(RecordMove(replier, word.strip("(…)"), "reply"))
    return turn


# ---- PGN


def pgn(game: Record, day: str) -> str:
    """Return PGN for analysis: a null move wherever a side moves again, ``[%dice …]`` at
    each move, and no tag ``Variant``. ``day``: when the game was made, as
    ``2006-11-19``.

    Under ``en_passant=next_turn`` a pawn may
    be taken later than PGN can say; such a game is written up to there, with a comment.
    """
    # Loaded only here: it brings what talks to chess engines, and every start would wait for it.
    import chess.pgn

    out = chess.pgn.Game()
    out.headers.clear()
    heads = {
        "Event": "Dice chess",
        "Site": "Meanwhile",
        "Date": day.replace("-", "."),
        "Round": "-",
        "White": game.white,
        "Black": game.black,
        "Result": game.result,
        "DiceRules": game.rules,
    }
    for name, value in heads.items():
        out.headers[name] = value
    if game.fen != chess.STARTING_FEN:
        out.setup(game.fen)
    if game.reason:
        out.headers["Termination"] = game.reason
    node: chess.pgn.GameNode = out
    for turn in game.turns:
        roll = f" [%roll {turn.dice}]"
        for move in turn.moves:
            if node.turn() != (move.seat == "white"):
                node = node.add_variation(chess.Move.null())
            try:
                played = node.board().parse_san(move.san)
            except ValueError:
                node.comment = (
                    f"{node.comment} {move.san} takes a pawn en passant that PGN cannot take any"
                    " more".strip()
                )
                return str(out)
            node = node.add_variation(played, comment=f"[%dice {move.kind}]{roll}")
            roll = ""
        if turn.forfeited:
            node.comment += f" [%forfeit {turn.forfeited}]"
    return str(out)
