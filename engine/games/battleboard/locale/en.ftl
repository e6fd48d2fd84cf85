# BattleBoard. $role: what the reader is in the event (actor, victim, self for both, other).
# $own: was it the bomber's own board? $square: such as “3 5”.

battleboard-title = BattleBoard

battleboard-result = { $result ->
    [HIT] hit
    [NEAR_MISS] near miss
    [LOSS] hit, the last city
   *[MISS] miss
}

battleboard-joined = { $role ->
    [actor] You have joined as { $name }.
   *[other] { $name } has joined.
} { $seats ->
    [0] All seats are taken.
    [one] One seat is free.
   *[other] { $seats } seats are free.
}
battleboard-unseated = { $role ->
    [actor] You left before the start.
   *[other] { $name } left before the start.
} { $seats ->
    [one] One seat is free.
   *[other] { $seats } seats are free.
}
battleboard-dealt = Your board has { $width } by { $height } squares; your { $cities ->
    [one] city is at { $squares }.
   *[other] cities are at { $squares }.
} Nobody else is told.
battleboard-turn-order = Order of turns: { $names }.
battleboard-turn-started = { $role ->
    [actor] It is your turn.
   *[other] { $name } is to move.
}
battleboard-bombed = { $role ->
    [actor] You bombed { $target } at { $square }: { battleboard-result }.{ $result ->
        [LOSS] {" "}{ $target } has lost.
       *[MISS] {""}
    }
    [victim] { $by } bombed your board at { $square }: { battleboard-result }.{ $result ->
        [LOSS] {" "}You have lost.
       *[MISS] {""}
    }
    [self] You bombed your own board at { $square }: { battleboard-result }.{ $result ->
        [LOSS] {" "}You have lost.
       *[MISS] {""}
    }
   *[other] { $own ->
        [yes] { $by } bombed their own board at { $square }
       *[no] { $by } bombed { $target } at { $square }
    }: { battleboard-result }.{ $result ->
        [LOSS] {" "}{ $target } has lost.
       *[MISS] {""}
    }
}
battleboard-passed = { $role ->
    [actor] { $cause ->
        [timeout] You ran out of time and passed.
        [illegal] There was nothing to bomb there, so you passed.
        [gone] Your connection broke, so you passed.
        [left] You are leaving, so you passed.
       *[order] You passed.
    }
   *[other] { $cause ->
        [timeout] { $name } ran out of time and passed.
        [illegal] { $name } bombed where there is nothing and passed.
        [gone] { $name } lost the connection and passed.
        [left] { $name } is leaving and passed.
       *[order] { $name } passed.
    }
}
battleboard-withdrew = { $role ->
    [actor] You are leaving the game at the end of this turn.
   *[other] { $name } is leaving the game at the end of this turn.
}
battleboard-won = { $role ->
    [actor] You have won!
   *[other] { $name } has won.
}
battleboard-drawn = The game is a draw: nobody is left.
battleboard-uncovered = Never hit on the board of { $name }: { $squares }.

battleboard-beyond = You have { $left ->
    [one] one city
   *[other] { $left } cities
} left.

# What is asked, as everybody may know it: it goes on behind a name; …-asks-else: what happens without an answer.
battleboard-asks = bomb a square, or pass
battleboard-asks-else = Otherwise it is a pass.

# The picture and the text board.
battleboard-goal = Goal: bomb all cities of the others before they bomb yours.
battleboard-banner-turn = { $name } to move
battleboard-banner-open = { $seats ->
    [one] Waiting for one more player
   *[other] Waiting for { $seats } more players
}
battleboard-banner-ready = All seats are taken
battleboard-banner-won = { $name } has won
battleboard-banner-drawn = A draw: nobody is left
battleboard-you = (you)
battleboard-cities = { $left } of { $total } { $total ->
    [one] city
   *[other] cities
}
battleboard-leaving = leaving the game, { battleboard-cities }
battleboard-left = has left, { battleboard-cities }
battleboard-lost = has lost, { battleboard-cities }
battleboard-sign-sea = not bombed
battleboard-sign-hit = hit
battleboard-sign-loss = hit, last city
battleboard-sign-near = near miss
battleboard-sign-miss = miss
battleboard-sign-wreck-near = near miss on a wreck
battleboard-sign-wreck-miss = miss on a wreck
battleboard-sign-city = your city
battleboard-sign-stood = city never hit
battleboard-last = Last: { $by } bombed { $own ->
    [yes] their own board
   *[no] { $target }
} at { $square }.
battleboard-note-square = { $square }: column { $x }, row { $y }
battleboard-note-badge = #1, #2, …: order of turns
battleboard-note-wrecks = { $wrecks ->
    [count] destroyed cities still cause hits and near misses
   *[clear] destroyed cities no longer cause hits or near misses
}
battleboard-note-illegal = a bomb where there is nothing counts as a pass

# Why an order may be worth considering, in a few words.
battleboard-hint = { $what ->
    [clue] { $n ->
        [one] the one square that can explain a near miss
       *[other] one of { $n } squares that can explain a near miss
    }
    [pass] nobody is left to bomb
   *[search] unknown waters, where most can be learnt
}
