# 終端機自己的句子：`meanwhile play` 在遊戲訊息之外對人說的話。

terminal-game = 對局 { $id }：{ TITLE($kind) }。座位：{ $seats }。
terminal-resumed = 繼續對局 { $id }：{ TITLE($kind) }。座位：{ $seats }。
terminal-robot = { $seat }（機器人）
terminal-resume = 之後要繼續這一局：{ $command }
terminal-history = 查看完整紀錄：{ $command }
terminal-help-hint = 輸入 help 可看有哪些指令。
terminal-unread = { $seat }：你有私人訊息（輸入 view { $seat }）
terminal-picture = 圖片：{ $path }
terminal-whose = 這是哪個座位的指令？請以座位開頭，例如：{ $example }
terminal-taken = { $seat }：{ $order }
terminal-noted = 已收到 { $seat } 的指令：{ $order }
terminal-secret = { $seat } 要秘密決定（輸入 view { $seat }）
terminal-asked = { $seat }：{ $question }
terminal-until = 期限 { $time }，還有 { $left }。
terminal-until-hint = 期限 { $time }
terminal-sealed = { $seat } 已經回答。
terminal-dropped = 因為出了新情況，沒有執行：{ $orders }
terminal-no-seat = 這一局沒有「{ $word }」這個座位。座位有：{ $seats }
terminal-only-seat = 只給 { $seat } 看。按 Enter 觀看，再按 Enter 隱藏。
terminal-hide = 按 Enter 隱藏。
terminal-no-menu = { $seat } 現在沒有可以下的指令。
terminal-may = { $seat } 可以下的指令：{ $patterns }
terminal-no-history = 還沒有任何消息。
terminal-undone = （已收回）{ $text }
terminal-waiting = 等待中
terminal-relieved = 這個座位已經改在另一個終端機上玩，這裡已經讓出。
terminal-away = 裁判已停止。正在等它回來；按 Ctrl-D 離開。
terminal-unsure = 送出上一行時連線中斷了：請看 history，確認它是否已被接受。

terminal-looks = 棋盤的其他檢視方式：{ $looks }。

terminal-help =
    照選單的寫法輸入指令，由提示符前的座位下達。替別的座位下指令：SEAT: ORDER
    help            這份說明
    rules [TOPIC]   這個遊戲的規則；某個詞，或某一條規則
    menu [座位]     現在可以下什麼指令，附例子
    board [VIEW]    公開的棋盤，或遊戲提供的其他檢視方式
    view [座位]     只有那個座位看得到的內容，和它要決定的事
    history [座位]  公開的經過，或那個座位可以知道的經過
    undo            收回上一個指令（規則允許時）
    say 名字 內容   對一個座位說話；say * 內容 對大家說
    以及            away、hours、pause、extend、queue、agree、invite、link、mute 等：docs/club.md
    quit            停止；對局留在資料庫裡
    這個遊戲的選項，請在命令列輸入（不是這裡）：meanwhile show { $kind }

refusal-no-topic = 規則裡沒有「{ $word }」。
refusal-played-elsewhere = 對局 { $word } 不是在同一台終端機上玩的。要入座請輸入：meanwhile sit { $word }
refusal-not-in-database = 這個資料庫沒有對局「{ $word }」。列出所有對局：meanwhile games
refusal-seat-taken-elsewhere = 座位 { $word } 在別處有人玩。請用 --seat 選另一個，或不要寫 --seat。
refusal-program-beside-own = 有別人參加的遊戲，一個程式只能坐一個座位。請用 --seat 指定一個，或指定全部座位。
refusal-no-database = 沒有資料庫 { $word }。請用 --db 指定另一個。
refusal-breaks-off = 資料庫 { $word } 的伺服器幾次中斷連線，原因在它的記錄檔裡。
