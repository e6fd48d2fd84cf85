# The terminal's own sentences: what `meanwhile play` says to people beside what the game tells.

terminal-game = Game { $id }: { TITLE($kind) }. Seats: { $seats }.
terminal-resumed = Going on with game { $id }: { TITLE($kind) }. Seats: { $seats }.
terminal-robot = { $seat } (robot)
terminal-resume = To go on with this game: { $command }
terminal-history = Full history: { $command }
terminal-help-hint = Type help for the commands.
terminal-unread = { $seat }: you have a private message (type view { $seat })
terminal-picture = Picture: { $path }
terminal-whose = Which player is this for? Begin with a seat, for example: { $example }
terminal-taken = { $seat }: { $order }
terminal-noted = Accepted for { $seat }: { $order }
terminal-secret = { $seat } to decide secretly (type view { $seat })
terminal-asked = { $seat }: { $question }
terminal-until = Due at { $time }, in { $left }.
terminal-until-hint = due { $time }
terminal-sealed = { $seat } has answered.
terminal-dropped = Not done, because something came up first: { $orders }
terminal-no-seat = This game has no seat “{ $word }”. Seats: { $seats }
terminal-only-seat = For { $seat } only. Press Enter to show it, and Enter again to hide it.
terminal-hide = Press Enter to hide this.
terminal-no-menu = { $seat } has nothing to order now.
terminal-may = Options for { $seat }: { $patterns }
terminal-no-history = Nothing has happened yet.
terminal-undone = (taken back) { $text }
terminal-waiting = waiting
terminal-relieved = This seat has moved to another terminal, so it has been given up here.
terminal-away = The referee has stopped. Waiting until it is back; Ctrl-D leaves.
terminal-unsure = The connection broke while the last line was being sent: check the history to see whether it was accepted.

terminal-looks = Other board views: { $looks }.

terminal-help =
    Type an order as the menu shows it, for the seat in the prompt. For another seat: SEAT: ORDER
    help            this list
    rules [TOPIC]   the rules of this game; about one word, or one numbered rule
    menu [SEAT]     the orders possible now, with examples
    board [VIEW]    the public board, or another view of it that the game offers
    view [SEAT]     what only that seat sees, and what it has to decide
    history [SEAT]  what has happened, publicly or for that seat
    undo            take the last order back, where the rules allow it
    say NAME TEXT   talk to one seat; say * TEXT to all
    and             away, hours, pause, extend, queue, agree, invite, link, mute and others: docs/club.md
    quit            stop; the game stays in the database
    The options of this game, in a shell (not here): meanwhile show { $kind }

refusal-no-topic = The rules say nothing about “{ $word }”.
refusal-played-elsewhere = Game { $word } is not played at one terminal. To take a seat in it: meanwhile sit { $word }
refusal-not-in-database = This database has no game “{ $word }”. To list those it has: meanwhile games
refusal-seat-taken-elsewhere = Seat { $word } is played elsewhere. Choose another one with --seat, or leave --seat out.
refusal-program-beside-own = A program takes one seat of a game with others. Name one with --seat, or all of them.
refusal-no-database = There is no database { $word }. Name another one with --db.
refusal-breaks-off = The server of the database { $word } broke the connection several times; its log says why.
