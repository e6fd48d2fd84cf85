# Dice that the players throw themselves. $key: what a roll is for. $faces: what it shows, or may show. $shown: dice before it.

house-wanted = Throw the dice for { $key }; every seat types what they show. { $shown ->
    [none] The first die
   *[other] So far { $shown }; the next die
}: { $faces }. Write “roll” and what the dice show, in the order in which they are read, or “roll referee”: then the referee throws.
house-typed = The dice for { $key }: { $faces ->
    [referee] the referee throws.
   *[other] { $faces }.
}
house-disputed = The dice for { $key } were not typed alike, or cannot fall like that. Once more.
refusal-no-such-face = “{ $word }” is no face of this die.
