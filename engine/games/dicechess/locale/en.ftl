# Dice chess. $role: what the reader is in the event (actor, opponent, other). $colour: whose event it is, $other: the
# other colour, $owner: whose dice they are. Dice come as figures and letters, such as “♘ ♗ (N B)”.

dicechess-title = Dice Chess

dicechess-colour = { $colour ->
    [white] White
   *[black] Black
}
dicechess-other = { $other ->
    [white] White
   *[black] Black
}
dicechess-owner = { $owner ->
    [white] White
   *[black] Black
}
dicechess-reason = { $reason ->
    [checkmate] checkmate
    [stalemate] stalemate
    [insufficient] neither side has enough pieces to mate
    [threefold] the same position came up three times
    [fifty] a hundred turns without a capture or a pawn move
    [chain100] a hundred replies in one interruption
    [resignation] resignation
    [agreement] agreed
    [time] out of time
   *[aborted] the game was cancelled
}

dicechess-joined = { $role ->
    [actor] You have joined as { dicechess-colour }.
   *[other] { $name } has joined as { dicechess-colour }.
}
dicechess-unseated = { $role ->
    [actor] You have left before the start.
   *[other] { $name } ({ dicechess-colour }) has left before the start.
}
dicechess-began = The game begins: { $white } (White) against { $black } (Black).{ $standard ->
    [no] {" "}The position: { $fen }
   *[yes] {""}
}
dicechess-rolled = { $role ->
    [actor] Your turn.
   *[other] { dicechess-colour }’s turn.
} { $check ->
    [yes] In check: only pieces that can answer it may come up.{" "}
   *[no] {""}
}Roll { $roll }: { $dice }. The dice could show { $candidates }.
dicechess-moved = { $kind ->
    [reply] { $role ->
        [actor] You replied { $san }.
       *[other] { dicechess-colour } replied { $san }.
    }
   *[die] { $role ->
        [actor] You moved { $san }, spending { $spent }.
       *[other] { dicechess-colour } moved { $san }, spending { $spent }.
    }
}
dicechess-free = { $bound ->
    [none] { $role ->
        [actor] You must answer with one move of any piece; no dice needed.
       *[other] { dicechess-colour } must answer with one move of any piece; no dice needed.
    }
   *[other] { $role ->
        [actor] You must answer with one move, using one of these dice: { $bound }.
       *[other] { dicechess-colour } must answer with one move, using one of these dice: { $bound }.
    }
}
dicechess-interrupted = { $cause ->
    [check] Check! { dicechess-owner }’s turn pauses ({ $kept } on hold). { dicechess-free }
   *[counter_check] { dicechess-other }’s reply gives check. { dicechess-free } { $own ->
        [yes] Then the turn goes on with the dice on hold: { $kept }.
       *[no] { dicechess-owner }’s dice { $kept } stay on hold.
    }
}
dicechess-resumed = The check is answered: { $role ->
    [actor] you go on with { $dice }.
   *[other] { dicechess-colour } goes on with { $dice }.
}
dicechess-stalled = { $dice } { $count ->
    [one] has
   *[other] have
} no legal move for now.
dicechess-forfeited = { $dice } { $count ->
    [one] has no legal move: forfeited.
   *[other] have no legal move: forfeited.
}
dicechess-draw-offered = { $role ->
    [actor] You offer a draw.
    [opponent] { dicechess-colour } offers a draw: accept, or decline.
   *[other] { dicechess-colour } offers a draw.
}
dicechess-draw-declined = { $role ->
    [actor] You declined the draw.
   *[other] { dicechess-colour } declined the draw.
}
dicechess-held = { $role ->
    [actor] Your time is up. The game is stopped until a moderator continues it.
   *[other] { dicechess-colour }’s time is up. The game is stopped until a moderator continues it.
}
dicechess-went-on = The game goes on: { $role ->
    [actor] you have a new deadline.
   *[other] { dicechess-colour } has a new deadline.
}
dicechess-ended = { $won ->
    [yes] { $role ->
        [actor] You have won
       *[other] { dicechess-colour } has won
    }, { $result }: { dicechess-reason }.
   *[no] { $reason ->
        [aborted] The game has no result: { dicechess-reason }.
       *[other] Drawn, { $result }: { dicechess-reason }.
    }
}

# Why the reader is asked.
dicechess-beyond = { $why ->
    [opening_in_check] Your opponent gave check with the last die, so you rolled as usual; only pieces that can answer the check could come up.
    [check] No dice needed. { dicechess-owner }’s turn pauses, with { $kept } on hold.
    [counter_check] { $kept } stay on hold.
   *[other] {""}
}{ $asked ->
    [no] {""}
   *[yes] {" "}Say accept or decline to answer the offer of a draw.
}

# What is asked, as everybody may know it: it goes on behind a name; …-asks-else: what happens without an answer.
dicechess-asks = { $why ->
    [opening] it is your turn, with the dice { $kept }
    [opening_in_check] answer the check with one of your dice { $kept }
    [dice] go on with your dice { $kept }
    [resumed] the check is answered: go on with your dice { $kept }
    [check] answer the check: one move, any piece
    [counter_check] answer the check with one { $bound ->
        [none] move, any piece
       *[other] move, with a die that fits ({ $bound })
    }
   *[over] the game is over
}{ $offered ->
    [none] {""}
   *[other] {" "}({ $offered } offers a draw)
}
dicechess-asks-else = { $late ->
    [loss] Otherwise { $name } loses on time.
    [moderator] Otherwise the game waits for a moderator.
   *[none] {" "}
}

# The picture and the text board.
dicechess-goal = Goal: checkmate. The dice say which types of piece may move, one move a die.
dicechess-banner = { $held ->
    [none] { $phase ->
        [seating] Waiting for players
        [roll] { dicechess-colour } rolls
        [reply] { dicechess-owner }’s { $kind } on hold. { $owes ->
            [white] White
           *[black] Black
        } must answer the check.{ $count ->
            [one] {""}
           *[other] {""}
        }
        [over] { $won ->
            [white] White has won: { dicechess-reason }
            [black] Black has won: { dicechess-reason }
            [draw] A draw: { dicechess-reason }
           *[none] No result: { dicechess-reason }
        }
       *[die] { $why ->
            [opening_in_check] { dicechess-colour } to move, in check: { $kind }
            [resumed] { dicechess-colour } goes on: { $kind }
           *[dice] { dicechess-colour } to move: { $kind }
        }
    }
   *[other] Out of time: the game waits for a moderator
}
dicechess-head = { dicechess-owner }’s dice — ♔ { $white } — ♚ { $black }
dicechess-status = Turn { $turn }, { $quiet } of 100 quiet turns{ $offer ->
    [white] , White offers a draw
    [black] , Black offers a draw
   *[none] {""}
}
dicechess-side = { $colour ->
    [white] White
   *[black] Black
}
dicechess-taken = { $white ->
    [none] {""}
   *[other] White has taken { $white }.{" "}
}{ $black ->
    [none] {""}
   *[other] Black has taken { $black }.{" "}
}{ $ahead ->
    [white] White is ahead by { $lead }.
    [black] Black is ahead by { $lead }.
   *[none] {""}
}
dicechess-moves = { $fresh ->
    [since] Since your last move:
    [public] Latest moves:
   *[last] Last move:
} { $moves }
dicechess-check = { dicechess-colour }’s king on { $square } is in check.
dicechess-die-ready = to be used
dicechess-die-waiting = waiting
dicechess-die-spent = done
dicechess-die-void = unused
dicechess-note-men = White’s pieces are capitals.

# Refusals that are dice chess’s own.
dicechess-refusal-unreadable = “{ $word }” (character { $place }) is not a chess move.
dicechess-refusal-comma-missing = Put a comma between two moves: what comes before “{ $word }” is already a complete move.
dicechess-refusal-no-pass = You cannot pass in dice chess: every move must move a piece.
dicechess-refusal-need-promotion = Say what the pawn becomes, for example a8=Q.
dicechess-refusal-ambiguous = “{ $word }” could be several moves: add the square the piece comes from.
dicechess-refusal-illegal = “{ $word }” is not a legal move in this position.
dicechess-refusal-not-rolled-type = “{ $word }” is a legal move, but no unused die shows that piece.
dicechess-refusal-not-your-move = It is not your turn: the other player has to move.
dicechess-refusal-held = The game is stopped until a moderator continues it.
dicechess-refusal-not-rolled = The dice have not been rolled yet.

# Why an order may be worth considering, in a few words.
dicechess-hint = { $what ->
    [mate] checkmate
    [takes] takes a { dicechess-hint-piece }{ $check ->
        [yes] , with check
       *[no] {""}
    }
    [check] gives check
    [promotes] the pawn becomes a new piece
    [castles] brings the king to safety
    [develops] brings a piece into play
    [middle] takes a square in the middle
    [safe] leaves nothing to be taken
   *[other] {""}
}
dicechess-hint-piece = { $piece ->
    [P] pawn
    [N] knight
    [B] bishop
    [R] rook
    [Q] queen
   *[K] king
}
