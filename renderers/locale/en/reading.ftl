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
reading-default = Without an answer, { $order } is played.
reading-waiting = Waiting for: { $who }.
reading-read-as = Read as: { $order }
reading-did = Done.
reading-dropped = Not done, because of what happened before it.
reading-taken = Accepted: { $order }
reading-dropped-these = Not done, because of what happened before: { $orders }
