# What every game says. A word in quotation marks is what the player wrote.

comma = {", "}
space = {" "}

# Orders that are refused. $word: what stood there, perhaps nothing; $place: its first character, counted from 1.
refusal-unknown-word = “{ $word }” (character { $place }) is not an order that can be given now.
refusal-incomplete = Something is missing at the end, from character { $place } on.
refusal-too-much = “{ $word }” (character { $place }) is too much: the order was complete before it.
refusal-not-a-number = “{ $word }” (character { $place }) should be a number.
refusal-not-one-of = “{ $word }” (character { $place }) is not possible there.
refusal-no-such-player = “{ $word }” (character { $place }) is nobody you can name there.
refusal-off-board = “{ $word }” (character { $place }) is not on the board.
refusal-no-such-step = “{ $word }” (character { $place }) is not a step that can follow.
refusal-not-on-the-menu = That order cannot be given now.
refusal-nothing-to-order = There is nothing you can order now.
refusal-not-your-turn = It is not your turn.
refusal-not-started = The game has not begun yet.
refusal-not-playing = You are no longer playing in this game.
refusal-game-over = The game is over.
refusal-no-game-of-yours = You have no game that this could be for.
refusal-no-such-seat = “{ $word }” is not a seat of this game.
refusal-seat-taken = The seat “{ $word }” is taken.
refusal-bad-name = “{ $word }” cannot be a name here.
refusal-already-joined = Somebody is called “{ $word }” already.
refusal-name-of-the-house = “{ $word }” would speak for the referee, and nobody may be called that. Choose another name.
refusal-name-like-another = “{ $word }” looks like the name of somebody at this table. Choose another name.
refusal-joined-before = You have joined already, as { $word }.
refusal-not-joined = You have not joined this game.
refusal-game-started = The game has begun already.
refusal-too-few-seats = Too few seats are taken to begin: { $word }.
refusal-bad-say = Say to whom, and what.
refusal-nothing-to-undo = There is no order of yours that can be taken back.
refusal-nothing-to-cancel = You have said nothing to an open question that could be taken back.
refusal-id-used-before = Another letter has had this name already.
refusal-internal = The referee has made a mistake. Nothing has changed; the operator has been told.
refusal-dropped = Not done any more after that: { $word }
refusal-not-installed = This game cannot be opened here: { $word }. It waits until the operator has installed that.
refusal-not-stored = The order could not be written to the disk. Nothing has happened; send it again.
refusal-bad-token = This token opens no seat.
refusal-too-many-connections = There are too many connections at once. Join as soon as you are connected.
refusal-too-late = Nobody has joined over this connection in time. Connect again, and join at once.
refusal-relieved = Somebody has taken this seat at another terminal.
refusal-broken = The connection broke. Lines that had no answer may have been taken or not; the history says.
refusal-too-long = That is too long: { $word } characters at the most.
refusal-bad-utf8 = The line is not UTF-8.
refusal-empty = The line is empty.
refusal-bad-line = “{ $word }” does not begin a line that is understood here.
refusal-loaded-dice = The scripted dice cannot fall like this: { $word }. Nothing has changed.
refusal-no-look = The board cannot be shown as “{ $word }”.
refusal-no-picture = The picture could not be written: { $word }.
refusal-other = That cannot be ordered now.
refusal-rule = {" "}(Rule { $rule }.)

# $words: a list; $more: is it longer than what is shown?
wanted = Possible there: { $words }{ $more ->
    [yes] {" "}and more.
   *[no] .
}
may = You may say, for example: { $words }{ $more ->
    [yes] {" "}and more.
   *[no] .
}

# The referee's own events.
house-committed = Dice of game { $game }: the SHA-256 of their secret is { $commitment }.{ $loaded ->
    [yes] {" "}Not all dice are the referee’s: some are scripted, or thrown by the players.
   *[no] {""}
}
house-disclosed = The game is over. The secret of its dice was { $secret }.
house-undone = { $role ->
    [actor] You have taken your last order back.
   *[other] { $name } has taken the last order back.
}

# The text board.
alias = Player { $number }
alias-means = { $alias } is { $name }.
alias-written = { $alias } is { $name }; in orders: { $seat }.
text-legend = Signs:
text-own = Your units: { $units }.
alt-rest = There is no room here for the rest; it stands in the text board.
alt-more = More squares are marked in the text board.

# In place of a message that could not be composed.
not-composed = There is news in the game { $game } that could not be shown here. Please look at the board.

# Games that bring no renderer and no sentences.
plain-prompt = You are asked.
plain-event = { $what }{ $fields ->
    [none] .
   *[other] {" "}({ $fields }).
}
