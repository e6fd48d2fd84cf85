# 每一種管道都用的句子。$who：人；$question 接在名字後面；$due：時間；$order：可以輸入的字。
reading-and = { $first }和 { $last }
reading-asked = { $may ->
    [yes] { $who } 可以{ $question }
   *[no] { $who }，{ $question }
}{ $secret ->
    [yes] （秘密作答）
   *[no] {""}
}。
reading-asked-you = { $may ->
    [yes] 你可以{ $question }
   *[no] { $question }
}{ $secret ->
    [yes] （秘密作答）
   *[no] {""}
}。
reading-due = 期限：{ $due }。
reading-no-limit = 沒有時限。
reading-paused = 時鐘已停止。
reading-default = 沒有回答時，執行 { $order }。
reading-contest = 賽事 { $contest } 第 { $round } 輪，第 { $table } 桌。
reading-update = 第 { $number } 次更新 · { $head }
reading-waiting = 等 { $who } 行動。
reading-read-as = 讀作：{ $order }
reading-did = 完成。
reading-dropped = 因為前面發生的事，沒有執行。
reading-taken = 已接受：{ $order }
reading-dropped-these = 因為前面發生的事，沒有執行：{ $orders }
reading-undone = （已收回）
reading-seats = { $places } 個座位中已有 { $taken } 個有人。
look-status = 目前的情況，以及在等誰
look-board = 棋盤；後面可以寫檢視方式的名字
look-history = 你可以知道的一切經過；後面寫數字，就從那一行起
look-orders = 你這次已經回答了什麼
look-rules = 規則；後面寫詞或規則編號，只看那一部分
look-help = 這份清單；後面寫一個詞，說明它的作用和相關規則
look-ping = 確認裁判收得到
reading-help-orders = 現在可以下的指令，例如：
reading-help-looks = 可以這樣查看對局：
reading-help-views = 棋盤的其他檢視方式：
reading-help-referee = 裁判指令（help 詞 有說明；主持人：help gm）：
reading-not-asked = 現在還沒輪到你。
reading-asked-alone = 只問你：
reading-answered = 你的回答：「{ $order }」。
reading-unanswered = 你沒有回答。
reading-orders = 你這次的回答：
reading-orders-none = 還沒有
reading-orders-open = 還沒有回答。
reading-orders-answer = 你目前的回答：「{ $order }」。
reading-history = 經過，{ $every } 行中的 { $shown } 行；沒有號碼的只給你看。「history 12」從第 12 行開始。
reading-nothing-told = 還沒有任何消息。
reading-rules = { TITLE($kind) } 的規則：
reading-pong = 裁判在 { $at } 收到。
