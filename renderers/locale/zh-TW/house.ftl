# 各遊戲共用的語句。引號內是玩家所寫的字。

comma = 、
space = {""}

# 被拒絕的命令。$word：該處的字，可能是空的；$place：第一個字元的位置，從 1 算起。
refusal-unknown-word = 「{ $word }」（第 { $place } 個字元）不是命令。
refusal-incomplete = 命令不完整，從第 { $place } 個字元起缺了內容。
refusal-too-much = 「{ $word }」（第 { $place } 個字元）是多餘的，命令在此之前已經完整。
refusal-not-a-number = 「{ $word }」（第 { $place } 個字元）應該是數字。
refusal-not-one-of = 「{ $word }」（第 { $place } 個字元）在這裡不能用。
refusal-no-such-player = 「{ $word }」（第 { $place } 個字元）不是這裡可以指定的玩家。
refusal-off-board = 「{ $word }」（第 { $place } 個字元）不在棋盤上。
refusal-no-such-step = 「{ $word }」（第 { $place } 個字元）不是可行的下一步。
refusal-not-on-the-menu = 現在不能下這個命令。
refusal-nothing-to-order = 你現在沒有可以下的命令。
refusal-not-your-turn = 還沒輪到你。
refusal-not-started = 遊戲尚未開始。
refusal-not-playing = 你已不在這場遊戲中。
refusal-game-over = 遊戲已經結束。
refusal-other = 現在不能這樣下命令。
refusal-rule = （規則 { $rule }。）

# $words：清單；$more：是否還有沒列出的？
wanted = 這裡可以寫：{ $words }{ $more ->
    [yes] 等等。
   *[no] 。
}
may = 你可以寫，例如：{ $words }{ $more ->
    [yes] 等等。
   *[no] 。
}

# 文字棋盤。
alias = 玩家 { $number }
alias-means = { $alias } 是 { $name }。
alias-written = { $alias } 是 { $name }；命令中寫作 { $seat }。
text-legend = 符號：
alt-more = 其餘標記見文字棋盤。
