# Dice chess. $role: what the reader is in the event (actor, opponent, other). $colour: whose event it is, $other: the
# other colour, $owner: whose dice they are. Dice come as figures and letters, such as “♘ ♗ (N B)”.

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
    [insufficient] nobody could ever mate
    [threefold] the position came up for the third time
    [fifty] a hundred quiet turns in a row
    [chain100] a hundred replies in one interruption
    [resignation] resignation
    [agreement] agreed
    [time] out of time
   *[aborted] the table was closed
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
} Rules: { $rules }
dicechess-rolled = { $role ->
    [actor] Your turn.
   *[other] { dicechess-colour }’s turn.
} { $check ->
    [yes] In check: only types that answer it could come up.{" "}
   *[no] {""}
}Roll { $roll } out of { $candidates }: { $dice }.
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
        [actor] You owe one move with any piece; no dice needed.
       *[other] { dicechess-colour }: one move with any piece; no dice needed.
    }
   *[other] { $role ->
        [actor] You owe one move with one of these dice: { $bound }.
       *[other] { dicechess-colour }: one move with one of these dice: { $bound }.
    }
}
dicechess-interrupted = { $cause ->
    [check] Check! { dicechess-owner }’s turn pauses (kept: { $kept }). { dicechess-free }
   *[counter_check] { dicechess-other }’s reply gives check. { dicechess-free } { $own ->
        [yes] Then the kept dice { $kept } continue.
       *[no] { dicechess-owner }’s dice { $kept } go on waiting.
    }
}
dicechess-resumed = Nobody is in check any more: { $role ->
    [actor] you go on with { $dice }.
   *[other] { dicechess-colour } goes on with { $dice }.
}
dicechess-stalled = { $dice } { $count ->
    [one] has
   *[other] have
} no legal move at present.
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
    [actor] Your time is up. The game stands still until a moderator lets it go on.
   *[other] { dicechess-colour }’s time is up. The game stands still until a moderator lets it go on.
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
dicechess-prompt = { $why ->
    [opening] Your turn: your dice are { $kept }.
    [opening_in_check] Check with the last die, so you rolled as usual; only types that answer the check could come up. Your dice are { $kept }.
    [dice] Your turn goes on: left are { $kept }.
    [resumed] Nobody is in check any more. Go on with your dice { $kept }.
    [check] Check! { dicechess-owner }’s turn pauses (kept: { $kept }). Make one move with any piece; no dice needed.
    [counter_check] The reply gives check. Make one { $bound ->
        [none] free move
       *[other] move, with a die that fits if there is one ({ $bound })
    }; the dice { $kept } wait.
   *[over] The game is over.
}{ $asked ->
    [no] {""}
   *[yes] {" "}There is an offer of a draw: accept, or decline.
}

# The picture and the text board.
dicechess-banner = { $held ->
    [none] { $phase ->
        [seating] Waiting for players
        [roll] { dicechess-colour } rolls
        [reply] Check interruption: { dicechess-owner }’s { $kind } { $count ->
            [one] waits.
           *[other] wait.
        } { $owes ->
            [white] White
           *[black] Black
        } owes one move.
        [over] { $won ->
            [white] White has won: { dicechess-reason }
            [black] Black has won: { dicechess-reason }
            [draw] Drawn: { dicechess-reason }
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
dicechess-status = Turn { $turn }, quiet turns { $quiet }{ $offer ->
    [white] , White offers a draw
    [black] , Black offers a draw
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
dicechess-die-void = unspent
dicechess-note-men = White’s pieces are capitals.

# Refusals that are dice chess’s own.
dicechess-refusal-unreadable = “{ $word }” (character { $place }) is no chess move.
dicechess-refusal-comma-missing = Put a comma between two moves: what stands before “{ $word }” is a move by itself.
dicechess-refusal-no-pass = There is no passing in dice chess: every move must move a piece.
dicechess-refusal-need-promotion = Name the piece that the pawn becomes, for example a8=Q.
dicechess-refusal-ambiguous = “{ $word }” fits more than one move: name the square that the piece comes from.
dicechess-refusal-illegal = “{ $word }” is not a legal move in this position.
dicechess-refusal-not-rolled-type = “{ $word }” is a legal move, but no unspent die shows that type of piece.
dicechess-refusal-not-your-move = It is not your move: the other player has to move now.
dicechess-refusal-held = The game stands still until a moderator lets it go on.
dicechess-refusal-not-rolled = The dice have not been rolled yet.
