# The clock of a game, and the time of its players.

time-days = { $n ->
    [one] 1 day
   *[other] { $n } days
}
time-hours = { $n ->
    [one] 1 hour
   *[other] { $n } hours
}
time-minutes = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
}
time-seconds = { $n ->
    [one] 1 second
   *[other] { $n } seconds
}
time-mon = Monday
time-tue = Tuesday
time-wed = Wednesday
time-thu = Thursday
time-fri = Friday
time-sat = Saturday
time-sun = Sunday

# A clock plan.
time-plan-none = There is no time limit.
time-plan-each = There are { $each } for every answer.
time-plan-times = Questions close at { $times } ({ $zone }){ $all ->
    [yes] .
   *[no] {" "}on { $days }.
}
time-plan-bank = Every seat has { $bank } for the whole game{ $any ->
    [yes] , and { $increment } more at each turn. For questions to several players at once the limit is { $increment }.
   *[no] . For questions to several players at once the limit is the same.
}
time-plan-recall = { $any ->
    [yes] Answers by mail can be taken back for { $length }.
   *[no] Answers by mail are final at once.
}
time-plan-grace = After the deadline there is a grace period of { $length }.
time-plan-miss-default = If a player is still late, the default order is played for them.
time-plan-miss-moderator = If a player is still late, the game waits for a moderator to decide.
time-plan-replace = A seat that is late { $n ->
    [one] once
   *[other] { $n } times in a row
} can be taken by another player.
time-plan-away = Each player may be away for { $days } days a year.

# Events.
house-clock-set = The clock of this game: { $plan }
house-went-away = { $role ->
    [actor] You are
   *[other] { $name } is
} away from { $start } to { $end }.
house-came-back = { $role ->
    [actor] You are
   *[other] { $name } is
} no longer away.
house-returned = { $role ->
    [actor] You are
   *[other] { $name } is
} back, and the seat is no longer open to others.
house-hours-kept = { $any ->
    [yes] The clock does not run for { $role ->
        [actor] you
       *[other] { $name }
    } in these hours: { $hours }.
   *[no] { $role ->
        [actor] You keep
       *[other] { $name } keeps
    } no quiet hours.
}
house-wished = { $what ->
    [pause] { $role ->
        [actor] You vote to pause.
       *[other] { $name } votes to pause.
    }
    [resume] { $role ->
        [actor] You vote to resume.
       *[other] { $name } votes to resume.
    }
    [extend] { $role ->
        [actor] You vote for { $length } more.
       *[other] { $name } votes for { $length } more.
    }
   *[none] { $role ->
        [actor] You withdraw your vote.
       *[other] { $name } withdraws their vote.
    }
}{ $needed ->
    [0] {""}
   *[other] {" "}Votes still needed: { $needed }.
}
house-opposed = { $role ->
    [actor] You vote
   *[other] { $name } votes
} against { $what ->
    [pause] a pause.
    [resume] resuming.
   *[extend] { $length } more.
}{ $over ->
    [yes] {" "}The vote has failed.
   *[no] {""}
}
house-paused = { $by ->
    [moderator] A moderator paused the clock.
   *[consent] Everybody agreed: the clock is paused.
}
house-unpaused = { $by ->
    [moderator] A moderator restarted the clock.
   *[consent] Everybody agreed: the clock is running again.
}
house-extended = { $by ->
    [moderator] A moderator extended the deadline by { $length }.
   *[consent] Enough players agreed: the deadline is extended by { $length }.
}
house-due-set = A moderator set the deadline to { $at }.
house-forced = A moderator decided not to wait for { $role ->
    [actor] you
   *[other] { $name }
} any longer.
house-grace-began = { $count ->
    [0] The deadline has passed
   *[other] { $names } missed the deadline
}; a grace period of { $length } has begun.
house-handed-over = { $count ->
    [0] The deadline has passed
   *[other] { $names } missed the deadline
}; a moderator decides how the game continues.
house-missed = The deadline was missed by { $names }.
house-was-down = The referee was down from { $since } to { $until }; deadlines move by { $length }.
house-filed-played = Your standing order is played now: { $order }

# Why the house refuses.
refusal-bad-away = “{ $word }” cannot be read as a date: write 2026-12-24, or 2026-12-24 18:00.
refusal-away-too-long = That is { $word } more than you may be away in a year.
refusal-not-away = You have no current or future absence.
refusal-bad-hours = “{ $word }” is not understood there: write a time zone, then hours such as 22:00-07:00, then “weekends” if you like.
refusal-bad-length = “{ $word }” is not a length of time that is possible here.
refusal-bad-deadline = The deadline cannot be { $word }.
refusal-bad-plan = The clock is not understood at “{ $word }”.
refusal-paused-before = The clock is already paused.
refusal-not-paused = The clock is not paused.
refusal-no-deadline = There is no deadline at the moment.
refusal-not-asked = The game is not waiting for { $word }.
refusal-in-a-window = This reaction window closes at its own time; nothing can change that.
refusal-no-default = There is no default order for { $word }.
refusal-said-before = You have already voted for that.
refusal-not-for-it = There is no such vote that you could withdraw or answer.
refusal-cannot-wait = Only a question to several players at once, with a deadline, can be kept open.
refusal-bad-queue = Write: queue add ORDER, queue add always ORDER, queue list, queue drop NUMBER, or queue drop all.
refusal-too-many-queued = You can have at most { $word } standing orders.
refusal-no-such-queued = You have no standing order number { $word }.

# What was done.
did-away = You are away from { $start } to { $end }, in all your games.
did-back = You are no longer away.
did-hours = { $hours ->
    [none] You keep no quiet hours.
   *[other] The clock does not run for you in these hours: { $hours }.
}
did-wait = The question stays open for you until its deadline, or until you type “ready”.
did-ready = The question closes when all have answered.
did-pause = { $needed ->
    [0] The clock is paused.
   *[other] You vote to pause. Votes still needed: { $needed }.
}
did-resume = { $needed ->
    [0] The clock is running again.
   *[other] You vote to resume. Votes still needed: { $needed }.
}
did-extend = { $needed ->
    [0] The deadline is extended.
   *[other] You vote for more time. Votes still needed: { $needed }.
}
did-unwish = Your vote is withdrawn.
did-oppose = { $over ->
    [yes] You voted against it. The vote has failed.
   *[no] You voted against it.
}
did-queue = { $count ->
    [0] You have no standing orders.
   *[other] Your standing orders: { $orders }
}
