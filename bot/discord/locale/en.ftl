# The Discord door. $due: a time as Discord shows it to each reader, or "no".

discord-header = **{ TITLE($kind) }** · game `{ $game }`
discord-reminder = Reminder: your answer is still missing.
discord-players = Players: { $names }
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
discord-film-busy = An animation or a replay for you is already being drawn; please wait.
discord-replay = Game `{ $game }` as a page: open the file in your browser.{ $over ->
    [yes] {" "}It shows every seat's board and checks the dice.
   *[no] {""}
}
discord-replay-too-large = The replay of game `{ $game }` is too large for Discord. Ask for it by mail, or ask the operator for `meanwhile replay { $game } --html`.

discord-lock = **{ $by }** locks this thread: nothing more is shown here. The game is not over: use /menu and /inbox.
discord-locked = The thread is locked.
discord-old = That button belongs to an earlier moment of the game, so nothing has happened. This is the situation now.
discord-unseen = I cannot see { $what }, so nothing has happened. Choose a channel that I can see.
discord-old-command = This command has changed, so nothing has happened. Reload Discord and try again.
discord-old-text = That was for an earlier moment of the game, so nothing has happened. You wrote: `{ $text }`
discord-old-button = This button is too old, so nothing has happened. Use /menu.
discord-no-game = There is no such game here. Name one of yours with the option “game”, or use the command in the thread of the game.
discord-which-game = You have several games: { $games }. Use the command in the thread of one, or choose it with the option “game” of the command.
discord-no-games = No games yet. Begin one with /game new.
discord-games-line = `{ $game }` { TITLE($kind) } { $state ->
    [open] open
    [over] over
   *[running] running
}
discord-games-seat = you are { $seat }
discord-games-asked = **your turn**
discord-games-due = due { $due }
discord-games-free = seats free: { $free } (`/game join game:{ $game }`)
discord-games-more = … and { $count } more in the file
discord-fair = -# Keep these lines. After the end, `/game export` gives you the record of the game, and `meanwhile verify FILE` works out every roll from the revealed seed and compares it with these hashes.
discord-card-past = The position at that time.
discord-made = Game `{ $game }` is here: { $place }. { $private ->
    [yes] Only people that you invite with /game invite can see it.
   *[no] Others join with the button, or with /game join.
}
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
discord-mod-unposted = Discord refuses { $what ->
        [open] the post of open games
        [results] the results
        [log] the log
       *[seats] calls for free seats
    }, { $since }
    -# I try again at most an hour apart, and at once when rights change
discord-mod-unready = { $what ->
        [open] The channel of open games
        [results] The channel of results
        [log] The channel of the log
        [homes] The channel of a kind of game
        [pinged] The role for new games
        [substitutes] The role for free seats
       *[moderators] The role for the log
    } { $rights ->
        [none] was deleted
       *[other] { $place } doesn't let me write: I lack { $rights }
    }, { $since }
    -# { $rights ->
        [none] choose another with /mod posts
       *[other] everything that waits is posted as soon as I have the right
    }
discord-posts = **Posts of this server**
    - results: { $results }
    - log for moderators: { $log }, it calls { $moderators }
    - open games and free seats: { $open }; a free seat calls { $substitutes }
    - new games: { $homes }; they call { $pinged }
    -# The same channel or role again removes it.
discord-posts-kind = { $kinds } in { $place }
discord-posts-role = { TITLE($kind) }: { $place }
discord-posts-anywhere = where they are begun
discord-posts-nobody = nobody
discord-set-idle = `{ $text }` is no length of time. Write it like “14d”, or “all” for none.
discord-result = **{ TITLE($kind) } `{ $game }`**: { $names }
discord-result-end = { $banner }.
discord-result-rating = { $name } { $rating } ({ $change })
discord-seat-free = { $role } A seat is free in **{ TITLE($kind) } `{ $game }`**: { $seat }. The first to press *Join* has it.
discord-private-here = A private game needs a text channel, since only those have private threads.
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
discord-settings = **New games on this server.**
    Channels: { $channels }.
    Who may begin them: { $creators }.
    Which games: { $games }.
    Clock, where none is said: { $clock }.
    Language: { $language }.
    Most games of one person at once: { $most }.
    Post with the open games: { $open }.
    In games without a clock, an answer may take: { $idle }.
    Tall boards next to the news, for desktops: { $wide ->
        [yes] yes
       *[no] no
    }.
    -# “all” as channels, games, clock, language or idle makes it as usual again. The same channel again removes the post.
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
        [create_private_threads] Create Private Threads
        [send_messages_in_threads] Send Messages in Threads
        [attach_files] Attach Files
        [read_message_history] Read Message History
       *[other] { $right }
    }
discord-right-thread = see channel, send messages, create public threads, send messages in threads, attach files
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
command-game-list = Your games and those of this server
command-game-status = Whose turn it is, and when it is due
command-game-board = The board as you may see it
command-game-replay = A game as a page for your browser, with all boards and the log
command-game-history = What has happened, as you may know it
command-game-rules = The rules of a game
command-game-export = A finished game as a file
command-order = Give an order, or several on lines of their own
command-menu = The orders you can give now, as buttons
command-withdraw = Leave a running game
command-inbox = Everything that waits for you, soonest first
command-help = What you can do here
command-mod-list = Which games of this server need a moderator
command-mod-ban = Keep somebody out of the games of this server, or no longer
command-mod-posts = What is posted where, and which roles it calls
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
option-wide = Cards of new games show tall boards next to the latest news, for desktops
option-idle = In games without a clock: time for an answer, such as 14d; then the seat is free
option-results = The channel of finished games
option-log = The channel of the moderators' log
option-moderators = The role that the log calls if moderators must act
option-substitutes = The role that a free seat calls
option-home = The channel or forum of new games
option-call = The role that new games call
option-kind = Only for this kind of game
option-table = The table, or round and table, such as 2/1
option-result = draw, none, void or again; without a result, the seat has won
option-open = The channel of the post with all open games
command-mod = For moderators of the game
option-game = The id of the game
option-join = Take a seat at once
option-film = As an animation of the boards alone
option-mine = As you saw it, not as everybody saw it
option-scenario = A scenario file (TOML), or a map (.board)
option-charts = A file with tables of your own (TOML), for Desert
option-salt = The text whose hash you gave
option-text = The order
command-me = What is kept about you
command-time = Time: absences, pauses, more time
command-mod-lock = Lock the thread of the game
option-look = A table or another view of the board, such as “near A1”; empty: the board
command-standing = Standing orders: given in advance, seen only by you
command-standing-now = Give an order out of turn, where the game has one

# The card of a game. $relative, $date, $time: until when, as Discord shows it to each reader; $relative is "none" where there is no deadline.
discord-card-over = **{ $banner }.** { $who }, thank you for playing.
discord-with = **{ TITLE($kind) } with { $names }**
discord-moment = { $relative } ({ $date })
discord-own = { $title }: { $what }
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
discord-lobby-id = Game `{ $game }`.
discord-usual = The usual options.
discord-unusual = Different from the usual: { $options }
command-mod-seat = Seats: free them, give them to somebody else, mute them
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
discord-button-steps = Step by step
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

# A contest: its post in the channel, and its buttons. $names: the first entrants, or "none"; $more: how many others.
discord-contest = { TITLE($kind) }: { $form ->
    [swiss] a Swiss
    [robin] a round robin
    [knockout] a knock-out
   *[league] a league
}
discord-contest-entrants = { $count ->
    [0] Nobody has entered yet.
   *[other] **{ $count } entered:** { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }
}
discord-contest-no-game = You have no open game in this contest now.
discord-contest-withdraw = **Withdraw from this contest?**
    You play no more games in it, and everybody is told. This cannot be undone.
discord-button-scores = Scores
discord-button-own-game = My game
discord-button-rest = Rest
