# 郵件入口自己的句子。任何一句都不得讀作命令。

mail-title = 遊戲 { $game }（{ $kind }），第 { $turn } 問
mail-subject = [{ $game }] 第 { $turn } 問：{ $state ->
    [asked] 輪到你
    [over] 遊戲結束
   *[other] 消息
} - { $kind }
mail-you = 你是 { $name }。
mail-you-watch = 你是旁觀者。
mail-asked = 正在等你回答。
mail-waiting = 正在等待：{ $names }。
mail-gathering = 正在等人加入：{ $names }。
mail-nobody = 還沒有人
mail-over = 遊戲已經結束。
mail-due = 請在 { $due } UTC 以前回答，即本信寫成後 { $left }。
mail-due-others = 他們的期限是 { $due } UTC。
mail-default = 若不回答，將替你執行：{ $order }
mail-left = { $days ->
    [0] { "" }
   *[other] { $days } 天{" "}
}{ $hours } 小時 { $minutes } 分
mail-happened = 發生了這些事：
mail-board = 你所見的盤面：
mail-how = 回覆本信，把命令寫在最上面，一行一個。
mail-how-late = 一封信就是一整套命令；你會收到回條，說明看懂了什麼。
mail-foot = 本信只給你一人。單獨一行寫 HELP 可以知道還能說什麼。

mail-talk-subject = [{ $game }] { $by } 說話了
mail-talk = { $by } 對大家說：
mail-talk-private = { $by } 只對你說：
mail-talk-how = 要回話，請回覆並寫一行，例如：say { $by } 內容

mail-receipt-subject = [{ $game }] { $state ->
    [taken] 回條
    [refused] 看不懂
    [stopped] 回條：沒有全部執行
   *[answered] 答覆
}
mail-receipt = 你的信已經收到。看懂的內容如下：
mail-done = { $n }. { $order }（已執行）
mail-dropped = 不再執行：{ $orders }
mail-nothing-done = 什麼也沒有執行。
mail-refused = 「{ $order }」沒有執行。{ $why }
mail-aside = 沒有當作命令：{ $lines }
mail-attachments = 沒有打開：{ $names }
mail-not-whole = 你的信太長，後面沒有讀；命令請寫在最上面。
mail-no-text = 沒有找到命令。請用純文字寫在信的最上面，一行一個。
mail-not-you = 如果這不是你寫的，請告訴主持人。
mail-did-join = 你以 { $seat } 加入了遊戲。
mail-did-leave = 你離開了遊戲。
mail-did-start = 遊戲開始。
mail-did-say = 你的話已經轉達。
mail-did-undo = 你的上一個命令已經收回。
mail-which-game = 這是給你哪一個遊戲的？請把它的名字放在主旨的方括號裡：{ $games }
mail-no-game = 沒有這封信可以對應的遊戲。
mail-stale = 你的信回答的是遊戲 { $game } 的第 { $then } 問，那一問已經結束。什麼也沒有執行；以下是目前的情況。
mail-stale-subject = [{ $game }] 太遲了：那一問已經結束
mail-confirm-subject = [{ $game }] 這是你寫的嗎？
mail-confirm = 有一封來自 { $sender } 的信，替你在遊戲 { $game } 的座位下了這些命令：
mail-confirm-how = 要執行它們，請回覆本信，只寫 YES。沒有你的 YES，什麼也不會發生。
mail-confirmed-late = 沒有可以確認的了：那一問已經結束，或已經確認過。
mail-help-subject = [{ $game }] 說明
mail-help = 回覆來信就能玩：命令寫在最上面，一行一個，如報告所列。其他可以單獨一行寫的字：
mail-help-words = status：目前的情況；say 名字 內容：對一人說；say * 內容：對大家說；undo：在規則允許時收回上一個命令；end：以下不讀
mail-may = 現在你可以說：{ $patterns }
mail-may-nothing = 現在你沒有可以下的命令。

mail-invited-subject = [{ $game }] 邀請你玩 { $kind }
mail-invited = 邀請你參加遊戲 { $game }，玩的是 { $kind }。
mail-invited-how = 要入座，請回覆本信並寫 join；若要用別的名字，把名字寫在後面。
