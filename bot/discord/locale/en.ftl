# The Discord door. $due: a time as Discord shows it to each reader, or "no".

discord-header = **{ $kind }** · game `{ $game }`
discord-until = Until { $due }.
discord-or-else = If you say nothing until { $due }: `{ $order }`.
discord-asked = Asked: { $names }.
discord-players = Players: { $names }
discord-seats = { $taken } of { $places } seats are taken.
discord-none = nobody yet
discord-waiting = The game has not begun.
discord-over = The game is over.
discord-lately = What you were told last:
discord-so-far = So far: `{ $text }`
discord-pick = What next?
discord-pick-more = What next? (page { $page } of { $pages })
discord-watching = You have no seat in this game.
discord-not-asked = You are not asked now.
discord-talk = **{ $by }**:{" "}
discord-talk-private = **{ $by }** to you:{" "}
discord-new-game = A new game of **{ $kind }**, `{ $game }`. Everybody may join.
discord-long = The whole text is in the file.

discord-button-orders = Your orders
discord-button-join = Join
discord-button-send = Send: { $order }
discord-button-back = Back
discord-button-type = Type…
discord-button-next = More ▶
discord-button-previous = ◀ Back to the others
discord-button-fresh = Look again
discord-form = Orders
discord-form-text = One order on each line

discord-done = Taken: `{ $order }`
discord-dropped = Not done any more after that: { $orders }
discord-did-join = You have joined game `{ $game }` as **{ $seat }**.
discord-did-leave = You have left game `{ $game }`.
discord-did-start = The game begins.
discord-did-undo = Your last order is taken back.
discord-did-cancel = What you had said to the open question is taken back.
discord-did-say = Said.
discord-old = That belonged to an earlier moment of the game; nothing has happened. This is how things stand now.
discord-old-command = This command has changed; nothing has happened. Reload Discord and try again.
discord-old-text = That was meant for an earlier moment of the game; nothing has happened. You wrote: `{ $text }`
discord-old-button = This button is too old; nothing has happened. Use /menu.
discord-no-game = There is no such game here. Name one of yours with the option “game”, or use the command in the thread of the game.
discord-which-game = Several of your games could be meant: { $games }. Say which with the option “game”.
discord-no-games = No games yet. Begin one with /game new.
discord-games-line = `{ $game }` { $kind } { $state ->
    [open] open
    [over] over
   *[running] running
}
discord-games-seat = you are { $seat }
discord-games-asked = **you are asked**
discord-made = Game `{ $game }` is here: { $place }. Others join with the button, or with /game join.
discord-not-here = A game needs a text channel of a server. Use /game new there.
discord-no-right = I lack a right in this channel: { $right }. Ask a moderator to give it to me, then try again.
discord-right-thread = create public threads, send messages in threads, attach files
discord-right-unknown = see channel, send messages
discord-right-manage = manage threads
discord-dm-test = This is where I tell you what only you may know. Nothing else will be here.
discord-dm-closed = I cannot write to you directly, so what only you may know waits behind *Your orders* in the thread of the game. To get it directly: right-click the server, Privacy Settings, allow direct messages; then press *Your orders*.
discord-nothing-told = You have been told nothing yet.
discord-export-running = The game can be exported when it is over.
discord-export = Game `{ $game }` as a file; `meanwhile verify` checks its dice.
discord-problem = That cannot be done: { $why }
discord-internal = The referee has made a mistake. Nothing has changed; the operator has been told.
discord-not-stored = The order could not be written to the disk. Nothing has happened; send it again.
discord-no-anytime = There is nothing that you could order out of turn now.
discord-not-moderator = Only the moderators of this game may do that.
discord-announced = Announced.
discord-announcement = **From the moderators:**{" "}
discord-closed = The thread is closed.
discord-audit = Acts of the moderators:
discord-no-audit = No acts of moderators yet.

discord-thread-name = { $kind } { $game }

# Names and descriptions of commands.
command-game = Games: begin, join, look
command-game-new = Begin a game in this channel
command-game-join = Take a seat
command-game-leave = Free your seat, before the start
command-game-start = Begin with those who are there
command-game-list = Your games, and those of this server
command-game-status = Whose turn, until when
command-game-board = The board as you may see it
command-game-history = What you have been told
command-game-rules = The rules of a game
command-game-export = A finished game as a file
command-order = Give an order, or several on lines of their own
command-menu = What you may order now, to press
command-standing = An order out of turn
command-withdraw = Leave a running game
command-undo = Take your last order back
command-say = Talk to a player, or to all with *
command-mod = For moderators of the game
command-mod-announce = Say something in the thread
command-mod-audit = What moderators have done
command-mod-close = Close the thread of the game
option-kind = Which game
option-game = The id of the game
option-seat = The seat you want
option-options = Options of the game: key=value, with blanks between
option-join = Take a seat at once
option-text = The order
option-to = Whom
option-words = What you say
