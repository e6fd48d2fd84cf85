# What one person reads of a game, by every door. $who: people; $question goes on behind a name; $due: a time; $order: what can be typed.
reading-and = { $first } and { $last }
reading-asked = { $may ->
    [yes] { $who } may { $question }
   *[no] { $who }, { $question }
}{ $secret ->
    [yes] , in secret
   *[no] {""}
}.
reading-asked-you = { $may ->
    [yes] you may { $question }
   *[no] { $question }
}{ $secret ->
    [yes] , in secret
   *[no] {""}
}.
reading-due = { $may ->
    [yes] Closes { $due }.
   *[no] Due { $due }.
}
reading-no-limit = No time limit.
reading-paused = The clock is stopped.
reading-default = Without an answer, { $order } is played.
reading-contest = Round { $round }, table { $table } of contest { $contest }.
reading-update = update { $number } · { $head }
reading-waiting = Waiting for: { $who }.
reading-read-as = Read as: { $order }
reading-did = Done.
reading-dropped = Not done, because of what happened before it.
reading-taken = Accepted: { $order }
reading-dropped-these = Not done, because of what happened before: { $orders }
reading-undone = (taken back)
reading-seats = { $taken } of { $places } seats taken.

# Words with which people look at a game: what each does.
look-status = how the game stands, and who is waited for
look-board = the board; with the name of a view, another way to see it
look-history = what has happened, as you may know it; with a number, from that line on
look-orders = what you have answered to the open question so far
look-rules = the rules; with a word or a rule’s number, the part about it
look-help = this list; with a word, what it does and what the rules say of it
look-ping = check that the referee hears you
reading-help-orders = Possible orders now, for example:
reading-help-looks = You can look at the game with:
reading-help-views = Other views of the board:
reading-help-referee = Referee commands (help WORD explains one; moderators: help gm):
reading-not-asked = It is not your turn to answer.
reading-asked-alone = Asked of you alone:
reading-answered = Your answer: “{ $order }”.
reading-unanswered = You gave no answer.
reading-orders = Your answer to the open question so far:
reading-orders-none = nothing yet
reading-orders-open = It is not answered yet.
reading-orders-answer = Your answer so far: “{ $order }”.
reading-history = History, { $shown } of { $every } lines; lines without a number were for you alone. “history 12” begins at line 12.
reading-nothing-told = Nothing has happened yet.
reading-rules = The rules of { TITLE($kind) }:
reading-pong = The referee heard you at { $at }.
