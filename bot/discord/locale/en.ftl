# The Discord door. $due: a time as Discord shows it to each reader, or "no".

discord-header = **{ TITLE($kind) }** · game `{ $game }`
discord-until = Due { $due }.
discord-reminder = Reminder: your answer is still missing.
discord-or-else = If you don't answer by then ({ $due }), `{ $order }` is played.
discord-asked = Waiting for: { $names }.
discord-players = Players: { $names }
discord-seats = { $taken } of { $places } seats taken.
discord-none = nobody yet
discord-waiting = The game has not begun yet.
discord-over = The game is over.
discord-lately = Latest for you:
discord-so-far = So far: `{ $text }`
discord-pick = What do you want to do?
discord-pick-more = What do you want to do? (page { $page } of { $pages })
discord-pick-other = Something else at this place
discord-press-one = -# Press one to look at it, or build your own:
discord-reason = -# `{ $order }`: { $why }
discord-not-answered = **You have not answered yet.** What you have written is kept, and nobody else sees it.
discord-have-answered = ### You have answered. You may change it.
    `{ $order }`
    -# { $window ->
        [yes] Open until { $until }, even if all have answered.
       *[no] Open until all who are asked have answered{ $until ->
            [none] .
           *[other] , or until { $until }.
        }
    } Nobody is told that you have answered.
discord-button-take-back = Take my answer back
discord-button-write = Write
discord-button-not-yet = { $order }: { $why }
discord-not-asked-in = Nothing is asked of you now in `{ $games }`.
discord-button-withdraw = { $winner ->
    [none] Withdraw
   *[other] Withdraw, { $winner } wins
}
discord-button-stay = Keep playing
discord-button-hand = Hand my seat to somebody…
discord-withdraw = **Withdraw from { TITLE($kind) } with { $others }?**
    { $winner ->
        [none] You are out at once
       *[other] { $winner } wins at once
    }, and everybody in the thread is told. This cannot be undone.
discord-no-leaving = { TITLE($kind) } cannot be left early: it goes on to its end. You can hand your seat to somebody else.
discord-stayed = Nothing was done. You are still in the game.
discord-hand = Who is to have your seat?
discord-hand-told = Theirs, with all that you see, when they join. Until then it stays yours.
discord-press-plays = -# Pressing one plays it.
discord-path = `{ $begun }`: { $way } · { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}, { $used } of { $all } points, { $left } left
discord-watching = You have no seat in this game.
discord-not-asked = It is not your turn.
discord-talk = **{ $by }**:{" "}
discord-talk-private = **{ $by }** to you:{" "}
discord-long = The full text is in the attached file.

discord-button-orders = Orders
discord-button-join = Join
discord-button-send = Send: { $order }
discord-button-back = Back
discord-button-type = Type…
discord-button-next = More ▶
discord-button-previous = ◀ Back to the others
discord-button-fresh = Refresh
discord-form = Orders
discord-form-text = One order on each line
discord-form-new = New game: { TITLE($kind) }
discord-form-more = Other options
discord-form-names = key=value, separated by spaces: { $names }
discord-form-empty = nothing
discord-form-words = one of { $words }
discord-form-range = { $least } to { $most }
discord-form-least = { $least } or more
discord-form-wrong = “{ $field }”: “{ $value }” is not valid; use { $fitting }, for example { $default }.
discord-form-quote = “{ $field }”: “{ $value }” contains a quotation mark ("); please remove it.
discord-form-twice = “{ $field }” is filled in, and is also in “{ $more }”; remove one of them.
discord-form-pairs = “{ $more }”: { $why }
discord-form-again = No game was made. You filled in: `{ $text }` — correct it with /game form, or pass it as “options” of /game new.
discord-film = Game `{ $game }` from the beginning, { $mine ->
    [yes] as you saw it
   *[no] as everybody saw it
}.
discord-film-busy = An animation for you is already being drawn; please wait.

discord-done = Accepted: `{ $order }`
discord-dropped = Not done, because of what happened before: { $orders }
discord-did-join = You have joined game `{ $game }` as **{ $seat }**.
discord-did-leave = You left game `{ $game }`.
discord-did-start = The game begins.
discord-locked = The thread is locked.
discord-did = Done.
discord-did-say = Sent.
discord-old = That button belongs to an earlier moment of the game, so nothing has happened. This is the situation now.
discord-old-command = This command has changed, so nothing has happened. Reload Discord and try again.
discord-old-text = That was for an earlier moment of the game, so nothing has happened. You wrote: `{ $text }`
discord-old-button = This button is too old, so nothing has happened. Use /menu.
discord-no-game = There is no such game here. Name one of yours with the option “game”, or use the command in the thread of the game.
discord-which-game = You have several games: { $games }. Use the command in the thread of one, or choose it with the option “game” of the command.
discord-no-look = The board of this game has no view “{ $look }” for you now. There are: { $known }.
discord-no-games = No games yet. Begin one with /game new.
discord-games-line = `{ $game }` { TITLE($kind) } { $state ->
    [open] open
    [over] over
   *[running] running
}
discord-games-seat = you are { $seat }
discord-games-asked = **your turn**
discord-made = Game `{ $game }` is here: { $place }. Others join with the button, or with /game join.
discord-no-threads = This server has as many active threads as Discord allows, so no game was made. Ask a moderator to close threads that nobody needs, then try again.
discord-thread-full = Discord lets nobody else into threads of this server now, so no game was made. Ask a moderator, or use another channel.
discord-later = Discord takes no new threads from me just now, so no game was made. Try again { $due }.
discord-refuses = Discord did not take the post or the thread of the game (code { $code }), so no game was made. Try again in a few minutes.
discord-unmade = This game was not made, as the bot was stopped in between. Use /game new again.
discord-other-channel = The moderators of this server want games in { $places }. Use /game new there.
discord-other-games = The moderators of this server allow these games: { $kinds }.
discord-not-maker = The moderators of this server let only { $role } begin games. You can join any game that is open.
discord-lost-thread = The thread of { $games } was deleted at Discord. Nothing else is lost: the game goes on, and its next news makes a new thread. Until then use /menu or /inbox.
discord-lost-channel = The channel of { $games } was deleted at Discord. Nothing else is lost: the game goes on here and with /menu and /inbox. A moderator can give it another channel with /mod list.
discord-lost-server = I was removed from the server of { $games }. Nothing else is lost: the game goes on here as long as I can write to you. Ask for me to be invited again, or link another account (/game link).
discord-lost-closed = { $asked ->
        [yes] **{ $games }: it is your turn.** I cannot show it in its thread. { $why }
       *[no] **{ $games }**: I cannot show it in its thread. { $why }
    } The game goes on. Until I can write there again I call you here, and you order with the button, with /menu or by writing to me. Moderators see this in /mod list.
discord-closed-why = { $rights ->
        [none] Discord refuses what I write there (code { $code }); the thread may be locked.
       *[other] I lack { $rights } in { $place }.
    }
discord-closed-notice = { $who }: it is your turn in { $game }. I cannot show the board there. { $why } Order with /menu. A moderator can help: /mod list.
discord-member-gone = **{ $name }** has left this server. The seat stays theirs; a moderator can give it to somebody else with /mod seat replace, and the game with /mod hand.
discord-open = ## Open games
    -# Press Join: the game starts when all seats are taken.
discord-open-line = **{ TITLE($kind) }** · { $names } · { $free } of { $places } seats free
    -# game `{ $game }`
discord-open-none = No game wants players just now.
discord-open-more = … and { $count } more: `/game list`
discord-open-foot = { $count ->
    [0] No game is being played.
    [one] 1 game is being played.
   *[other] { $count } games are being played.
} Start one: { $new }
discord-button-mine = My games
discord-button-agree = Agree
discord-button-disagree = Disagree
discord-request-over = This request is no longer open: it was answered, taken back, or another one took its place.
discord-button-open = Open
discord-inbox = ## Your inbox
    -# What waits for you, soonest first. { $others } of your { $all ->
    [one] 1 game waits
   *[other] { $all } games wait
} for others.
discord-inbox-more = … and { $count } more.
discord-inbox-empty = Nothing waits for you. Begin a game with { $new }.
discord-inbox-others = **Waiting for others:** { $games }
discord-inbox-answered = You have answered, and may change it.
discord-help = **What you can do**
discord-help-inbox = everything that waits for you, soonest first
discord-help-menu = what you can order now, as buttons
discord-help-order = the same, typed, with completions
discord-help-game-new = begin a game in this channel
discord-help-game-list = your games, and those of this server
discord-help-game-rules = the rules of a game
discord-help-undo = take your last order back
discord-help-appeal = ask the moderators for a ruling
discord-help-mod-list = which games need you
discord-help-mod-settings = channels, who may begin games, which, and how many
discord-help-here = This is the thread of a game of { TITLE($kind) }. { $playing ->
    [yes] You play in it: press *Orders* on its newest message.
   *[no] You watch it; what you see is what everybody may know.
}
discord-mod-list = ## Games that need a moderator
    -# { $count } of { $all } running games, what has waited longest first.
discord-mod-more = … and { $count } more.
discord-mod-foot = -# This shows public facts only: never who was asked in secret, who has answered, or whose messages fail.
discord-mod-appeal = { $title }: { $who } asks for a ruling, { $since }
    -# “{ $text }”
discord-mod-asks = { $title }: { $who } asks the others to agree, { $since }
    -# { $text }
discord-mod-late = { $title }: { $who } is late, { $since }
    -# missed { $count } deadlines in a row
discord-mod-vacant = { $title }: the seat of { $who } is free, { $since }
    -# anybody may join
discord-mod-waiting = { $title }: a deadline was missed and a moderator decides, { $since }
    -# /mod default, /mod extend or /mod deadline
discord-mod-missing = { $title }: the version of its rules is not installed, { $since }
    -# the operator has to install it
discord-mod-lost-thread = { $title }: its thread was deleted, { $since }
    -# players were told by message
discord-mod-lost-channel = { $title }: its channel was deleted, { $since }
    -# players were told by message; the button shows it in this channel
discord-mod-lost-server = { $title }: I was removed from its server, { $since }
discord-mod-lost-closed = { $title }: I cannot write there, { $since }. { $why }
    -# players were told by message; as soon as I may write again, everything that waits is shown
discord-mod-unshown = { $title }: Discord has not taken my news there, { $since }
    -# I try again at most an hour apart
discord-mod-unposted = I cannot show the post of open games, { $since }. { $why }
    -# I try again at most an hour apart, and at once when rights change
discord-mod-owner-gone = { $title }: its owner has left the server
    -# the game goes on
discord-mod-report = [A message]({ $link }) was reported by { $who }, { $since }
discord-button-rule = Rule…
discord-button-decide = Decide…
discord-button-anew = New thread
discord-button-try = Try again
discord-button-take = Take it over
discord-button-seen = Done
discord-form-ruling = Your ruling; everybody in the game reads it
discord-mod-decide = What about seat **{ $seat }** in game `{ $game }`?
discord-button-decision-0 = Give the seat away
discord-button-decision-1 = Don't wait this time
discord-button-decision-2 = One more day
discord-button-decision-3 = Remove the seat
discord-anew = The game has a new thread: { $place }
discord-tried = I am trying: if Discord takes it, everything that waits appears in { $place } now.
discord-tried-not = I still cannot write there. { $why }
discord-reported = The moderators of this server see a link to that message in /mod list. Its text is not passed on.
discord-reports-full = There are many reports already. Please write to a moderator.
discord-noticed = { $count ->
    [one] Told in 1 game.
   *[other] Told in { $count } games.
}
discord-ban-not = { $name } cannot be banned.
discord-banned = **{ $name }** can no longer begin or join games of this server, by whichever way they come. { $count ->
    [0] They play in none now.
   *[other] What becomes of their seats:
}
discord-ban-lifted = **{ $name }** can begin and join games of this server again.
discord-settings = **New games on this server**
    - channels: { $channels }
    - who may begin them: { $creators }
    - which games: { $games }
    - clock, where none is said: { $clock }
    - language: { $language }
    - most games of one person at once: { $most }
    - post with the open games: { $open }
    -# “all” as channels, games, clock or language makes it as usual again; the same channel again removes the post.
discord-set-any = any
discord-set-everybody = everybody
discord-set-usual = as usual
discord-set-none = none
discord-set-channels = `{ $text }` names no channel. Write them like #lobby, or “all”.
discord-set-games = Choose among { $kinds }, or “all”.
discord-set-clock = `{ $text }` is no clock. Write it like “24h”, “24h grace 2h” or “all”.
discord-set-language = Choose among { $languages }, or “all”.
discord-not-here = A game needs a text channel of a server. Use /game new there.
discord-no-right = I am missing a permission in this channel: { $right }. Ask a moderator to grant it, then try again.
discord-no-rights = I cannot run a game in { $place }: I lack { $rights }. Nothing was made. A moderator can give me the right under *Edit Channel › Permissions*.
discord-set-no-rights = Nothing was changed, as I lack { $rights } in { $place }. Give me the right under *Edit Channel › Permissions*, then try again.
discord-right = { $right ->
        [read_messages] View Channel
        [send_messages] Send Messages
        [create_public_threads] Create Public Threads
        [send_messages_in_threads] Send Messages in Threads
        [attach_files] Attach Files
        [read_message_history] Read Message History
       *[other] { $right }
    }
discord-right-thread = create public threads, send messages in threads, attach files
discord-right-unknown = see channel, send messages
discord-right-manage = manage threads
discord-dm-test = I will send you here what only you may know, and nothing else.
discord-dm-closed = I cannot send you direct messages, so what only you may know waits behind *Orders* in the thread of the game. To get it directly: right-click the server, Privacy Settings, allow direct messages; then press *Orders*.
discord-nothing-told = Nothing has happened yet.
discord-export-running = The game can be exported when it is over.
discord-export = Game `{ $game }` as a file; `meanwhile verify` checks its dice.
discord-problem = That is not possible: { $why }
refusal-not-fetched = { $word } could not be fetched from Discord. Please attach it again.
discord-internal = The referee made a mistake. Nothing has changed, and the operator has been told.
discord-not-stored = The order could not be saved. Nothing has happened; please send it again.
discord-no-anytime = There are no orders you can give out of turn now.

discord-thread-name = { TITLE($kind) } { $game }

# Names and descriptions of commands.
command-game = Games: start, join, view
command-game-new = Start a game in this channel
command-game-form = Start a game in this channel, with a form for its options
command-game-join = Take a seat
command-game-leave = Give up your seat before the game begins
command-game-start = Begin with the players who have joined
command-game-list = Your games and those of this server
command-game-status = Whose turn it is, and when it is due
command-game-board = The board as you may see it
command-game-film = All boards of a game as an animation
command-game-history = What has happened, as you may know it
command-game-rules = The rules of a game
command-game-export = A finished game as a file
command-order = Give an order, or several on lines of their own
command-menu = The orders you can give now, as buttons
command-withdraw = Leave a running game
command-undo = Take your last order back
command-say = Send a message to a player, or to all with *
command-proof = The hashes that prove the game fair
command-appeal = Ask the moderators for a ruling; “none” takes it back
command-inbox = Everything that waits for you, soonest first
command-help = What you can do here
command-mod-list = Which games of this server need a moderator
command-mod-ban = Keep somebody out of the games of this server, or no longer
command-mod-settings = Where games may begin, who may begin them, which, and how many
menu-orders-here = Orders of this game
menu-report = Report to moderators
option-person = Who
option-lift = Let them join again
option-channels = Channels for new games: #lobby #games, or “all”
option-creators = The role of those who may begin games; @everyone: everybody
option-games = Games that may be begun, separated by spaces, or “all”
option-clock = The clock of games that name none, such as 24h, or “all”
option-language = The language of the threads
option-most = In how many games one person may play at once; 0: any number
option-open = The channel of the post with all open games
command-mod = For moderators of the game
option-game = The id of the game
option-answer = yes: erase it; no: do not; nothing: ask first
option-seat = The seat you want
option-options = Options of the game: key=value, separated by spaces
option-join = Take a seat at once
option-mine = As you saw it, not as everybody saw it
option-scenario = A scenario file (TOML), or a map (.board)
option-charts = A file with tables of your own (TOML), for Desert
option-text = The order
option-to = To whom
option-words = Your message
command-me = What is kept about you
command-time = Time: absences, pauses, more time
command-game-invite = Invite somebody, here or by e-mail
command-game-kick = Free a seat before the start (moderators of the game)
command-mod-seat-robot = Give a free seat to a robot
command-game-watch = Watch this game (public information only)
command-game-unwatch = Stop watching
command-game-mine = All your games, and those looking for players
command-game-talk = Messages of the players that you can read
command-game-mute = Mute a player
command-game-unmute = Unmute a player
command-game-agree = Agree to a request to go back in the game
command-game-disagree = Disagree with a request to go back in the game
command-me-rating = Your ratings, or the ranking of a game
command-me-link = Get a code to link another account, or enter one you got there
command-me-unlink = Unlink another account of yours
command-me-data = Everything that is kept about you, as a file
command-me-forget = Have your name, your addresses and what you have said erased
command-time-away = Say when you will be away, in all your games
command-time-back = You are back
command-time-hours = Set hours in which the clock does not run for you, in all your games
command-time-pause = Vote to pause; the clock stops when all agree
command-time-resume = Vote to resume after a pause
command-time-extend = Vote for more time
command-time-wait = Keep a question to several players open until its deadline
command-time-ready = No longer keep it open
command-time-cancel = Take back your answer to the open question
command-mod-pause = Pause the clock
command-mod-resume = Restart the clock
command-mod-extend = Give more time for the open question
command-mod-deadline = Set the deadline of the open question
command-mod-default = Stop waiting for everybody who has not answered, or for one player
command-mod-seat-kick = Free a seat before the start
command-mod-seat-replace = Give a seat to another player, or open it to anyone
command-mod-seat-remove = Remove a seat from the game
command-mod-rollback = Go back to a line of the history
command-mod-undo = Go back to before the last public order
command-mod-look = View hidden information; the players are told at once
command-mod-correct = Correct the position, with a reason; view it first
command-mod-rule = Rule on what players disagree about; everybody in the game reads the reason
command-mod-announce = Send a message to everybody in the game
command-mod-seat-mute = Mute a player for everybody
command-mod-seat-unmute = Unmute a player
command-mod-close = End the game without a winner
command-mod-moderator = Make somebody a moderator of this game
command-mod-hand = Hand the game over to another moderator
command-mod-audit = List what moderators have done
command-mod-lock = Lock the thread of the game
option-who = A member of this server (@…), an e-mail address, or a seat
option-kind = Which game
option-code = The code you got from your other account
option-door = Where the other account is: discord, mail, terminal
option-start = From when: 2026-12-24, or 2026-12-24 18:00
option-end = Until when: 2026-12-24, or 2026-12-24 18:00
option-hours = Zone and hours, such as Europe/Berlin 22:00-07:00 weekends; empty: none
option-length = How long: 24h, 90m, 3d
option-look = A table or another view of the board, such as “near A1”; empty: the board
option-line = A line of the history
option-path = Which field of the position
option-value = The new value
option-reason = The reason; everybody sees it
command-standing = Standing orders: given in advance, seen only by you
command-standing-list = List your standing orders
command-standing-add = Give this order when it is your turn and it fits
command-standing-always = The same, every time
command-standing-drop = Remove one standing order, or all
command-standing-now = Give an order out of turn, where the game has one
option-order = The order
option-number = Its number in the list; empty: all

# The card of a game. $relative, $date, $time: until when, as Discord shows it to each reader; $relative is "none" where there is no deadline.
discord-and = { $first } and { $last }
discord-card = { $who }, { $question }.{ $relative ->
    [none] {""}
   *[other] {" "}Due { $relative } ({ $date }).
}
discord-card-may = { $who } may { $question }{ $relative ->
    [none] .
   *[other] {" "}until { $time } ({ $relative }).
}
discord-card-over = **{ $banner }.** { $who }, thank you for playing.
discord-card-plain = { $who }, it is your turn.
discord-with = **{ TITLE($kind) } with { $names }**
discord-own = { $title }: { $question }.{ $relative ->
    [none] {""}
   *[other] {" "}Due { $relative } ({ $date }).
}
discord-own-may = { $title }: you may { $question }{ $relative ->
    [none] .
   *[other] {" "}until { $time } ({ $relative }).
}
discord-only-you = Only you are told
discord-closed = This is closed; what you were told then stays below.
discord-watches = { $place } is among your threads now. Leave the thread to hear no more of it.
discord-watches-not = I cannot add you to { $place }. Open the thread yourself and choose *Follow*.
discord-button-board = Board
discord-button-watch = Watch
discord-button-thread = Thread

# A game that is over.
discord-card-away = The thread is put away on { $date }; it stays readable.
discord-button-rematch = Rematch
discord-button-film = Film from my side
discord-button-fair = Fair play
discord-rematch = The rematch is here: { $place }
discord-kept = These seats are kept for a day for those who played before. Then anyone can join.
discord-kept-for = Seats are kept for { $names } until { $date }.
discord-card-old = **This card is old.** Nothing was done.
discord-now = Now: { $now }
discord-button-newest = Newest card

# The post in the channel that asks people in. $who: who has a seat, or "none"; $free: how many seats are free.
discord-lobby-open = { TITLE($kind) }: { $who ->
    [none] { $free } seats are free
   *[other] { $who } and { $free ->
        [one] one free seat
       *[other] { $free } free seats
    }
}
discord-lobby-running = { TITLE($kind) }: { $names }
discord-lobby-watch = The game is running. Anyone can watch.
discord-lobby-private = By invitation; anyone who can see this channel can watch.
discord-lobby-id = Game `{ $game }`.
discord-usual = The usual options.
discord-unusual = Different from the usual: { $options }
command-me-signals = How you are told that you must act, in all your games
command-mod-seat = Seats: free them, give them to somebody else, mute them
option-how = private, mention, mail, silent; usual: as each question needs it; empty: how it is now
discord-button-told = How I am told…
discord-button-away = Away until…
discord-button-choose = Choose
discord-button-chosen = Chosen
discord-told = ### How you are told that you must act
    -# In all your games. In games with sealed questions everybody who is asked is also called in the thread, whatever they choose, so that nobody can tell from it who has chosen what.
discord-told-way = { $way ->
    [private] **Private message**, wherever one gets through; else your name in the thread
    [mention] **Your name in the thread**, and no private messages
    [mail] **E-mail alone**; where it does not reach you, as usual
    [silent] **Not at all.** Nobody calls you: you look for yourself, here in your inbox
   *[usual] **As usual**: your name in the thread; a private message where something is for you alone
 }
discord-away-start = From (empty: now)
discord-away-end = Until
discord-button-wide = Wide, with what happened last
discord-button-fill = { $order }…
discord-field = { $name ->
    [column] Column
    [row] Row
    [facing] Facing
    [target] Target
    [unit] Unit
    [place] Place
    [hex] Hex
    [mode] How
    [to] Where to
   *[other] { $name }
 }
command-game-hand = Hand your seat to somebody; it is theirs when they join
