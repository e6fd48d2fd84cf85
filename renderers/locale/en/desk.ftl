# What people decide about a game, and what the desk answers them. $role: the reader himself, or somebody else.

house-proposed = { $role ->
    [actor] You asked to go back to line { $line } of the history. Waiting for the other players to agree.
   *[other] { $name } asks to go back to line { $line } of the history. Answer “agree” or “disagree”.
}
house-asked-for = { $deputy ->
    [yes] { $role ->
        [actor] Somebody on your side, who does not play, asks you and the others to agree to “{ $what }”. Answer “agree” or “disagree”.
       *[other] Somebody on the side of { $name }, who does not play, asks you to agree to “{ $what }”. Answer “agree” or “disagree”.
    }
   *[no] { $role ->
        [actor] You asked the other players to agree to “{ $what }”.
       *[other] { $name } asks you to agree to “{ $what }”. Answer “agree” or “disagree”.
    }
}{ $spoken ->
    [yes] {" "}Nobody agrees to this by saying nothing. A moderator who does not play can decide it instead.
   *[no] {" "}Anybody who says nothing for 72 hours after this reached them agrees. Absences, quiet hours and pauses do not count.
}
house-still-asked = { $role ->
    [actor] You still wait for an answer to your request { $kind ->
        [undo] to go back to line { $line } of the history.
       *[other] “{ $what }”.
    }
   *[other] { $name } still waits for an answer to the request { $kind ->
        [undo] to go back to line { $line } of the history.
       *[other] “{ $what }”.
    } Answer “agree” or “disagree”.
} Not answered yet: { $names }.
house-approved = { $role ->
    [actor] The other players agreed to “{ $what }”.
   *[other] The players agreed to “{ $what }”, as { $name } asked.
}
house-acted-alone = { $role ->
    [actor] You decided this as a moderator, without asking the other players: “{ $what }”.
   *[other] { $name }, who plays in this game, decided this as a moderator: “{ $what }”.
}
house-agreed = { $role ->
    [actor] You agreed.
   *[other] { $name } agreed.
}
house-disagreed = { $role ->
    [actor] You disagreed, so the request is withdrawn.
   *[other] { $name } disagreed, so the request is withdrawn.
}
house-rolled-back = { $how ->
    [consent] Everybody agreed: the game is back at line { $line } of its history.
   *[moderator] A moderator took the game back to line { $line } of its history.
}{ $revealed ->
    [yes] {" "}Information revealed in the meantime stays revealed.
   *[no] {""}
}
house-vacated = { $role ->
    [actor] Your seat is open to other players now. Type “join” to take it back.
   *[other] Seat { $seat } is open. To take it, type “join { $seat }”.
}
house-replaced = { $role ->
    [actor] You now play seat { $seat }, as { $name }.
   *[other] { $name } now plays seat { $seat }.
}
house-removed = { $role ->
    [actor] A moderator removed you from the game. From now on the default orders are played for your seat.
   *[other] A moderator removed { $name } from the game.
}
house-corrected = A moderator corrected the position. Reason: { $text }
house-announced = Message from the moderators: { $text }
house-appealed = { $any ->
    [yes] { $by } asks the moderators for a ruling: { $text }
   *[no] { $by } no longer asks for a ruling.
}
house-questioned = { $by } asks the moderators: { $text }
house-ruled-on = The moderators have ruled: { $text }
house-hushed = { $on ->
    [yes] { $role ->
        [actor] A moderator muted you.
       *[other] A moderator muted { $name }.
    }
   *[no] { $role ->
        [actor] You can talk again.
       *[other] { $name } can talk again.
    }
}
house-unreached = { $on ->
    [yes] { $role ->
        [actor] Messages to you by { channel } are not arriving.
       *[other] Messages to { $name } by { channel } are not arriving.
    }
   *[no] { $role ->
        [actor] Messages to you by { channel } arrive again.
       *[other] Messages to { $name } by { channel } arrive again.
    }
}
house-appointed = { $alone ->
    [yes] { $name } is now the only moderator of this game.
   *[no] { $name } is now a moderator of this game.
}
house-closed = A moderator ended the game.{ $any ->
    [yes] {" "}Reason: { $text }
   *[no] {""}
}
house-abandoned = The game has ended without a winner
house-unrated = This game does not count for ratings. Its moderators may act even if they play in it.
house-viewed = { $name } ({ channel }) viewed hidden information: { $any ->
    [yes] what { $seat } sees.
   *[no] everything.
} They cannot play in this game.
house-webhook-ended = Nothing has reached the webhook at { $host } for days, so it has ended. To set it again, use “webhook” (for a game, “gm webhook”).
house-admitted = { $seat } lets { $name } ({ channel }) read everything that { $seat } knows. To read it, type “observe { $seat }”. That person cannot play in this game.
house-linked = { $on ->
    [yes] This private game has a web page now, for everybody who has its address.
   *[no] This private game no longer has a web page.
}
house-invited = { $any ->
    [yes] { $by } invites you to this game.
   *[no] You are invited to this game.
} Type “join” to take a seat.

# Words of the desk that are refused.
refusal-nothing-proposed = There is no request that you have not already agreed to.
refusal-nobody-to-agree = { $word } has no player at the moment, so nobody can agree for that seat. Ask again once somebody has taken it (“gm replace” offers it to another player). A moderator who does not play can decide this instead.
refusal-no-such-line = The history has no line { $word }.
refusal-no-such-update = The game has made no update { $word }.
refusal-before-the-start = The game cannot go back to before its start.
refusal-not-moderator = Only moderators of this game can do that.
refusal-seat-removed = A moderator removed you from this game.
refusal-removed-before = { $word } has already been removed from the game.
refusal-plays-himself = You have a seat in this game, so its hidden information stays hidden from you until it is over. Give your seat up, and you may ask the other players to let you view it; a moderator who has never had a seat can view it and correct the position.
refusal-own-game = You have or had a seat in this rated game, so this is not yours to decide alone. While you have your seat, the other players can agree to it; a moderator who does not play can do it, and so can the operator of the server (“meanwhile gm”). In a game made with “rated=no” you could do it yourself.
refusal-has-viewed = This person has viewed hidden information of this game, so they cannot take a seat in it. Somebody else can.
refusal-had-a-seat = This person once had seat { $word } in this game. They can take that seat again, but no other.
refusal-viewer-and-seat = One of the two accounts has a seat in game { $word }, and the other has viewed its hidden information. They can be linked when the game is over.
refusal-look-first = View the position before you correct it.
refusal-bad-path = The position has no field “{ $word }”.
refusal-bad-value = That value at “{ $word }” would make the position invalid. Nothing has changed.
refusal-no-such-person = I don't know who “{ $word }” is.
refusal-banned-here = The moderators of this server do not let you join its games. Ask them.
refusal-too-many-here = You already play { $word } games on this server, which is as many as it allows.
refusal-nothing-appealed = You have not asked for a ruling.
refusal-kicked-out = A moderator removed you from this game; you can only come back if you are invited.
refusal-no-contest = This is about contests, and only in their own conversation.
refusal-no-such-table = There is no table { $word }. Name round and table, such as 2/1.
refusal-not-correctable = Table { $word } can no longer be decided alone, because later matches follow from it.
refusal-no-next-round = No round can begin now.
refusal-no-robots-in-contest = Robots do not enter this contest: it was made without robots=yes.
refusal-contest-clock = In a contest's games, only moderators pause the clock or give more time.
refusal-not-reliable = This game takes people who answer at least { $word } % of questions in time.
refusal-not-seeking = You seek no opponents. To do so: “seek KIND”.
refusal-not-substitute = You are not on the list of substitutes. To be called: “substitute”.
refusal-nobody-to-ask = Nobody can be asked: this game has no moderator but you at most, and the server has no operator who can be written to.
refusal-hushed = A moderator muted you.
refusal-last-address = { $word } is the only way to reach you, so it stays linked.
refusal-too-many-games = You already have { $word } games that have not begun.
refusal-too-many-notices = You have told the others a lot within an hour. Try again in { $word } minutes; orders of the game are not limited.
refusal-too-many-running = You already look after { $word } games that are not over. Finish or close one first.
refusal-robots-outnumber = This contest has { $word } robots already. More can enter when more people have joined.
refusal-too-many-robots = You already have { $word } games in which only robots play. Wait until one is over.
refusal-cannot-make = { $word }
refusal-no-such-game = There is no game called “{ $word }”.
refusal-too-many-invited = You can invite at most { $word } people to a game, and at most as many in one day.
refusal-too-much-said = You can send 60 messages an hour and 200 a day. Minutes until your next one: { $word }.
refusal-not-admitted = { $word } has not admitted you. Ask for “admit” and your name.
refusal-not-private = This game is public, so it is on the club’s pages anyway, if there are any.
refusal-not-observing = You are not watching this game.
refusal-too-many-tries = Too many wrong attempts. Wait an hour.
refusal-asked-too-often = You have asked for this { $word } times within an hour, which is a lot of work for the server. Ask again in an hour.
refusal-still-needed = You have a seat, or had one, in games that are not over, or you look after them. You can be forgotten when they have ended; a game that you look after you can also hand to somebody else.
refusal-no-mail-linked = No mail address of yours is linked here, or it is muted. Link one first: “link” gives a code, which you send from there.
refusal-bad-code = This code is wrong or has expired.
refusal-both-seated = Both accounts have or had a seat of their own in game { $word }.
refusal-not-linked = You have no other account linked at { $word }.
refusal-bad-webhook = “{ $word }” is no address for a webhook. It needs a public one that begins with https://.
refusal-no-webhooks-here = There are no webhooks here. The operator can allow them with [doors.webhook] in the settings.
refusal-private-game = The game is private, so its news goes nowhere else. Each player may have a webhook of their own: “webhook URL”.
refusal-no-calendars-here = There are no calendars here. The operator can allow them with the folder and the url of [pages] in the settings.
refusal-no-robots-here = No robot can play here until the operator starts meanwhile serve.
refusal-seats-are-drawn = The seats of this game are assigned at random.

# Games that are made, with options and files. $word: what cannot be used.
refusal-bad-option-pair = “{ $word }” is not an option: write KEY=VALUE, for example size=10x8.
refusal-no-such-option = This game has no option “{ $word }”.
refusal-bad-option = This value of an option is not possible: { $word }.
refusal-no-such-file = The operator has put no such file beside the database: { $word }.
refusal-file-too-long = { $word }: the file is too long; at most 256 KiB are possible.
refusal-file-too-costly = { $word }: reading this takes more than two seconds of processor time or too much memory. Hand in a smaller or simpler file.
refusal-too-many-files = You have handed in files { $word } times within an hour. Try again in an hour.
refusal-file-not-text = { $word }: byte { $place } is not UTF-8. Save the file as UTF-8.
refusal-file-not-toml = This file is not valid TOML. { $word }
refusal-takes-no-file = This game takes no file of { $word }.
refusal-given-twice = “{ $word }” is given twice: in the scenario file and beside it. Leave one out.
refusal-odd-characters = { $word } contains characters that control a terminal or show nothing. Remove them.

# What was done.
did-join = You have seat { $seat }.
did-robot = A robot of level { $level } plays { $seat }.
did-leave = You left the game.
did-start = The game begins.
did-say = Sent.
did-undo = Your last order is taken back.
did-cancel = Your answer to the open question is taken back.
did-propose = Undo requested (back to line { $line } of the history). Waiting for the other players to agree.
did-ask = The other players are asked to agree to “{ $what }”. It is done when all agree. { $kind ->
    [spoken] Nobody agrees to this by saying nothing; a moderator who does not play can decide it instead.
   *[silent] Anybody who says nothing for 72 hours after the request reached them agrees.
} With “disagree” you take it back.
did-agree = { $missing ->
    [0] You agreed.
   *[other] You agreed. Others still have to.
}
did-agree-again = There is another request since the one you read: “{ $what }”. If you agree to it, say “agree” again; otherwise “disagree”.
did-disagree = You disagreed.
did-mute = You no longer see messages from { $whom }.
did-unmute = You see messages from { $whom } again.
did-talk = { $n-said ->
    [0] There are no messages for you.
   *[other] Messages:
}
did-games = { $n-games ->
    [0] You have no games.
   *[other] Your games, and those looking for players:
}
did-new = Game { $game } ({ TITLE($kind) }) is ready, and you are its moderator. Type “join” there to play in it.
did-admit = { $who } may read what { $seat } knows, until the end. The others are told.
did-invite = { $who } is invited.
did-hand = { $who ->
    [none] Your seat { $seat } is yours, and no longer to be handed over.
   *[other] { $who } is asked to take your seat { $seat }. It is theirs when they join; until then it is yours. “hand nobody” takes it back.
 }
did-observe = { $any ->
    [yes] You read what { $seat } knows. Type “board” or “history” to see it.
   *[no] You are watching this game.
}
did-observe-off = You stopped watching this game.
did-link = Within 15 minutes, send “link { $code }” from your other account (Discord, e-mail or a terminal).
did-linked = { $who } ({ channel }) and you are now linked as one person: messages go to both accounts, and both can play your seats. If that is somebody else, type “unlink { $door }” at once.
did-unlink = { channel } is no longer linked to you.
did-my-data = This is everything that is kept about you.
did-forget-me = Your name, your addresses and what you have said would be erased, in all games; the games stay, with a neutral name in place of yours. It cannot be undone. To have it done, type “forget me yes”.
did-forget-me-yes = Within a day your name, your addresses and what you have said are erased. Until then you can take it back: “forget me no”.
did-forget-me-no = Nothing is erased.
did-signals = { $how ->
    [private] You are told by private message that you must act, wherever one gets through.
    [mention] You are told by a mention in the thread that you must act.
    [mail] You are told by mail alone that you must act. Where mail does not reach you, you are called as usual.
    [silent] Nothing calls you at Discord when you must act, except in games with sealed questions, where everybody is called alike. Mails go on; “mute mail” stops them. Look for yourself: your inbox has everything.
   *[usual] You are told as usual that you must act: by a mention in the thread, and by private message where something is for you alone.
 }
did-pages = { $how ->
    [on] The club’s pages name you: in your public games, in the standings, and on a page with your ratings and how often you answer in time. To end that, type “pages off”.
   *[off] The club’s pages do not name you: you are “player-1” or so on them. To be named, type “pages on”.
 }
did-webhook = { $how ->
    [new] Your news from all your games now also goes to { $host }. It is signed with this secret, which is told only now: { $secret }
    [on] Your news also goes to { $host }.
    [failing] Your news also goes to { $host }, but the last message did not arrive. It is tried again.
   *[off] You have no webhook.
 }
did-gm-webhook = { $how ->
    [new] The public news of this game now also goes to { $host }. It is signed with this secret, which is told only now: { $secret }
    [on] The public news of this game also goes to { $host }.
    [failing] The public news of this game also goes to { $host }, but the last message did not arrive. It is tried again.
   *[off] This game has no webhook.
 }
did-calendar = { $how ->
    [on] Your calendar, with the questions that wait for you: { $url } Subscribe to it in a calendar program. Anybody who has the address can read it. “calendar new” changes the address, “calendar off” ends it.
   *[off] You have no calendar. To get one, type “calendar”.
 }
did-proof = Dice of game { $named }: the SHA-256 of the secret seed is { $dice }.{ $any ->
    [yes] {" "}Dice seed revealed: { $secret }.
   *[no] {""}
} Update { $update }: { $head }.{ $n-sealed ->
    [0] {""}
   *[other] {" "}Commitments to what was sealed, the newest last:
}
desk-sealed = Question { $question }, { $seat }: { $root }{ $n-leaves ->
    [0] {""}
   *[other] {" "}({ $leaves })
}
did-proof-update =
    Update { $number } told everybody: { $told }
    SHA-256 of this text: { $leaf }
    The hashes of the update before, this text and the secret part: { $before } { $leaf } { $seal }
    SHA-256 of these three: { $head }
did-record = The game so far ({ $form }):
did-seek = { $n-waiting ->
    [0] Nobody seeks opponents.
   *[other] People who seek opponents:
}
did-seek-off = You no longer seek opponents.
did-substitute = { $kind ->
    [none] You are called when a seat falls free.
   *[other] You are called when a seat of { TITLE($kind) } falls free.
}
did-substitute-off = You are no longer called to free seats.
did-profile = { $name } { $known ->
    [1] answers { $reliability } % of questions in time.
   *[other] has answered too few questions to say how reliably.
}
did-rating = { $n-ratings ->
    [0] There are no finished games to count.
   *[other] Ratings:
}
did-kick = { $seat } no longer has a seat.
did-gm-pause = The clock is paused.
did-gm-resume = The clock is running again.
did-gm-extend = The deadline is extended.
did-gm-deadline = The deadline is set.
did-gm-default = The game no longer waits for them.
did-gm-replace = { $any ->
    [offered] { $seat } is offered to { $name }, who has it once they say “join”. Until then it stays as it is.
    [yes] { $name } now plays seat { $seat }.
   *[no] Seat { $seat } is open. To take it, type “join { $seat }”.
}
did-gm-remove = { $seat } is out of the game.
did-gm-rollback = The game is back at line { $line } of its history.
did-gm-undo = The game is back at line { $line } of its history.
did-gm-correct = The position is corrected. The players are told about it, with the reason.
did-gm-announce = Announced.
did-gm-rule = Ruled. Everybody in the game is told.
did-question = Your question goes to the moderators. Nobody else is told.
did-appeal = The moderators are asked to rule, and everybody in the game is told.
did-appeal-none = You no longer ask for a ruling.
did-gm-mute = { $seat } is muted.
did-gm-unmute = { $seat } can talk again.
did-gm-page = { $how ->
    [on] The page of this game: { $place }
    Everybody who has it can read what spectators see.
   *[off] This game has no page.
}
did-gm-close = The game is closed.
did-gm-score = Table { $table } is decided: { $result }. Everybody in the contest is told.
did-gm-round = Round { $round } begins{ $at ->
    [now] .
   *[other] {" "}at { $at }, even if tables are open then.
}
did-gm-moderator = The game has another moderator.
did-gm-hand = The game is handed over.
did-gm-look = Hidden information. While the game is running, the players are told at once that you viewed it.
did-gm-audit = { $n-acts ->
    [0] The audit log has no entries for this game.
   *[other] Audit log:
}
desk-game = { $game } ({ TITLE($kind) }){ $sits ->
    [yes] , { $seat }
   *[no] {""}
}: { $stands ->
    [over] over, { $result }
    [asked] your turn
   *[other] waiting for others
}{ $any ->
    [yes] , due { $due }
   *[no] {""}
}{ $requested ->
    [yes] , asks you to agree to “{ $request }” (agree, disagree)
   *[no] {""}
}
desk-game-missing = { $game } ({ TITLE($kind) }): cannot be opened; edition { $edition } of { TITLE($kind) } is not installed here
desk-open = { $game } ({ TITLE($kind) }): { $taken } of { $places } seats taken
desk-seek = { TITLE($kind) }: { $count }{ $any ->
    [yes] , you among them until { $until }. You are both told when a game is made.
   *[no] {""}
}
desk-rating = { TITLE($kind) }: { $place ->
    [0] { $name }, { $rating } ± { $margin }, provisional
   *[other] { $place }. { $name }, { $rating } ± { $margin }
}; { $games } games, { $won } won, { $drawn } drawn
desk-said = { $at } { $by } to { $to }: { $text }
desk-act = { $at } { $by }: { $what } { $more }
channel = { $door ->
    [mail] e-mail
    [discord] Discord
    [terminal] the terminal
    [operator] the command line
   *[other] { $door }
}

# What the words to the referee do: in help, in Discord's commands, in docs/reference/commands.md. At most 100 characters.
word-new = Make a new game; you own it, and join it like everybody
word-games = All your games, and those looking for players
word-admit = Let somebody who does not play read your view until the end
word-invite = Invite somebody, here or by e-mail; into a private game only moderators can
word-observe = Watch this game, or the view of a seat that has admitted you
word-observe-off = Stop watching
word-link = Get a code to link another account, or enter one you got there
word-unlink = Unlink another account of yours
word-rating = Your ratings, or the ranking of a game
word-profile = How reliably somebody answers, and their ratings
word-seek = Wait up to 14 days for an opponent, such as “seek dicechess clock=3d”; or see how many wait
word-seek-off = Seek opponents no longer
word-substitute = Be called when a seat falls free, in all games or in one kind
word-substitute-off = Be called to free seats no longer
word-join = Take a seat
word-leave = Give up your seat before the game begins
word-robot = Give a free seat to a robot
word-start = Begin with the players who have joined
word-hand = Hand your seat to somebody; it is theirs when they join. “hand nobody” takes it back
word-say = Send a message to a player, to several (ann,bob), or to all with *
word-ask = Ask the moderators something; nobody else is told
word-talk = Messages of the players that you can read
word-mute = Mute a player; or, in all your games, one of your accounts (mail, discord)
word-unmute = Unmute a player, or one of your accounts
word-proof = The hashes that prove the game fair, and after its end what they were made of; or one update
word-record = All that was done in the game, in a format of its own
word-undo = Take your last order back, or ask all others to agree; or go back to a line
word-agree = Agree to what a player asks all others for
word-disagree = Disagree with such a request, or take your own back
word-cancel = Take back your answer to the open question
word-away-none = You are back: end your absences, and take back a seat that was opened meanwhile
word-away = Say when you will be away, in all your games
word-hours = Set hours in which the clock does not run for you, in all your games
word-pause = Vote to pause; the clock stops when all agree
word-pause-no = Withdraw your vote to pause, or vote against
word-resume = Vote to resume after a pause
word-resume-no = Withdraw your vote to resume, or vote against
word-extend = Vote for more time; it is given when more than half agree
word-extend-no = Withdraw your vote for more time, or vote against
word-wait = Keep a question to several players open until its deadline; nobody else is told
word-ready = No longer keep a question open with “wait”
word-queue-add-always = Give this order every time it is your turn and it fits
word-queue-add = Give this order when it is your turn and it fits
word-queue = List your standing orders
word-queue-drop = Remove one standing order, or all
word-kick = Free a seat before the start; its player can come back if invited
word-gm-kick = Free a seat before the start; its player can come back if invited
word-gm-pause = Pause the clock
word-gm-resume = Restart the clock
word-gm-extend = Give more time for the open question
word-gm-deadline = Set the deadline of the open question
word-gm-default = Stop waiting for everybody who has not answered, or for one player
word-gm-replace = Give a seat to another player, or open it to anyone
word-gm-remove = Remove a seat from the game
word-gm-rollback = Go back to a line of the history
word-gm-undo = Go back to before the last public order
word-gm-correct = Correct the position, with a reason; view it first
word-gm-announce = Send a message to everybody in the game
word-appeal = Ask the moderators for a ruling; “none” takes it back
word-gm-rule = Rule on what players disagree about; everybody in the game reads the reason
word-gm-mute = Mute a player for everybody
word-gm-unmute = Unmute a player
word-gm-page = Give a private game a web page under a secret address, or remove it
word-gm-close = End the game without a winner
word-gm-score = Decide or correct a table of a contest: won NAME, draw, none, void, or again
word-gm-round = Begin the next round of a contest now, or at a moment
word-gm-moderator = Make somebody a moderator of this game
word-gm-hand = Hand the game over to another moderator
word-gm-look = View hidden information; the players are told at once
word-gm-audit = List what moderators have done
word-webhook = Post your news to an address on the web (“off” ends that), or see where it goes
word-gm-webhook = Post the game’s public news to an address on the web, end that, or see where it goes
word-calendar = A calendar of the questions that wait for you, at a secret address
word-pages = Whether the club’s pages name you
word-signals = How you are told that you must act, in all your games
word-my-data = Everything that is kept about you, as a file
word-forget-me = Have your name, your addresses and what you have said erased within a day

# What can be filled in.
option-kind = Which game
option-options = Options of the game: key=value, separated by spaces
option-who = A member of this server (@…), an e-mail address, or a seat
option-code = The code you got from your other account
option-door = Where the other account is: discord, mail, terminal
option-seat = Which seat
option-level = How well it plays: 0 (at random) to 9
option-to = To whom
option-words = Your message
option-line = A line of the history
option-update = The number of an update, to see what it told everybody and its hash; empty: all hashes
option-end = Until when: 2026-12-24, or 2026-12-24 18:00
option-start = From when: 2026-12-24, or 2026-12-24 18:00
option-hours = Zone and hours, such as Europe/Berlin 22:00-07:00 weekends; empty: none
option-length = How long: 24h, 90m, 3d
option-order = The order
option-number = Its number in the list; empty: all
option-path = Which field of the position
option-value = The new value
option-reason = The reason; everybody sees it
option-how = private, mention, mail, silent; usual: as each question needs it; empty: how it is now
option-url = The address, such as https://example.org/news, or “off”
option-act = “new” for another address, “off” for none
option-answer = yes: erase it; no: do not; nothing: ask first
