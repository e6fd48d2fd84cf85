# Discord。$due：Discord 為每位讀者顯示的時間，或 "no"。

discord-header = **{ TITLE($kind) }** · 對局 `{ $game }`
discord-reminder = 提醒：還缺你的回答。
discord-players = 玩家：{ $names }
discord-none = 尚無
discord-waiting = 對局尚未開始。
discord-over = 對局已結束。
discord-lately = 最近發生的事：
discord-so-far = 目前：`{ $text }`
discord-pick = 接下來？
discord-pick-more = 接下來？（第 { $page } 頁，共 { $pages } 頁）
discord-pick-other = 在此還可以做別的
discord-press-one = -# 按一個來看看，或自己組合：
discord-reason = -# `{ $order }`：{ $why }
discord-not-answered = **你還沒有回答。** 你寫下的內容會保留，別人看不到。
discord-have-answered = ### 你已經回答，還可以更改。
    `{ $order }`
    -# { $window ->
        [yes] { $until } 之前都可更改，即使所有人都已經回答。
       *[no] 在所有被詢問的人都回答之前{ $until ->
            [none] 都可更改。
           *[other] 或 { $until } 之前都可更改。
        }
    }不會告訴任何人你已經回答。
discord-button-take-back = 收回我的回答
discord-button-write = 寫下
discord-button-not-yet = { $order }：{ $why }
discord-not-asked-in = 「{ $games }」現在沒有要你做的事。
discord-button-withdraw = { $winner ->
    [none] 退出
   *[other] 退出，{ $winner } 獲勝
}
discord-button-stay = 繼續玩
discord-button-hand = 把座位交給別人…
discord-withdraw = **要退出與 { $others } 的{ TITLE($kind) }嗎？**
    { $winner ->
        [none] 你會立刻出局
       *[other] { $winner } 會立刻獲勝
    }，討論串裡的所有人都會知道。這無法復原。
discord-no-leaving = { TITLE($kind) }無法中途退出，對局會進行到底。你可以把座位交給別人。
discord-stayed = 什麼也沒有執行，你仍在對局中。
discord-hand = 要把座位交給誰？
discord-hand-told = 對方加入後，座位與你看得到的一切就歸對方；在那之前仍是你的。
discord-press-plays = -# 按下即執行。
discord-path = `{ $begun }`：{ $way } · { $steps } 步，已用 { $used }／{ $all } 點，剩 { $left } 點
discord-watching = 你在此對局中沒有座位。
discord-not-asked = 現在還沒輪到你。
discord-talk = **{ $by }**：
discord-talk-private = **{ $by }** 對你說：
discord-long = 全文在檔案中。

discord-button-orders = 指令
discord-button-join = 加入
discord-button-send = 送出：{ $order }
discord-button-back = 返回
discord-button-type = 輸入…
discord-button-next = 更多 ▶
discord-button-previous = ◀ 前一頁
discord-button-fresh = 重新整理
discord-form = 指令
discord-form-text = 每行一個指令
discord-form-new = 新局：{ TITLE($kind) }
discord-form-more = 其他選項
discord-form-names = key=value，以空格分隔：{ $names }
discord-form-empty = 無
discord-form-words = { $words } 之一
discord-form-range = { $least } 至 { $most }
discord-form-least = { $least } 以上
discord-form-wrong = 「{ $field }」：「{ $value }」不合；可填 { $fitting }，例如 { $default }。
discord-form-quote = 「{ $field }」：「{ $value }」含有引號（"）；請刪去。
discord-form-twice = 「{ $field }」已填，「{ $more }」中又有；請刪去其一。
discord-form-pairs = 「{ $more }」：{ $why }
discord-form-again = 沒有開局。你填的是：`{ $text }`；請用 /game form 更正，或作為 /game new 的「options」。
discord-film = 對局 `{ $game }` 從頭至今，{ $mine ->
    [yes] 如你當時所見
   *[no] 如眾人當時所見
}。
discord-film-busy = 你的動畫或重播正在製作中；請稍候。
discord-replay = 對局 `{ $game }` 的重播網頁：請用瀏覽器開啟檔案。{ $over ->
    [yes] 其中有每個座位的棋盤，並會驗證骰子。
   *[no] {""}
}
discord-replay-too-large = 對局 `{ $game }` 的重播太大，Discord 收不下。請用信件索取，或請管理者執行 `meanwhile replay { $game } --html`。

discord-lock = **{ $by }** 鎖住了這個討論串：這裡不會再顯示任何內容。對局還沒有結束：請用 /menu 與 /inbox。
discord-locked = 討論串已鎖住。
discord-old = 這是之前的按鈕，已經失效；目前情況如下。
discord-unseen = 我看不到 { $what }，所以什麼也沒有發生。請選擇我看得到的頻道。
discord-old-command = 這個指令已經改變，什麼也沒有發生。請重新載入 Discord 後再試。
discord-old-text = 這是先前的指令，已經失效。你寫的是：`{ $text }`
discord-old-button = 這個按鈕太舊了，什麼也沒有發生。請用 /menu。
discord-no-game = 這裡沒有這個對局。請用「game」選項指明你的對局，或在對局的討論串中使用指令。
discord-which-game = 你有好幾個對局：{ $games }。請在其中一個的討論串中使用指令，或用指令的「game」選項指明。
discord-no-games = 還沒有對局。用 /game new 開始一局。
discord-games-line = `{ $game }` { TITLE($kind) } { $state ->
    [open] 招募中
    [over] 已結束
   *[running] 進行中
}
discord-games-seat = 你是 { $seat }
discord-games-asked = **輪到你**
discord-games-due = 期限 { $due }
discord-games-free = 空位：{ $free }（`/game join game:{ $game }`）
discord-games-more = ……檔案裡還有 { $count } 個
discord-fair = -# 請留下這幾行。對局結束後，`/game export` 會給你這一局的紀錄：`meanwhile verify FILE` 會從公開的種子重新算出每次擲骰，並與這些雜湊比對。
discord-card-past = 當時的局面。
discord-made = 對局 `{ $game }` 在這裡：{ $place }。{ $private ->
    [yes] 只有你用 /game invite 邀請的人看得到。
   *[no] 其他人可用按鈕或 /game join 加入。
}
discord-no-threads = 此伺服器的進行中討論串已達 Discord 上限，因此沒有建立對局。請主持人關閉不需要的討論串後再試。
discord-thread-full = Discord 目前不讓更多人加入此伺服器的討論串，因此沒有建立對局。請詢問主持人，或改用其他頻道。
discord-later = Discord 目前不接受新的討論串，因此沒有建立對局。請於 { $due } 再試。
discord-refuses = Discord 沒有接受此局的貼文或討論串（代碼 { $code }），因此沒有建立對局。請過幾分鐘再試。
discord-unmade = 機器人在途中停止，因此沒有建立此對局。請再用一次 /game new。
discord-other-channel = 此伺服器的主持人希望對局開在 { $places }。請在那裡使用 /game new。
discord-other-games = 此伺服器的主持人允許這些遊戲：{ $kinds }。
discord-not-maker = 此伺服器的主持人只讓 { $role } 建立對局。你可以加入任何開放的對局。
discord-lost-thread = { $games } 的討論串在 Discord 被刪除了。其他都沒有遺失：對局繼續，下一則消息會建立新的討論串。在那之前請用 /menu 或 /inbox。
discord-lost-channel = { $games } 的頻道在 Discord 被刪除了。其他都沒有遺失：對局在這裡繼續，也可用 /menu 與 /inbox。主持人可用 /mod list 換一個頻道。
discord-lost-server = 我被移出 { $games } 所在的伺服器。其他都沒有遺失：只要我還能傳訊給你，對局就在這裡繼續。請人再邀請我，或連結另一個帳號（/game link）。
discord-lost-closed = { $asked ->
        [yes] **{ $games }：輪到你了。**我無法在討論串中顯示。{ $why }
       *[no] **{ $games }**：我無法在討論串中顯示。{ $why }
    }對局繼續進行。在我能再次發言之前，我會在這裡通知你；請用按鈕、/menu 或直接寫訊息給我來下達指令。主持人可在 /mod list 看到此事。
discord-closed-why = { $rights ->
        [none] Discord 拒絕我在那裡發言（代碼 { $code }）；討論串可能已鎖定。
       *[other] 我在 { $place } 缺少{ $rights }權限。
    }
discord-closed-notice = { $who }：{ $game } 輪到你了。我無法在那裡顯示棋盤。{ $why }請用 /menu 下達指令。主持人可用 /mod list 處理。
discord-member-gone = **{ $name }** 已離開此伺服器。座位仍屬於他；主持人可用 /mod seat replace 換人，用 /mod hand 移交對局。
discord-open = ## 開放的對局
    -# 按「加入」：座位坐滿即開始。
discord-open-line = **{ TITLE($kind) }** · { $names } · 空位 { $free }／{ $places }
    -# 對局 `{ $game }`
discord-open-none = 目前沒有對局缺人。
discord-open-more = ……還有 { $count } 局：`/game list`
discord-open-foot = 進行中的對局：{ $count }。開新局：{ $new }
discord-button-mine = 我的對局
discord-button-agree = 同意
discord-button-disagree = 不同意
discord-request-over = 這個請求已經結束：已有回應、已收回，或已被另一個請求取代。
discord-button-open = 開啟
discord-inbox = ## 你的待辦
    -# 等你行動的對局，最急的在前。你的 { $all } 局中有 { $others } 局在等別人。
discord-inbox-more = ……還有 { $count } 局。
discord-inbox-empty = 沒有對局在等你。用 { $new } 開一局吧。
discord-inbox-others = **等待別人：**{ $games }
discord-inbox-answered = 你已回答，仍可更改。
discord-help = **你可以做的事**
discord-help-inbox = 等你行動的一切，最急的在前
discord-help-menu = 現在能下的指令，以按鈕顯示
discord-help-order = 同上，用打字，會自動補完
discord-help-game-new = 在此頻道開一局
discord-help-game-list = 你的對局與此伺服器的對局
discord-help-game-rules = 遊戲規則
discord-help-undo = 收回上一個指令
discord-help-appeal = 請主持人裁決
discord-help-mod-list = 需要你處理的對局
discord-help-mod-settings = 頻道、誰能開局、哪些遊戲、幾局
discord-help-here = 這是一局 { TITLE($kind) } 的討論串。{ $playing ->
    [yes] 你在局中：按最新訊息上的「指令」。
   *[no] 你在旁觀；你看到的是公開資訊。
}
discord-mod-list = ## 需要主持人的對局
    -# 進行中的 { $all } 局裡有 { $count } 件事，等最久的在前。
discord-mod-more = ……還有 { $count } 件。
discord-mod-foot = -# 這裡只有公開資訊：絕不顯示誰被私下詢問、誰已回答，或誰收不到訊息。
discord-mod-appeal = { $title }：{ $who } 請求裁決，{ $since }
    -# 「{ $text }」
discord-mod-asks = { $title }：{ $who } 請其他人同意，{ $since }
    -# { $text }
discord-mod-late = { $title }：{ $who } 遲了，{ $since }
    -# 連續錯過 { $count } 次期限
discord-mod-vacant = { $title }：{ $who } 的座位空著，{ $since }
    -# 任何人都能加入
discord-mod-waiting = { $title }：錯過期限，等主持人決定，{ $since }
    -# /mod default、/mod extend 或 /mod deadline
discord-mod-missing = { $title }：未安裝其規則版本，{ $since }
    -# 須由架設者安裝
discord-mod-lost-thread = { $title }：討論串被刪除，{ $since }
    -# 已私訊通知玩家
discord-mod-lost-channel = { $title }：頻道被刪除，{ $since }
    -# 已私訊通知玩家；按鈕會把它開在此頻道
discord-mod-lost-server = { $title }：我被移出該伺服器，{ $since }
discord-mod-lost-closed = { $title }：我無法在那裡發言，{ $since }。{ $why }
    -# 已私訊通知玩家；一旦能再次發言，等待中的內容都會顯示
discord-mod-unshown = { $title }：Discord 沒有顯示我在那裡的訊息，{ $since }
    -# 我最久每小時重試一次
discord-mod-unposted = Discord 拒絕{ $what ->
        [open] 開放對局的貼文
        [results] 對局結果
        [log] 主持人紀錄
       *[seats] 空位通知
    }，{ $since }
    -# 我最久每小時重試一次，權限變更時立即重試
discord-mod-unready = { $what ->
        [open] 開放對局的頻道
        [results] 對局結果的頻道
        [log] 主持人紀錄的頻道
        [homes] 一種對局的頻道
        [pinged] 新對局的身分組
        [substitutes] 空位的身分組
       *[moderators] 主持人紀錄的身分組
    }{ $rights ->
        [none] 已被刪除
       *[other] { $place } 不讓我發言：我缺少{ $rights }
    }，{ $since }
    -# { $rights ->
        [none] 請用 /mod posts 另選一個
       *[other] 一有權限，等待中的內容就會貼出
    }
discord-posts = **此伺服器的貼文**
    - 對局結果：{ $results }
    - 主持人紀錄：{ $log }，通知 { $moderators }
    - 開放的對局與空位：{ $open }；空位通知 { $substitutes }
    - 新對局：{ $homes }；通知 { $pinged }
    -# 再選一次同一個頻道或身分組即可移除。
discord-posts-kind = { $kinds } 在 { $place }
discord-posts-role = { TITLE($kind) }：{ $place }
discord-posts-anywhere = 在開局的地方
discord-posts-nobody = 沒有人
discord-set-idle = `{ $text }` 不是時間長度。請寫成「14d」，或用「all」取消。
discord-result = **{ TITLE($kind) } `{ $game }`**：{ $names }
discord-result-end = { $banner }。
discord-result-rating = { $name } { $rating } ({ $change })
discord-seat-free = { $role } **{ TITLE($kind) } `{ $game }`** 有空位：{ $seat }。先按「加入」的人就座。
discord-private-here = 私人對局需要文字頻道，因為只有文字頻道有私人討論串。
discord-mod-owner-gone = { $title }：擁有者已離開伺服器
    -# 對局繼續進行
discord-mod-report = [一則訊息]({ $link }) 被 { $who } 檢舉，{ $since }
discord-button-rule = 裁決…
discord-button-decide = 決定…
discord-button-anew = 新討論串
discord-button-try = 再試一次
discord-button-take = 由我接手
discord-button-seen = 已處理
discord-form-ruling = 你的裁決；同局的人都會看到
discord-mod-decide = 對局 `{ $game }` 的座位 **{ $seat }** 怎麼辦？
discord-button-decision-0 = 讓出座位
discord-button-decision-1 = 這次不等
discord-button-decision-2 = 再給一天
discord-button-decision-3 = 移除座位
discord-anew = 此局有新的討論串：{ $place }
discord-tried = 我正在重試：若 Discord 接受，等待中的內容會立即出現在 { $place }。
discord-tried-not = 我仍無法在那裡發言。{ $why }
discord-reported = 此伺服器的主持人會在 /mod list 看到該訊息的連結；不會轉達內容。
discord-reports-full = 檢舉已經很多了，請直接聯絡主持人。
discord-noticed = 已在 { $count } 局中通知。
discord-ban-not = 不能封鎖 { $name }。
discord-banned = **{ $name }** 無法再以任何方式建立或加入此伺服器的對局。{ $count ->
    [0] 他目前不在任何對局中。
   *[other] 他的座位如下處理：
}
discord-ban-lifted = **{ $name }** 可以再建立與加入此伺服器的對局。
discord-settings = **此伺服器的新對局**
    - 頻道：{ $channels }
    - 誰能建立：{ $creators }
    - 哪些遊戲：{ $games }
    - 未指定時的時鐘：{ $clock }
    - 語言：{ $language }
    - 一人同時最多幾局：{ $most }
    - 開放對局的貼文：{ $open }
    - 沒有時鐘的對局，回答的時間：{ $idle }
    - 高的盤面放在消息旁邊，適合電腦：{ $wide ->
        [yes] 是
       *[no] 否
    }
    -# 頻道、遊戲、時鐘、語言或回答時間填 all 即恢復預設；再選同一頻道則移除貼文。
discord-set-any = 不限
discord-set-everybody = 所有人
discord-set-usual = 預設
discord-set-none = 無
discord-set-channels = `{ $text }` 不是頻道。請寫成 #lobby，或 all。
discord-set-games = 請從 { $kinds } 中選擇，或 all。
discord-set-clock = `{ $text }` 不是時鐘。請寫成 24h、24h grace 2h，或 all。
discord-set-language = 請從 { $languages } 中選擇，或 all。
discord-not-here = 對局需要伺服器的文字頻道。請在那裡使用 /game new。
discord-no-right = 我在此頻道缺少權限：{ $right }。請伺服器的管理員給予後再試。
discord-no-rights = 我無法在 { $place } 進行對局：缺少{ $rights }權限。沒有建立任何東西。管理員可在「編輯頻道 → 權限」給予我權限。
discord-set-no-rights = 沒有變更任何設定，因為我在 { $place } 缺少{ $rights }權限。請在「編輯頻道 → 權限」給予後再試。
discord-right = { $right ->
        [read_messages] 檢視頻道
        [send_messages] 傳送訊息
        [create_public_threads] 建立公開討論串
        [create_private_threads] 建立私人討論串
        [send_messages_in_threads] 在討論串中傳送訊息
        [attach_files] 附加檔案
        [read_message_history] 讀取訊息歷史
       *[other] { $right }
    }
discord-right-thread = 檢視頻道、傳送訊息、建立公開討論串、在討論串中發言、附加檔案
discord-right-manage = 管理討論串
discord-dm-test = 只有你能知道的事，我會在這裡告訴你，不會有其他訊息。
discord-dm-closed = 我無法直接傳訊息給你，因此只有你能知道的事會留在對局討論串的「指令」裡。若要直接收到：在伺服器上按右鍵，隱私設定，允許私人訊息；然後按「指令」。
discord-nothing-told = 還沒有任何消息。
discord-export-running = 對局結束後才能匯出。
discord-export = 對局 `{ $game }` 的檔案；`meanwhile verify` 可檢查骰子。
discord-problem = 無法做到：{ $why }
refusal-not-fetched = 無法從 Discord 取得 { $word }。請再附加一次。
discord-internal = 裁判出了錯。什麼也沒有改變；已通知管理員。
discord-not-stored = 指令無法儲存。什麼也沒有發生，請再送一次。
discord-no-anytime = 現在沒有可以在自己的行動之外下達的指令。

discord-thread-name = { TITLE($kind) } { $game }

# 指令的名稱與說明。
command-game = 對局：開始、加入、查看
command-game-new = 在此頻道開始一局
command-game-form = 以表單填寫選項，在此頻道開始一局
command-game-list = 你的對局，以及此伺服器的對局
command-game-status = 輪到誰，到何時為止
command-game-board = 你所能看到的棋盤
command-game-replay = 整局的網頁，有所有棋盤與紀錄
command-game-history = 最近發生的事，以及先前的經過
command-game-rules = 遊戲規則
command-game-export = 將結束的對局存成檔案
command-order = 下達指令，或分行下達數個
command-menu = 你現在可以下達的指令，用按的
command-withdraw = 退出進行中的對局
command-inbox = 等你行動的一切，最急的在前
command-help = 你在這裡可以做的事
command-mod-list = 此伺服器上需要主持人的對局
command-mod-ban = 不讓某人參加此伺服器的對局，或解除
command-mod-posts = 什麼貼在哪裡、通知哪些身分組
command-mod-settings = 在哪裡、由誰、開哪些、開幾局
menu-orders-here = 此局的指令
menu-report = 向主持人檢舉
option-person = 誰
option-lift = 讓他再加入
option-channels = 新對局的頻道：#lobby #games，或 all
option-creators = 能建立對局的身分組；@everyone：所有人
option-games = 能建立的遊戲，以空格分隔，或 all
option-clock = 未指定時鐘的對局所用的時鐘，如 24h，或 all
option-language = 討論串的語言
option-most = 一人同時最多幾局；0：不限
option-wide = 新對局的卡片把高的盤面放在最新消息旁邊，適合電腦
option-idle = 沒有時鐘的對局：回答的時間，例如 14d；之後空出座位
option-results = 對局結果的頻道
option-log = 主持人紀錄的頻道
option-moderators = 主持人須處理時通知的身分組
option-substitutes = 有空位時通知的身分組
option-home = 新對局的頻道或貼文頻道
option-call = 新對局通知的身分組
option-kind = 只限這種遊戲
option-table = 桌號，或輪次與桌號，例如 2/1
option-result = draw、none、void 或 again；不填表示該座位獲勝
option-open = 開放對局貼文所在的頻道
name-inbox = 待辦
name-help = 說明
name-mod-list = 待處理
name-mod-ban = 封鎖
name-mod-posts = 貼文
name-mod-settings = 設定
command-mod = 給對局的主持人
option-game = 對局代號
option-join = 同時就座
option-film = 只要棋盤的動畫
option-mine = 如你當時所見，而非如眾人所見
option-scenario = 劇本檔（TOML），或地圖（.board）
option-charts = 自備的表格檔（TOML），供沙漠會戰使用
option-salt = 你給過雜湊值的那段文字
option-text = 指令
command-me = 這裡保存的、與你有關的資料
command-time = 時間：請假、暫停、延長
command-mod-lock = 鎖住對局的討論串
option-look = 表格或棋盤的其他檢視方式，例如「near A1」；不填：棋盤
command-standing = 預設指令：預先下達，別人看不到
command-standing-now = 在自己的行動之外下達的指令，如果遊戲裡有
name-game = 對局
name-game-form = 表單
name-game-list = 列表
name-game-status = 狀態
name-game-board = 棋盤
name-game-replay = 重播
name-game-history = 經過
name-game-rules = 規則
name-game-export = 匯出
name-order = 指令
name-menu = 選單
name-withdraw = 退出
name-mod = 主持
name-me = 我
name-time = 時間
name-mod-lock = 鎖定
name-standing = 預設指令
name-standing-now = 額外指令

# 對局的卡片。$relative、$date、$time：期限，由 Discord 依讀者顯示；沒有期限時 $relative 是 "none"。
discord-card-over = **{ $banner }。**{ $who }，感謝參與。
discord-with = **{ TITLE($kind) }（與 { $names }）**
discord-moment = { $relative }（{ $date }）
discord-own = { $title }：{ $what }
discord-only-you = 只告訴你
discord-closed = 此問題已結束；當時告訴你的內容保留在下面。
discord-watches = { $place } 已加入你的討論串。離開該討論串就不再收到通知。
discord-watches-not = 我無法把你加入 { $place }。請自行開啟該討論串並選擇「追蹤」。
discord-button-board = 棋盤
discord-button-watch = 旁觀
discord-button-thread = 討論串

# 已結束的對局。
discord-card-away = 討論串將於 { $date } 收起，之後仍可閱讀。
discord-button-rematch = 再來一局
discord-button-film = 我的視角動畫
discord-button-fair = 公平驗證
discord-rematch = 新的一局在這裡：{ $place }
discord-kept = 這些座位為上一局的玩家保留一天，之後人人可加入。
discord-kept-for = 座位為 { $names } 保留到 { $date }。
discord-card-old = **這張卡片已經舊了。**沒有執行任何事。
discord-now = 目前：{ $now }
discord-button-newest = 最新的卡片

# 頻道中邀人加入的訊息。$who：已有座位的人，或 "none"；$free：空位數。
discord-lobby-open = { TITLE($kind) }：{ $who ->
    [none] 有 { $free } 個空位
   *[other] { $who } 與 { $free } 個空位
}
discord-lobby-running = { TITLE($kind) }：{ $names }
discord-lobby-watch = 對局進行中，人人可旁觀。
discord-lobby-id = 對局 `{ $game }`。
discord-usual = 一般選項。
discord-unusual = 與一般不同：{ $options }
command-mod-seat = 座位：讓出、換人、禁言
discord-button-told = 通知方式…
discord-button-away = 請假至…
discord-button-choose = 選擇
discord-button-chosen = 已選
discord-told = ### 輪到你時如何通知你
    -# 適用於你的所有對局。有暗中同時回答的對局，不論選哪一種，被問到的人都會在討論串中被提及，因此沒有人能看出誰選了什麼。
discord-told-way = { $way ->
    [private] **私訊**；無法送達時在討論串中提及你
    [mention] **在討論串中提及你**，不傳私訊
    [mail] **只用電子郵件**；無法送達時照一般方式
    [silent] **完全不通知。** 沒有人會叫你，請自行查看收件匣
   *[usual] **照一般方式**：在討論串中提及你；有只給你看的內容時另傳私訊
 }
discord-away-start = 自（留空：現在）
discord-away-end = 至
name-mod-seat = 座位
discord-button-wide = 寬版，附最近經過
discord-button-steps = 一步一步走
discord-field = { $name ->
    [column] 欄
    [row] 列
    [facing] 朝向
    [target] 目標
    [unit] 單位
    [place] 位置
    [hex] 格
    [mode] 方式
    [to] 目的地
   *[other] { $name }
 }

# A contest: its post in the channel, and its buttons.
discord-contest = { TITLE($kind) }：{ $form ->
    [swiss] 瑞士制
    [robin] 循環賽
    [knockout] 淘汰賽
   *[league] 聯賽
}
discord-contest-entrants = { $count ->
    [0] 還沒有人報名。
   *[other] **{ $count } 人報名：**{ $names }{ $more ->
        [0] {""}
       *[other] {" "}等，另有 { $more } 人
    }
}
discord-contest-no-game = 你現在在這個賽事裡沒有進行中的對局。
discord-contest-withdraw = **要退出這個賽事嗎？**
    你不再參加其中的對局，所有人都會得知。這無法復原。
discord-button-scores = 成績
discord-button-own-game = 我的對局
discord-button-rest = 輪空
