# The mail door's own sentences, beside those of the house and of the games. None of them may read as an order.

mail-nobody = nobody yet

# Talk
mail-talk-subject = [{ $game }] message from { $by }
mail-talk = { $by } to everybody:
mail-talk-private = { $by } to you only:
mail-talk-how = To answer, reply with a line such as: say { $by } your text

# Receipts. $n: their number, counted for each seat.
mail-sheet-nothing = Nothing in this mail was done; what you wrote before still counts.
mail-sheet = This is now your whole sheet; it replaces the one before.
mail-sheet-open = Your sheet is still open: close it with “{ $order }”, or send another mail, which replaces this one.
mail-sealed = Your answer stays secret until everybody's time to answer is over. Until then, another mail replaces it, and CANCEL takes it back.
mail-check = This was a check. Nothing was done.
mail-written-earlier = Your mail was written before the one that receipt { $n } answers, so the orders of that one stand.
mail-doubtful = Not done, because your mail may only quote it: { $orders }. If you mean it, write it at the top of a new reply, above everything that is quoted.
mail-doubtful-ask = Your mail to game { $game } holds the lines below. We cannot tell whether they are your orders or part of something you quote or ask:
mail-attachments = Not opened: { $names }
mail-not-whole = Your mail was too long to be read to the end; please put your orders at the top.
mail-no-text = No orders were found. Please write them as plain text at the top of your mail, one on each line.
mail-opaque = Your mail is encrypted, or sealed by its signature, so it cannot be read here. Please send it again as plain text, without encryption. A signature that leaves the text readable does no harm.
mail-line = “{ $line }”:{" "}
mail-did-cancel-held = Orders that waited for your YES have been dropped: { $count }.
mail-which-game = Which of your games is this for? Put its id in the subject, in brackets as below, or reply to a mail of that game.
mail-no-game = There is no game that this could be for. Send “games” for those you can join, then “join GAME”.
mail-stale = Your mail answers question { $then } of game { $game }, which is closed. Nothing was done; this is the situation now.
mail-confirm-subject = [{ $game }] did you write this?
mail-confirm = A mail from { $sender } gives these orders for your seat in game { $game }:
mail-confirm-how = To have them played, answer this mail with YES. NO drops them. Without your YES nothing happens.
mail-held-subject = [{ $game }] do you mean this?
mail-held = Your mail to game { $game } says more than its orders, and we cannot tell whether the other words withdraw or change them. Nothing has been played. A YES plays this:
mail-held-answers = Your mail to game { $game } has more orders than you can give in one turn, and we cannot tell which you mean. Nothing has been played. A YES plays this:
mail-held-misspelt = Your mail to game { $game } has no order in the usual spelling, and we are not sure how to read it. Nothing has been played. A YES plays this:
mail-held-or = Or answer with one of these orders:
mail-held-wrote = You wrote:
mail-held-rest = A YES plays nothing of the rest of your mail:
mail-choices = One word is enough; at a telephone, touch it and send the mail:
mail-choice-yes = do it
mail-choice-no = drop it
mail-choice-other = instead of that
mail-held-how = Answer this mail with YES to have it played, or NO to drop it. If you mean something else, send a new mail with only the orders that you mean: it replaces this one.
mail-no = What waited for your YES in game { $game } has been dropped.
mail-no-warning = If somebody else wrote it, tell the operator of the game: they know an address at which the game reads your mail.
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
mail-word-check = only check the orders of this mail, without doing anything; or “check” followed by one order
mail-word-report = the situation now; the situation at question 3
mail-word-mute = only mails that need your answer; all mails again
mail-word-language = the language of your mails
mail-word-zone = the time zone used in your mails
mail-word-address = send your mails to another address; both addresses must answer YES
mail-word-export = the record of a game that is over, as a file
mail-word-replay = the game so far as a page for your browser, attached
mail-word-end = ignore everything below this line
mail-join-first = You have no seat in this game yet. To take one, answer with the word join.
mail-report-old = The situation at question { $turn }:
mail-mute = From now on you get mails of this game only when it needs your answer. MUTE OFF ends that.
mail-mute-off = You get all mails of this game again.
mail-language = Your mails are written in { $language } from now on.
mail-zone = From now on times are given in { $zone }; it is now { $now }.
mail-address-free = an address that takes no part in your games yet
mail-games-line = [{ $game }] { TITLE($kind) }: { $state ->
    [over] over
    [asked] your turn, as { $seat }
    [running] you play, as { $seat }
    [watching] you are watching
   *[invited] you are invited
}

# Invitations

mail-not-composed-how = Reply with BOARD to see it. You can send orders as usual.

# Answers that can be taken back until they are final
mail-recall = { $count ->
    [one] This order becomes
   *[other] These orders become
} final at { $until }. Until then nobody else learns of { $count ->
    [one] it
   *[other] them
}, and a new mail replaces { $count ->
    [one] it
   *[other] them
}.
mail-recall-row = Final at { $until }.
mail-recall-now = play it at once
mail-recall-cancel = take it back
mail-recall-replaced = Your earlier orders were not final yet. They have been dropped.
mail-recall-still = Not final until { $until }: { $orders }. NOW plays it at once, CANCEL takes it back.
mail-recall-late = Not done: the question has closed, or a newer answer of yours counts.
mail-recall-nothing = Nothing waits to become final.
mail-recalled = Orders that were not final have been dropped: { $count }.
mail-word-now = plays orders at once that you could still take back

# After the name of the sender, if the reader must act.
mail-asks = your turn

# The card on top of each mail: what is asked, as everybody may know it; what stands between backticks can be typed.
mail-gathering = { TITLE($kind) } begins when { $left ->
    [one] one more has joined.
   *[other] { $left } more have joined.
}
mail-gathered = Here already: { $names }.
mail-over-how = The game is over. `history` lists everything that happened, from the hash of the dice seed at the start to the seed itself at the end; with both, anybody can recompute every roll.
mail-moment = { $due }, in { $left }
mail-when = { $weekday ->
    [1] Mon
    [2] Tue
    [3] Wed
    [4] Thu
    [5] Fri
    [6] Sat
   *[7] Sun
} { $day } { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
}, { $time } ({ $place })
mail-left = { $unit ->
    [days] { $count } days
    [hours] { $count } hours
   *[minutes] { $count ->
        [one] one minute
       *[other] { $count } minutes
    }
}
mail-happened = Since the last mail
mail-happened-lately = Since the last mail, the last { $count } lines (write “history” for everything)
mail-own = For { $name } alone{ $sealed ->
    [yes] : nobody else sees this, nor whether you answer
   *[no] {""}
}
mail-examples = Reply with one line, for example
mail-examples-sheet = Reply with lines such as
mail-examples-join = Reply with one line
mail-closing = closes your sheet
mail-kept = stands on your sheet already
mail-usual = what is done without an answer
mail-board-as-text = The map as text: reply with the one word `board`.
mail-how = Write your order as the first line of a reply; what is quoted below it is not read. A receipt says what was understood.
mail-how-sealed = You may change your answer until it is due: the last mail counts; `cancel` takes it back.
mail-words = Other lines you may write: `help`, `board`, `history`, `rules`, `ask` and your question to the moderators, `away until DATE`, `daily` for fewer receipts.
mail-for = Mail for { $name } alone, game { $game }. Fewer mails of this game: `mute`.
mail-watching = You are watching game { $game }. Fewer mails of this game: `mute`.
mail-reminder = This is a reminder: your answer has not arrived yet.

# Receipts: what has become of a mail, a row a line of it. $n: their number, counted for each seat.
mail-receipt = Your mail of { $at } has arrived. { $all ->
    [0] {""}
    [one] { $done ->
        [0] Its order was not done.
       *[other] Its order was done.
    }
   *[other] Of { $all } orders { $done ->
        [0] none was done.
        [one] one was done.
       *[other] { $done } were done.
    }
}
mail-not-now = { $kind ->
    [stale] Not done: the question that this mail answers is closed.
    [unsure] Not done: nobody vouches that this mail is yours.
   *[many] Not done: one mail may have 20 such lines, and one UNDO.
}
mail-not-held = Not done, also not after a YES.
mail-not-asked = Not done: too many of your mails wait for a YES already.
mail-waits = Waits for your YES: another mail asks you to confirm it.
mail-unclear = Not understood. Possible here, for example: { $possible }
mail-check-line = In order.
mail-check-anytime = In order.
mail-check-answer = In order.
mail-check-later = Can only be checked once the order before it has been played.
mail-aside = { $count ->
    [one] One line that is not read as an order.
   *[other] { $count } lines that are not read as orders.
}
mail-receipt-number = Receipt { $n } of yours in this game. Not what you meant? `ask` and your words reach the moderators.
mail-not-you = If you did not send this, answer with the one word `cancel` while the question is open, and tell the operator of the game.
mail-not-you-done = If you did not send this, tell the operator of the game.

# Invitations
mail-invited-subject = { $by ->
    [none] You are invited
   *[other] { $by } invites you
} to a game of { TITLE($kind) } [{ $game }]
mail-invited = { $by ->
    [none] You are invited
   *[other] { $by } invites you
} to play { TITLE($kind) } by e-mail.
mail-invited-how = Reply with the one word `join`. The game begins when { $places } have joined; { $taken ->
    [0] nobody has yet.
    [one] one has.
   *[other] { $taken } have.
}
mail-invited-you = you
mail-fact-players = players
mail-fact-places = { $places } ({ $names })
mail-fact-mails = mail for you
mail-fact-mails-what = one a turn; `daily`: no receipts
mail-fact-dice = dice
mail-fact-dice-what = nobody can change them; you can check each
mail-invited-join = as { $name }, the name of your mailbox
mail-invited-other = under another name
mail-invited-rules = read the rules first
mail-invited-small = Any mail program will do: every mail says everything as text, too. Your address is shown to nobody{ $by ->
    [none] .
   *[other] , nor to { $by } if they do not know it.
} If you do nothing, nothing happens, and no reminder comes.
mail-export = The record of this game is attached: { $file }.
mail-replay = The whole game is attached as a page: open { $file } in your browser.
mail-replay-missing = The page of game { $game } could not be attached: it is too large for a mail, or it could not be drawn. Ask for it at Discord with `/game replay`, or ask the operator for `meanwhile replay { $game } --html`.
mail-export-running = Only a game that is over can be exported.
mail-daily = From now on, orders that were simply done get no receipt: what came of them is told in your next mail. DAILY OFF ends that.
mail-daily-off = Every order gets a receipt again.
mail-word-daily = no receipts for orders that were done; a receipt for every order
mail-hint = possible now
mail-meant = No order is called “{ $word }” now. Did you mean { $near }?
