# What people decide about a game, and what the desk answers them. $role: the reader himself, or somebody else.

house-proposed = { $role ->
    [actor] You ask all others to go back to line { $line } of the history. They say “agree” or “disagree”.
   *[other] { $name } asks to go back to line { $line } of the history. Say “agree” or “disagree”.
}
house-agreed = { $role ->
    [actor] You agree.
   *[other] { $name } agrees.
}
house-disagreed = { $role ->
    [actor] You do not agree; nothing is proposed any more.
   *[other] { $name } does not agree; nothing is proposed any more.
}
house-rolled-back = { $how ->
    [consent] All have agreed: the game stands again as after line { $line } of its history.
   *[moderator] A moderator has taken the game back: it stands again as after line { $line } of its history.
}{ $revealed ->
    [yes] {" "}What had come to light since then is known all the same.
   *[no] {""}
}
house-vacated = { $role ->
    [actor] Your seat is free for somebody else now. Say “join” to have it back.
   *[other] The seat { $seat } is free. Whoever wants it says “join { $seat }”.
}
house-replaced = { $role ->
    [actor] You have the seat { $seat } now, as { $name }.
   *[other] { $name } has the seat { $seat } now.
}
house-removed = { $role ->
    [actor] A moderator has taken you out of the game; you are answered for from now on.
   *[other] A moderator has taken { $name } out of the game.
}
house-corrected = A moderator has corrected the position. The reason: { $text }
house-announced = The moderators: { $text }
house-hushed = { $on ->
    [yes] { $role ->
        [actor] A moderator has muted you.
       *[other] A moderator has muted { $name }.
    }
   *[no] { $role ->
        [actor] You may talk again.
       *[other] { $name } may talk again.
    }
}
house-unreached = { $on ->
    [yes] { $role ->
        [actor] What is sent to you by { $door } does not arrive.
       *[other] What is sent to { $name } by { $door } does not arrive.
    }
   *[no] { $role ->
        [actor] You can be reached by { $door } again.
       *[other] { $name } can be reached by { $door } again.
    }
}
house-appointed = { $alone ->
    [yes] The game was handed over to { $name }.
   *[no] { $name } is a moderator of this game now.
}
house-closed = A moderator has ended the game.{ $any ->
    [yes] {" "}The reason: { $text }
   *[no] {""}
}
house-unrated = This game does not count for ratings. Its moderators may act even if they play in it.
house-viewed = { $name } ({ $door ->
    [mail] e-mail
    [discord] Discord
    [terminal] a terminal
    [operator] the command line
   *[other] { $door }
}) has viewed hidden information: { $any ->
    [yes] what { $seat } sees.
   *[no] everything.
} They cannot play in this game.
house-invited = { $any ->
    [yes] { $by } invites you to this game.
   *[no] You are invited to this game.
} Say “join” to take a seat.

# Words of the desk that are refused.
refusal-nothing-proposed = Nothing is proposed that you have not agreed to.
refusal-no-such-line = The history has no line { $word }.
refusal-before-the-start = The game cannot go back to before its start.
refusal-not-moderator = Only moderators of this game may do that.
refusal-seat-removed = A moderator has taken you out of this game.
refusal-removed-before = { $word } is out of the game already.
refusal-plays-himself = You have a seat in this game, or had one, so its hidden information stays hidden from you until it is over. A moderator who has never had a seat in it can view and correct it.
refusal-own-game = You have a seat in this rated game, or had one, so this is not for you to decide. A moderator who does not play can do it (name one before the game begins: “gm moderator WHO”), or who runs the referee (“meanwhile gm”). Players decide together with “pause”, “resume”, “extend” and “undo”. In a game made with “rated=no” you could do it yourself.
refusal-has-viewed = Hidden information of this game was shown to this person, so they cannot take a seat in it. Somebody else can.
refusal-had-a-seat = This person has had the seat { $word } in this game and may take that one again, but no other.
refusal-viewer-and-seat = One of the two has a seat in game { $word }, and the other has viewed its hidden information. They can be linked when it is over.
refusal-look-first = Look at the position before you correct it.
refusal-bad-path = The position has no place called “{ $word }”.
refusal-bad-value = The position would not hold with that value at “{ $word }”. Nothing has changed.
refusal-no-such-person = It is not clear who is meant by “{ $word }”.
refusal-kicked-out = A moderator has taken you out of this game; only an invitation brings you back.
refusal-hushed = A moderator has muted you.
refusal-last-address = You would not be reached anywhere without { $word }.
refusal-too-many-games = You have made { $word } games that have not begun yet.
refusal-cannot-make = { $word }
refusal-no-such-game = There is no game called “{ $word }”.
refusal-too-many-invited = No more than { $word } people may be invited to a game, and nobody invites more in a day.
refusal-too-much-said = You have said 60 things within an hour, or 200 within a day. Minutes until you may say more: { $word }.
refusal-not-observing = You are not looking on here.
refusal-too-many-tries = That was wrong too often. Wait an hour.
refusal-bad-code = This code links nothing, or does so no longer.
refusal-both-seated = Both have a seat of their own in game { $word }, or have had one.
refusal-not-linked = No other door of yours is linked there: { $word }.
refusal-seats-are-drawn = The seats of this game are drawn.

# What was done.
did-join = You have the seat { $seat }.
did-leave = You have left the game.
did-start = The game begins.
did-say = Said.
did-undo = The game is taken back.
did-cancel = What you had said to the open question is taken back.
did-propose = The others are asked to go back to line { $line } of the history.
did-agree = You agree. Not all have yet.
did-disagree = You do not agree.
did-mute = You do not hear { $whom } any more.
did-unmute = You hear { $whom } again.
did-talk = { $n-said ->
    [0] Nothing was said that you could hear.
   *[other] What was said:
}
did-games = { $n-games ->
    [0] You have no games.
   *[other] Your games, and those that want players:
}
did-new = Game { $game } ({ $kind }) is made, and yours to look after. Say “join” there to play in it.
did-invite = { $who } is invited.
did-observe = You look on.
did-observe-off = You look on no more.
did-link = Say “link { $code }” at the other door within 15 minutes.
did-linked = { $who } ({ $door }) and you are one person now: what is for you goes to both, and both speak for your seats. If that is somebody else, say “unlink { $door }” at once.
did-unlink = { $door } is not yours any more.
did-rating = { $n-ratings ->
    [0] There are no finished games to count.
   *[other] Ratings:
}
did-kick = { $seat } has no seat any more.
did-gm-pause = The clock stands still.
did-gm-resume = The clock goes on.
did-gm-extend = There is more time.
did-gm-deadline = The question is due then.
did-gm-default = They are not waited for.
did-gm-replace = { $any ->
    [yes] { $name } has the seat { $seat } now.
   *[no] The seat { $seat } is free. Whoever wants it says “join { $seat }”.
}
did-gm-remove = { $seat } is out of the game.
did-gm-rollback = The game stands again as after line { $line } of its history.
did-gm-undo = The game stands again as after line { $line } of its history.
did-gm-correct = The position is corrected. The players are told that it was, and why.
did-gm-announce = Announced.
did-gm-mute = { $seat } is muted.
did-gm-unmute = { $seat } may talk again.
did-gm-close = The game is closed.
did-gm-moderator = There is another moderator.
did-gm-hand = The game is handed over.
did-gm-look = Hidden information; while the game runs, the players are told at once that you have viewed it.
did-gm-audit = { $n-acts ->
    [0] The audit log has nothing about this game.
   *[other] The audit log:
}
desk-game = { $game } ({ $kind }){ $sits ->
    [yes] , { $seat }
   *[no] {""}
}: { $stands ->
    [over] over, { $result }
    [asked] you are asked
   *[other] others are asked
}{ $any ->
    [yes] , until { $due } UTC
   *[no] {""}
}
desk-game-missing = { $game } ({ $kind }): cannot be opened; edition { $edition } of { $kind } is not installed here
desk-open = { $game } ({ $kind }): { $taken } of { $places } seats are taken
desk-rating = { $kind }: { $place }. { $name }, { $rating }; { $games } games, { $won } won, { $drawn } drawn
desk-rating-missing = { $game } is not counted: its edition is not installed here
desk-said = { $at } { $by } to { $to }: { $text }
desk-act = { $at } { $by }: { $what } { $more }
