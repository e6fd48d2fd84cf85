nim-title = 拿火柴
nim-banner = 剩下 { $left } 根火柴
nim-prompt = 請拿走一到三根火柴，或回應對方剛才拿走的火柴。
nim-took = { $role ->
    [actor] 你拿走 { $n } 根{ $left ->
        [0] ，獲勝
       *[other] {""}
    }。
   *[other] { $name } 拿走 { $n } 根{ $left ->
        [0] ，獲勝
       *[other] {""}
    }。
}
nim-recalled = { $role ->
    [actor] 你說「再拿一次」。
   *[other] { $name } 說「再拿一次」。
}
nim-stick = 一根火柴
