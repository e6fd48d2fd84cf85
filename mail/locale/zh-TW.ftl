# 電子郵件自己的句子。任何一句都不得讀作指令。

mail-nobody = 還沒有人

mail-talk-subject = [{ $game }] { $by } 的訊息
mail-talk = { $by } 對大家說：
mail-talk-private = { $by } 只對你說：
mail-talk-how = 要回話，請回覆並寫一行，例如：say { $by } 內容

mail-sheet-nothing = 這封信什麼也沒有執行；你先前寫的仍然有效。
mail-sheet = 這就是你現在的整張單子，取代先前寫的。
mail-sheet-open = 單子還沒結束：請用“{ $order }”收單，或再寄一封信取代這一封。
mail-sealed = 你的回答會保密到這一階段結束。在那以前，再寄一封信會取代它，CANCEL 會收回它。
mail-check = 這只是檢查，什麼也沒有執行。
mail-written-earlier = 你的信寫在回條 { $n } 所答的那封信之前；以那封信的指令為準。
mail-doubtful = 沒有執行，因為你的信可能只是引用：{ $orders }。如果真的要下，請回信寫在最上面，放在所有引文之前。
mail-doubtful-ask = 你寄到對局 { $game } 的信裡有下面這幾行。無法確定這是你下的指令，還是引文或問題的一部分：
mail-attachments = 沒有打開：{ $names }
mail-not-whole = 你的信太長，後面沒有讀；指令請寫在最上面。
mail-no-text = 沒有找到指令。請用純文字寫在信的最上面，一行一個。
mail-opaque = 你的信經過加密，或內容封在簽章裡，這裡讀不了。請改用純文字、不加密再寄一次；內文仍可讀的數位簽章沒有關係。
mail-line = 「{ $line }」：
mail-did-cancel-held = 等待 YES 的指令已經作廢：{ $count }。
mail-recall = 這{ $count ->
    [one] 個指令
   *[other] 些指令
}在 { $until } 生效。在那以前別人不會知道，再寄一封信會取代它。
mail-recall-row = { $until } 生效。
mail-recall-now = 立刻執行
mail-recall-cancel = 收回
mail-recall-replaced = 你先前寄來、還沒生效的指令已經作廢。
mail-recall-still = { $until } 才生效：{ $orders }。NOW 立刻執行，CANCEL 收回。
mail-recall-late = 沒有執行：這一階段已經結束，或你後來有了新的回答。
mail-recall-nothing = 沒有等待生效的指令。
mail-recalled = 還沒生效的指令已經作廢：{ $count }。
mail-word-now = 立刻執行還能收回的指令
mail-which-game = 這是給你哪一個對局的？請照下面的樣子把它的名字放在主旨的方括號裡，或回覆那個對局的信。
mail-no-game = 沒有這封信可以對應的對局。寄“games”可以看有哪些對局，再寄“join 對局”加入。
mail-stale = 你的信回答的是對局 { $game } 的第 { $then } 次行動，那次行動已經結束。什麼也沒有執行；以下是目前的情況。
mail-confirm-subject = [{ $game }] 這是你寫的嗎？
mail-confirm = 有一封來自 { $sender } 的信，替你在對局 { $game } 的座位下了這些指令：
mail-confirm-how = 要執行它們，請回覆本信 YES；回覆 NO 就作廢。沒有你的 YES，什麼也不會發生。
mail-held-subject = [{ $game }] 你是這個意思嗎？
mail-held = 你寄到對局 { $game } 的信裡，除了指令還有別的話，無法確定是不是要收回或改變指令。目前什麼都沒有執行。回覆 YES 會執行：
mail-held-answers = 你寄到對局 { $game } 的信裡，指令比一個回合能下的還多，無法確定你要的是哪一個。目前什麼都沒有執行。回覆 YES 會執行：
mail-held-misspelt = 你寄到對局 { $game } 的信裡，指令不是平常的寫法，無法確定是什麼意思。目前什麼都沒有執行。回覆 YES 會執行：
mail-held-or = 或者改用下面其中一個指令回覆：
mail-held-wrote = 你寫的是：
mail-held-rest = 信裡其餘的部分，回覆 YES 也不會執行：
mail-choices = 回覆一個詞就夠了；在手機上，點一下再寄出即可：
mail-choice-yes = 執行
mail-choice-no = 作廢
mail-choice-other = 改做這個
mail-held-how = 要執行請回覆 YES，要作廢請回覆 NO。如果是別的意思，請另寄一封信，只寫你要下的指令，就會取代這一封。
mail-no = 對局 { $game } 裡等你回覆 YES 的內容已經作廢。
mail-no-warning = 如果那封信是別人寫的，請告訴對局的管理者：對方知道一個能代你寄信到這個對局的地址。
mail-confirm-more = …以及另外 { $count } 行。回覆 YES 會執行全部。
mail-confirm-last = 這一類的信，目前只保留到這一封：先前幾封已經保留並問過你；{ $until } 以後寄來的會再保留。最好的辦法是直接回覆最新的報告。
mail-confirmed-late = 沒有可以確認的了：那次行動已經結束、已經確認過，或有太多更新的信在等。
mail-yes-elsewhere = 有一個 YES 來自 { $sender }。只有被詢問的地址所回的 YES 才算數，所以什麼也沒有做。
mail-help-subject = [{ $game }] 說明
mail-certain = 你在對局 { $game } 說了「{ $order }」。這會結束你在那個對局的參與。
mail-leaving = 從現在起，你所有對局的信都要寄到 { $address }。
mail-moving = 有人在 { $host } 這台伺服器上用 { $address } 收信，想把他們對局的信都寄到你這裡。
mail-moved = 寄到 { $old } 的信，從現在起寄到 { $new }。對局：{ $games }
mail-moved-subject = [{ $game }] 換了地址
mail-help = 回覆來信就能玩：指令寫在最上面，一行一個，如報告所列。一封信就是一整套指令。
mail-word-check = 只檢查本信的指令，什麼也不執行；也可以把指令寫在 check 後面
mail-word-report = 目前的情況；第 3 次行動時的情況
mail-word-mute = 只收要你回答的信；恢復
mail-word-language = 你的信用的語言
mail-word-zone = 信中時間所用的時區
mail-word-address = 信改寄別處，要兩個地址都回 YES
mail-word-export = 已結束對局的完整紀錄（檔案）
mail-word-replay = 到目前為止的對局，作成網頁附上
mail-word-end = 以下不讀
mail-join-first = 你在這個對局還沒有座位。要入座，請回覆 join。
mail-report-old = 這是第 { $turn } 次行動時的情況：
mail-mute = 從現在起，這個對局只寄要你回答的信給你。MUTE OFF 可以恢復。
mail-mute-off = 這個對局的信照舊寄給你。
mail-language = 從現在起，你的信用 { $language } 寫。
mail-zone = 從現在起時間用 { $zone }；現在是 { $now }。
mail-address-free = 還沒有參加你那些對局的地址
mail-games-line = [{ $game }] { TITLE($kind) }：{ $state ->
    [over] 結束了
    [asked] 輪到你，你是 { $seat }
    [running] 進行中，你是 { $seat }
    [watching] 你在旁觀
   *[invited] 你受到邀請
}


mail-not-composed-how = 回覆 BOARD 即可查看。指令照常受理。

# After the name of the sender, if the reader must act.
mail-asks = 輪到你

# 每封信最上面的卡片：公開的問題；反引號裡的字可以照打。
mail-gathering = { TITLE($kind) } 還差 { $left } 人就開始。
mail-gathered = 已經加入：{ $names }。
mail-over-how = 對局已經結束。`history` 會列出發生過的一切，從開始時骰子種子的雜湊到結束時的種子；有了兩者，誰都能重算每一次擲骰。
mail-moment = { $due }，還有 { $left }
mail-when = { $month } 月 { $day } 日（{ $weekday ->
    [1] 週一
    [2] 週二
    [3] 週三
    [4] 週四
    [5] 週五
    [6] 週六
   *[7] 週日
}）{ $time }（{ $place }）
mail-left = { $unit ->
    [days] { $count } 天
    [hours] { $count } 小時
   *[minutes] { $count } 分鐘
}
mail-happened = 上一封信以後
mail-happened-lately = 上一封信以後，最後 { $count } 行（寫 history 看全部）
mail-own = 只給 { $name } 一人{ $sealed ->
    [yes] ：別人看不到，也不知道你有沒有回答
   *[no] {""}
}
mail-examples = 回覆一行，例如
mail-examples-sheet = 回覆幾行，例如
mail-examples-join = 回覆一行
mail-closing = 結束你的指令單
mail-kept = 已在你的指令單上
mail-usual = 沒有回答時就是這樣
mail-board-as-text = 要看文字地圖，請回覆 `board` 一個字。
mail-how = 把指令寫在回信的第一行；下面引用的內容不會讀。回條會說明看懂了什麼。
mail-how-sealed = 期限前可以改：以最後一封信為準；`cancel` 會收回你的回答。
mail-words = 還可以寫：`help`、`board`、`history`、`rules`、`ask` 加上給主持人的問題、`away until DATE`、`daily`（少收回條）。
mail-for = 本信只給 { $name } 一人，對局 { $game }。少收這個對局的信：`mute`。
mail-watching = 你在旁觀對局 { $game }。少收這個對局的信：`mute`。
mail-reminder = 這是提醒：還沒有收到你的回答。

# 回條：信的每一行有一列。
mail-receipt = 你 { $at } 的信已經收到。{ $all ->
    [0] {""}
    [one] { $done ->
        [0] 信裡的指令沒有執行。
       *[other] 信裡的指令已經執行。
    }
   *[other] { $all } 個指令中執行了 { $done } 個。
}
mail-not-now = { $kind ->
    [stale] 沒有執行：這封信回答的問題已經結束。
    [unsure] 沒有執行：無法確定這封信是你寄的。
   *[many] 沒有執行：一封信最多 20 行這樣的指令，UNDO 只能一次。
}
mail-not-held = 沒有執行，回覆 YES 也不會執行。
mail-not-asked = 沒有執行：已經有太多信在等你回覆 YES。
mail-waits = 在等你的 YES：已經另外寫信問你。
mail-unclear = 看不懂。那裡可以寫，例如：{ $possible }
mail-check-line = 沒有問題。
mail-check-anytime = 沒有問題。
mail-check-answer = 沒有問題。
mail-check-later = 要等上面的指令執行了才能判斷。
mail-aside = { $count } 行沒有當作指令。
mail-receipt-number = 這是你在這個對局的第 { $n } 張回條。不是你的意思嗎？`ask` 加上你的話會送到主持人那裡。
mail-not-you = 如果這不是你寫的，請在這一階段結束以前回覆 `cancel` 一個字，並告訴伺服器的管理員。
mail-not-you-done = 如果這不是你寫的，請告訴伺服器的管理員。

mail-invited-subject = { $by ->
    [none] 邀請
   *[other] { $by } 邀請
}你玩 { TITLE($kind) } [{ $game }]
mail-invited = { $by ->
    [none] 邀請
   *[other] { $by } 邀請
}你用電子郵件玩 { TITLE($kind) }。
mail-invited-how = 請回覆 `join` 一個字。{ $places } 人到齊就開始；目前有 { $taken } 人。
mail-invited-you = 你
mail-fact-players = 玩家
mail-fact-places = { $places } 人（{ $names }）
mail-fact-mails = 你的信
mail-fact-mails-what = 每輪一封；`daily`：不要回條
mail-fact-dice = 骰子
mail-fact-dice-what = 誰也改不了；每一顆你都能驗
mail-invited-join = 用信箱的名字 { $name }
mail-invited-other = 用別的名字
mail-invited-rules = 先讀規則
mail-invited-small = 任何郵件程式都可以：每封信的內容都有文字。你的地址不會給任何人看{ $by ->
    [none] 。
   *[other] ，{ $by } 本來不知道的話也看不到。
}什麼都不做，就什麼也不會發生，也不會再來信提醒。
mail-export = 這場對局的紀錄已附上：{ $file }。
mail-replay = 整局已作成網頁附上：請用瀏覽器開啟 { $file }。
mail-replay-missing = 對局 { $game } 的網頁無法附上：對信件來說太大，或無法繪製。請在 Discord 用 `/game replay`，或請管理者執行 `meanwhile replay { $game } --html`。
mail-export-running = 只有已結束的對局才能匯出。
mail-daily = 從現在起，順利執行的指令不寄回條，經過會寫在下一封信裡。DAILY OFF 可以恢復。
mail-daily-off = 從現在起每個指令又都有回條。
mail-word-daily = 順利執行的指令不寄回條；恢復
mail-hint = 現在可以
mail-meant = 現在沒有叫「{ $word }」的指令。你是不是要寫 { $near }？
