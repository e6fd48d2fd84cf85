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
time-plan-none = Nobody is waited for with a clock.
time-plan-each = Every answer has { $each }.
time-plan-times = Questions close at { $times } ({ $zone }){ $all ->
    [yes] .
   *[no] {" "}on { $days }.
}
time-plan-bank = Every seat has { $bank } for the whole game{ $any ->
    [yes] , and { $increment } more at each turn. What several are asked at once has { $increment }.
   *[no] . What several are asked at once has as long.
}
time-plan-grace = After the deadline there are { $length } of grace.
time-plan-miss-default = Whoever is late still is answered for.
time-plan-miss-moderator = Whoever is late still is waited for until a moderator decides.
time-plan-replace = A seat that is late { $n ->
    [one] once
   *[other] { $n } times in a row
} may be taken by somebody else.
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
} not away any more.
house-returned = { $role ->
    [actor] You are
   *[other] { $name } is
} back: nobody else can take the seat any more.
house-hours-kept = { $any ->
    [yes] { $role ->
        [actor] You are
       *[other] { $name } is
    } not waited for in these hours: { $hours }.
   *[no] { $role ->
        [actor] You keep
       *[other] { $name } keeps
    } no quiet hours.
}
house-wished = { $role ->
    [actor] You are
   *[other] { $name } is
} { $what ->
    [pause] for a pause
    [resume] for going on
    [extend] for { $length } more
   *[none] not for that any more
}.{ $needed ->
    [0] {""}
   *[other] {" "}So many more must agree: { $needed }.
}
house-paused = { $by ->
    [moderator] A moderator has stopped the clock.
   *[consent] All agree: the clock stands still.
}
house-unpaused = { $by ->
    [moderator] A moderator lets the clock go on.
   *[consent] All agree: the clock goes on.
}
house-extended = { $by ->
    [moderator] A moderator gives { $length } more.
   *[consent] Enough agree: there are { $length } more.
}
house-due-set = A moderator has set the deadline to { $at }.
house-forced = A moderator does not wait for { $role ->
    [actor] you
   *[other] { $name }
} any longer.
house-grace-began = { $count ->
    [0] The deadline has passed
   *[other] { $names } has missed the deadline
}; the grace of { $length } has begun.
house-handed-over = { $count ->
    [0] The deadline has passed
   *[other] { $names } has missed the deadline
}; a moderator decides how the game goes on.
house-missed = The deadline was missed by { $names }.
house-was-down = The referee did not work from { $since } to { $until }: what was due is due { $length } later.
house-filed-played = An order that you had filed is played now: { $order }

# Why the house refuses.
refusal-bad-away = “{ $word }” cannot be read as a date: write 2026-12-24, or 2026-12-24 18:00.
refusal-away-too-long = That is { $word } more than you may be away in a year.
refusal-not-away = You have announced no absence that is not over.
refusal-bad-hours = “{ $word }” cannot be read there: a time zone, then hours such as 22:00-07:00, then perhaps “weekends”.
refusal-bad-length = “{ $word }” is no length of time here.
refusal-bad-deadline = The deadline cannot be { $word }.
refusal-bad-plan = The clock cannot be read at “{ $word }”.
refusal-paused-before = The clock stands still already.
refusal-not-paused = The clock does not stand still.
refusal-no-deadline = No deadline is running.
refusal-not-asked = { $word } is not asked anything.
refusal-in-a-window = This question closes at its own time, whatever is said.
refusal-no-default = Nothing can be answered for { $word }.
refusal-said-before = You have said so already.
refusal-not-for-it = You had not said so.
refusal-cannot-wait = Only a question that several are asked at once, with a deadline, can be kept open.
refusal-bad-queue = Write: queue add ORDER, queue add always ORDER, queue list, queue drop NUMBER, or queue drop all.
refusal-too-many-queued = No more than { $word } orders can be filed.
refusal-no-such-queued = You have filed no order number { $word }.

# What was done.
did-away = You are away from { $start } to { $end }, in all your games.
did-back = You are not away any more.
did-hours = { $hours ->
    [none] You keep no quiet hours.
   *[other] You are not waited for in these hours: { $hours }.
}
did-wait = The question stays open for you until its deadline, or until you say “ready”.
did-ready = The question closes when all have answered.
did-pause = { $needed ->
    [0] The clock stands still.
   *[other] You are for a pause. So many more must agree: { $needed }.
}
did-resume = { $needed ->
    [0] The clock goes on.
   *[other] You are for going on. So many more must agree: { $needed }.
}
did-extend = { $needed ->
    [0] There is more time.
   *[other] You are for more time. So many more must agree: { $needed }.
}
did-unwish = You are not for that any more.
did-queue = { $count ->
    [0] You have filed no orders.
   *[other] You have filed: { $orders }
}
