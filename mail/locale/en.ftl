# The mail door's own sentences, beside those of the house and of the games. None of them may read as an order.

mail-title = Game { $game } ({ $kind }), question { $turn }
mail-subject = [{ $game }] question { $turn }: { $state ->
    [asked] your move
    [over] the game is over
   *[other] news
} - { $kind }
mail-you = You are { $name }.
mail-you-watch = You are watching.
mail-asked = You are asked.
mail-waiting = Waiting for: { $names }.
mail-gathering = Waiting for players: { $names }.
mail-nobody = nobody yet
mail-over = The game is over.
mail-due = Answer by { $due } UTC, { $left } after this mail was written.
mail-due-others = They have until { $due } UTC.
mail-default = Without your answer, this is played for you: { $order }
mail-left = { $days ->
    [0] { "" }
    [one] { $days } day{" "}
   *[other] { $days } days{" "}
}{ $hours } h { $minutes } min
mail-happened = What has happened:
mail-board = The board as you see it:
mail-how = To answer, reply to this mail and write your orders at the top, a line each.
mail-how-late = The whole of a mail counts as one set of orders; you get a receipt that says what was understood.
mail-foot = This mail is for you alone. Write HELP on a line of its own to learn what else you can say.

# Talk
mail-talk-subject = [{ $game }] { $by } says something
mail-talk = { $by } says to all:
mail-talk-private = { $by } says to you alone:
mail-talk-how = To answer, reply with a line such as: say { $by } your text

# Receipts
mail-receipt-subject = [{ $game }] { $state ->
    [taken] receipt
    [refused] not understood
    [stopped] receipt: not everything was done
   *[answered] answer
}
mail-receipt = Your mail has arrived. This is what was understood:
mail-done = { $n }. { $order } (done)
mail-dropped = Not done any more: { $orders }
mail-nothing-done = Nothing was done.
mail-refused = “{ $order }” was not done. { $why }
mail-aside = Not read as orders: { $lines }
mail-attachments = Not opened: { $names }
mail-not-whole = Your mail was longer than what is read; orders belong at the top.
mail-no-text = No orders were found. Please write them as plain text at the top of your mail, a line each.
mail-not-you = If this was not you, take it up with whoever runs the game.
mail-did-join = You have joined the game as { $seat }.
mail-did-leave = You have left the game.
mail-did-start = The game begins.
mail-did-say = Your words were passed on.
mail-did-undo = Your last order is taken back.
mail-which-game = For which of your games is this? Put its name in brackets into the subject: { $games }
mail-no-game = There is no game that this could be for.
mail-stale = Your mail answers question { $then } of game { $game }, which is over. Nothing was done; this is how the game stands now.
mail-stale-subject = [{ $game }] too late: that question is over
mail-confirm-subject = [{ $game }] did you write this?
mail-confirm = A mail from { $sender } gives these orders for your seat in game { $game }:
mail-confirm-how = To have them played, answer this mail with the one word YES. Without your YES nothing happens.
mail-confirmed-late = There is nothing left to confirm: the question is over, or it was confirmed before.
mail-help-subject = [{ $game }] help
mail-help =
    You play by replying: your orders at the top, a line each, as the report lists them. Other words, on a line of their own:
mail-help-words = status: how the game stands; say NAME TEXT: talk to one; say * TEXT: talk to all; undo: take your last order back where the rules allow it; end: nothing below it is read
mail-may = Now you may say: { $patterns }
mail-may-nothing = Now there is nothing for you to order.

# Invitations
mail-invited-subject = [{ $game }] you are invited to a game of { $kind }
mail-invited = You are invited to game { $game }, a game of { $kind }.
mail-invited-how = To take a seat, answer this mail with the word join, and a name after it if you want another than your own.
