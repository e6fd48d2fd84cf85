# 終端機自己的句子：`meanwhile play` 在遊戲訊息之外對人說的話。

# 一局的目標，開始時說；棋盤自己會說的遊戲沒有。
terminal-game = 對局 { $id }：{ TITLE($kind) }。座位：{ $seats }。
terminal-resumed = 繼續對局 { $id }：{ TITLE($kind) }。座位：{ $seats }。
terminal-robot = { $seat }（機器人）
terminal-resume = 之後要繼續這一局：{ $command }
terminal-history = 查看完整紀錄：{ $command }
terminal-hand-over = 請把鍵盤交給 { $seat }。{ $other } 請不要看：{ $seat } 輸入的內容不該讓你看到。
terminal-pages = 所有棋盤，一頁看完：{ $command }
terminal-verify = 自己重算所有骰子：{ $command }
terminal-help-hint = 輸入 help 可看有哪些指令。
terminal-unread = { $seat }：你有私人訊息（輸入 view { $seat }）
terminal-replay = 重播（用瀏覽器開啟）：{ $path }
terminal-picture = 圖片：{ $path }
terminal-whose = 這是哪個座位的指令？請以座位開頭，例如：{ $example }
terminal-taken = { $seat }：{ $order }
terminal-sealed = { $seat } 已經回答。
terminal-sealed-line = 已記下 { $seat } 的這一行。填完後說 ok。
terminal-before = 在這個問題之前告訴你的：
terminal-dropped = 因為出了新情況，沒有執行：{ $orders }
terminal-no-seat = 這一局沒有「{ $word }」這個座位。座位有：{ $seats }
terminal-only-seat = 只給 { $seat } 看。按 Enter 觀看，再按 Enter 隱藏。
terminal-hide = 按 Enter 隱藏。
terminal-no-menu = { $seat } 現在沒有可以下的指令。
terminal-waiting = 等待中
terminal-relieved = 這個座位已經改在另一個終端機上玩，這裡已經讓出。
terminal-away = 裁判已停止。正在等它回來；按 Ctrl-D 離開。
terminal-unsure = 送出上一行時連線中斷了：請看 history，確認它是否已被接受。


terminal-moment = { $time }，還有 { $left }
terminal-try = 試試
terminal-words = hint · menu · help · rules · board · history · undo · quit
terminal-words-secret = view { $seat } 顯示只有 { $seat } 能看的內容 · help · quit
terminal-more = （棋盤的其他說明：board）
terminal-may = { $seat } 可以下的指令，例如：
terminal-ways = { $count ->
    [0] 還有許多種
   *[other] 共 { $count } 種
}
terminal-said = { $seat } 對 { $to } 說：{ $text }
terminal-again = 或再輸入一次「{ $order }」。
terminal-head = { TITLE($kind) } · { $id } · { $you ->
    [plays] 你玩 { $who }
    [against] 你對 { $who }
   *[none] { $who }
}
terminal-over = 結束
terminal-what-now = rematch 交換座位再玩一局 · new 選別的遊戲 · history · quit
terminal-leaving = quit（或 Ctrl-D）離開。對局已經儲存。
terminal-no-rematch = 這一局還沒結束。要放棄：resign
terminal-no-new = 這一局還有別人，不能在這裡換。請用 quit 離開；「meanwhile play」開始新的一局。
terminal-no-hint = 現在沒有可以建議的。
terminal-saved = 每一道指令都立刻儲存。之後要繼續：{ $command }
terminal-keys = F1 help · Tab 字詞 · { $digits ->
    [0] ↑ ↓
    [1] 1
   *[other] 1-{ $digits }
} 選一個 · F2 view · ^D quit · F3 history · F4 rules · ^Z undo
terminal-keys-page = ↑ ↓ 空白鍵 b 翻頁 · Esc 返回
terminal-word-hint = 更多建議，附上理由
terminal-word-resign = 放棄這一局；會先問你
terminal-word-rematch = 結束之後：交換座位，同樣的遊戲再玩一局
terminal-word-new = 離開這一局，選別的遊戲
terminal-word-save = 之後怎麼繼續；每一道指令都立刻儲存
terminal-going = { $id }，{ $seats }：等 { $waits }
terminal-go-on = 繼續
terminal-new = 新的一局
terminal-enter-resumes = Enter：從停下的地方繼續 { $id }。
terminal-enter-begins = Enter：{ $title }，{ $way }{ $level ->
    [0] {""}
    [1] ，簡單（等級 1）
   *[other] ，進階（等級 2）
}
terminal-keys-home = ↑ ↓ 1-9 選擇 · Enter 開始 · s 座位 · l 等級 · t 教學 · w 觀看 · q 離開
terminal-lesson-on = 教學到此為止。你可以對機器人繼續玩，或輸入 new 選別的遊戲。
terminal-word-menu = 現在可以下的每一種指令
terminal-word-replay = 到目前為止的對局，作成網頁
terminal-word-picture = 用彩色方塊顯示棋盤圖片
terminal-word-view = 只有某個座位看得到的內容，和它要決定的事
terminal-word-quit = 停止；對局留在資料庫裡

terminal-welcome = Meanwhile：玩家可以互相打斷的桌上遊戲
terminal-card-battleboard = 轟炸彼此棋盤上隱藏的城市；2–20 人，10 分鐘
terminal-card-dicechess = 骰子決定哪些棋子能走，將軍會打斷回合；2 人，30 分鐘
terminal-card-derelict = 陸戰隊在殘骸裡，門後有異形；2 人，20 分鐘
terminal-card-ambush = 六角格地圖上的步行機甲，隱藏單位會打斷移動；2–4 人，60 分鐘
terminal-card-desert = 陸上戰鬥，雙方秘密作答；2 人，90 分鐘
terminal-which = 要玩哪個遊戲？輸入號碼或名稱；直接按 Enter 玩 { $title }，q 離開。
terminal-which-not = 沒有「{ $word }」這個遊戲。有：{ $words }
terminal-way = { $what ->
    [robots] 看機器人對戰
    [hotseat] { $count } 人共用這個終端機
   *[robot] 對機器人{ $seat ->
        [none] {""}
       *[other] ，我當 { $seat }
    }
}
terminal-who = 誰來玩？輸入號碼；直接按 Enter 是 1，「1 hard」選較強的機器人，q 離開。
terminal-who-not = 沒有「{ $word }」：請輸入 1 到 { $count }。

terminal-help =
    照選單的寫法輸入指令，由提示符前的座位下達。替別的座位下指令：SEAT: ORDER
    這個遊戲的選項，請在命令列輸入（不是這裡）：meanwhile show { $kind }

refusal-nothing-unfinished = 資料庫 { $word } 沒有這台終端機未完成的對局。開始一局：meanwhile play
refusal-played-elsewhere = 對局 { $word } 不是在同一台終端機上玩的。要入座請輸入：meanwhile sit { $word }
refusal-not-in-database = 這個資料庫沒有對局「{ $word }」。列出所有對局：meanwhile games
refusal-seat-taken-elsewhere = 座位 { $word } 在別處有人玩。請用 --seat 選另一個，或不要寫 --seat。
refusal-program-beside-own = 有別人參加的遊戲，一個程式只能坐一個座位。請用 --seat 指定一個，或指定全部座位。
refusal-no-database = 沒有資料庫 { $word }。請用 --db 指定另一個。
refusal-breaks-off = 資料庫 { $word } 的伺服器幾次中斷連線，原因在它的記錄檔裡。

# `meanwhile replay --html` 寫出的網頁。{ $n } 是由網頁填入的數字。

page-alone = （只告訴這位玩家）
page-all-right = ✓ { $rolls } 次擲骰共 { $dice } 顆骰子{ $sealed ->
    [0] { "" }
   *[other] ，以及 { $sealed } 份秘密回答與隱藏位置，
    }全部正確{ $unproven ->
    [0] { "" }
   *[other] ；另有 { $unproven } 顆骰子無從證明
    }
page-back = 上一步
page-by-browser = 由你的瀏覽器內建的 SHA-256 在這裡計算；沒有傳送任何資料。
page-by-page = 你的瀏覽器沒有提供 SHA-256，所以由這個網頁自己的程式在這裡計算；沒有傳送任何資料。
page-chain = { $orders } 道指令連成一條完整的鏈{ $hidden ->
    [0] { "" }
   *[other] （其中 { $hidden } 道不顯示：主持人的話與玩家的作息時間）
    }，結尾是
page-chain-not = 指令鏈在第 { $n } 道斷開；結尾應該是
page-checking = 正在檢查骰子……
page-die = { $n }（{ $n } 面）
page-everybody = 所有人
page-first = 回到開頭
page-fits = 秘密值符合第一次擲骰之前公布的承諾：
page-fits-not = 秘密值不符合承諾。它算出的是
page-held = 裡面是什麼
page-hidden = 隱藏位置
page-how = 公布承諾之後沒有任何骰子被改動，問題關閉之後也沒有任何秘密回答被改動。請把承諾和你收到的第一則訊息比對，並把各個雜湊值和對局中「proof」顯示的比對：別人捏造的網頁也可能全是綠色。架設伺服器的人可能事先知道骰子。
page-kept = 你留存的更新：
page-kept-right = ✓ 第 { $n } 次更新：在此之前公開的一切都沒有改動。
page-kept-wrong = ✗ 第 { $n } 次更新：在此之前公開的內容有改動。
page-key-play = 播放
page-key-proof = 骰子
page-key-step = 一步
page-key-text = 文字棋盤
page-key-who = 誰的視角
page-last = 到結尾
page-later = 對局結束後才能檢查骰子
page-log = 對局經過
page-noscript = 這個網頁需要 JavaScript 才能顯示對局。它不載入也不傳送任何東西。
page-old-browser = 這個瀏覽器太舊，無法解開棋盤資料。2023 年以後的瀏覽器都可以。
page-on = 下一步
page-places-wrong = { $n } 個隱藏位置錯誤
page-play = 播放或停止
page-position = 對局中的位置
page-proof = 由你的瀏覽器檢查
page-question = 問題
page-recomputed = 重新計算
page-right = ✓ 正確
page-roll = 擲骰
page-rolls-wrong = { $rolls } 次擲骰中有 { $n } 次錯誤
page-root = 當時公布的雜湊值
page-scripted = 指定的骰子
page-sealed = 秘密回答的內容
page-seals-wrong = { $n } 份秘密回答錯誤
page-seat = 玩家
page-seen-by = 視角
page-text = 文字
page-thrown = 當時的骰子
page-told = 當時的訊息
page-uncovered = 全部公開
page-wrong = ✗ 錯誤

# The club's pages.

pages-about = 裁判保守祕密並擲骰。你可以在 Discord、以電子郵件或在終端機進行，步調由你決定。
pages-archive = 檔案庫
pages-archive-about = 所有已結束的公開對局，各附指令、骰子，以及能證明骰子的祕密。下載檔每行一個 JSON 物件，每天製作一次；內容說明見綱要檔。
pages-band = 色帶表示評分的不確定程度。
pages-began = 開始
pages-between = 、
pages-board = 版面
pages-curve = { $title }的評分：起初 { $first }，現在 { $last }
pages-ended = 結束
pages-finished = 最近結束
pages-foot = 這些網頁只有人人都可以知道的事。
pages-free = { $n ->
    [0] 沒有空位
   *[other] { $n } 個空位
 }
pages-game = 對局
pages-games = 對局
pages-here = 這些網頁上的對局
pages-hero = 玩家會互相打斷的桌上遊戲
pages-join = 如何加入
pages-join-discord = Discord：在我們的伺服器打開徵求玩家的頻道，按「加入」。
pages-join-mail = 電子郵件：寄「games」到 { $address }，再寄「join」加上對局代號。
pages-join-terminal = 伺服器的終端機：「meanwhile sit」加上對局代號。
pages-log = 經過
pages-nav = 網頁
pages-new = 新手
pages-no = 否
pages-nobody = 還沒有人
pages-none-open = 目前沒有對局缺人。
pages-none-over = 還沒有對局結束。
pages-none-rated = 願意在此列名的人還沒有排名。輸入「pages on」即可列名。
pages-none-running = 目前沒有進行中的公開對局。
pages-paused = 計時已停止
pages-place = 名次
pages-player = 玩家
pages-players = 玩家
pages-players-about = 只有輸入過「pages on」的玩家會列名，其他人寫作「player-1」等。
pages-proof = 重播能自我證明：你的瀏覽器會以開局時承諾的祕密重擲所有骰子。
pages-proof-later = 對局結束後可以檢查骰子。
pages-rated = 計分
pages-rating = 評分
pages-rating-now = { $rating } ±{ $unsure }
pages-record = { $games } 局：{ $won } 勝、{ $drawn } 和、{ $lost } 敗。
pages-reliability = 守時
pages-reliable = 準時作答
pages-reliable-about = 計入最近一年的公開問題，以百分之五為一級。打斷的機會從不計入，所以沒有人看得出當時是否有事可答。
pages-steps = 先前的棋盤
pages-steps-until = 截至
pages-replay = 重播（可檢查骰子）
pages-result = 結果
pages-running = 進行中
pages-running-count = { $n } 個公開對局，最快到期的在前
pages-seats = 空位
pages-skip = 跳到內容
pages-standings = 排名
pages-take-discord = Discord：在對局 { $game } 按「加入」。
pages-take-mail = 電子郵件：寄「join { $game }」到 { $address }。
pages-take-terminal = 終端機：meanwhile sit { $game }
pages-text = 文字版面
pages-this = 這場對局
pages-update = 更新
pages-won = 勝
pages-won-of = { $won } / { $games }
pages-yes = 是
terminal-lesson-step = 第 { $number } 步（共 { $total } 步）。{ $hint }（規則 { $rule }）請輸入：{ $order }
terminal-lesson-again = 在這個教學裡，請輸入：{ $order }
terminal-lesson-over = 教學到此結束。要和機器人下一整局：{ $play }。遊戲中輸入 help 可查看指令，輸入 rules 可查看規則。
terminal-lesson-left = 教學在此中止，不會保留任何紀錄。要和機器人下一整局：{ $play }。
terminal-lesson = 先學會它，只要幾分鐘
