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
