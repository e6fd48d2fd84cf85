# The pictures and boards of desert. $name: a player. $hex: C3. $step: the prompt that is open. $segment, $stage: from 1.

desert-step = { $step ->
    [seating] 等待玩家
    [position] 火砲前置或後置
    [firing] 誰開火
    [plan] 砲擊計畫
    [apply] 砲擊損失
    [retreat] 突擊前撤退
    [assign] 分配任務
    [aa_pick] 反裝甲射擊
    [aa_loss] 反裝甲損失
    [ca_pick] 近接突擊
    [ca_retreat] 撤退或固守
    [ca_loss] 突擊損失
    [ca_captured] 被俘點數
    [ca_place] 安置俘獲
    [obligations] 強制撤退
    [move] 移動
    [paper] 敵方的說明
   *[over] 結束
}
desert-banner = { $segment ->
    [0] 沙漠會戰：等待玩家
   *[other] 第 { $segment } 段，行動方 { $name }：{ desert-step }
}
desert-over = { $name ->
    [none] { $reason ->
        [over] 本段結束，不計分
        [agreed] 對局結束：同意和局
       *[other] 對局結束：平手
    }
   *[other] { $reason ->
        [destroyed] { $name } 獲勝：敵方已無戰鬥單位
        [resigned] { $name } 獲勝：敵方認輸
       *[score] { $name } 以分數獲勝
    }
}
desert-last = 上一個行動：{ $what ->
    [barrage] 砲擊 { $hexes }。
    [notice] 突擊前的撤退，離開或進入 { $hexes }。
    [aa] 對 { $hexes } 的反裝甲射擊。
    [assault] 近距離突擊 { $hexes }。
    [stand] { $hexes } 的單位固守。
    [retreat] 撤退 { $hexes }。
   *[move] 移動，離開或進入 { $hexes }。
}
desert-status = { $segment ->
    [0] { $title }
   *[other] { $title } · { $stages ->
        [0] 單一段
       *[other] 第 { $stage } 階段，共 { $stages } · 第 { $segment } 段
    } · 行動方：{ $name }
}
desert-score = 分數：{ $points }
desert-terrain = { $terrain ->
    [clear] 開闊地
    [sand] 沙地
    [rough] 崎嶇地
    [hill] 丘陵
   *[other] { $terrain }
}
desert-hexside = { $kind ->
    [river] 河流
    [wadi] 乾谷
    [ridge] 山脊
    [escarpment] 陡崖（短線指向低處）
   *[other] { $kind }
}
desert-works-fort = 工事 { $level }
desert-works-city = 城市 { $level }
desert-works-air = 機場 { $level }
desert-is-coastal = 沿海
desert-is-road = 道路
desert-is-track = 小徑
desert-is-railroad = 鐵路
desert-worth = { $name ->
    [none] 佔領可得 { $points } 分（目前：無人）
   *[other] 佔領可得 { $points } 分（目前：{ $name }）
}
desert-key-stack = { $name }：部隊堆
desert-key-contact = 接觸
desert-key-watched = 敵方控制區（就你所知）
desert-sign-closed = 未翻開
desert-goal = 目標：結束時 VP 較多。佔有 ★、敵軍損失都得 VP。
desert-at-paper = 在紙上地圖前
desert-you = （你）
desert-sign-values = 攻擊、防守、CPA
desert-mark-fires = 可能開火
desert-mark-quiet = 靜默
desert-mark-under = 遭射擊
desert-mark-held = 受牽制
desert-mark-must = 必須突擊
desert-mark-retreated = 只有撤退單位
desert-mark-struck = 未突擊
desert-mark-resolved = 突擊已解決
desert-question = { $names ->
    [none] {""}
   *[other] { $names }：
}{ desert-asks }
desert-side = { $side ->
    [axis] Axis
    [cw] Commonwealth
   *[other] { $side }
}
desert-brief = { $title } · { $stages ->
    [0] 單一段
   *[other] 第 { $stage }/{ $stages } 階段 · 第 { $segment } 段
}
desert-phase = { $phase ->
    [position] 部署
    [plan] 計畫
    [barrage] 砲擊
    [retreat] 撤退
    [assign] 分配
    [aa] 反裝甲
    [assault] 突擊
   *[close] 結束
}
desert-points = { $points } 分
desert-holds = { $held ->
    [none] 沒有目標
   *[other] 控制 { $held }
}{ $bonus ->
    [0] {""}
   *[other] ，加分 { $bonus }
}
desert-key-thrust = 突擊
desert-key-shells = 砲擊：P 壓制，數字：損失點數
desert-key-trail = 移動到這裡
desert-mark-ship = 軍艦
desert-mark-dump = 補給點
desert-mark-wreck = 損失的戰車
desert-mark-prisoner = 被俘點數
desert-note-grid = 地圖格：{ $grid }。
desert-hex = { $hex }：{ $facts }
desert-stack = { $units ->
    [none] { $name } 的部隊堆
   *[other] { $name }：{ $units }
}
desert-ship = { $name } 的軍艦 { $unit }，砲 { $gun }
desert-dump = { $real ->
    [yes] 補給站 { $dump }（{ $stocks }）
   *[no] 假補給站 { $dump }
}
desert-wreck = { $name } 被毀的戰車：{ $points }
desert-between = { $kind ->
    [escarpment] { $a }-{ $b }：陡崖，{ $up } 在高處
   *[other] { $a }-{ $b }：{ desert-hexside }
}
desert-touch = { $zoc ->
    [yes] { $own } 與 { $enemy } 接觸，位於其控制區內
    [no] { $own } 與 { $enemy } 接觸，不在控制區內
   *[unknown] { $own } 與 { $enemy } 接觸
}
desert-controlled = 位於敵方控制區：{ $hexes }
desert-attack = { $origins ->
    [none] 突擊 { $targets }
   *[other] 由 { $origins } 突擊 { $targets }
}：{ $status ->
    [waiting] 等待中
    [declined] 放棄
    [resolved] 已解決
    [struck] 已取消
   *[void] 無效
}{ $held ->
    [yes] ，受牽制
   *[no] { "" }
}
desert-damage = { $hex } 的反裝甲射擊：守方 { $defender }，攻方 { $attacker }
desert-short = { $name }：{ $hexes }
desert-table-units = 你的單位
desert-table-targets = 你的目標
desert-table-marks = 敵方所知的你方單位
desert-table-fired = 你的砲擊結果
desert-table-suffered = 敵方的砲擊結果
desert-table-outward = { $name } 各格內可射擊的目標
desert-table-by = { $name } 砲擊的結果
desert-table-on = { $name } 所受砲擊
desert-total = 總計
desert-outward-hexes = 接敵的格：{ $hexes }
desert-outward-held = 受牽制：{ $hexes }
desert-outward-made = 已突擊：{ $hexes }
desert-table-assault = 突擊 { $targets }
desert-head-unit = 單位
desert-head-hex = 格
desert-head-kind = 種類
desert-head-points = 點數
desert-head-spent = CP
desert-head-cohesion = 凝聚
desert-head-morale = 士氣
desert-head-ammo = 彈藥
desert-head-state = 狀態
desert-head-target = 目標
desert-head-class = 類別
desert-head-known = 別名
desert-head-barrage = 序
desert-head-actual = 點數
desert-head-dice = 骰子
desert-head-result = 結果
desert-head-pinned = 壓制
desert-head-lost = 損失
desert-head-trucks = 卡車
desert-head-assault = 總計與修正
desert-head-attacker = 攻方
desert-head-defender = 守方
desert-row-raw = 原始點數
desert-row-actual = 實際點數
desert-row-basic = 基本差值
desert-row-terrain = 地形
desert-row-strength = 原始戰力
desert-row-composition = 守方無防守數值
desert-row-size = 規模（{ $attacker } 對 { $defender }）
desert-row-morale = 士氣（{ $attacker } 對 { $defender }）
desert-row-adjusted = 修正後差值
desert-overrun = 輾壓
desert-kind = { $kind ->
    [inf] 步兵
    [mg] 機槍
    [hw] 重兵器
    [tank] 戰車
    [recce] 偵察
    [gun] 火砲
    [engineer] 工兵
    [hq] 司令部
    [truck_convoy] 卡車
    [dummy_tank] 假戰車
    [warship] 軍艦
   *[other] { $kind }
}
desert-state = { $state ->
    [forward] 前置
    [back] 後置
    [pinned] 壓制
    [engaged] 交戰
    [contact] 接觸
    [retreated] 已撤退
   *[broken] 潰散
}
desert-prisoners = { $hex } 有戰俘 { $n } 點
desert-guards = { $hex } 有守衛 { $n } 點
desert-replacements = 俘獲 { $kind } { $n } 點，給 { $unit }，在 { $hex }
desert-beyond = { $step ->
    [plan] 每門開火的火砲指定目標或 HOLD。
    [assign] { $phasing ->
        [yes] 反裝甲、對某格近接突擊，或保留。
       *[no] 反裝甲、近接突擊，或保留。
    }
    [aa_pick] 或說 done。
    [ca_pick] { $phasing ->
        [yes] {""}
       *[no] 敵方正在選擇下一次突擊。
    }
   *[other] {""}
}
# 公開的問題：接在名字後面；…-asks-else：沒有回答時會怎樣。
desert-asks = { $step ->
    [position] 請將接觸中的火砲設為前置或後置
    [firing] 請說明哪些火砲保持靜默
    [plan] 請擬定砲擊計畫
    [apply] 請承受砲擊的損失
    [retreat] 請說明哪些單位在突擊前撤退
    [assign] 請分配交戰單位
    [aa_pick] 請選擇下一個反裝甲射擊的格
    [aa_loss] 請選擇反裝甲射擊的損失
    [ca_pick] 請選擇下一次突擊
    [ca_retreat] 請撤退或固守
    [ca_loss] 請選擇突擊 { $hexes } 的損失
    [ca_captured] 請選擇 { $hexes } 的損失中被俘獲的部分
    [ca_place] 請安置 { $hexes } 的俘獲
    [obligations] 請撤退未履行義務的部隊堆
    [paper] 請寫下敵方的說明
   *[move] 請移動你的單位
}
desert-asks-else = { $step ->
    [position] 否則維持原狀，新的設為後置。
    [firing] 否則無人開火。
    [plan] 否則無人開火。
    [apply] 否則取最小的損失。
    [retreat] 否則無人撤退。
    [assign] 否則守方近接突擊，攻方盡量少。
    [aa_pick] 否則依序射擊所有格。
    [aa_loss] 否則取最小的損失。
    [ca_pick] 否則依序取第一個。
    [ca_retreat] 否則撤退全程。
    [ca_loss] 否則取最小的損失。
    [ca_captured] 否則由裁判選擇。
    [ca_place] 否則取最近的格。
    [obligations] 否則由裁判撤退它們。
    [paper] 否則敵方沒有說明。
   *[move] 否則無人移動。
}
desert-told = { $step ->
    [position] 火砲的位置不會告知任何人。
    [firing] 雙方都回答之後，敵方只會得知你接觸中的格，其中靜默者會標明，此外一概不知。
    [plan] 雙方都回答之後，敵方會得知自己哪個單位遭擊中、幾點、結果如何；不會得知誰開火、從哪裡、誰不開火。
    [apply] 敵方已依其目標名單得知各目標失去幾點；此外一概不知。
    [retreat] 敵方會得知之後哪些格是空的、哪些有部隊，不會得知是誰離開。
    [assign] { $phasing ->
        [yes] 你挑選每次突擊時敵方才會得知，不會得知誰保留。
       *[no] 敵方不會得知誰防守。
    }
    [aa_pick] 敵方會得知該格與損傷。
    [aa_loss] 敵方不會得知你損失的種類與數目。
    [ca_pick] 敵方會得知哪些格遭突擊。
    [ca_retreat] 敵方會得知你的單位撤到哪裡。
    [ca_loss] 敵方不會得知你損失的種類與數目，只會得知其中被俘的部分。
    [ca_captured] 敵方會得知被俘的種類與數目。
    [ca_place] 敵方不會得知位置。
    [obligations] 敵方會看到部隊堆移動。
    [paper] 敵方在紙上地圖前：只給敵方看「board handout」。
   *[move] 雙方都回答之後，敵方會看到現在哪些格有部隊堆，不會得知是誰移動。
}
desert-default = { $step ->
    [position] 未回答或 auto：照舊，新火砲後置。
    [firing] 未回答或 auto：無人開火。
    [plan] 未回答或 auto：無人開火。
    [apply] 未回答或 auto：由裁判取最少的損失。
    [retreat] 未回答或 auto：無人撤退。
    [assign] 未回答或 auto：守方近接突擊，攻方只派必要者。
    [aa_pick] 未回答：依序所有格。
    [aa_loss] 未回答或 auto：由裁判取最少的損失。
    [ca_pick] 未回答：依序第一個。
    [ca_retreat] 未回答：朝最近的己方補給站或城市全程撤退。
    [ca_loss] 未回答或 auto：由裁判取最少的損失。
    [ca_captured] 未回答或 auto：由裁判選擇。
    [ca_place] 未回答或 auto：最近的合法格。
    [obligations] 未回答：由裁判撤退。
    [paper] 未回答或 auto：敵方沒有說明。
   *[move] 未回答或 auto：無人移動。
}

# What is asked, in figures: $n, $raw, $chosen, $left numbers; $units, $hexes, $parts lists. What can be chosen stands in the tables below.

desert-ask-more = { $parts } 等，另有 { $n } 項
desert-ask-nothing = { $step ->
    [position] 位置：你沒有接觸中的火砲。
    [firing] 開火：你沒有能開火的單位。
    [plan] 砲擊計畫：本段你沒有火砲開火。
    [apply] 砲擊損失：你沒有可選的。
    [assign] 分派：你沒有能作戰的單位。
    [aa_loss] 反裝甲射擊的損失：你沒有可選的。
    [ca_loss] 這次突擊的損失：你沒有可選的。
   *[move] 移動：你沒有能移動的單位。
}{ $alone ->
    [yes] 請說 ok。
   *[no] 請說 ok：雙方一律都會被問，這樣誰也不知道對方有沒有得選。
}
desert-ask-guns = { $left ->
    [none] 你接觸中的火砲單位都已設定位置。
   *[other] 你接觸中的火砲單位之中尚未設定位置：{ $left }。
}
desert-ask-firers = 你有 { $n } 個單位能開火。{ $quiet ->
    [none] 全部開火。
   *[other] 靜默：{ $quiet }。
}
desert-ask-plans = 你有 { $n } 個單位開火。{ $idle ->
    [none] 都有目標或不開火。
   *[other] 尚無目標也未 HOLD：{ $idle }。
}
desert-ask-due = { $unit } 必須損失 { $n } { $what ->
    [points] 點
   *[trucks] 輛卡車
}；目前選了 { $chosen }。
desert-ask-free = { $units ->
    [none] 敵旁沒有能撤退的單位。
   *[other] 在敵旁，CP 不限：{ $units }。
}
desert-ask-four = { $units ->
    [none] {""}
   *[other] 最多 4 CP 或一格：{ $units }。
}
desert-ask-break = 走第一格之前脫離所需的 CP：{ $units }。
desert-ask-must = 必須突擊的格：{ $hexes }。
desert-ask-held = 受牽制，可以不突擊：{ $hexes }。
desert-ask-withheld = { $units ->
    [none] 能作戰的單位都沒有保留。
   *[other] 目前保留：{ $units }。
}
desert-ask-left = 還有：{ $parts }。
desert-ask-armour = { $hex } 的損傷是 { $damage }：你所失去的裝甲總和必須{ $exceed ->
    [exceed] 超過它
   *[meet] 至少等於它
}，不足則全數失去；目前選了 { $chosen }。
desert-ask-fall = { $forced ->
    [yes] { $hex } 的所有單位必須撤退 { $n } 格，不能則盡量走遠。
   *[no] { $hex } 的單位應撤退 { $n } 格；每少走一格，損失多 10 %。
}
desert-ask-goals = { $hexes ->
    [none] 沒有能讓它們一起去的格。
   *[other] 可去：{ $hexes }。
}
desert-ask-toll = 在 { $hexes } 你至少要失去原始 { $raw } 點：已選 { $chosen } 點，還差 { $left } 點。
desert-ask-vulnerable = 你暴露的火砲要失去 { $raw } 點脆弱值：已選 { $chosen } 點。
desert-ask-captive = 你失去的點數中有原始 { $raw } 點被俘：已選 { $chosen } 點。
desert-ask-bring = 還要安置在離 { $hexes } 3 格以內：戰俘 { $prisoners } 點，俘獲 { $points ->
    [none] 無
   *[other] { $points }
}。
desert-ask-places = 可用的格：{ $hexes }。
desert-ask-owing = { $enemy } 必須突擊而未突擊：{ $hex } 的單位要撤退到離它正好 { $n } 格處。可去：{ $hexes }。
desert-ask-move = { $units ->
    [none] 目前無人移動。
   *[other] 目前移動：{ $units }。
}
desert-ask-zones = 位於敵方控制區：{ $hexes }。

# The umpire's sheet: its tables, and what can be written. A line of desert-choices is what is typed, " = ", and what it means.
# $cp: what fighting costs this side; $hit: being barraged; $shells, $shots, $infantry, $others: ammunition for a point; $off,
# $engaged: CP to break off.

desert-table-choices = 你可以寫
desert-sheet-position = 你接觸中的火砲：{ $n }
desert-sheet-firing = 能開火的單位：{ $n }，靜默 { $quiet }
desert-sheet-fires = 開火
desert-sheet-quiet = 靜默
desert-sheet-plan = 開火的單位：{ $n }，尚無目標也未 HOLD { $idle }
desert-sheet-holds = 不開火
desert-sheet-targets = 射程內的目標
desert-sheet-held = { $held ->
    [yes] 受牽制：{ $points } > { $more }
   *[no] { $points }，須 > { $more }
}
desert-sheet-apply = 你的砲擊損失
desert-sheet-itself = { $what }（無從選擇）
desert-sheet-trucks = { $n } 輛卡車
desert-sheet-retreat = 你的單位與撤退的代價
desert-sheet-move = 你的單位與移動的代價
desert-sheet-way = { $way }（{ $cp } CP{ $cohesion ->
    [0] {""}
   *[other] ，凝聚力 −{ $cohesion }
}）
desert-sheet-fixed = 不能
desert-sheet-assign = 你參戰的單位
desert-sheet-cannot = { $code ->
    [E-PIN] 受壓制
    [E-BACK] 後置：保留
    [E-RETREATED] 已撤退：保留
   *[other] 凝聚力過低：保留
}
desert-sheet-fronts = 敵方的格，與你投入的原始點數
desert-sheet-front = { $mark ->
    [must] 必須突擊
    [held] 受牽制
    [retreated] 只有撤退來的單位
   *[free] 可自由選擇
}
desert-sheet-calling = 剩下的格與你的反裝甲射擊
desert-sheet-armour = { $hex } 的反裝甲損傷：{ $damage }；失去的裝甲{ $exceed ->
    [exceed] 須超過它
   *[meet] 至少等於它
}
desert-sheet-assaults = 你的突擊
desert-sheet-combat = 你交戰中的格
desert-sheet-status = { $status ->
    [waiting] 等待
    [declined] 已放棄
    [resolved] 已結算
    [struck] 已劃去
   *[void] 無效
}{ $held ->
    [yes] ，受牽制
   *[no] {""}
}
desert-sheet-fall = 自 { $hex } 撤退 { $n } 格
desert-sheet-city = 城市
desert-sheet-toll = 在 { $hexes } 至少失去原始 { $raw } 點
desert-sheet-guns = 火砲：在 { $hexes } 至少失去 { $raw } 點脆弱值
desert-sheet-chosen = 已選
desert-sheet-spared = { $why ->
    [gun] 火砲：僅蹂躪時
   *[withheld] 保留
}
desert-sheet-shares = 各格的份額（百分比）
desert-sheet-captured = 你所失去者之中被俘：至少原始 { $raw } 點
desert-ask-paper = { $what ->
    [contact] 哪些敵方部隊與你相鄰？請寫「enemy { $hex } zoc」，沒有控制區則寫「enemy { $hex }」。之前的仍在，「gone { $hex }」則移除。若這張地圖與你的不同：「ground { $hex } { $terrain }」、「ground { $hex } fort 1」、「side { $hex } { $mine } { $side }」。
    [targets] 請把你的格告知敵方。敵方列出哪些目標（「target { $hex } Inf 2」、「ship { $hex } Kestrel」），射擊你的哪些格（「under { $mine }」）？
    [barrage] 敵方砲擊的結果如何？{ $target ->
        [none] 敵方沒有你的目標。
       *[other] 請寫「hit { $target } lost 1」、「hit { $target } trucks 1」、「hit { $target } pinned」。
    }{ $phasing ->
        [yes] {""}
       *[no] 受牽制的格寫「held { $mine }」。
    }
    [moves] 哪些敵方在突擊前撤退？請寫「gone { $hex }」，若在你旁邊則寫「enemy { $to }」。
    [damage] 敵方造成你多少損害？每格（{ $hexes }）寫「damage { $hex } 3」。
    [calls] 敵方射擊你的哪些格？每格寫「damage { $mine } 3」，即你的損害。
    [assault] 敵方下一次突擊哪裡？請寫「assault { $mine } { $hex }」；沒有則寫「ok」。
    [strength] 敵方在 { $hexes } 有什麼？請寫「strength 4 raw 38 size 1 morale -1」，或「nobody」。
    [fall] 敵方在 { $hexes } 須撤退 { $n } 格：去哪裡？請寫「retreat { $hex } { $to }」；不能去而全失寫「gone { $hex }」；留下寫「ok」。
    [base] 敵方的損失從原始幾點算起？{ $n } 點；被牽制或撤退到那裡的單位要加上，蹂躪時全部都算。{ $hexes } 每格寫「base { $hex } 40」，或「ok」。
   *[left] 還有敵方在 { $hexes } 嗎，敵方有什麼被俘？沒有寫「gone { $hex }」，被俘寫「captured { $kind } 1」，或「ok」。
}
desert-sheet-declared = 已說明
desert-sheet-bring = 待安置，離 { $hexes } 3 格以內
desert-sheet-prisoners = 戰俘點
desert-sheet-guarding = 衛兵
desert-sheet-owing = { $hex } 因 { $enemy } 必須離開：凝聚力 −3，剩下的 CP 全數用盡
desert-head-fire = 原始＝實際
desert-head-before = 先前
desert-head-sheet = 表上
desert-head-where = 位置
desert-head-needs = 需要
desert-head-held = 牽制
desert-head-reach = 可射擊者
desert-head-has = 現有
desert-head-each = 每點
desert-head-lose = 失去
desert-head-gun = 失去
desert-head-give = 交出
desert-head-worth = 值
desert-head-called = 敵方名單上
desert-head-due = 須失去
desert-head-base = 基數
desert-head-wanted = 應占
desert-head-taken = 已選
desert-head-cpa = CPA
desert-head-free = 可用
desert-head-break = 脫離
desert-head-to = 去處
desert-head-far = 格數
desert-head-cp = CP
desert-head-city = 城市
desert-head-ignored = 未走
desert-head-loss = 損失
desert-head-n = 點數
desert-head-antiarmour = 反裝甲
desert-head-off = 攻
desert-head-def = 防
desert-head-mark = 狀況
desert-head-own = 相鄰者
desert-head-raw = 原始
desert-head-units = 單位
desert-head-from = 自
desert-head-what = 項目
desert-head-left = 剩餘
desert-head-order = 你寫
desert-head-meaning = 意思
desert-choices = { $step ->
    [position]
        pos GUN fwd = 可與其他單位一起射擊、反裝甲射擊、突擊；突擊時會因脆弱而失去點數
        pos GUN back = 單獨射擊一個目標，此外不做任何事；除非遭蹂躪，否則安全
        pos all back = 全部
        ok = 就這樣，直到下一段
    [firing]
        quiet UNIT = 不開火：每點省下 { $shells } 彈藥；只有靜默單位的格會標明
        quiet HEX, fire HEX = 該格所有單位
        ok = 其他全部開火：開火的格內每個單位付 { $cp } CP
    [plan]
        bar TARGET: A+B ; C = 對一個目標兩次砲擊，A 與 B 一起、C 單獨：每點 { $shells } 彈藥
        aim A+B TARGET = 依單位填寫：前置者一起，後置者各自
        hold UNIT = 沒有目標；省下彈藥
        drop UNIT, clear = 退出砲擊；清空計畫
        show = 計畫與其結果
        ok = 就這份計畫
    [apply]
        lose UNIT KIND N = 有多種點數的單位失去這麼多點
        truck UNIT CARGO N = 失去這麼多輛卡車，各貨物盡量平均
        ok = 就這些損失
    [retreat]
        rba UNIT HEX-HEX = 一條路，先寫起點：本段不射擊也不防守；脫離接觸 { $off } CP，交戰中 { $engaged } CP
        blow UNIT DUMP = 以三分之一 CPA 嘗試炸毀補給站，之後必須離開
        none, ok = 無人；就這些路
    [assign]
        { $phasing ->
            [yes] ca UNIT HEX = 突擊：步兵每點 { $infantry } 彈藥，其他 { $others }；該格每個單位付 { $cp } CP（試探 { $probe }）
           *[no] ca UNIT = 防守：步兵每點 { $infantry } 彈藥，其他 { $others }；該格每個單位付 { $cp } CP
        }
        { $phasing ->
            [yes] ca UNIT KIND N HEX+HEX = 一部分點數；兩個彼此相鄰且與你相鄰的格
           *[no] ca UNIT N = 一部分點數，其餘必須反裝甲射擊
        }
        aa UNIT { $phasing ->
            [yes] HEX
           *[no] {""}
        } = 反裝甲射擊：每點 { $shots } 彈藥
        hold UNIT = 保留：沒有代價，也不會遭反裝甲射擊擊中
        ok = 就這樣分派
    [aa_pick]
        aa HEX = 雙方現在就在那裡射擊
        done = 你放棄其餘的射擊，守方不放棄
    [aa_loss]
        lose UNIT KIND N = 這麼多點就地摧毀
        ok, auto = 就這些；盡量少
    [ca_pick]
        { $phasing ->
            [yes] assault HEX = 這次突擊打到底，才輪到下一次
           *[no] strike HEX = 若敵方已放棄，將對受牽制格的突擊自名單劃去
        }
        { $phasing ->
            [yes] decline HEX = 不對受牽制的格突擊
           *[no] resign = 認輸
        }
    [ca_retreat]
        retreat HEX TO = 該格所有單位以最省的路去那裡
        stand HEX = 留下；每少走一格多損失 10 %，大城市除外
    [ca_loss]
        lose UNIT N = 以這麼多點吸收損失
        gun UNIT N = 火砲因脆弱失去這麼多點
        ok, auto = 就這些；盡量少
    [ca_captured]
        give UNIT N = 失去的點數中這麼多被俘
        ok, auto = 就這些；由裁判選擇
    [ca_place]
        pow N HEX = 把這麼多點戰俘帶到那裡
        repl N KIND UNIT HEX = 俘獲的點數在那裡等一個單位
        guard UNIT N = 這麼多步兵點變成衛兵
        ok, auto = 就這些地方；最近者
    [obligations]
        retreat HEX TO = 該格所有單位去那裡：CP 用盡，凝聚力 −3
    [paper]
        { $what ->
            [contact] enemy HEX+HEX zoc = 控制區及於你的部隊；不寫 zoc：沒有控制區
            [targets] target HEX CLASS N = 這麼多個此類目標（Inf, Tank, Arty, Dump）
            [barrage] hit TARGET lost N = 敵方砲擊對你單位的結果；也可寫 trucks N 或 pinned
            [moves] gone HEX+HEX = 那裡沒有敵方了
            [damage] damage HEX N = 敵方在那裡射擊你的損害
            [calls] damage HEX N = 敵方射擊你的這一格：你的損害，沒有則 0
            [assault] assault HEX+HEX FROM+FROM = 敵方從他們的格突擊你的一格或兩格
            [strength] strength N raw RAW size SIZE morale M = 敵方實際點數、原始點數、最大單位的規模、最後的士氣
            [fall] retreat HEX TO = 敵方部隊去那裡
            [base] base HEX N = 那裡可能損失的原始點數，包括被牽制與撤退者
           *[left] gone HEX = 那裡沒有敵方了
        }
        { $what ->
            [contact] gone HEX = 那裡沒有敵方了
            [targets] ship HEX NAME, under HEX+HEX = 那裡的戰艦；敵方射擊你的這些格：其中的目標會有給敵方的名字
            [barrage] held HEX+HEX = 你的這些格受牽制
            [moves] enemy HEX = 敵方撤退到那裡
            [strength] nobody = 敵方無人指派
            [fall] gone HEX = 不能去，全失
            [left] captured KIND N = 敵方這麼多點被俘
           *[other] clear = 全部收回
        }
        ground HEX TERRAIN, ground HEX fort N = 你地圖上的地形；city、air、road、rail 也寫 N，0 為沒有
        side HEX HEX KIND = 兩格之間，高的一格先寫；none 為沒有
        ok = { $what ->
            [fall] 不寫則留下
           *[other] 就這些
        }
   *[move]
        move UNIT HEX-HEX = 一條路，不寫起點；超出可用的 CP 每點減 1 凝聚力；脫離接觸 { $off } CP，交戰中 { $engaged } CP
        move ROMMEL with UNIT = 領袖同行
        stay UNIT, none = 收回；無人移動
        ok = 就這些移動
}

# A roll that the players throw themselves. $cause: the second word of its key. $place: the third: hexes, or a unit. $what:
# the fourth: a target's outward name, a dump, or the side.
desert-throw = 第 { $segment } 段：{ $cause ->
    [barrage] { $place } 的 { $what } 遭砲擊（兩顆骰，大骰在前）
    [truck] { $place } 的 { $what } 的卡車，無論有無（兩顆骰，大骰在前）
    [blow] { $place } 炸毀 { $what }（一顆骰）
    [aa] { $place } 的反裝甲射擊，{ $what ->
        [att] 行動方
       *[def] 另一方
    }（兩顆骰，大骰在前）
    [morale] { $place } 的士氣，{ $what ->
        [att] 攻方
       *[def] 守方
    }（兩顆骰，大骰在前）
    [assault] { $place } 的突擊結果，{ $what ->
        [att] 攻方
       *[def] 守方
    }（兩顆骰，大骰在前）
   *[captured] { $place } 的被俘點數，{ $what ->
        [att] 攻方
       *[def] 守方
    }（一顆骰）
}

# What is looked up: charts, ratings, rulings. $block: a block of a chart file; $half: attacker or defender.

desert-charts-source = 圖表：{ $id }，SHA-256 { $sha }…
desert-chart-points = { $raw ->
    [yes] 原始
   *[no] 點數
}
desert-chart-barrage = 砲擊{ $block ->
    [infantry] 步兵
    [armor] 裝甲
    [gun] 火砲
    [truck] 卡車
    [ship] 軍艦
    [fortification] 工事與城市
    [road] 道路
    [railroad] 鐵路
    [supply_dump] 補給站（百分比）
   *[air_facility] 機場（級）
}
desert-chart-antiarmour = 反裝甲損傷：骰子、點數；0 為原始 1 至 4 點；主動方往上讀 { $n } 列
desert-chart-crt = 近接突擊，{ $half ->
    [attacker] 攻方
   *[defender] 守方
}：損失依骰子，其餘依骰子和；+{ $n } 起為蹂躪
desert-chart-differential = 差值
desert-chart-captured = 被俘
desert-chart-engaged = 交戰
desert-chart-retreat = 退{ $n }
desert-chart-morale = 士氣調整，依凝聚力與骰子
desert-chart-terrain = 地形：CP、堆疊點、欄
desert-chart-works = 工事：欄
desert-chart-sides = 格邊：另加 CP、欄
desert-chart-side = { $way ->
    [up] { $kind }，向上
    [down] { $kind }，向下
   *[none] { $kind }
}
desert-chart-zoc = { $blocks ->
    [yes] 阻擋
   *[no] -
}
desert-chart-prices = CP
desert-chart-cp = { $what ->
    [attack] 攻擊：砲擊、反裝甲、突擊
    [probe] 試探
    [barraged_only] 只遭砲擊
    [defend] 防守，或非主動時開火
    [defend_probe] 遭試探
    [refund_at] 最終差值到此，守方總共只付 1
    [break_contact] 脫離接觸
    [disengage] 脫離交戰
   *[blow_dump_share] 炸毀補給站：CPA 的幾分之一
}
desert-chart-pace = { $what ->
    [hq] 沒有點數的司令部
   *[other] 乘 { $what } 卡車的步兵
}的 CPA
desert-chart-ammunition = 每點所需彈藥
desert-chart-ammo = { $what ->
    [barrage] 砲擊
   *[antiarmour] 反裝甲
}
desert-chart-ammo-assault = 近接突擊，{ $cls ->
    [default] 其他
   *[other] { $cls }
}
desert-chart-ammo-truck = 一輛 { $kind } 卡車所載
desert-chart-prisoners = 損失中被俘的份額
desert-chart-demolition = 炸毀補給站
desert-chart-sizes = 編制（堆疊點）：較大一方所得
desert-chart-raw = 原始戰力：較強一方所得
desert-chart-strength = { $strict ->
    [yes] 超過對方的 { $ratio } 倍
   *[no] 至少對方的 { $ratio } 倍
}
desert-chart-ratings = 每點的能力
desert-chart-ratings-of = { $unit } 各點的能力
desert-chart-rulings = 本局的裁定
desert-rulings-more = 各項的意思見規則：rules DS-21。
desert-chart-head-ground = 何處
desert-chart-head-foot = 徒步
desert-chart-head-motorised = 摩托化
desert-chart-head-stacking = 堆疊
desert-chart-head-fire = 砲擊
desert-chart-head-antiarmour = 反裝甲
desert-chart-head-assaults = 突擊
desert-chart-head-driven = 摩托化突擊
desert-chart-head-zoc = 控制區
desert-chart-head-die = 骰子
desert-chart-head-percent = 份額
desert-chart-head-larger = 較大
desert-chart-head-smaller = 較小
desert-chart-head-gain = 所得
desert-chart-head-kind = 種類
desert-chart-head-class = 類別
desert-chart-head-cpa = CPA
desert-chart-head-armour = 裝甲
desert-chart-head-off = 攻
desert-chart-head-def = 防
desert-chart-head-vulnerability = 脆弱
desert-chart-head-flak = 防空
desert-chart-head-ruling = 裁定
desert-chart-head-here = 本局
desert-chart-head-issue = issue
desert-chart-head-book = book
desert-chart-head-options = 可選
desert-head-value = 內容
desert-unit-fact = { $what ->
    [hex] 格
    [kind] 種類
    [points] 點數
    [stacking] 堆疊點
    [parent] 所屬
    [with] 配屬
    [morale] 士氣
    [cohesion] 凝聚力
    [cpa] CPA − 已用 ＝ 可用
    [ammo] 彈藥／上限（可動用）
    [trucks] 卡車
    [leader] 同格的領袖
    [full] 滿編所需營數
    [guns] 火砲／原有
   *[state] 狀態
}

# Dossiers: what a side may know of a fight. $what of desert-dossier-fact: which figure it is.

desert-dossier = { $what ->
    [barrage] { $name } 的戰報 { $n }：第 { $segment } 段砲擊 { $hexes }
    [aa] { $name } 的戰報 { $n }：第 { $segment } 段對 { $hexes } 的反裝甲射擊
   *[assault] { $name } 的戰報 { $n }：第 { $segment } 段對 { $hexes } 的近接突擊
}
desert-dossier-fact = { $what ->
    [hexes] 格
    [largest] 最大的單位
    [basic] 其士氣
    [cohesion] 其凝聚力
    [morale-dice] 士氣骰
    [adjustment] 調整
    [leader] 領袖同在
    [final] 士氣結果
    [unsupported] 己方無支援的戰車
    [dice] 己方結果骰
    [percent] 己方損失
    [raw] 須失去的原始點數
    [retreat] 守方撤退
    [engaged] 交戰
    [overrun] 蹂躪
    [went] 撤退去處
    [captured] 被俘份額（原始點數）
    [seized] 被俘
    [shift] 掩蔽（欄）
   *[status] 狀態
}
desert-dossier-yes = { $yes ->
    [yes] 是
   *[no] 否
}
desert-dossier-own = { $what ->
    [barrage] 己方開火的單位
    [aa] 己方反裝甲射擊
   *[assault] 己方參與突擊的單位
}
desert-dossier-damage = 反裝甲射擊的損傷
desert-dossier-grounds = 地形修正的來源
desert-dossier-losses = 己方損失
desert-dossier-lost = { $what ->
    [points] 點數
    [guns] 火砲，因脆弱
   *[trucks] 卡車
}
desert-dossier-costs = 剩下的單位付出的代價
