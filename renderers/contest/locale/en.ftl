# Contests. $role: actor if the reader is meant, else other. $how and $own: how a table came to its end.

contest-title = a contest

contest-entered = { $role ->
    [actor] You have entered the contest
   *[other] { $name } has entered the contest
}{ $since ->
    [1] .
   *[other] {" "}and can play from round { $since } on.
}
contest-unentered = { $role ->
    [actor] You have left the contest before its start.
   *[other] { $name } has left the contest before its start.
}
contest-drawn = { $round ->
    [0] The last draw, for ties: { $seed }.
   *[other] Round { $round } is drawn. Its seed is { $seed }.
}
contest-paired = Round { $round } begins with { $count ->
    [one] one table
   *[other] { $count } tables
}.{ $own ->
    [none] {""}
    [bye] {" "}You have a free round and a point.
    [rest] {" "}You leave out this round.
    [void] {" "}You have no table in this round.
    [forfeit] {" "}You have a walk-over against { $names }.
    [two] {" "}You play { $names } and have the { $side ->
        [first] first
       *[second] second
    } side.
   *[many] {" "}You play { $names }.
}
contest-scored = Round { $round }, { $names }: { $result }.{ $reason ->
    [none] {""}
   *[other] {" "}Reason: { $reason }
}
contest-rematch = Round { $round }, { $names }: a draw, so the match is played again with sides changed.
contest-changed = Round { $round }: a result was corrected, so this match is now { $names }.
contest-left = { $role ->
    [actor] You have left the contest.
   *[other] { $name } has left the contest.
}{ $free ->
    [yes] {" "}A substitute may follow; until then the games wait.
   *[no] {""}
}
contest-followed = { $role ->
    [actor] You play on in this place of the contest. Its open games begin again.
   *[other] { $name } plays on in the place that was free. Its open games begin again.
}
contest-opening = Season { $season } is open for sign-up until { $closes } UTC. Everybody of the last season is in it; say `leave` if you don’t want to play.
contest-rested = { $on ->
    [yes] { $role ->
        [actor] You leave out the next round.
       *[other] { $name } leaves out the next round.
    }
   *[no] { $role ->
        [actor] You play the next round after all.
       *[other] { $name } plays the next round after all.
    }
}
contest-missing = { $role ->
    [actor] You have missed two rounds. If you miss another one, you are out of the contest.
   *[other] { $name } has missed two rounds, and is out after another one.
}
contest-ended = { $name ->
    [none] The contest is abandoned: too few have entered.
   *[other] { $role ->
        [actor] The contest is over. You are first!
       *[other] The contest is over. { $name } is first.
    }
}

contest-refusal-contest-plays = The contest asks nothing of you. Play your own game of this round.

# Tables.
contest-result = { $how ->
    [bye] free round, a point
    [rest] left out
    [void] does not count
    [open] open
    [forfeit] { $score }, walk-over
    [ruled] { $score }, by a moderator
    [lot] { $score }, by lot
   *[played] { $score }
}
contest-banner-open = { $count ->
    [0] Open for entrants
    [one] One entrant so far
   *[other] { $count } entrants so far
}
contest-banner-drawn = Round { $round } is being paired
contest-banner-round = Round { $round } of { $rounds }: { $left ->
    [0] all tables are decided
    [one] one table is open
   *[other] { $left } tables are open
}
contest-banner-open-games = { $left ->
    [one] one game is left
   *[other] { $left } games are left
}
contest-banner-over = { $name ->
    [none] The contest is over
   *[other] { $name } is first
}
contest-note-more = { $count ->
    [one] one more line
   *[other] { $count } more lines
}
contest-note-form = { $form ->
    [swiss] Swiss, rounds: { $rounds }
    [robin] A round robin: everybody meets everybody
    [knockout] A knock-out: the loser of a match is out
   *[league] A league with divisions
}
contest-standings = Standings
contest-division = Division { $number }
contest-round = Round { $round }
contest-running = Running games
contest-mine = Your tables
contest-you = (you)
contest-gone = (has left)
contest-head-place = #
contest-head-name = player
contest-head-points = points
contest-head-games = games
contest-head-sides = sides
contest-head-breaks = tie-breaks
contest-head-table = table
contest-head-round = round
contest-head-names = players
contest-head-result = result
contest-head-game = game
contest-break = { $what ->
    [buchholz-cut] opponents { $value }
    [buchholz] all opponents { $value }
    [berger] beaten opponents { $value }
    [met] each other { $value }
    [wins] wins { $value }
   *[second] second sides { $value }
}
