# 終端機自己的句子：`meanwhile play` 在遊戲訊息之外對人說的話。

terminal-game = 遊戲 { $id }：{ $kind }。座位：{ $seats }。
terminal-resumed = 繼續遊戲 { $id }：{ $kind }。座位：{ $seats }。
terminal-robot = { $seat }（機器人）
terminal-resume = 之後要繼續這場遊戲：{ $command }
terminal-history = 所有公布過的內容：{ $command }
terminal-help-hint = 輸入 help 可看有哪些話可說。
terminal-unread = { $seat } 有訊息要讀：view { $seat }
terminal-picture = 圖片：{ $path }
terminal-whose = 是誰在說話？請以座位開頭，例如：{ $example }
terminal-taken = { $seat }：{ $order }
terminal-secret = { $seat } 正被私下詢問：view { $seat }
terminal-asked = { $seat }：{ $question }
terminal-until = 開放至 { $time }，還有 { $left }。
terminal-until-hint = 至 { $time }
terminal-sealed = { $seat } 已經回答。
terminal-dropped = 因為出了新情況，沒有執行：{ $orders }
terminal-no-seat = 這場遊戲沒有「{ $word }」這個座位。座位有：{ $seats }
terminal-only-seat = 只給 { $seat } 看。按 Enter 觀看，再按 Enter 隱藏。
terminal-hide = 按 Enter 隱藏。
terminal-no-menu = { $seat } 現在沒有可以下的命令。
terminal-may = { $seat } 可以說：{ $patterns }
terminal-no-history = 還沒有公布過任何事。
terminal-undone = （已收回）{ $text }
terminal-waiting = 等待中
terminal-relieved = 有人在另一個終端機接手了這個座位。這裡已經讓出。
terminal-away = 裁判已停止。正在等它回來；按 Ctrl-D 離開。
terminal-unsure = 送出上一行時連線中斷了：請看 history，確認它是否已被接受。

terminal-looks = 棋盤的其他看法：{ $looks }。

terminal-help =
    照遊戲選單的寫法輸入命令，由提示符前的座位下達。替別的座位說：座位: 命令
    help            這份說明
    menu [座位]     現在可以下什麼命令，附例子
    board [LOOK]    大家看到的棋盤和圖片，或遊戲的其他看法
    view [座位]     只有那個座位看得到的內容，和它被問的事
    history [座位]  對大家、或對那個座位公布過的內容
    undo            收回上一個命令（規則允許時）
    say 名字 內容   對一個座位說話；say * 內容 對大家說
    以及            away、hours、pause、extend、queue、agree、invite、link、mute 等：docs/club.md
    quit            停止；遊戲留在資料庫裡
    這個遊戲的規則和選項：meanwhile show { $kind }
