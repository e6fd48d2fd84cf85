# The mail door's own sentences, beside those of the house and of the games. None of them may read as an order.

mail-title = Game { $game } ({ TITLE($kind) }), question { $turn }
mail-subject = [{ $game }] question { $turn }: { $state ->
    [asked] your move
    [over] the game is over
   *[other] news
} - { TITLE($kind) }
mail-you = You are { $name }.
mail-you-watch = You are watching.
mail-asked = It is your turn to answer.
mail-waiting = Waiting for: { $names }.
mail-gathering = Waiting for players: { $names }.
mail-nobody = nobody yet
mail-over = The game is over.
mail-over-how = HISTORY lists everything that happened, from the hash of the dice seed at the start to the seed itself at the end; with both, anybody can recompute every roll.
mail-due = Answer by { $due }, { $left } after this mail was written.
mail-due-others = They have until { $due }.
mail-default = If you don't answer by then, this is played for you: { $order }
mail-left = { $days ->
    [0] { "" }
    [one] { $days } day{" "}
   *[other] { $days } days{" "}
}{ $hours } h { $minutes } min
mail-happened = What has happened:
mail-happened-lately = What has happened, the last { $count } lines (HISTORY has everything):
mail-board = The board as you see it:
mail-how = To answer, reply to this mail and write your orders at the top, one on each line.
mail-how-late = All orders of one mail count as one set; you get a receipt that says what was understood.
mail-foot = This mail is for you only. Write HELP on a line of its own to see what else you can write.

# Talk
mail-talk-subject = [{ $game }] message from { $by }
mail-talk = { $by } to everybody:
mail-talk-private = { $by } to you only:
mail-talk-how = To answer, reply with a line such as: say { $by } your text

# Receipts. $n: their number, counted for each seat.
mail-receipt-title = Receipt { $n }: game { $game } ({ TITLE($kind) })
mail-receipt-subject = [{ $game }] { $state ->
    [asked] question { $turn }: your move - { TITLE($kind) } (receipt { $n })
    [over] the game is over - { TITLE($kind) } (receipt { $n })
    [wrong] not understood (receipt { $n })
    [partly] not everything was done (receipt { $n })
   *[other] receipt { $n }
}
mail-receipt = Your mail has arrived. This is what was understood:
mail-done = { $n }. { $order } (done)
mail-dropped = Not done, because of what happened before: { $orders }
mail-refused = “{ $order }” was not done. { $why }
mail-not-now = “{ $order }” was not done.
mail-waits = “{ $order }” waits for your YES: another mail asks you to confirm it.
mail-unclear = “{ $line }” was not understood. Possible here, for example: { $possible }
mail-no-look = There is no such board view: { $look }. Possible are:{" "}
mail-sheet-nothing = Nothing in this mail was done; what you wrote before still counts.
mail-sheet = This is now your whole sheet; it replaces the one before.
mail-sheet-open = Your sheet is still open: close it with the order for that, or send another mail, which replaces this one.
mail-sealed = Your answer stays secret until everybody's time to answer is over. Until then, another mail replaces it, and CANCEL takes it back.
mail-check = This was a check. Nothing was done.
mail-check-line = “{ $order }” is in order.
mail-check-anytime = “{ $order }” is in order.
mail-check-answer = “{ $order }” is in order.
mail-check-later = “{ $order }” can only be checked once the order before it has been played.
mail-written-earlier = Your mail was written before the one that receipt { $n } answers, so the orders of that one stand.
mail-doubtful = Not done, because your mail may only quote it: { $orders }. If you mean it, write it at the top of a new reply, above everything that is quoted.
mail-doubtful-ask = Your mail to game { $game } holds the lines below. We cannot tell whether they are your orders or part of something you quote or ask:
mail-aside = Not read as orders: { $lines }
mail-attachments = Not opened: { $names }
mail-not-whole = Your mail was too long to be read to the end; please put your orders at the top.
mail-no-text = No orders were found. Please write them as plain text at the top of your mail, one on each line.
mail-opaque = Your mail is encrypted, or sealed by its signature, so it cannot be read here. Please send it again as plain text, without encryption. A signature that leaves the text readable does no harm.
mail-not-you = If you did not send this, answer with the one word CANCEL while the question is open, and tell the operator of the game.
mail-not-you-done = If you did not send this, tell the operator of the game.
mail-line = “{ $line }”:{" "}
mail-did = done.
mail-did-cancel-held = Orders that waited for your YES have been dropped: { $count }.
mail-which-game = Which of your games is this for? Put its id in the subject, in brackets as below, or reply to a mail of that game.
mail-no-game = There is no game that this could be for.
mail-stale = Your mail answers question { $then } of game { $game }, which is closed. Nothing was done; this is the situation now.
mail-stale-subject = [{ $game }] too late: that question is closed
mail-confirm-subject = [{ $game }] did you write this?
mail-confirm = A mail from { $sender } gives these orders for your seat in game { $game }:
mail-confirm-how = To have them played, answer this mail with the one word YES. Without your YES nothing happens.
mail-confirm-more = … and { $count } more lines. A YES plays all of them.
mail-confirm-last = This is the last mail of this kind that we keep for now: earlier ones are waiting for your answer, and new ones will be kept again after { $until }. It is always best to reply to the latest report.
mail-confirmed-late = There is nothing left to confirm: the question is closed, it has been confirmed already, or too many newer mails are waiting.
mail-yes-elsewhere = A YES came from { $sender }. Only a YES from the address that was asked counts, so nothing was done.
mail-help-subject = [{ $game }] help
mail-certain = You wrote “{ $order }” in game { $game }. This ends your part in that game.
mail-leaving = From now on, all mails of all your games will go to { $address }.
mail-moving = Somebody at the server { $host }, with the address { $address }, wants the mails of all their games to go to you.
mail-moved = Mails that went to { $old } now go to { $new }. Games: { $games }
mail-moved-subject = [{ $game }] your new address
mail-help = You play by replying: write your orders at the top, one on each line, as the report lists them. All orders of one mail count as one set.
mail-help-words = Commands by e-mail, each on a line of its own:
mail-help-desk = Referee commands, which work everywhere: { $words }
mail-word-status = status: the situation now, with the board
mail-word-board = board, map: the board; add the name of a view for another way to see it
mail-word-orders = orders: your answer to the open question so far
mail-word-check = check: only check the orders of this mail, without doing anything; or “check” followed by one order
mail-word-history = history, history 12: everything that happened, as you may know it; from line 12 on
mail-word-report = report, report 3: the situation now; the situation at question 3
mail-word-rules = rules, rules TOPIC: the rules; one section or one numbered rule
mail-word-help = help, help WORD: this list; help about one command
mail-word-mute = mute, mute off: only mails that need your answer; all mails again
mail-word-language = language zh-TW: the language of your mails
mail-word-zone = zone Asia/Taipei: the time zone used in your mails
mail-word-address = address NEW@EXAMPLE: send your mails to another address; both addresses must answer YES
mail-word-ping = ping: check that your mail arrives
mail-word-end = end: ignore everything below this line
mail-word-say = say NAME TEXT, say * TEXT: a message to one player, or to all; not an order
mail-word-undo = undo: take your last order back, where the rules allow it
mail-word-cancel = cancel: take back your answer to an open question, and orders that wait for a YES
mail-may = Possible orders now: { $patterns }
mail-may-nothing = There is nothing for you to order now.
mail-join-first = You have no seat in this game yet. To take one, answer with the word join.
mail-orders = Your answer to the open question:
mail-orders-none = nothing yet
mail-orders-none-asked = It is not your turn to answer.
mail-orders-open = It is not answered yet.
mail-orders-answer = Your answer so far: “{ $order }”.
mail-history = History, { $shown } of { $all } lines; lines without a number were for you only. HISTORY 12 begins at line 12.
mail-history-empty = Nothing yet.
mail-undone = (taken back) { $text }
mail-report-old = The situation at question { $turn }:
mail-rules = The rules of { TITLE($kind) }:
mail-reminder-subject = [{ $game }] question { $turn }: your answer is still missing - { TITLE($kind) }
mail-reminder-foot = This is a reminder. Write MUTE on a line of its own to get fewer mails.
mail-pong = Your mail arrived at { $at }.
mail-muted = From now on you get mails of this game only when it needs your answer. MUTE OFF ends that.
mail-muted-off = You get all mails of this game again.
mail-language = Your mails are written in { $language } from now on.
mail-zone = From now on times are given in { $zone } as well; it is now { $now } there.
mail-address-free = an address that takes no part in your games yet
mail-games-line = [{ $game }] { TITLE($kind) }: { $state ->
    [over] over
    [asked] your turn, as { $seat }
    [running] you play, as { $seat }
    [watching] you are watching
   *[invited] you are invited
}

# Invitations
mail-invited-subject = [{ $game }] you are invited to a game of { TITLE($kind) }
mail-invited = You are invited to game { $game }, a game of { TITLE($kind) }.
mail-invited-how = To take a seat, answer this mail with the word join; add a name after it if you want a different one.

mail-not-composed-subject = [{ $game }] news
mail-not-composed-how = Reply with BOARD to see it. You can send orders as usual.
