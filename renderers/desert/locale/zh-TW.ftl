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
desert-sign-open = { $name }：單位數
desert-sign-closed = { $name }：未翻開的部隊堆
desert-mark-fires = 可能開火
desert-mark-quiet = 靜默
desert-mark-under = 遭射擊
desert-mark-held = 受牽制
desert-mark-must = 必須突擊
desert-mark-retreated = 只有撤退單位
desert-mark-struck = 未突擊
desert-mark-resolved = 突擊已解決
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
desert-prompt = { $step ->
    [position] 請將每門接觸中的火砲設為前置或後置。
    [firing] 請說明哪些火砲保持靜默。
    [plan] 請擬定砲擊計畫：每門開火的火砲指定目標或 HOLD。
    [apply] 請承受敵方砲擊的損失。
    [retreat] 你可以在突擊前撤退。
    [assign] { $phasing ->
        [yes] 請分配交戰單位：反裝甲、對某格近接突擊，或保留。
       *[no] 請分配交戰單位：反裝甲、近接突擊，或保留。
    }
    [aa_pick] 請選擇下一個反裝甲射擊的格，或說 done。
    [aa_loss] 請選擇敵方反裝甲射擊摧毀的點數。
    [ca_pick] { $phasing ->
        [yes] 請選擇下一次突擊。
       *[no] 敵方正在選擇下一次突擊。
    }
    [ca_retreat] 撤退或固守。
    [ca_loss] 請選擇突擊中的損失。
    [ca_captured] 請選擇哪些損失點數被敵方俘獲。
    [ca_place] 請安置你的俘獲。
    [obligations] 請撤退未履行義務的部隊堆。
   *[move] 請移動你的單位。
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
    [ca_loss] 請選擇突擊中的損失
    [ca_captured] 請選擇損失中被俘獲的部分
    [ca_place] 請安置你的俘獲
    [obligations] 請撤退未履行義務的部隊堆
   *[move] 請移動你的單位
}
desert-asks-else = { $step ->
    [position] 否則維持原狀，新的設為後置。
    [firing] 否則無人開火。
    [plan] 否則無人開火。
    [apply] 否則取最便宜的損失。
    [retreat] 否則無人撤退。
    [assign] 否則守方近接突擊，攻方盡量少。
    [aa_pick] 否則依序射擊所有格。
    [aa_loss] 否則取最便宜的損失。
    [ca_pick] 否則依序取第一個。
    [ca_retreat] 否則撤退全程。
    [ca_loss] 否則取最便宜的損失。
    [ca_captured] 否則由裁判選擇。
    [ca_place] 否則取最近的格。
    [obligations] 否則由裁判撤退它們。
   *[move] 否則無人移動。
}
desert-told = { $step ->
    [retreat] 敵方會得知之後哪些格是空的、哪些有部隊。
    [aa_pick] 敵方會得知該格與損傷。
    [ca_pick] 敵方會得知哪些格遭突擊。
    [ca_retreat] 敵方會得知你的單位撤到哪裡。
    [ca_place] 敵方不會得知位置。
    [obligations] 敵方會看到部隊堆移動。
   *[other] 雙方都回答之前，不會告知任何人。
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
   *[move] 未回答或 auto：無人移動。
}

# What is asked, in figures: $unit a unit, $n, $raw, $chosen numbers, $pool and $units lists.

desert-ask-more = { $parts } 等，另有 { $n } 項
desert-ask-points = { $unit } 的 { $kind } { $n } 點，每點值 { $rating }
desert-ask-nothing = 你無須選擇：請說 ok。
desert-ask-guns = { $units ->
    [none] 你沒有接觸中的火砲：請說 ok。
   *[other] 你接觸中的火砲：{ $units }。
}
desert-ask-gun = { $hex } 的 { $unit }（{ $where ->
    [forward] 前置
    [back] 後置
   *[none] 尚未設定
}）
desert-ask-firers = { $units ->
    [none] 你沒有能開火的單位：請說 ok。
   *[other] 能開火：{ $units }。
}
desert-ask-firer = { $hex } 的 { $unit }（{ $has ->
    [ship] 軍艦
   *[other] 彈藥 { $has }，需要 { $needs }
}{ $quiet ->
    [yes] ，靜默
   *[no] {""}
}）
desert-ask-plans = { $units ->
    [none] 本段你沒有火砲開火：請說 ok。
   *[other] 開火的有：{ $units }。
}
desert-ask-plan = { $hex } 的 { $unit }（{ $where ->
    [forward] 前置，
    [back] 後置，
   *[none] {""}
}{ $has ->
    [ship] 軍艦，實際 { $actual } 點
   *[other] 原始 { $raw } 點＝實際 { $actual } 點，彈藥 { $has }，需要 { $needs }
}{ $target ->
    [none] ；尚無目標
    [hold] ；不開火
   *[other] ；目標 { $target }
}）
desert-ask-due = { $unit } 必須損失 { $n } { $what ->
    [points] 點
   *[trucks] 輛卡車
}（現有 { $has }）；目前選了 { $chosen }。
desert-ask-lost = 無從選擇的損失：{ $what }。
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
desert-ask-unit = { $hex } 的 { $unit }（{ $toe }，彈藥 { $has }）
desert-ask-left = 還有：{ $parts }。
desert-ask-armour = { $hex } 的損傷是 { $damage }：你所失去的裝甲總和必須{ $exceed ->
    [exceed] 超過它
   *[meet] 至少等於它
}，不足則全數失去；目前選了 { $chosen }。可選：{ $pool }。
desert-ask-assault = { $targets }：{ $units }{ $held ->
    [yes] （受牽制，可以放棄）
   *[no] {""}
}。
desert-ask-fall = { $forced ->
    [yes] { $hex } 的所有單位必須撤退 { $n } 格，不能則盡量走遠。
   *[no] { $hex } 的單位應撤退 { $n } 格；每少走一格，損失多 10 %。
}
desert-ask-goals = { $hexes ->
    [none] 沒有能讓它們一起去的格。
   *[other] 可去：{ $hexes }。
}
desert-ask-goal = { $hex }（{ $far } 格{ $forced ->
    [yes] {""}
   *[no] ，損失 { $percent } %
}）
desert-ask-stand = 固守：損失 { $percent } %。
desert-ask-toll = 你要失去原始 { $raw } 點；目前選了 { $chosen } 點。可選：{ $pool }。
desert-ask-shares = 各格的份額：{ $hexes }。
desert-ask-share = { $hex } { $percent } %
desert-ask-vulnerable = 你暴露的火砲要失去 { $raw } 點脆弱值；目前的選擇值 { $chosen }。可選：{ $pool }。
desert-ask-captive = 你失去的點數中有原始 { $raw } 點被俘；目前的選擇值 { $chosen }。可交出：{ $pool }。
desert-ask-bring = 還要安置在離 { $hexes } 3 格以內：戰俘 { $prisoners } 點，俘獲 { $points ->
    [none] 無
   *[other] { $points }
}。
desert-ask-places = 可用的格：{ $hexes }。
desert-ask-owing = { $enemy } 必須突擊而未突擊：{ $hex } 的單位要撤退到離它正好 { $n } 格處。可去：{ $hexes }。
desert-ask-move = { $units ->
    [none] 你沒有能移動的單位：請說 ok。
   *[other] CPA 與本階段已用的 CP：{ $units }。
}
desert-ask-pace = { $unit } { $cpa }{ $spent ->
    [0] {""}
   *[other] （已用 { $spent }）
}
desert-ask-zones = 位於敵方控制區：{ $hexes }。

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
