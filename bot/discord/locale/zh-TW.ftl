# Discord 之門。$due：Discord 為每位讀者顯示的時間，或 "no"。

discord-header = **{ $kind }** · 對局 `{ $game }`
discord-until = 期限：{ $due }。
discord-or-else = 若到 { $due } 仍未回答：`{ $order }`。
discord-asked = 等待：{ $names }。
discord-players = 玩家：{ $names }
discord-seats = { $places } 個座位中已有 { $taken } 個有人。
discord-none = 尚無
discord-waiting = 對局尚未開始。
discord-over = 對局已結束。
discord-lately = 你最近得知的事：
discord-so-far = 目前：`{ $text }`
discord-pick = 接下來？
discord-pick-more = 接下來？（第 { $page } 頁，共 { $pages } 頁）
discord-watching = 你在此對局中沒有座位。
discord-not-asked = 現在不需要你回答。
discord-talk = **{ $by }**：
discord-talk-private = **{ $by }** 對你說：
discord-new-game = 新的 **{ $kind }** 對局 `{ $game }`，人人可加入。
discord-long = 全文在檔案中。

discord-button-orders = 你的命令
discord-button-join = 加入
discord-button-send = 送出：{ $order }
discord-button-back = 返回
discord-button-type = 輸入…
discord-button-next = 更多 ▶
discord-button-previous = ◀ 前一頁
discord-button-fresh = 重新查看
discord-form = 命令
discord-form-text = 每行一個命令

discord-done = 已接受：`{ $order }`
discord-dropped = 其後的命令未執行：{ $orders }
discord-did-join = 你已加入對局 `{ $game }`，座位是 **{ $seat }**。
discord-did-leave = 你已離開對局 `{ $game }`。
discord-did-start = 對局開始。
discord-did-undo = 已收回你最後的命令。
discord-did-say = 已轉達。
discord-old = 那屬於對局較早的時刻，什麼也沒有發生。目前的情況如下。
discord-old-text = 那是對局較早時刻的命令，什麼也沒有發生。你寫的是：`{ $text }`
discord-old-button = 這個按鈕太舊了，什麼也沒有發生。請用 /menu。
discord-no-game = 這裡沒有這個對局。請用「game」選項指明你的對局，或在對局的討論串中使用指令。
discord-which-game = 可能是你的幾個對局之一：{ $games }。請用「game」選項指明。
discord-no-games = 還沒有對局。用 /game new 開始一局。
discord-games-line = `{ $game }` { $kind } { $state ->
    [open] 招募中
    [over] 已結束
   *[running] 進行中
}
discord-games-seat = 你是 { $seat }
discord-games-asked = **等你回答**
discord-made = 對局 `{ $game }` 在這裡：{ $place }。其他人可用按鈕或 /game join 加入。
discord-not-here = 對局需要伺服器的文字頻道。請在那裡使用 /game new。
discord-no-right = 我在此頻道缺少權限：{ $right }。請管理員給予後再試。
discord-right-thread = 建立公開討論串、在討論串中發言、附加檔案
discord-right-unknown = 檢視頻道、傳送訊息
discord-right-manage = 管理討論串
discord-dm-test = 只有你能知道的事，我會在這裡告訴你，不會有其他訊息。
discord-dm-closed = 我無法直接傳訊息給你，因此只有你能知道的事會留在對局討論串的「你的命令」裡。若要直接收到：在伺服器上按右鍵，隱私設定，允許私人訊息；然後按「你的命令」。
discord-nothing-told = 還沒有告訴過你任何事。
discord-export-running = 對局結束後才能匯出。
discord-export = 對局 `{ $game }` 的檔案；`meanwhile verify` 可檢查骰子。
discord-problem = 無法做到：{ $why }
discord-internal = 裁判出了錯。什麼也沒有改變；已通知管理者。
discord-not-stored = 命令無法寫入磁碟。什麼也沒有發生，請再送一次。
discord-no-anytime = 現在沒有可以在輪次之外下達的命令。
discord-not-moderator = 只有此對局的管理員可以這樣做。
discord-announced = 已公告。
discord-announcement = **管理員公告：**{" "}
discord-closed = 討論串已關閉。
discord-audit = 管理員的作為：
discord-no-audit = 管理員尚無作為。

discord-thread-name = { $kind } { $game }

# 指令的名稱與說明。
command-game = 對局：開始、加入、查看
command-game-new = 在此頻道開始一局
command-game-join = 就座
command-game-leave = 開始前讓出座位
command-game-start = 以現有的人開始
command-game-list = 你的對局，以及此伺服器的對局
command-game-status = 輪到誰，到何時為止
command-game-board = 你所能看到的棋盤
command-game-history = 你得知的事
command-game-rules = 遊戲規則
command-game-export = 將結束的對局存成檔案
command-order = 下達命令，或分行下達數個
command-menu = 你現在可以下達的命令，用按的
command-standing = 輪次之外的命令
command-withdraw = 退出進行中的對局
command-undo = 收回你最後的命令
command-say = 對一位玩家說話，或用 * 對所有人說
command-mod = 給對局的管理員
command-mod-announce = 在討論串中公告
command-mod-audit = 管理員做過的事
command-mod-close = 關閉對局的討論串
option-kind = 哪個遊戲
option-game = 對局代號
option-seat = 想要的座位
option-options = 遊戲選項：key=value，以空格分隔
option-join = 同時就座
option-text = 命令
option-to = 對誰
option-words = 要說的話
