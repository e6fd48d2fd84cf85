# The terminal's own sentences: what `meanwhile play` says to people beside what the game tells.

terminal-game = Game { $id }: { $kind }. Seats: { $seats }.
terminal-resumed = Going on with game { $id }: { $kind }. Seats: { $seats }.
terminal-robot = { $seat } (robot)
terminal-resume = To go on with this game: { $command }
terminal-history = All that was told: { $command }
terminal-help-hint = Say help to see what you can say.
terminal-unread = { $seat } has something to read: view { $seat }
terminal-picture = Picture: { $path }
terminal-whose = Who speaks? Begin with a seat, for example: { $example }
terminal-taken = { $seat }: { $order }
terminal-secret = { $seat } is asked in secret: view { $seat }
terminal-asked = { $seat }: { $question }
terminal-until = Open until { $time }, for another { $left }.
terminal-until-hint = until { $time }
terminal-sealed = { $seat } has answered.
terminal-dropped = Not done, because something has come up: { $orders }
terminal-no-seat = “{ $word }” is no seat of this game. There are: { $seats }
terminal-only-seat = For { $seat } alone. Press Enter to look, and Enter again to hide it.
terminal-hide = Press Enter to hide this.
terminal-no-menu = { $seat } can order nothing now.
terminal-may = { $seat } may say: { $patterns }
terminal-no-history = Nothing has been told yet.
terminal-undone = (taken back) { $text }
terminal-waiting = waiting
terminal-relieved = Somebody has taken this seat at another terminal. Here it has been given up.
terminal-away = The referee has stopped. Waiting until it is there again; Ctrl-D leaves.
terminal-unsure = The connection broke while the last line was under way: see by the history whether it was taken.

terminal-looks = Other looks at the board: { $looks }.

terminal-help =
    An order is typed as the game's menu has it, for the seat before the prompt. For another seat: SEAT: ORDER
    help            this list
    menu [SEAT]     what may be ordered now, with examples
    board [LOOK]    the board as everybody sees it, or as the game can also show it
    view [SEAT]     what that seat alone sees, and what it is asked
    history [SEAT]  what has been told to everybody, or to that seat
    undo            take the last order back, where the rules allow it
    say NAME TEXT   talk to one seat; say * TEXT to all
    and             away, hours, pause, extend, queue, agree, invite, link, mute and others: docs/club.md
    quit            stop; the game stays in the database
    The rules and options of this game: meanwhile show { $kind }
