# The terminal's own sentences: what `meanwhile play` says to people beside what the game tells.

# What a game is about, said when it begins; a game whose board says so itself has none.
terminal-game = Game { $id }: { TITLE($kind) }. Seats: { $seats }.
terminal-resumed = Going on with game { $id }: { TITLE($kind) }. Seats: { $seats }.
terminal-robot = { $seat } (robot)
terminal-resume = To go on with this game: { $command }
terminal-history = Full history: { $command }
terminal-hand-over = Please hand the keyboard to { $seat }. { $other }, please look away: what { $seat } types is not for you.
terminal-pages = All boards, as one page: { $command }
terminal-verify = All dice once more, by yourself: { $command }
terminal-help-hint = Type help for the commands.
terminal-unread = { $seat }: you have a private message (type view { $seat })
terminal-replay = Replay, for your browser: { $path }
terminal-picture = Picture: { $path }
terminal-whose = Which player is this for? Begin with a seat, for example: { $example }
terminal-taken = { $seat }: { $order }
terminal-sealed = { $seat } has answered.
terminal-sealed-line = Noted for { $seat }. Say ok when the sheet is complete.
terminal-before = Told to you before this question:
terminal-dropped = Not done, because something came up first: { $orders }
terminal-no-seat = This game has no seat “{ $word }”. Seats: { $seats }
terminal-only-seat = For { $seat } only. Press Enter to show it, and Enter again to hide it.
terminal-hide = Press Enter to hide this.
terminal-no-menu = { $seat } has nothing to order now.
terminal-waiting = waiting
terminal-relieved = This seat has moved to another terminal, so it has been given up here.
terminal-away = The referee has stopped. Waiting until it is back; Ctrl-D leaves.
terminal-unsure = The connection broke while the last line was being sent: check the history to see whether it was accepted.


terminal-moment = { $time }, in { $left }
terminal-try = Try
terminal-words = hint · menu · help · rules · board · history · undo · quit
terminal-words-secret = view { $seat } shows what { $seat } alone may see · help · quit
terminal-more = (More about the board: board)
terminal-may = { $seat } could order, for example:
terminal-ways = { $count ->
    [0] one of many
   *[other] one of { $count }
}
terminal-said = { $seat } to { $to }: { $text }
terminal-again = Or type “{ $order }” again.
terminal-head = { TITLE($kind) } · { $id } · { $you ->
    [plays] you play { $who }
    [against] you against { $who }
   *[none] { $who }
}
terminal-over = over
terminal-what-now = rematch plays again with sides changed · new chooses another game · history · quit
terminal-leaving = quit (or Ctrl-D) leaves. The game is saved.
terminal-no-rematch = This game isn’t over. To give it up: resign
terminal-no-new = Others sit in this game, so it can’t be exchanged here. Leave with quit; “meanwhile play” begins a new game.
terminal-no-hint = There is nothing to suggest now.
terminal-saved = Everything is saved after each order. To go on later: { $command }
terminal-keys = F1 help · Tab words · { $digits ->
    [0] ↑ ↓
    [1] 1
   *[other] 1-{ $digits }
} take one · F2 view · ^D quit · F3 log · F4 rules · ^Z undo
terminal-keys-page = ↑ ↓ Space b scroll · Esc goes back
terminal-word-hint = more suggestions, with their reasons
terminal-word-resign = give the game up; you are asked first
terminal-word-rematch = after the end: the same game again, with sides changed
terminal-word-new = leave this game and choose another
terminal-word-save = how to go on later; every order is saved at once
terminal-going = { $id }, { $seats }: waits for { $waits }
terminal-go-on = Go on with
terminal-new = New game
terminal-enter-resumes = Enter goes on with { $id } where you stopped.
terminal-enter-begins = Enter: { $title }, { $way }{ $level ->
    [0] {""}
    [1] , easy (level 1)
   *[other] , hard (level 2)
}
terminal-keys-home = ↑ ↓ 1-9 choose · Enter play · s side · l level · t learn · w watch · q leave
terminal-lesson-on = That was the lesson. Play on from here, against robots, or type new for another game.
terminal-word-menu = an order of each kind that is possible now
terminal-word-replay = the game so far as a page for your browser
terminal-word-picture = the picture of the board, in coloured blocks
terminal-word-view = what only one seat sees, and what it has to decide
terminal-word-quit = stop; the game stays in the database

terminal-welcome = Meanwhile: board games in which players interrupt each other
terminal-card-battleboard = bomb hidden cities on each other's boards; 2-20 players, 10 min
terminal-card-dicechess = dice say which pieces may move, a check interrupts; 2 players, 30 min
terminal-card-derelict = marines in a wreck, aliens in the dark; 2 players, 20 min
terminal-card-ambush = battle walkers on a hex map, some of them hidden; 2-4 players, 60 min
terminal-card-desert = a land battle with secret, simultaneous decisions; 2 players, 90 min
terminal-which = Which game? A number or a name; Enter plays { $title }, q leaves.
terminal-which-not = There is no game “{ $word }”. There are: { $words }
terminal-way = { $what ->
    [robots] watch robots play
    [hotseat] { $count ->
        [2] two players at this terminal
       *[other] { $count } players at this terminal
    }
   *[robot] against { $count ->
        [2] a robot
       *[other] robots
    }{ $seat ->
        [none] {""}
       *[other] , I play { $seat }
    }
}
terminal-who = Who plays? A number; Enter is 1, “1 hard” takes the stronger robot, q leaves.
terminal-who-not = “{ $word }” is none of these: type a number from 1 to { $count }.

terminal-help =
    Type an order as the menu shows it, for the seat in the prompt. For another seat: SEAT: ORDER
    The options of this game, in a shell (not here): meanwhile show { $kind }

refusal-nothing-unfinished = The database { $word } has no unfinished game of this terminal. Begin one with: meanwhile play
refusal-played-elsewhere = Game { $word } is not played at one terminal. To take a seat in it: meanwhile sit { $word }
refusal-not-in-database = This database has no game “{ $word }”. To list those it has: meanwhile games
refusal-seat-taken-elsewhere = Seat { $word } is played elsewhere. Choose another one with --seat, or leave --seat out.
refusal-program-beside-own = A program takes one seat of a game with others. Name one with --seat, or all of them.
refusal-no-database = There is no database { $word }. Name another one with --db.
refusal-breaks-off = The server of the database { $word } broke the connection several times; its log says why.

# The page that `meanwhile replay --html` writes. { $n } is a number that the page fills in.

page-alone = (told to this player alone)
page-all-right = ✓ { $dice } dice in { $rolls ->
    [one] one roll
   *[other] { $rolls } rolls
    }{ $sealed ->
    [0] { "" }
   *[other] {" "}and { $sealed } sealed answers and places
    } are right{ $unproven ->
    [0] { "" }
   *[other] ; { $unproven } dice prove nothing
    }
page-back = one step back
page-by-browser = Computed here, by your browser’s own SHA-256; nothing was sent anywhere.
page-by-page = Computed here, by this page’s own SHA-256, as your browser offers none; nothing was sent anywhere.
page-chain = { $orders ->
    [one] One order
   *[other] { $orders } orders
    } in one unbroken chain{ $hidden ->
    [0] { "" }
   *[other] {" "}({ $hidden } not shown: moderators’ words and people’s times)
    }, which ends in
page-chain-not = The chain of orders breaks at order { $n }; it should end in
page-checking = checking the dice …
page-die = { $n } of { $n }
page-everybody = everybody
page-first = to the beginning
page-fits = The secret fits the commitment that was published before the first roll:
page-fits-not = The secret does not fit the commitment. It gives
page-held = what it held
page-hidden = hidden place
page-how = No die was changed after the commitment, and no sealed answer after its question had closed. Compare the commitment with the one in your first message, and the hashes with what “proof” showed you in the game: a page that somebody made up can be green too. Those who ran the server could know the dice beforehand.
page-kept = An update that you kept:
page-kept-right = ✓ Update { $n }: all that was told until then is as it was.
page-kept-wrong = ✗ Update { $n }: something that was told until then was changed.
page-key-play = play
page-key-proof = dice
page-key-step = one step
page-key-text = board as text
page-key-who = seen by
page-last = to the end
page-later = the dice can be checked when the game is over
page-log = what happened
page-noscript = This page needs JavaScript to show the game. It loads nothing and sends nothing.
page-old-browser = This browser is too old for this page: it cannot unpack the boards. Browsers since 2023 can.
page-on = one step on
page-places-wrong = { $n } hidden places wrong
page-play = play or stop
page-position = position in the game
page-proof = Checked by your browser
page-question = question
page-recomputed = recomputed
page-right = ✓ right
page-roll = roll
page-rolls-wrong = { $n } of { $rolls } rolls wrong
page-root = hash that was published
page-scripted = scripted
page-sealed = what was sealed
page-seals-wrong = { $n } sealed answers wrong
page-seat = player
page-seen-by = Seen by
page-text = text
page-thrown = dice as played
page-told = what was told
page-uncovered = uncovered
page-wrong = ✗ wrong

# The club's pages.

pages-about = The referee keeps the secrets and throws the dice. You play in Discord, by e-mail or at a terminal, at your own pace.
pages-archive = Archive
pages-archive-about = All finished public games, each with its orders, its dice and the secret that proves them. The download has one JSON object a line and is made once a day; the schema says what is in it.
pages-band = The band shows how uncertain the rating is.
pages-began = Began
pages-between = {", "}
pages-board = Board
pages-curve = Rating at { $title }: { $first } at first, { $last } now
pages-ended = Ended
pages-finished = Just finished
pages-foot = Only facts that everybody may know are on these pages.
pages-free = { $n ->
    [0] no open seat
    [one] 1 open seat
   *[other] { $n } open seats
 }
pages-game = Game
pages-games = Games
pages-here = games on these pages
pages-hero = Board games in which players interrupt each other
pages-join = How to join
pages-join-discord = Discord: open the channel of open games on our server, and press Join.
pages-join-mail = E-mail: send “games” to { $address }, then “join” with the id of a game.
pages-join-terminal = At a terminal of the server: “meanwhile sit”, with the id of a game.
pages-log = What happened
pages-nav = Pages
pages-new = new
pages-no = no
pages-nobody = nobody yet
pages-none-open = No game needs players now.
pages-none-over = No game has ended yet.
pages-none-rated = No ranked player is named here yet. “pages on” names you.
pages-none-running = No public game runs now.
pages-paused = the clock is stopped
pages-place = Place
pages-player = Player
pages-players = Players
pages-players-about = Only players who have said “pages on” are named. All others are “player-1” and so on.
pages-proof = The replay proves itself: your browser throws all dice again, from the secret that was committed to at the beginning.
pages-proof-later = The dice can be checked when the game is over.
pages-rated = Rated
pages-rating = Rating
pages-rating-now = { $rating } ±{ $unsure }
pages-record = { $games ->
    [one] 1 game
   *[other] { $games } games
 }: { $won } won, { $drawn } drawn, { $lost } lost.
pages-reliability = Reliability
pages-reliable = answers in time
pages-reliable-about = Public questions of the last year count, in steps of five percent. Interrupts never count, so that nobody can tell whether there was something to answer.
pages-steps = Earlier boards
pages-steps-until = up to
pages-replay = Replay, with checked dice
pages-result = Result
pages-running = Running now
pages-running-count = { $n ->
    [one] 1 public game
   *[other] { $n } public games, the next to be due first
 }
pages-seats = Open seats
pages-skip = To the content
pages-standings = Standings
pages-take-discord = Discord: press Join at game { $game }.
pages-take-mail = E-mail: send “join { $game }” to { $address }.
pages-take-terminal = Terminal: meanwhile sit { $game }
pages-text = Board as text
pages-this = This game
pages-update = Update
pages-won = won
pages-won-of = { $won } of { $games }
pages-yes = yes
terminal-lesson-step = Step { $number } of { $total }. { $hint } (Rule { $rule }.) Type: { $order }
terminal-lesson-again = For this lesson, type: { $order }
terminal-lesson-over = That was the lesson. A whole game against a robot: { $play }. In it, help lists the commands, and rules shows the rules.
terminal-lesson-left = The lesson has stopped here; nothing of it is kept. A whole game against a robot: { $play }.
terminal-lesson = learn it first, in a few minutes
