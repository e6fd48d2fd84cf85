# Dice that the players throw themselves. $key: what a roll is for. $faces: what it shows, or may show. $shown: dice before it.

house-wanted = Throw the dice for { $key }; every seat types the result. { $shown ->
    [none] The first die
   *[other] So far { $shown }; the next die
}: { $faces }. Write “roll” and the faces in the order they are read, or “roll referee” to let the referee throw.
house-typed = The dice for { $key }: { $faces ->
    [referee] the referee throws.
   *[other] { $faces }.
}
house-disputed = The players typed different results for { $key }, or impossible ones. Please type them again.
refusal-no-such-face = This die has no face “{ $word }”.

# Salts of players, which are mixed into the dice.
house-pledged = { $role ->
    [actor] You keep your salt; its SHA-256 is { $pledge }.
   *[other] { $name } keeps a salt of their own; its SHA-256 is { $pledge }.
}
house-awaited = All seats are taken. The game starts when these salts are open: { $names }. Write “salt” and your text.
house-opened = { $role ->
    [actor] Your salt is open: { $salt }
   *[other] The salt of { $name } is open: { $salt }
}
did-salt = Your salt is open.
desk-salt = Salt of { $seat }: SHA-256 { $pledge }{ $open ->
    [yes] {" "}({ $salt })
   *[no] {""}
}
word-salt = Open the salt that you kept when you joined
refusal-salts-are-fixed = The dice of this game come from a given seed, so no salt can be kept.
refusal-bad-hash = “{ $word }” is no SHA-256: that has 64 digits from 0 to 9 and a to f.
refusal-no-kept-salt = You have kept no salt in this game, or it is open already.
refusal-seats-are-free = Keep your salt until all seats are taken: whoever joins later could choose one that suits them.
refusal-other-salt = “{ $word }” is not the text that you pledged: it has another SHA-256. Nothing has changed.
