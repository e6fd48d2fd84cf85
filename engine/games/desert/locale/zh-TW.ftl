# 沙漠。$role：讀者在事件中的身分。六角格寫作 B1，目標寫作 Nr1-Inf。

desert-title = 沙漠會戰

# 發生的事

desert-joined = { $role ->
    [actor] 你指揮 { $seat } 方。
   *[other] { $name } 指揮 { $seat } 方。
}
desert-began = 「{ $title }」開始。{ $usual ->
    [yes] {""}
   *[no] 規則裁定：{ $profile }。圖表 SHA-256：{ $charts }。
}
desert-favoured = { $over ->
    [yes] 額外分數：{ $name } { $points }。
   *[no] 這場戰鬥並不公平，因此 { $name } 另得 { $points } 分。
}
desert-segment-began = 第 { $segment } 戰鬥段：{ $role ->
    [actor] 你是行動方。
   *[other] { $name } 是行動方。
}{ $touching ->
    [none] {""}
   *[other] 接觸：{ $touching }。
}
desert-touch-told = { $zoc ->
    [yes] { $own } 與 { $enemy }（在其控制區內）
    [no] { $own } 與 { $enemy }（無控制區）
   *[unknown] { $own } 與 { $enemy }
}
desert-no-contact = 雙方沒有接觸，本段結束。
desert-lists-shown = 雙方交換格表。{ $lists }。
desert-list = { $name }：{ $hexes }
desert-list-quiet = { $hex }（靜默）
desert-targets-named = { $targets ->
    [none] 你沒有可射擊的目標。
   *[other] 你的目標：{ $targets }。
}{ $marks ->
    [none] {""}
   *[other] 敵方的目標：{ $marks }。
}
desert-mark-told = { $name } 是 { $unit }
desert-barraged = { $quiet ->
    [yes] { $role ->
        [actor] 你的火砲沉默。
       *[other] { $name } 的火砲沉默。
    }
   *[no] { $role ->
        [actor] 你的砲擊：{ $hits }。
       *[other] { $name } 的砲擊：{ $hits }。
    }
}
desert-hit = { $hex } 的 { $target }{ $dice ->
    [0] {""}
   *[other] ，{ $points } 點，骰 { $dice }
}：{ $result ->
    [none] 無效果
    [pinned] 受壓制
    [lost] 損失 { $lost } TOE{ $pinned ->
        [yes] 並受壓制
       *[no] {""}
    }
    [percent] 各項存量損失 { $lost } %
    [levels] 損失 { $lost } 級
    [reduced] 降一級
   *[destroyed] 被毀
}，{ $trucks ->
    [0] 卡車無影響
   *[other] 損失 { $trucks } 輛卡車
}
desert-held-off = { $hexes ->
    [none] 沒有被牽制的格。
   *[other] 被牽制：{ $hexes }。
}
desert-lost = 你的損失：{ $points ->
    [none] 無
   *[other] { $points }
}{ $trucks ->
    [none] {""}
   *[other] ；卡車：{ $trucks }
}{ $pinned ->
    [none] {""}
   *[other] ；受壓制：{ $pinned }
}{ $gone ->
    [none] {""}
   *[other] ；被消滅：{ $gone }
}。
desert-damaged = { $what ->
    [Fort] { $hex } 的工事剩 { $levels } 級。
    [City] { $hex } 的城市剩 { $levels } 級。
    [Road] { $hex } 的道路被毀。
    [Rail] { $hex } 的鐵路被毀。
   *[Air] { $hex } 的機場剩 { $levels } 級。
}
desert-blown = { $unit } 炸毀了 { $dump } 的 { $percent } %。
desert-noticed = { $notices }
desert-notice-left = { $role ->
    [actor] 你已離開 { $hexes }。
   *[other] { $name } 已離開 { $hexes }。
}
desert-notice-entered = { $role ->
    [actor] 你已進入 { $hexes }。
   *[other] { $name } 已進入 { $hexes }。
}
desert-notice-retreated = { $hexes } 只有撤退到那裡的單位。
desert-notice-nothing = 看不出有人撤退。
desert-aa-fired = 對 { $hex } 的反裝甲射擊：守方受 { $on_defender } 點，攻方受 { $on_attacker } 點。{ $kinds ->
    [none] {""}
   *[other] {" "}所見車輛：{ $kinds }。
}
desert-aa-waived = 行動方不再射擊。
desert-freed = { $hex } 沒有裝甲：射擊該格的 { $n } 點改為突擊。
desert-dummy-gone = { $unit } 是假目標，移除。
desert-undefended = { $hexes } 無人指派防守：那裡所有單位撤退三格，凝聚力減 3。
desert-void = 對 { $targets } 的突擊沒有人可進行或迎戰，視為已進行。
desert-totalled = 突擊 { $targets }：{ $actual_off }（原始 { $raw_off }）對 { $actual_def }（原始 { $raw_def }），基本差 { $basic }；地形 { $terrain }、兵力 { $strength }{ $composition ->
    [0] {""}
   *[other] ，守方無防守數值 +{ $composition }
}、規模 { $size }（{ $size_off } 對 { $size_def }）、士氣 { $morale }（{ $morale_off } 對 { $morale_def }）；調整後差 { $adjusted }{ $overrun ->
    [yes] ，輾壓
   *[no] {""}
}。{ $unsupported ->
    [0] {""}
   *[other] 你無支援的戰車：{ $unsupported }。
}
desert-assaulted = { $targets }：{ $retreat ->
    [0] 不撤退
   *[other] 撤退 { $retreat } 格
}{ $engaged ->
    [yes] 、交戰
   *[no] {""}
}{ $overrun ->
    [yes] 、輾壓
   *[no] {""}
}{ $captured ->
    [none] {""}
   *[other] 、俘獲自 { $captured }
}。
desert-rolled = 你在 { $targets } 的骰：{ $reading }，損失 { $percent } %。
desert-morale-rolled = 你在 { $targets } 的士氣：基本 { $basic }，凝聚力 { $cohesion }，骰 { $reading }：調整 { $adjustment }{ $leader ->
    [yes] ，隆美爾 +1
   *[no] {""}
}，士氣 { $morale }。
desert-claimed = 你在 { $targets } 的損失有 { $percent } % 被俘：原始 { $raw } 點。
desert-dictated = 請告知敵方：{ $what ->
    [captured] 在 { $targets } 的損失被俘 { $shares }
   *[loss] 對 { $targets } 的突擊使其損失該處原始點數的 { $shares }
}{ $raw ->
    [-1] {""}
   *[other] ，原始 { $raw } 點
}{ $guns ->
    [0] {""}
   *[other] ；若有前置的火砲，另失 { $guns } 點脆弱
}。
desert-costs = 突擊 { $targets } 改變了你的單位：{ $cp ->
    [none] {""}
   *[other] CP { $cp }。
}{ $ammo ->
    [none] {""}
   *[other] 彈藥 { $ammo }。
}{ $cohesion ->
    [none] {""}
   *[other] 凝聚力 { $cohesion }。
}
desert-retreated = { $stood ->
    [yes] { $hex } 的單位固守。
   *[no] { $hex } 的單位撤退到 { $to }。
}
desert-parted = { $hex } 的一些單位撤退到 { $to }。
desert-surrendered = { $role ->
    [actor] 你在 { $hex } 的單位投降。
   *[other] { $name } 在 { $hex } 的單位投降。
}
desert-seized = { $role ->
    [actor] 你被俘獲：{ $points }。
   *[other] { $name } 被俘獲：{ $points }。
}
desert-settled = 已安置：戰俘 { $prisoners }；繳獲點 { $brought }；守衛 { $guards }。
desert-vacated = { $targets } 已無守軍。
desert-probe-made = 對 { $targets } 的突擊只是試探。
desert-declined = 你放棄對 { $targets } 的突擊。
desert-struck-off = 對 { $hex } 的突擊從表上刪除。
desert-not-yet = { $hex }：尚未決定。
desert-unmet = { $hex } 必須被突擊而未被突擊：{ $stacks } 必須撤退。
desert-segment-over = 第 { $segment } 戰鬥段結束。{ $struck ->
    [none] {""}
   *[other] 因被牽制而刪除：{ $struck }。
}宣告預備隊釋放段並略過。
desert-stage-over = 第 { $stage } 作戰階段結束。
desert-shifted = 移動之後：{ $left ->
    [none] 沒有部隊堆離開
   *[other] 離開 { $left }
}{ $entered ->
    [none] {""}
   *[other] 、進入 { $entered }
}。
desert-marched = 你的單位：{ $to }{ $stopped ->
    [none] {""}
   *[other] ；中途停下：{ $stopped }
}。
desert-supplied = 領取彈藥：{ $drawn }。
desert-taken = 野外所獲：{ $dumps ->
    [none] 無補給站
   *[other] { $dumps }
}，解救 { $freed }，補入 { $brought } 點。
desert-warned = { $code ->
    [W-ZERO] 對 { $what } 的 { $n } 原始點等於 0 實際點：無效果。
    [W-EMPTY] { $what } 無人防守：若遭突擊，那裡所有單位撤退三格，凝聚力減 3。
    [W-GUNS] { $what } 算作損失的火砲：火砲只在輾壓時吸收損失。
    [W-SHARE] { $what } 承擔 { $share } %，而非 { $wanted } %。
   *[W-GUARD] { $what } 的 { $n } 戰俘點沒有守衛。
}
desert-fitness = { $unit } 對 { $target }：{ $code ->
    [free] 可用
    [E-AMMO] 彈藥不足
    [E-TASKED] 已指派其他目標
    [E-ADJ] 此處不可：不相鄰
    [E-BACK] 此處不可：後置火砲單獨射擊
    [E-ORIGIN] 此處不可：已有砲擊來自其所在格
    [E-SIX] 此處不可：已有六次砲擊
   *[other] 此處不可
}（{ $position ->
    [back] 後置
   *[forward] 前置
}）。
desert-plan-shown = { $rows ->
    [none] 你的單子是空的。
   *[other] { $rows }
}
desert-roles-shown = { $rows ->
    [none] 全部保留。
   *[other] { $rows }
}
desert-role-unit = { $unit }：{ $roles }
desert-role-probe = { $targets }：試探
desert-role-empty = { $hex }：無人防守；若遭突擊，那裡所有單位撤退三格，凝聚力減 3
desert-plan-hex = { $hex }{ $held ->
    [yes] ：就你所見被牽制
    [no] ：未被牽制
   *[unknown] {""}
}
desert-plan-target = { $target }{ $alias ->
    [none] {""}
   *[other] （{ $alias }）
}{ $mark ->
    [holding-off] ，正在牽制
    [held-off] ，已被牽制
   *[none] {""}
}
desert-plan-barrage = { $n }. { $units }，來自 { $origins }：{ $points } 點{ $raw ->
    [none] {""}
   *[other] （原始 { $raw }）
}
desert-plan-beside = { $where ->
    [back] 後置
   *[forward] 前置
}：{ $units }
desert-plan-unit = { $unit } { $code ->
    [free] 可用
    [E-AMMO] 彈藥不足
    [E-TASKED] 已指派他處
    [E-BACK] 此處不可：後置火砲單獨射擊
    [E-ORIGIN] 此處不可：已有砲擊來自其所在格
    [E-SIX] 此處不可：已有六次砲擊
   *[other] 此處不可
}
desert-draw-offered = { $role ->
    [actor] 你願意和局。
   *[other] { $name } 願意和局：若你也願意，請說 draw。
}
desert-opened = { $role ->
    [actor] 你最後的單位：{ $units }。
   *[other] { $name } 最後的單位：{ $units }。
}
desert-ended = { $reason ->
    [destroyed] 一方已無戰鬥單位。
    [resigned] 一方認輸。
    [agreed] 雙方同意和局。
    [over] 本段結束；此局不計分
   *[score] 最後一段結束。
}{ $role ->
    [won] 你贏了
    [lost] { $name } 獲勝
    [drawn] 和局
    [unscored] {""}
   *[other] { $name } 獲勝
}{ $score ->
    [none] {""}
   *[other] ：{ $score }
}。

# 為何拒絕指令（4.4）

desert-refusal-E-MUSTFIRE = { $unit } 有能射擊的目標，必須開火（R-IDLE）。
desert-refusal-E-AWAY = { $hex } 離敵方更近：撤退必須遠離（R-DIR）。
desert-refusal-E-DEL = 本局不可放棄突擊（R-DEL）。
desert-refusal-E-SIZE = { $n } 不是編制：0 連、1 營、2 與 3 旅、5 師。
desert-refusal-E-UNIT = { $what } 不是此處可用的你的單位。
desert-refusal-E-MISS = { $what } 還沒有位置。
desert-refusal-E-NOGUN = { $what } 不是你可砲擊的單位。
desert-refusal-E-AMMO = { $unit } 需要 { $needs } 彈藥，只有 { $has }。
desert-refusal-E-ADJ = { $unit } 與 { $hex } 不相鄰。
desert-refusal-E-BACK = { $step ->
    [assign] { $unit } 在後置位置，必須保留。
   *[plan] { $unit } 在後置位置，只能單獨射擊。
}
desert-refusal-E-ORIGIN = 對 { $target } 的砲擊已有來自 { $hex } 的；把單位加入其中，或另選目標。
desert-refusal-E-SIX = 一個目標最多受 { $n } 次砲擊。
desert-refusal-E-SPLITB = { $why ->
    [off] { $unit } 全部點數只射擊一個目標：只寫 { $unit }（此局不用 R-SPLITB）。
    [back] { $unit } 在後置位置，全部點數只射擊一個目標。
    [kinds] { $unit } 有多種可砲擊的點：請寫明種類，例如 { $unit }*1/種類（{ $kinds }）。
   *[points] { $unit } 還有 { $n } 點沒有目標：寫 { $unit }*1 到 { $unit }*{ $n }。
}
desert-refusal-E-TASKED = { $unit } 已指派給 { $target }。
desert-refusal-E-TARGET = { $hex ->
    [none] 沒有目標 { $what }。
   *[other] { $hex } 沒有目標 { $what }。
}
desert-refusal-E-IDLE = { $what } 既無目標，也沒有 HOLD。
desert-refusal-E-BARR = { $target } 沒有第 { $n } 次砲擊。
desert-refusal-E-NATION = 義大利火砲只能在同一格內合併，對 { $target } 也一樣。
desert-refusal-W-ZERO = { $n } 原始點等於 0 實際點：無效果。
desert-refusal-E-NONE = 現在 { $what } 無事可做。
desert-refusal-E-ALIAS = { $word } 不能作為你的代號：一個由字母與數字組成、未指其他事物的詞。
desert-refusal-E-SUM = { $unit } 必須損失 { $n }，你選了 { $m }。
desert-refusal-E-EVEN = 先從 { $cargo } 扣：卡車損失須盡量平均分攤於各種貨物。
desert-refusal-E-PIN = { $unit } 受壓制。
desert-refusal-E-COH = { $unit } 的凝聚力是 { $cohesion }；−26 或更差者不能移動、撤退或作戰。
desert-refusal-E-FIXED = { $unit } 不能移動。
desert-refusal-E-MOVED = { $unit } 已經移動過。
desert-refusal-E-FOUR = { $unit } 起初不在敵旁：最多 4 CP 或一格（此需 { $n }）。
desert-refusal-E-ZZ = { $a }-{ $b }：單位不可由一個敵控制格直接走入另一個。
desert-refusal-E-STOP = { $unit } 必須停在 { $hex }（敵方控制區）。
desert-refusal-E-OCC = { $hex } 有敵軍。
desert-refusal-E-TERRAIN = { $unit } 不能由 { $origin } { $what ->
    [enter] 進入
    [assault] 突擊
   *[fire] 射入
} { $hex }：{ $terrain }。
desert-refusal-E-NEXT = { $hex } 不在 { $origin } 旁邊。
desert-refusal-E-HEX = { $what } 不是此處可用的格。
desert-refusal-E-STACK = { $hex } 將有 { $n } 堆疊點，上限 { $m }。
desert-refusal-E-BLOW = { $unit } 不能炸毀 { $dump }：{ $why ->
    [gun] 它是火砲
    [start] 它不是從那裡開始
    [tried] 它已試過
   *[leave] 之後它必須離開該格
}。
desert-refusal-E-RETREATED = { $unit } 是撤退到此格的，必須保留。
desert-refusal-E-AARATE = { $unit } 沒有反裝甲值。
desert-refusal-E-CARATE = { $unit } 有些點沒有突擊值。
desert-refusal-E-SPLIT = { $unit }：全部 { $n } 點必須用於反裝甲或突擊。
desert-refusal-E-ONEHEX = { $unit } 只能攻擊一格（或一對）。
desert-refusal-E-PAIR = { $e1 } 與 { $e2 } 必須互相接觸並都接觸 { $f }。
desert-refusal-E-PAIRX = { $e } 屬於 { $f } 的雙格突擊；{ $g } 的單位不可加入。
desert-refusal-E-PAIRBOTH = { $f } 的單位必須同時突擊 { $e1 } 與 { $e2 }，或都不突擊。
desert-refusal-E-MUST = { $hex } 必須被突擊：其控制區涵蓋 { $covers }。
desert-refusal-E-NOBODY = { $hex } 中沒有空閒而能做此事的單位。
desert-refusal-E-DONE = { $hex } 已解決。
desert-refusal-E-NOTAA = 對 { $hex } 沒有任何指派。
desert-refusal-E-ARMOR = 你的選擇值 { $s }；它必須{ $exceed ->
    [exceed] 超過
   *[meet] 至少是
} { $D }。
desert-refusal-E-POOL = { $unit } 沒有暴露。
desert-refusal-E-NOCA = 對 { $hex } 沒有等待中的突擊。
desert-refusal-E-HELD = { $hex } 未被牽制，不可放棄。
desert-refusal-E-BUSY = 對方還沒決定這次突擊。
desert-refusal-E-STRIKE = { $hex } 未被牽制。
desert-refusal-E-PATH = 沒有合法的路到 { $hex }。
desert-refusal-E-GROUP = { $hex } 的全部單位在一格內有堆疊點：只撤退到一格。
desert-refusal-E-FORCED = 這些單位必須撤退；有路可走。
desert-refusal-E-RAW = 需要損失 { $n } 點，你只選了 { $s } 點。
desert-refusal-E-SHARE = { $hex } 的份額是 { $n } 點，你只選了 { $s } 點：還可再取一點。
desert-refusal-E-GUNS = 火砲只在輾壓時吸收這些損失。
desert-refusal-E-VUL = 需要損失 { $V } 點，你只選了 { $s } 點。
desert-refusal-E-GUNBACK = { $unit } 在後置位置，沒有暴露。
desert-refusal-E-CAP = 需要交出 { $K } 點，你只選了 { $s } 點。
desert-refusal-E-THREE = { $hex } 離 { $e } 超過 3 格。
desert-refusal-E-EZOC = { $hex } 有敵軍或在敵方控制區內。
desert-refusal-E-INF = 只有步兵點能成為守衛：{ $unit } 已沒有。
desert-refusal-E-LEFT = 還有 { $n } 個俘獲點沒有位置。
desert-refusal-E-NEAR = 往 { $hex } 的路離 { $e } 更近。
desert-refusal-E-BASE = { $hex } 每格都寫 base，或都不寫。
desert-refusal-E-DECLARE = 請寫敵方在 { $hex } 的兵力，或 nobody。
desert-refusal-E-CPA = { $unit } 的 CPA 是 { $n }；此需 { $m }。

# 為什麼可以考慮這個指令。
desert-hint = { $what ->
    [fwd] 火砲全部前進：可以集火
    [back] 火砲全部後置：較不怕突擊
    [aim] { $n } 個單位集火：實際 { $points } 點
    [aims] { $n } 個單位各自射擊：實際 { $points } 點
    [shots] { $hex } 只射擊裝甲，不防守
    [defend] { $hex } 全部參戰
    [attack] { $hex } 突擊 { $target }
    [must] 必須突擊 { $target }
    [lose] 足夠且最少的損失
    [running] 這樣就選了 { $n }，共需 { $of }
    [move] 朝 { $goal } 前進
    [bring] 帶到最近的地方
    [retreat] 脫離突擊
    [stand] 留下，損失較多
    [rba] 在突擊前離開
    [quiet] 節省彈藥，也不會暴露
    [hold] 這次不行動
    [ok] { $step ->
        [firing] 所有火砲開火
        [retreat] 沒有單位離開
        [move] 其他單位不移動
       *[other] 指令單已完成
    }
    [auto] 不回答時的做法
    [assault] 現在進行這次突擊
    [pickaa] 現在射擊這裡
    [decline] 放過被壓制的敵人
    [done] 不再進行反裝甲射擊
    [retreatsome] 沒有容納全部的空間
    [clear] 重寫：一格裡單位太多
   *[other] {""}
}
