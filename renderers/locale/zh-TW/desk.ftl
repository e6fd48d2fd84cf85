# 眾人對一局的決定，以及裁判的回答。$role：讀者本人，或其他人。

house-proposed = { $role ->
    [actor] 你請求回到紀錄的第 { $line } 行，正在等其他玩家同意。
   *[other] { $name } 請求回到紀錄的第 { $line } 行。請回答「agree」或「disagree」。
}
house-asked-for = { $deputy ->
    [yes] { $role ->
        [actor] 你這一方有位沒有參加的主持人，請你和其他玩家同意「{ $what }」。請回答「agree」或「disagree」。
       *[other] { $name } 這一方有位沒有參加的主持人，請你同意「{ $what }」。請回答「agree」或「disagree」。
    }
   *[no] { $role ->
        [actor] 你請其他玩家同意「{ $what }」。
       *[other] { $name } 請你同意「{ $what }」。請回答「agree」或「disagree」。
    }
}{ $spoken ->
    [yes] 這件事不會因為沒有回應就算同意；沒有參加的主持人可以代為決定。
   *[no] 通知送達後 72 小時沒有回應就算同意；請假、不計時的時間與暫停的時間都不算在內。
}
house-still-asked = { $role ->
    [actor] 你的請求{ $kind ->
        [undo] （回到紀錄的第 { $line } 行）
       *[other] 「{ $what }」
    }還沒有得到回應。
   *[other] { $name } 的請求{ $kind ->
        [undo] （回到紀錄的第 { $line } 行）
       *[other] 「{ $what }」
    }還在等回應。請回答「agree」或「disagree」。
}尚未回應：{ $names }。
house-approved = { $role ->
    [actor] 其他玩家同意了「{ $what }」。
   *[other] 玩家們同意了 { $name } 提出的「{ $what }」。
}
house-acted-alone = { $role ->
    [actor] 你以主持人的身分決定了「{ $what }」，沒有問過其他玩家。
   *[other] { $name } 在本局有座位，並以主持人的身分決定了「{ $what }」。
}
house-agreed = { $role ->
    [actor] 你同意了。
   *[other] { $name } 同意了。
}
house-disagreed = { $role ->
    [actor] 你不同意；提議已取消。
   *[other] { $name } 不同意；提議已取消。
}
house-rolled-back = { $how ->
    [consent] 全體同意：對局回到紀錄第 { $line } 行之後的樣子。
   *[moderator] 主持人把對局退回到紀錄第 { $line } 行之後的樣子。
}{ $revealed ->
    [yes] 這段期間公開過的資訊仍然公開。
   *[no] {""}
}
house-vacated = { $role ->
    [actor] 你的座位現在可由別人接手。想拿回座位，請說「join」。
   *[other] 座位 { $seat } 空出來了。想接手的人請說「join { $seat }」。
}
house-replaced = { $role ->
    [actor] 你現在坐在 { $seat }，名為 { $name }。
   *[other] { $name } 現在坐在 { $seat }。
}
house-removed = { $role ->
    [actor] 主持人已讓你退出對局；此後你的座位由系統代為執行預設的行動。
   *[other] 主持人已讓 { $name } 退出對局。
}
house-corrected = 主持人更正了局面。理由：{ $text }
house-appealed = { $any ->
    [yes] { $by } 請主持人裁決：{ $text }
   *[no] { $by } 不再請求裁決。
}
house-questioned = { $by } 問主持人：{ $text }
house-ruled-on = 主持人裁決：{ $text }
house-announced = 主持人：{ $text }
house-hushed = { $on ->
    [yes] { $role ->
        [actor] 主持人已將你禁言。
       *[other] 主持人已將 { $name } 禁言。
    }
   *[no] { $role ->
        [actor] 你可以再發言了。
       *[other] { $name } 可以再發言了。
    }
}
house-unreached = { $on ->
    [yes] { $role ->
        [actor] 用{ channel }傳給你的訊息無法送達。
       *[other] 用{ channel }傳給 { $name } 的訊息無法送達。
    }
   *[no] { $role ->
        [actor] 用{ channel }傳給你的訊息又能送達了。
       *[other] 用{ channel }傳給 { $name } 的訊息又能送達了。
    }
}
house-appointed = { $alone ->
    [yes] 本局的主持人現在只有 { $name }。
   *[no] { $name } 現在是本局的主持人。
}
house-closed = 主持人結束了對局。{ $any ->
    [yes] 理由：{ $text }
   *[no] {""}
}
house-abandoned = 對局已經結束，沒有勝方
house-unrated = 這一局不計入積分。主持人即使參加對局也可以行使職權。
house-viewed = { $name }（{ channel }）檢視了隱藏資訊：{ $any ->
    [yes] { $seat } 所見的內容。
   *[no] 全部內容。
}此人不能參加這一局。
house-webhook-ended = 連續多日無法送達 { $host } 的 webhook，因此已停用。要重新設定，請用「webhook」（對局用「gm webhook」）。
house-admitted = { $seat } 讓 { $name }（{ channel }）看到 { $seat } 所知的一切。請輸入「observe { $seat }」閱讀。此人不能參加這一局。
house-linked = { $on ->
    [yes] 這個私人對局現在有網頁，知道網址的人都能看。
   *[no] 這個私人對局不再有網頁。
}
house-invited = { $any ->
    [yes] { $by } 邀請你加入本局。
   *[no] 你受邀加入本局。
}請說「join」入座。

# 裁判拒絕的話。
refusal-nothing-proposed = 目前沒有等你同意的提議。
refusal-nobody-to-agree = { $word } 目前沒有玩家，沒有人能代表這個座位同意。等有人接手後再提出（可用「gm replace」讓給其他玩家）。沒有參加的主持人可以代為決定。
refusal-no-such-line = 紀錄沒有第 { $word } 行。
refusal-no-such-update = 對局沒有第 { $word } 次更新。
refusal-before-the-start = 對局不能回到開始之前。
refusal-not-moderator = 只有本局的主持人可以這樣做。
refusal-seat-removed = 主持人已讓你退出本局。
refusal-removed-before = { $word } 已經退出對局。
refusal-plays-himself = 你在這一局有座位，所以對局結束前不能檢視隱藏資訊。放棄座位之後，可以請其他玩家同意讓你檢視；從未入座的主持人也可以檢視與更正。
refusal-own-game = 你在這個計分的對局有座位，或曾經有過，所以不能由你一個人決定。你還在座位上時，可以由其他玩家同意；沒有參加的主持人可以執行，伺服器的管理員也可以（「meanwhile gm」）。若開局時設定「rated=no」，你就可以自己做。
refusal-has-viewed = 此人檢視過這一局的隱藏資訊，不能入座。其他人可以。
refusal-had-a-seat = 此人在這一局曾坐過 { $word }，可以再坐回去，但不能坐別的座位。
refusal-viewer-and-seat = 兩個帳號之一在對局 { $word } 有座位，另一個檢視過它的隱藏資訊。等對局結束後就可以連結。
refusal-look-first = 更正之前請先檢視局面。
refusal-bad-path = 局面裡沒有「{ $word }」這個欄位。
refusal-bad-value = 「{ $word }」若是那個值，局面就不成立。什麼都沒有改變。
refusal-no-such-person = 不清楚「{ $word }」是誰。
refusal-banned-here = 此伺服器的主持人不讓你加入這裡的對局；請詢問他們。
refusal-too-many-here = 你在此伺服器已有 { $word } 個對局，已達上限。
refusal-nothing-appealed = 你並未請求裁決。
refusal-kicked-out = 主持人已請你離開本局；受邀後才能再加入。
refusal-no-contest = 這只適用於賽事，並且要在賽事自己的對話裡說。
refusal-no-such-table = 沒有 { $word } 這一桌。請寫輪次與桌號，例如 2/1。
refusal-not-correctable = 第 { $word } 桌已經影響後面的比賽，不能單獨更改。
refusal-no-next-round = 現在不能開始下一輪。
refusal-no-robots-in-contest = 這個賽事沒有設定 robots=yes，電腦不能參加。
refusal-contest-clock = 賽事的對局只有主持人能暫停計時或延長期限。
refusal-not-reliable = 這一局只收準時回答率至少 { $word } % 的人。
refusal-not-seeking = 你沒有在找對手。要找對手，請打「seek KIND」。
refusal-not-substitute = 你不在候補名單上。想在有空位時收到通知，請打「substitute」。
refusal-nobody-to-ask = 沒有人可以問：除了你自己，本局沒有主持人，伺服器也沒有可以聯絡的管理員。
refusal-hushed = 主持人已將你禁言。
refusal-last-address = 只有 { $word } 能通知到你，所以不能取消連結。
refusal-too-many-games = 你已建立 { $word } 個尚未開始的對局。
refusal-too-many-notices = 你在一小時內已經通知其他人太多次。請在 { $word } 分鐘後再試；遊戲中的指令不受限制。
refusal-too-many-running = 你已經管理 { $word } 個尚未結束的對局。請先結束其中一個。
refusal-robots-outnumber = 這個賽事已經有 { $word } 個機器人。等更多人加入後，才能再加入機器人。
refusal-too-many-robots = 你已經有 { $word } 個只有機器人的對局。請等其中一個結束。
refusal-cannot-make = { $word }
refusal-no-such-game = 沒有名為「{ $word }」的遊戲。
refusal-too-many-invited = 一局最多邀請 { $word } 人，一人一天也不能邀請更多。
refusal-too-much-said = 一小時最多可以傳 60 則訊息，一天最多 200 則。{ $word } 分鐘後可以再傳。
refusal-not-admitted = { $word } 沒有讓你看。請對方輸入「admit」和你的名字。
refusal-not-private = 這一局是公開的，有俱樂部網頁時本來就在上面。
refusal-not-observing = 你沒有在旁觀這一局。
refusal-too-many-tries = 錯太多次了。請等一小時。
refusal-asked-too-often = 你在一小時內已經要求了 { $word } 次，這對伺服器負擔很大。請一小時後再試。
refusal-still-needed = 你在尚未結束的對局裡有座位、曾有座位，或負責管理。等這些對局結束後就可以刪除；你管理的對局也可以先交給別人。
refusal-no-mail-linked = 你沒有連結電子郵件地址，或已將它靜音。請先連結：「link」會給你一組代碼，再從那個地址寄出。
refusal-bad-code = 這個代碼無效，或已過期。
refusal-both-seated = 兩個帳號在對局 { $word } 各有座位，或曾經各有座位。
refusal-not-linked = 你在 { $word } 沒有連結的帳號。
refusal-bad-webhook = 「{ $word }」不能當作 webhook 的網址。請用 https:// 開頭的公開網址。
refusal-no-webhooks-here = 這裡沒有 webhook。營運者可在設定中加入 [doors.webhook] 來開放。
refusal-private-game = 本局不公開，所以消息不送往別處。每位玩家可以有自己的 webhook：「webhook URL」。
refusal-no-calendars-here = 這裡沒有行事曆。營運者可在設定的 [pages] 中填入 folder 與 url 來開放。
refusal-no-robots-here = 這裡沒有電腦可以下場：要等營運者啟動 meanwhile serve。
refusal-seats-are-drawn = 本局的座位由抽籤決定。

# 建立對局：選項與檔案。$word：不能用的內容。
refusal-bad-option-pair = 「{ $word }」不是選項；請寫成 KEY=VALUE，例如 size=10x8。
refusal-no-such-option = 這個遊戲沒有「{ $word }」這個選項。
refusal-bad-option = 選項不能用這個值：{ $word }。
refusal-no-such-file = 管理員沒有在資料庫旁放這個檔案：{ $word }。
refusal-file-too-long = { $word }：檔案太長，最多 256 KiB。
refusal-file-too-costly = { $word }：讀取這個檔案需要超過兩秒的處理器時間，或太多記憶體。請改用較小或較簡單的檔案。
refusal-too-many-files = 你在一小時內已交出檔案 { $word } 次。請一小時後再試。
refusal-file-not-text = { $word }：第 { $place } 個位元組不是 UTF-8。請把檔案存成 UTF-8。
refusal-file-not-toml = 這個檔案不是有效的 TOML。{ $word }
refusal-takes-no-file = 這個遊戲不接受 { $word } 檔案。
refusal-given-twice = 「{ $word }」給了兩次：一次在劇本檔裡，一次另外給。請拿掉一個。
refusal-odd-characters = { $word } 含有控制終端機或看不見的字元。請刪除這些字元。

# 已完成的事。
did-join = 你的座位是 { $seat }。
did-robot = { $seat } 由等級 { $level } 的電腦操作。
did-leave = 你已離開對局。
did-start = 對局開始。
did-say = 已傳送。
did-undo = 已收回你的上一個指令。
did-cancel = 你這次的回答已收回。
did-propose = 已請求回到紀錄的第 { $line } 行，正在等其他玩家同意。
did-ask = 已請其他玩家同意「{ $what }」。全體同意後就會執行。{ $kind ->
    [spoken] 這件事不會因為沒有回應就算同意；沒有參加的主持人可以代為決定。
   *[silent] 通知送達後 72 小時沒有回應就算同意。
}想收回請說「disagree」。
did-agree = { $missing ->
    [0] 你同意了。
   *[other] 你同意了。還有人未同意。
}
did-agree-again = 你讀到的請求之後又有新的請求：「{ $what }」。同意的話請再說一次「agree」，不同意請說「disagree」。
did-disagree = 你不同意。
did-mute = 你不再看到 { $whom } 的訊息。
did-unmute = 你又能看到 { $whom } 的訊息。
did-talk = { $n-said ->
    [0] 沒有給你的訊息。
   *[other] 訊息：
}
did-games = { $n-games ->
    [0] 你沒有對局。
   *[other] 你的對局，以及缺人的對局：
}
did-new = 對局 { $game }（{ TITLE($kind) }）已建立，由你主持。要參加請在那裡說「join」。
did-admit = { $who } 可以看到 { $seat } 所知的內容，直到結束。其他人會收到通知。
did-invite = 已邀請 { $who }。
did-hand = { $who ->
    [none] 座位 { $seat } 仍是你的，不再讓出。
   *[other] 已邀請 { $who } 接手你的座位 { $seat }。對方加入後就是他的，在那之前仍是你的。「hand nobody」可收回。
 }
did-observe = { $any ->
    [yes] 你可以看到 { $seat } 所知的內容，請輸入「board」或「history」。
   *[no] 你開始旁觀。
}
did-observe-off = 你不再旁觀。
did-link = 請在 15 分鐘內用你的另一個帳號（Discord、電子郵件或終端機）送出「link { $code }」。
did-linked = { $who }（{ channel }）與你現在連結為同一人：訊息兩邊都送，兩邊都能操作你的座位。若那不是你，請立刻說「unlink { $door }」。
did-unlink = { channel }已經不再與你連結。
did-my-data = 以下是這裡保存的、與你有關的全部資料。
did-forget-me = 將刪除你的名字、地址與你說過的話，所有對局皆然；對局本身會保留，你的名字會換成中性的名稱。刪除後無法復原。確定的話，請輸入「forget me yes」。
did-forget-me-yes = 你的名字、地址與你說過的話會在一天之內刪除。在那之前可以反悔：輸入「forget me no」。
did-forget-me-no = 什麼都不會刪除。
did-signals = { $how ->
    [private] 輪到你時會以私訊通知你（只要私訊能送達）。
    [mention] 輪到你時會在討論串中提及你。
    [mail] 輪到你時只以電子郵件通知你；郵件無法送達時，照一般方式通知。
    [silent] 輪到你時 Discord 上不會通知你；有暗中同時回答的對局除外，那裡對所有人一視同仁。郵件照常寄送，「mute mail」可停止。請自行查看收件匣，所有待辦都在那裡。
   *[usual] 輪到你時照一般方式通知：在討論串中提及你；有只給你看的內容時另以私訊通知。
 }
did-pages = { $how ->
    [on] 社團網頁會寫出你的名字：在你的公開對局、排名，以及一個列出你的評分與準時作答比例的頁面。要取消，請輸入「pages off」。
   *[off] 社團網頁不會寫出你的名字：你在上面是「player-1」之類。要寫出名字，請輸入「pages on」。
 }
did-webhook = { $how ->
    [new] 你所有對局的消息現在也會送到 { $host }，並以這個密鑰簽章，密鑰只在此顯示一次：{ $secret }
    [on] 你的消息也會送到 { $host }。
    [failing] 你的消息也會送到 { $host }，但最近一則沒有送達，會再試。
   *[off] 你沒有 webhook。
 }
did-gm-webhook = { $how ->
    [new] 本局的公開消息現在也會送到 { $host }，並以這個密鑰簽章，密鑰只在此顯示一次：{ $secret }
    [on] 本局的公開消息也會送到 { $host }。
    [failing] 本局的公開消息也會送到 { $host }，但最近一則沒有送達，會再試。
   *[off] 本局沒有 webhook。
 }
did-calendar = { $how ->
    [on] 你的行事曆，內有等你回答的問題：{ $url } ，請在行事曆程式中訂閱。知道這個網址的人都能看。「calendar new」會換網址，「calendar off」會停用。
   *[off] 你沒有行事曆。要開啟，請輸入「calendar」。
 }
did-proof = 對局 { $named } 的骰子：秘密的 SHA-256 是 { $dice }。{ $any ->
    [yes] 骰子的秘密是 { $secret }。
   *[no] {""}
}第 { $update } 次更新：{ $head }。{ $n-sealed ->
    [0] {""}
   *[other] 保密內容的承諾值，最新的在最後：
}
desk-sealed = 第 { $question } 次行動，{ $seat }：{ $root }{ $n-leaves ->
    [0] {""}
   *[other] （{ $leaves }）
}
did-proof-update =
    第 { $number } 次更新公開了：{ $told }
    這段文字的 SHA-256：{ $leaf }
    前一次更新的雜湊值、這段文字的，以及未公開部分的：{ $before } { $leaf } { $seal }
    三者相接的 SHA-256：{ $head }
did-record = 目前為止的對局（{ $form }）：
did-seek = { $n-waiting ->
    [0] 目前沒有人在找對手。
   *[other] 正在找對手的人數：
}
did-seek-off = 你不再找對手。
did-substitute = { $kind ->
    [none] 有空位時會通知你。
   *[other] { TITLE($kind) }有空位時會通知你。
}
did-substitute-off = 有空位時不再通知你。
did-profile = { $name }：{ $known ->
    [1] 準時回答 { $reliability } % 的問題。
   *[other] 回答過的問題還太少，無法判斷是否準時。
}
did-rating = { $n-ratings ->
    [0] 沒有可計算的完結對局。
   *[other] 等級分：
}
did-kick = { $seat } 不再有座位。
did-gm-pause = 計時已暫停。
did-gm-resume = 計時繼續。
did-gm-extend = 期限延長了。
did-gm-deadline = 期限已設定。
did-gm-default = 不再等他們。
did-gm-replace = { $any ->
    [offered] 已把 { $seat } 提供給 { $name }，對方說「join」後即可接手；在那之前維持不變。
    [yes] { $name } 現在坐在 { $seat }。
   *[no] 座位 { $seat } 空出來了。想接手的人請說「join { $seat }」。
}
did-gm-remove = { $seat } 已退出對局。
did-gm-rollback = 對局回到紀錄第 { $line } 行之後的樣子。
did-gm-undo = 對局回到紀錄第 { $line } 行之後的樣子。
did-gm-correct = 局面已更正。玩家會知道有更正與理由。
did-gm-rule = 已裁決，並已通知所有玩家。
did-question = 你的問題已送給主持人，別人看不到。
did-appeal = 已請主持人裁決，並已通知所有玩家。
did-appeal-none = 你已不再請求裁決。
did-gm-announce = 已公告。
did-gm-mute = { $seat } 已禁言。
did-gm-unmute = { $seat } 可以再發言。
did-gm-page = { $how ->
    [on] 這一局的網頁：{ $place }
    知道網址的人能看到旁觀者所見的內容。
   *[off] 這一局沒有網頁。
}
did-gm-close = 對局已結束。
did-gm-score = 第 { $table } 桌已裁定：{ $result }。賽事的所有人都會收到通知。
did-gm-round = 第 { $round } 輪{ $at ->
    [now] 開始。
   *[other] 於 { $at } 開始，即使還有未結束的對局。
}
did-gm-moderator = 本局多了一位主持人。
did-gm-hand = 對局已交接。
did-gm-look = 隱藏資訊。對局進行中，玩家會立刻知道你檢視過。
did-gm-audit = { $n-acts ->
    [0] 本局沒有稽核紀錄。
   *[other] 稽核紀錄：
}
desk-game = { $game }（{ TITLE($kind) }）{ $sits ->
    [yes] ，{ $seat }
   *[no] {""}
}：{ $stands ->
    [over] 已結束，{ $result }
    [asked] 輪到你
   *[other] 輪到別人
}{ $any ->
    [yes] ，期限 { $due }
   *[no] {""}
}{ $requested ->
    [yes] ，請你同意「{ $request }」（agree、disagree）
   *[no] {""}
}
desk-game-missing = { $game }（{ TITLE($kind) }）：無法開啟；這裡沒有安裝 { TITLE($kind) } 第 { $edition } 版
desk-open = { $game }（{ TITLE($kind) }）：{ $places } 個座位已有 { $taken } 人
desk-seek = { TITLE($kind) }：{ $count } 人{ $any ->
    [yes] ，包括你，到 { $until } 為止。開局時雙方都會收到通知。
   *[no] {""}
}
desk-rating = { TITLE($kind) }：{ $place ->
    [0] { $name }，{ $rating } ± { $margin } 分（暫定）
   *[other] 第 { $place } 名 { $name }，{ $rating } ± { $margin } 分
}；{ $games } 局，{ $won } 勝，{ $drawn } 和
desk-said = { $at } { $by } 對 { $to }：{ $text }
desk-act = { $at } { $by }：{ $what } { $more }
channel = { $door ->
    [mail] 電子郵件
    [discord] Discord
    [terminal] 終端機
    [operator] 命令列
   *[other] { $door }
}

# 對裁判說的話各有什麼用：在說明、Discord 的指令與 docs/reference/commands.md 裡。最多 100 個字元。
word-new = 開新的一局；由你擁有，你也要和大家一樣加入
word-games = 你所有的對局，以及還缺人的對局
word-admit = 讓一位不參加的人看你所見的內容，直到結束
word-invite = 邀請某人，在這裡或用郵件；私人對局只有主持人能邀請
word-observe = 旁觀這一局，或看一位讓你看的玩家所見的內容
word-observe-off = 停止旁觀
word-link = 取得連結另一個帳號用的代碼，或輸入在那裡取得的代碼
word-unlink = 取消與你另一個帳號的連結
word-rating = 你的等級分，或某個遊戲裡誰最強
word-profile = 某人多常準時回答，以及等級分
word-seek = 等候對手，最多 14 天，例如「seek dicechess clock=3d」；或看有幾人在等
word-seek-off = 不再找對手
word-substitute = 有空位時通知你；可以只限一種遊戲
word-substitute-off = 有空位時不再通知你
word-join = 就座
word-leave = 開始前讓出座位
word-robot = 讓電腦坐一個空位
word-start = 以現有的人開始
word-hand = 把你的座位交給別人；對方加入後就是他的。hand nobody 則收回
word-say = 對一位或幾位玩家（ann,bob）說話，或用 * 對所有人說
word-ask = 向主持人提問；不會告訴其他人
word-talk = 你看得到的玩家訊息
word-mute = 將某位玩家靜音；或在你所有的對局裡，將你的一個帳號靜音（mail、discord）
word-unmute = 取消某位玩家或你的帳號的靜音
word-proof = 證明對局公正的雜湊值；結束後也有它們的原文；或某一次更新和它的雜湊值
word-record = 對局的完整紀錄，用該遊戲自己的格式
word-undo = 收回你最後的指令，必要時請大家同意；或回到某一行
word-agree = 同意某位玩家對大家提出的請求
word-disagree = 不同意這樣的請求，或收回自己的請求
word-cancel = 收回你這次的回答
word-away-none = 你回來了：結束請假，並取回期間開放的座位
word-away = 在你所有的對局裡請假
word-hours = 在你所有的對局裡，設定不計時的時段
word-pause = 贊成暫停；全體同意時停止計時
word-pause-no = 收回贊成，或反對暫停
word-resume = 贊成暫停後繼續
word-resume-no = 收回贊成，或反對繼續
word-extend = 贊成延長時間；過半數同意時延長
word-extend-no = 收回贊成，或反對延長時間
word-wait = 等到時限再結算；不會告訴其他人
word-ready = 不必再等我（取消 wait）
word-queue-add-always = 每次輪到你而且合用時，都下達這道指令
word-queue-add = 輪到你而且合用時，下達這道指令
word-queue = 列出你的預設指令
word-queue-drop = 取消預設指令，一道或全部
word-kick = 開始前讓某個座位空出來；該玩家受邀後才能回來
word-gm-kick = 開始前讓某個座位空出來；該玩家受邀後才能回來
word-gm-pause = 暫停計時
word-gm-resume = 計時繼續
word-gm-extend = 延長這次行動的時間
word-gm-deadline = 設定這次行動的期限
word-gm-default = 不再等待，直接用預設指令
word-gm-replace = 把座位交給別人，或交給下一個加入的人
word-gm-remove = 讓某個座位退出對局
word-gm-rollback = 回到經過中的某一行
word-gm-undo = 回到大家看到的最後一道指令之前
word-gm-correct = 更正局面並說明原因；要先檢視隱藏資訊
word-gm-announce = 向對局中的所有人公告
word-appeal = 請主持人裁決；填 none 則收回
word-gm-rule = 裁決玩家的爭議；同局的人都會看到理由
word-gm-mute = 將某位玩家禁言
word-gm-unmute = 解除某位玩家的禁言
word-gm-page = 給私人對局一個祕密網址的網頁，或移除網頁
word-gm-close = 結束對局，沒有勝者
word-gm-score = 裁定或更正賽事的一桌：won 名字、draw、none、void 或 again
word-gm-round = 立刻或在某個時刻開始賽事的下一輪
word-gm-moderator = 讓某人成為本局的主持人
word-gm-hand = 把本局交給別人主持
word-gm-look = 檢視隱藏資訊；玩家會立刻知道
word-gm-audit = 主持人做過的事
word-webhook = 把你的消息送到一個網址（「off」停用），或看目前送到哪裡
word-gm-webhook = 把本局的公開消息送到一個網址（「off」停用），或看目前送到哪裡
word-calendar = 一份行事曆，內有等你回答的問題，網址不公開
word-pages = 社團網頁是否寫出你的名字
word-signals = 輪到你時如何通知你（所有對局）
word-my-data = 這裡保存的、與你有關的全部資料（檔案）
word-forget-me = 一天之內刪除你的名字、地址與你說過的話

# 可以填的內容。
option-kind = 哪個遊戲
option-options = 遊戲選項：key=value，以空格分隔
option-who = 此伺服器的人（@…）、郵件地址或座位
option-code = 你的另一個帳號所取得的代碼
option-door = 另一個帳號在哪個平台：discord、mail、terminal
option-seat = 哪個座位
option-level = 多強：0（隨機）到 9
option-to = 對誰
option-words = 要說的話
option-line = 經過中的某一行
option-update = 更新的編號，可看它公開了什麼和雜湊值；不填：所有雜湊值
option-end = 到何時止：2026-12-24，或 2026-12-24 18:00
option-start = 從何時起：2026-12-24，或 2026-12-24 18:00
option-hours = 時區與時段，例如 Asia/Taipei 23:00-08:00 weekends；不填：沒有
option-length = 多久：24h、90m、3d
option-order = 指令
option-number = 它在清單裡的號碼；不填：全部
option-path = 局面中的哪個欄位
option-value = 新的值
option-reason = 理由；所有人都會看到
option-how = private 私訊、mention 提及、mail 電子郵件、silent 不通知；usual：照一般方式；留空：目前的設定
option-url = 網址，例如 https://example.org/news，或「off」
option-act = 「new」換網址，「off」不用
option-answer = yes：刪除；no：不刪除；留空：先詢問

# Discord 指令的名稱。
name-game-new = 新局
name-game-mine = 我的
name-game-invite = 邀請
name-game-watch = 旁觀
name-game-unwatch = 停止旁觀
name-me-link = 連結
name-me-unlink = 取消連結
name-me-rating = 等級分
name-find = 找對手
name-me-webhook = 消息網址
name-me-calendar = 行事曆
name-me-admit = 准許觀看
name-mod-webhook = 消息網址
name-mod-page = 網頁
name-me-unseek = 不找對手
name-me-substitute = 候補
name-me-unsubstitute = 不再候補
name-game-profile = 個人紀錄
name-game-join = 加入
name-game-leave = 離座
name-mod-seat-robot = 電腦
name-game-start = 開始
name-game-hand = 讓位
name-say = 說話
name-game-talk = 談話
name-game-mute = 靜音
name-game-unmute = 取消靜音
name-game-salt = 公開文字
name-proof = 證明
name-undo = 收回
name-game-agree = 同意
name-game-disagree = 不同意
name-time-cancel = 收回回答
name-time-back = 回來
name-time-away = 請假
name-time-hours = 時段
name-time-pause = 暫停
name-time-resume = 繼續
name-time-extend = 延長
name-time-wait = 等待
name-time-ready = 就緒
name-standing-always = 每次
name-standing-add = 加入
name-standing-list = 列表
name-standing-drop = 收回
name-game-kick = 請離
name-mod-seat-kick = 請離
name-mod-pause = 暫停
name-mod-score = 裁定一桌
name-mod-round = 下一輪
name-mod-resume = 繼續
name-mod-extend = 延長
name-mod-deadline = 期限
name-mod-default = 不等
name-mod-seat-replace = 換人
name-mod-seat-remove = 移除
name-mod-rollback = 回溯
name-mod-undo = 收回
name-mod-correct = 更正
name-mod-announce = 公告
name-appeal = 申訴
name-mod-rule = 裁決
name-mod-seat-mute = 禁言
name-mod-seat-unmute = 解除禁言
name-mod-close = 結束
name-mod-moderator = 主持人
name-mod-hand = 移交
name-mod-look = 隱藏資訊
name-mod-audit = 紀錄
name-me-signals = 通知
name-me-pages = 社團網頁
name-me-data = 我的資料
name-me-forget = 忘記我
