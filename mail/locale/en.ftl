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
mail-over-how = HISTORY tells all that happened, from the hash of the dice at the start to their secret at the end; with both, anybody can recompute every roll.
mail-due = Answer by { $due }, { $left } after this mail was written.
mail-due-others = They have until { $due }.
mail-default = Without your answer, this is played for you: { $order }
mail-left = { $days ->
    [0] { "" }
    [one] { $days } day{" "}
   *[other] { $days } days{" "}
}{ $hours } h { $minutes } min
mail-happened = What has happened:
mail-happened-lately = What has happened, the last { $count } lines of it (HISTORY tells all):
mail-board = The board as you see it:
mail-how = To answer, reply to this mail and write your orders at the top, a line each.
mail-how-late = The whole of a mail counts as one set of orders; you get a receipt that says what was understood.
mail-foot = This mail is for you alone. Write HELP on a line of its own to learn what else you can say.

# Talk
mail-talk-subject = [{ $game }] { $by } says something
mail-talk = { $by } says to all:
mail-talk-private = { $by } says to you alone:
mail-talk-how = To answer, reply with a line such as: say { $by } your text

# Receipts. $n: their number, counted for each seat.
mail-receipt-title = Receipt { $n }: game { $game } ({ $kind })
mail-receipt-subject = [{ $game }] { $state ->
    [asked] question { $turn }: your move - { $kind } (receipt { $n })
    [over] the game is over - { $kind } (receipt { $n })
    [wrong] not understood (receipt { $n })
    [partly] not everything was done (receipt { $n })
   *[other] receipt { $n }
}
mail-receipt = Your mail has arrived. This is what was understood:
mail-done = { $n }. { $order } (done)
mail-dropped = Not done any more: { $orders }
mail-refused = “{ $order }” was not done. { $why }
mail-not-now = “{ $order }” was not done.
mail-waits = “{ $order }” waits for your YES: you have been asked in another mail.
mail-unclear = “{ $line }” was not understood. Possible there, for example: { $possible }
mail-no-look = There is no such way to look at the board: { $look }. There are:{" "}
mail-sheet-nothing = Nothing of this mail was done; what you had written before it stands.
mail-sheet = This is your whole sheet now, in place of what stood there.
mail-sheet-open = You are still asked: close the sheet with the order that says so, or send another mail, which replaces this one.
mail-sealed = Your answer is sealed until the question closes. Until then, another mail replaces it, and CANCEL takes it back.
mail-check = This was a check. Nothing was done.
mail-check-line = “{ $order }” is in order.
mail-check-anytime = “{ $order }” is in order.
mail-check-answer = “{ $order }” is in order.
mail-check-later = “{ $order }” can be judged when the order above it has been played.
mail-written-earlier = Your mail was written before the one that receipt { $n } answers; the orders of that one stand.
mail-doubtful = Not done, because your mail may only quote it: { $orders }. If you mean it, write it at the top of a new reply, above everything that is quoted.
mail-doubtful-ask = Your mail to game { $game } holds the lines below. It cannot be told for certain whether they are your orders or stand there as part of what you quote or ask:
mail-aside = Not read as orders: { $lines }
mail-attachments = Not opened: { $names }
mail-not-whole = Your mail was longer than what is read; orders belong at the top.
mail-no-text = No orders were found. Please write them as plain text at the top of your mail, a line each.
mail-not-you = If this was not you, answer with the one word CANCEL while the question is open, and take it up with whoever runs the game.
mail-not-you-done = If this was not you, take it up with whoever runs the game.
mail-line = “{ $line }”:{" "}
mail-did = done.
mail-did-cancel-held = Orders that waited for a YES are forgotten: { $count }.
mail-which-game = For which of your games is this? Put its name into the subject, in brackets as below, or answer a mail of that game.
mail-no-game = There is no game that this could be for.
mail-stale = Your mail answers question { $then } of game { $game }, which is over. Nothing was done; this is how the game stands now.
mail-stale-subject = [{ $game }] too late: that question is over
mail-confirm-subject = [{ $game }] did you write this?
mail-confirm = A mail from { $sender } gives these orders for your seat in game { $game }:
mail-confirm-how = To have them played, answer this mail with the one word YES. Without your YES nothing happens.
mail-confirm-more = … and { $count } more lines of it. A YES has all of them played.
mail-confirm-last = This is the last mail of its kind that is kept for now: others have been kept and asked about, and so will those be that come after { $until }. A reply to the latest report is always the best way.
mail-confirmed-late = There is nothing left to confirm: the question is over, it was confirmed before, or too many newer mails wait.
mail-yes-elsewhere = A YES has come from { $sender }. It counts only from the address that was asked, so nothing was done.
mail-help-subject = [{ $game }] help
mail-certain = You have said “{ $order }” in game { $game }. It ends your part in that game.
mail-leaving = From now on, all mails of all your games are to go to { $address }.
mail-moving = Somebody who is reached at { $address } by the referee { $host } wants all mails of his games to come to you.
mail-moved = Mails that went to { $old } go to { $new } from now on. Games: { $games }
mail-moved-subject = [{ $game }] another address
mail-help = You play by replying: your orders at the top, a line each, as the report lists them. The whole of a mail is one set of orders.
mail-help-words = Words of the mail door, each on a line of its own:
mail-help-desk = Words that are the same everywhere: { $words }
mail-word-status = status: how the game stands, with the board
mail-word-board = board, map: the board; with the name of a look behind it, looked at in that way
mail-word-orders = orders: what you have said to the open question so far
mail-word-check = check: the orders of this mail are only looked at, nothing is done; or “check” with an order behind it
mail-word-history = history, history 12: all that you were told; from line 12 on
mail-word-report = report, report 3: how the game stands; how it stood at question 3
mail-word-rules = rules, rules TOPIC: the rules; a section or a numbered rule of them
mail-word-help = help, help WORD: this; about one word
mail-word-mute = mute, mute off: no mails but those that ask something; as before
mail-word-language = language zh-TW: the language of your mails
mail-word-zone = zone Asia/Taipei: the zone of the times in your mails
mail-word-address = address NEW@EXAMPLE: your mails go elsewhere, after a YES from both addresses
mail-word-ping = ping: does mail arrive?
mail-word-end = end: nothing below it is read
mail-word-say = say NAME TEXT, say * TEXT: talk to one, talk to all; no order
mail-word-undo = undo: take your last order back, where the rules allow it
mail-word-cancel = cancel: take back what you have said to a question that is still open, and orders that wait for a YES
mail-may = Now you may say: { $patterns }
mail-may-nothing = Now there is nothing for you to order.
mail-join-first = You have no seat in this game yet. To take one, answer with the word join.
mail-orders = You have said to the open question:
mail-orders-none = nothing yet
mail-orders-none-asked = You are not asked now.
mail-orders-open = It is not answered yet.
mail-orders-answer = Your answer, as it stands: “{ $order }”.
mail-history = What you were told, { $shown } of { $all } lines; what stands without a number was for you alone. HISTORY 12 begins at line 12.
mail-history-empty = Nothing yet.
mail-undone = (taken back) { $text }
mail-report-old = This is how the game stood when question { $turn } was put:
mail-rules = The rules of { $kind }:
mail-reminder-subject = [{ $game }] question { $turn }: your answer is still missing - { $kind }
mail-reminder-foot = This is a reminder. Write MUTE on a line of its own for fewer mails.
mail-pong = Your mail arrived at { $at }.
mail-muted = From now on you are mailed of this game only what asks something of you. MUTE OFF ends that.
mail-muted-off = You are mailed of this game as before.
mail-language = Your mails are written in { $language } from now on.
mail-zone = Times are told in { $zone } as well from now on; there it is now { $now }.
mail-address-free = an address that has no part in your games yet
mail-games-line = [{ $game }] { $kind }: { $state ->
    [over] over
    [asked] you are asked, as { $seat }
    [running] you play, as { $seat }
    [watching] you watch
   *[invited] you are invited
}

# Invitations
mail-invited-subject = [{ $game }] you are invited to a game of { $kind }
mail-invited = You are invited to game { $game }, a game of { $kind }.
mail-invited-how = To take a seat, answer this mail with the word join, and a name after it if you want another than your own.

mail-not-composed-subject = [{ $game }] There is news
mail-not-composed-how = Reply with BOARD to see it. Your orders are taken as always.
