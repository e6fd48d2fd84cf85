nim-title = Nim
nim-banner = { $left ->
    [one] 1 stick
   *[other] { $left } sticks
}
nim-prompt = Take up to three sticks, or answer what was taken.
nim-took = { $role ->
    [actor] You take { $n }{ $left ->
        [0] {" "}and win
       *[other] {""}
    }.
   *[other] { $name } takes { $n }{ $left ->
        [0] {" "}and wins
       *[other] {""}
    }.
}
nim-recalled = { $role ->
    [actor] You say “again”.
   *[other] { $name } says “again”.
}
nim-stick = a stick
