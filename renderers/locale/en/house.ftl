# What every game says. A word in quotation marks is what the player wrote.

comma = {", "}
space = {" "}

# Orders that are refused. $word: what stood there, perhaps nothing; $place: its first character, counted from 1.
refusal-unknown-word = There is no order “{ $word }” now (character { $place }).
refusal-incomplete = The order isn’t complete: more must follow.
refusal-too-much = “{ $word }” (character { $place }) is too much: the order is complete before it.
refusal-not-a-number = “{ $word }” (character { $place }) should be a number.
refusal-not-one-of = “{ $word }” (character { $place }) is not possible here.
refusal-no-such-player = There is no player “{ $word }” to choose here (character { $place }).
refusal-off-board = “{ $word }” (character { $place }) is not on the board.
refusal-no-such-step = “{ $word }” (character { $place }) is not a possible next step.
refusal-not-on-the-menu = You cannot give that order now.
refusal-nothing-to-order = You cannot give any orders now.
refusal-not-your-turn = It is not your turn.
refusal-no-record = There is no such record of this game: it has no format of its own.
refusal-not-started = The game has not begun yet.
refusal-not-playing = You are no longer playing in this game.
refusal-game-over = The game is over.
refusal-no-game-of-yours = None of your games fits this order.
refusal-no-such-seat = This game has no seat “{ $word }”.
refusal-seat-taken = Seat “{ $word }” is taken.
refusal-bad-name = “{ $word }” cannot be used as a name here.
refusal-already-joined = There is already a player called “{ $word }”.
refusal-name-of-the-house = “{ $word }” could be mistaken for the referee. Choose another name.
refusal-name-like-another = “{ $word }” looks like the name of another player in this game. Choose another name.
refusal-joined-before = You have already joined, as { $word }.
refusal-not-joined = You have not joined this game.
refusal-game-started = The game has already begun.
refusal-too-few-seats = Not enough seats are taken to begin: { $word }.
refusal-bad-say = Write to whom, and what.
refusal-nothing-to-undo = You have no order that can be taken back.
refusal-nothing-to-cancel = You have given no answer to an open question that could be taken back.
refusal-id-used-before = A message with this id has already arrived, with different content.
refusal-too-old = This message was written on { $word } (UTC). That is so long ago that it is no longer known whether it was carried out then, so nothing was done. Write it again as a new message.
refusal-internal = The referee made a mistake. Nothing has changed, and the operator has been told.
refusal-dropped = Not done, because of the order before it: { $word }
refusal-not-installed = This game cannot be opened here: { $word }. It waits until the operator installs it.
refusal-not-stored = The order could not be saved. Nothing has happened; please send it again.
refusal-no-account = Say first who you are: token SECRET NAME, with a secret of at least 20 characters.
refusal-bad-token = This token does not belong to any seat.
refusal-bad-version = You speak version “{ $word }” of the protocol; here it is version { $version }. A program of that version is needed, or a server of yours.
refusal-too-many-connections = Too many connections at once. Join as soon as you are connected.
refusal-too-late = Nobody joined over this connection in time. Connect again, and join at once.
refusal-relieved = This seat has moved to another terminal.
refusal-broken = The connection broke. Lines without an answer may or may not have been accepted; check the history.
refusal-too-long = That is too long: the limit is { $word } characters.
refusal-too-many-orders = That is { $count } orders at once: the limit is { $limit }. Nothing was done from “{ $word }” on or before it. Send fewer at a time.
refusal-bad-utf8 = The line is not UTF-8.
refusal-empty = The line is empty.
refusal-bad-line = Lines that begin with “{ $word }” are not understood here.
refusal-loaded-dice = The scripted dice cannot roll this: { $word }. Nothing has changed.
refusal-no-look = This game has no board view “{ $word }”.
refusal-no-topic = The rules say nothing about “{ $word }”.
refusal-no-picture = The picture could not be written: { $word }.
refusal-ends-game = This ends the game for you. If you mean it, write “{ $sure }”.
refusal-own-board = That is your own board. “{ $sure }” bombs { $square } there all the same.
refusal-bombed-before = { $target } { $square } has been bombed before: no city is left there. “{ $sure }” bombs it all the same.
refusal-other = You cannot give that order now.
refusal-rule = {" "}(Rule { $rule }.)

# $words: a list; $more: is it longer than what is shown?
wanted = Possible here: { $words }{ $more ->
    [yes] {" "}and more.
   *[no] .
}
meant = Did you mean: { $words }?
may = Possible orders, for example: { $words }{ $more ->
    [yes] {" "}and more.
   *[no] .
}

# The referee's own events.
house-committed = Dice of game { $game }: the SHA-256 of the secret seed is { $commitment }.{ $loaded ->
    [yes] {" "}Some of the dice are scripted, or thrown by the players.
   *[no] {""}
}
house-disclosed = The game is over. Dice seed revealed: { $secret }.
house-undone = { $role ->
    [actor] You took back your last order.
   *[other] { $name } took back their last order.
}

# The text board.
alias = Player { $number }
alias-means = { $alias } is { $name }.
alias-written = { $alias } is { $name }; in orders: { $seat }.
text-legend = Legend:
text-own = Your units: { $units }.
alt-rest = The rest does not fit here; see the text board.
alt-more = The text board marks more squares.

# In place of a message that could not be composed.
not-composed = There is news in the game { $game } that could not be shown here. Please look at the board.

# Games that bring no renderer and no sentences.
plain-event = { $what }{ $fields ->
    [none] .
   *[other] {" "}({ $fields }).
}

# What a game asks that has no words of its own for it; it goes on behind a name.
house-asks = it is your turn
