# 各遊戲共用的語句。引號內是玩家所寫的字。

comma = 、
space = {""}

# 被拒絕的指令。$word：該處的字，可能是空的；$place：第一個字元的位置，從 1 算起。
refusal-unknown-word = 現在沒有「{ $word }」這個指令（第 { $place } 個字元）。
refusal-incomplete = 指令不完整，後面缺了內容。
refusal-too-much = 「{ $word }」（第 { $place } 個字元）是多餘的，指令在此之前已經完整。
refusal-not-a-number = 「{ $word }」（第 { $place } 個字元）應該是數字。
refusal-not-one-of = 「{ $word }」（第 { $place } 個字元）在這裡不能用。
refusal-no-such-player = 這裡沒有可以指定的玩家「{ $word }」（第 { $place } 個字元）。
refusal-off-board = 「{ $word }」（第 { $place } 個字元）不在棋盤上。
refusal-no-such-step = 「{ $word }」（第 { $place } 個字元）不是可行的下一步。
refusal-not-on-the-menu = 現在不能下這個指令。
refusal-nothing-to-order = 你現在沒有可以下的指令。
refusal-not-your-turn = 還沒輪到你。
refusal-no-record = 這個遊戲沒有自己的紀錄格式。
refusal-not-started = 對局尚未開始。
refusal-not-playing = 你已不在這一局中。
refusal-game-over = 對局已經結束。
refusal-no-game-of-yours = 你沒有可以下這個指令的對局。
refusal-no-such-seat = 這一局沒有「{ $word }」這個座位。
refusal-seat-taken = 座位「{ $word }」已經有人了。
refusal-bad-name = 「{ $word }」不能當作名字。
refusal-already-joined = 已經有人叫「{ $word }」。
refusal-name-of-the-house = 「{ $word }」會讓人以為是裁判在說話，不能當作名字。請換一個名字。
refusal-name-like-another = 「{ $word }」看起來像這一局某位玩家的名字。請換一個名字。
refusal-joined-before = 你已經以 { $word } 之名加入了。
refusal-not-joined = 你還沒加入這一局。
refusal-game-started = 對局已經開始。
refusal-too-few-seats = 人數不足，不能開始：{ $word }。
refusal-bad-say = 請寫明對誰說、說什麼。
refusal-nothing-to-undo = 沒有可以收回的指令。
refusal-nothing-to-cancel = 你這次還沒有可以收回的回答。
refusal-id-used-before = 這個編號的訊息已經收過，內容不同。
refusal-too-old = 這則訊息寫於 { $word }（UTC），時間太久，已經沒有紀錄可以確認當時是否執行過，所以什麼也沒有執行。請重新寫一則新的訊息。
refusal-internal = 裁判出了錯。一切維持原狀，已通知管理員。
refusal-dropped = 之後的指令沒有執行：{ $word }
refusal-not-installed = 這裡無法開啟這場對局：{ $word }。要等管理員安裝後才能繼續。
refusal-not-stored = 指令無法儲存。什麼都沒有發生；請再送一次。
refusal-no-account = 請先表明身分：token SECRET NAME，SECRET 至少 20 個字元。
refusal-bad-token = 這個權杖不屬於任何座位。
refusal-bad-version = 您使用的協定版本是「{ $word }」，這裡是第 { $version } 版。請改用該版本的程式，或連到使用您那個版本的伺服器。
refusal-too-many-connections = 同時的連線太多了。連線後請立刻 join。
refusal-too-late = 這條連線沒有及時加入。請重新連線並立刻 join。
refusal-relieved = 這個座位已經改在另一個終端機上玩。
refusal-broken = 連線中斷了。尚未得到回答的那幾行可能已被接受，也可能沒有；請看 history。
refusal-too-long = 這太長了：最多 { $word } 個字元。
refusal-too-many-orders = 一次有 { $count } 個指令：上限是 { $limit } 個。“{ $word }”超過了上限，所有指令都沒有執行。請分幾次送出。
refusal-bad-utf8 = 這一行不是 UTF-8。
refusal-empty = 這一行是空的。
refusal-bad-line = 看不懂以「{ $word }」開頭的這一行。
refusal-loaded-dice = 指定的骰子不可能擲出這個結果：{ $word }。一切維持原狀。
refusal-no-look = 這個遊戲沒有「{ $word }」這種棋盤檢視方式。
refusal-no-topic = 規則裡沒有「{ $word }」。
refusal-no-picture = 無法寫入圖片：{ $word }。
refusal-ends-game = 這樣你就結束這局遊戲了。若真的要，請寫「{ $sure }」。
refusal-own-board = 那是你自己的棋盤。若仍要轟炸 { $square }，請寫「{ $sure }」。
refusal-bombed-before = { $target } 的 { $square } 已經轟炸過，那裡不再有城市。若仍要轟炸，請寫「{ $sure }」。
refusal-other = 現在不能這樣下指令。
refusal-rule = （規則 { $rule }。）

# $words：清單；$more：是否還有沒列出的？
wanted = 這裡可以寫：{ $words }{ $more ->
    [yes] 等等。
   *[no] 。
}
meant = 你是不是要寫：{ $words }？
may = 可以下的指令，例如：{ $words }{ $more ->
    [yes] 等等。
   *[no] 。
}

# 裁判自己的事件。
house-committed = 對局 { $game } 的骰子：秘密的 SHA-256 是 { $commitment }。{ $loaded ->
    [yes] 部分骰子是預先指定的，或由玩家自己擲出。
   *[no] {""}
}
house-disclosed = 對局結束。骰子的秘密是 { $secret }。
house-undone = { $role ->
    [actor] 你收回了上一個指令。
   *[other] { $name } 收回了上一個指令。
}

# 文字棋盤。
alias = 玩家 { $number }
alias-means = { $alias } 是 { $name }。
alias-written = { $alias } 是 { $name }；指令中寫作 { $seat }。
text-legend = 圖例：
text-own = 你的單位：{ $units }。
alt-rest = 其餘的這裡寫不下，請看文字棋盤。
alt-more = 其餘標記見文字棋盤。

# 代替無法產生的訊息。
not-composed = 對局 { $game } 有新消息，但無法在這裡顯示。請查看棋盤。

# Games that bring no renderer and no sentences.
plain-event = { $what }{ $fields ->
    [none] 。
   *[other] （{ $fields }）。
}

# 沒有自己說法的對局問的事；接在名字後面。
house-asks = 輪到你了
