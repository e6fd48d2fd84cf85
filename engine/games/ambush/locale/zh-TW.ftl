# 伏擊。$unit：機甲的代號。$name：一方；$role：是讀者這一方（actor）或他人（other）。$hex：CCRR，例如 0309。
# $facing、$direction：0 到 5，自北起順時針。$place：機甲的部位。

ambush-title = 伏擊

ambush-facing = { $facing ->
    [0] 北
    [1] 東北
    [2] 東南
    [3] 南
    [4] 西南
   *[5] 西北
}
ambush-direction = { $direction ->
    [0] 北
    [1] 東北
    [2] 東南
    [3] 南
    [4] 西南
   *[5] 西北
}
ambush-side = { $side ->
    [front] 正面
    [left] 左側
    [right] 右側
   *[rear] 背面
}
ambush-place = { $place ->
    [HD] 頭部
    [CT] 中軀幹
    [LT] 左軀幹
    [RT] 右軀幹
    [LA] 左臂
    [RA] 右臂
    [LL] 左腿
   *[RL] 右腿
}
ambush-terrain = { $ground ->
    [light] 疏林
    [heavy] 密林
    [rough] 崎嶇地
    [shallow] 淺水
    [deep] 深水
    [pavement] 鋪裝地面
    [ice] 冰面
    [hut] 輕型建築
    [house] 中型建築
    [block] 重型建築
    [wall] 不可通行
   *[clear] 平地
}
ambush-mode = { $mode ->
    [stand] 原地不動
    [walk] 步行
    [run] 奔跑
   *[jump] 跳躍
}
ambush-roll = { $roll ->
    [skid] 避免打滑
    [terrain] 通過地形
    [stand] 站起
    [damage] 承受重創
    [hit] 被滑行者撞擊後站穩
    [push] 被推開後站穩
    [avoid] 閃避滑行者
    [pilot] 跌倒時避免受傷
    [awake] 保持清醒
    [recover] 恢復清醒
    [collide] 是否撞上擋路者
   *[heat] 維持引擎運轉
}

# 事件。
ambush-placed = { $unit } 部署在 { $hex }，面向{ ambush-facing }。
ambush-pledged = { $name } 的隱藏位置 { $slot }：已作出承諾。
ambush-noticed = 已記下 { $unit }：{ $text }
ambush-aimed = { $unit } 將開火{ $twist ->
    [left] ，軀幹左轉
    [right] ，軀幹右轉
   *[ahead] {""}
}：{ $shots }。
ambush-aim = { $weapon } 射 { $target }（{ $need }+）
ambush-previewed = { $unit } 將停在 { $hex }，面向{ ambush-facing }：用去 { $used } 點，剩 { $left } 點。
ambush-round-began = 第 { $round } 回合開始。
ambush-initiative = { $rolls ->
    [none] {""}
   *[other] 先攻擲骰，由低到高：{ $rolls }。
}{ $turns ->
    [none] 沒有任何單位可以移動。
   *[other] 行動順序：{ $turns }。
}
ambush-turn-skipped = { $role ->
    [actor] 你沒有可移動的單位，跳過這次行動。
   *[other] { $name } 沒有可移動的單位，跳過這次行動。
}
ambush-turn-lost = { $which ->
    [first] { $role ->
        [actor] 這次提前移動用掉你的下一次行動。
       *[other] 這次提前移動用掉 { $name } 的下一次行動。
    }
   *[last] { $role ->
        [actor] 你失去本回合的最後一次行動。
       *[other] { $name } 失去本回合的最後一次行動。
    }
}
ambush-began = { $turn ->
    [S] { $unit } 繼續移動
    [A] { $unit } 提前移動
   *[N] { $unit } 開始移動
}（{ $mode ->
    [stand] 原地不動
    [walk] 步行
    [run] 奔跑
   *[jump] 跳躍
}）。
ambush-stepped = { $unit } 進入 { $hex }，面向{ ambush-facing }。
ambush-turned = { $unit } 轉向{ ambush-facing }。
ambush-posed = { $prone ->
    [yes] { $unit } 倒地。
   *[no] { $unit } 站起。
}
ambush-blocked = { $unit } 無法照指令離開 { $hex }，其餘指令作廢。
ambush-landed = { $unit } 落在 { $hex }，面向{ ambush-facing }。
ambush-rolled = { $unit } 擲骰（{ ambush-roll }）：{ $dice }，需要 { $need }：{ $made ->
    [yes] 成功。
   *[no] 失敗。
}
ambush-failed = { $unit } 必須擲骰（{ ambush-roll }）卻無法擲骰：失敗。
ambush-fell = { $unit } 在 { $hex } 跌倒{ $levels ->
    [0] {""}
   *[other] ，落下 { $levels } 層
}，{ ambush-side }著地，面向{ ambush-facing }。
ambush-struck = { $unit } 的{ ambush-side }被擊中，部位{ ambush-place }：{ $took ->
    [none] 有掩蔽，無效。
   *[other] 損傷{ $took }。
}
ambush-took = { ambush-place } { $damage }
ambush-pilot-hit = { $unit } 的駕駛受傷，共 { $hits } 次。
ambush-fainted = { $unit } 的駕駛失去意識。
ambush-woke = { $unit } 的駕駛恢復意識。
ambush-destroyed = { $unit } 在 { $hex } 被摧毀。
ambush-skidded = { $unit } 從 { $hex } 往{ ambush-direction }打滑，最多 { $left } 格。
ambush-slid = { $unit } 滑入 { $hex }。
ambush-stopped = { $unit } 停在 { $hex }：{ $why ->
    [edge] 地圖邊緣。
    [crash] 撞上較高的地面。
    [drop] 摔下懸崖。
    [wall] 撞上牆。
    [water] 遇水。
    [collision] 碰撞。
   *[back] 前方沒有空位。
}
ambush-pushed = { $unit } 被推入 { $hex }。
ambush-may-avoid = { $unit } 擋在 { $skidder } 的路上，可以嘗試閃避。{ $slides }
ambush-avoided = { $tried ->
    [yes] { $unit } 嘗試閃避。
   *[no] { $unit } 不閃避。
}
ambush-revealed = { $role ->
    [actor] 你隱藏的 { $unit } 現身
   *[other] { $name } 隱藏的 { $unit } 現身
}於 { $hex }，面向{ ambush-facing }{ $prone ->
    [yes] ，倒地
   *[no] {""}
}：{ $cause ->
    [shot] 近距離射擊。
    [fire] 開火。
    [contact] 敵人走入它所在的格子。
    [landed] 敵人落在它身上。
    [struck] 有東西撞上它。
    [pushed] 有單位被推到它身上。
    [adjacent] 敵人在它旁邊結束移動。
    [choice] 自行現身。
    [alone] 這一方已無其他單位。
    [moved] 它移動了。
   *[deployed] 公開部署。
}位置 { $slot }。
ambush-sighted = 你看見 { $unit }（{ $title }，{ $tons } 噸）在 { $hex }，面向{ ambush-facing }。
ambush-opened = { $name } 的隱藏位置 { $slot }：{ $unit ->
    [none] 空的
   *[other] { $unit } 在 { $hex }，面向{ ambush-facing }，{ $pose ->
        [prone] 倒地
       *[standing] 站立
    }
}。
ambush-shot = { $unit } 以 { $weapon } 射擊 { $target }：{ $dice }，需要 { $need }：{ $damage ->
    [0] 未命中。
   *[other] { $missiles ->
        [0] 命中，損傷 { $damage }。
       *[other] { $missiles } 枚飛彈命中，損傷 { $damage }。
    }
}
ambush-absorbed = { $cf ->
    [0] { $hex } 的建築倒塌。
   *[other] { $hex } 的建築還能承受 { $cf }。
}
ambush-interrupted = { $left ->
    [0] { $unit } 其餘的指令作廢，移動到此為止。
   *[other] { $unit } 其餘的指令作廢；還有 { $left } 點可以繼續移動。
}
ambush-move-over = { $unit } 在 { $hex } 結束移動，面向{ ambush-facing }{ $prone ->
    [yes] ，倒地。
   *[no] 。
}
ambush-closing = 一次移動已經結束，沒有其他要決定的事。
ambush-offered = { $shooters ->
    [none] { $unit }：沒有你要決定的事。
   *[other] 你當時可以射擊 { $unit }，{ $contact ->
        [yes] 它撞上了你的單位，在
       *[no] 它在
    } { $hex }，面向{ ambush-facing }，{ $prone ->
        [yes] 倒地
       *[no] 站立
    }：{ $shooters }。{ $answer ->
        [fire] 你的回答是以 { $units } 開火。
        [hold] 你沒有開火。
       *[none] 你沒有下令，所以由你的預設指令決定。
    }
}
ambush-offered-shooter = { $unit } 對它的{ ambush-side }，{ $weapons }{ $twist ->
    [left] ，軀幹左轉
    [right] ，軀幹右轉
   *[ahead] {""}
}
ambush-asking-set = { $on ->
    [yes] { $role ->
        [actor] 從下一回合起，反應時限內會詢問你。
       *[other] 從下一回合起，反應時限內會詢問 { $name }。
    }
   *[no] { $role ->
        [actor] 從下一回合起，你只依照預設指令行動。
       *[other] 從下一回合起，{ $name } 只依照預設指令行動。
    }
}
ambush-weapons = 射擊階段開始：各方祕密下達射擊指令。
ambush-shutdown = { $on ->
    [yes] { $unit } 的引擎重新運轉。
   *[no] { $unit } 的引擎過熱停止。
}
ambush-held = { $role ->
    [actor] 你佔有目標 { $hex }。
   *[other] { $name } 佔有目標 { $hex }。
}
ambush-scored = 最後得分：{ $points }。
ambush-won = { $role ->
    [actor] 你贏了{ $why ->
        [last] ：沒有其他一方留下。
       *[points] ：得分最高。
    }
   *[other] { $name } 贏了{ $why ->
        [last] ：沒有其他一方留下。
       *[points] ：得分最高。
    }
}
ambush-drawn = 平手。

# 幾件事合成一句：路徑與齊射。
ambush-path-told = { $unit } { $mode ->
    [stand] 不移動
    [walk] 步行
    [run] 奔跑
    [jump] 跳躍
   *[none] 繼續移動
}{ $hexes ->
    [none] {""}
   *[other] {" "}{ $hexes }
}{ $turned ->
    [yes] ，面向{ ambush-facing }
   *[no] {""}
}。
ambush-volley = { $unit } 射擊 { $target }：{ $shots }。
ambush-volley-shot = { $weapon } 擲出 { $dice }（需 { $need }），{ $damage ->
    [0] 未命中
   *[other] 傷害 { $damage }
}
ambush-volley-damage = { $unit } 被擊中：{ $took ->
    [none] 有掩蔽，無效
   *[other] { $took }
}。

# 為何詢問讀者。
ambush-beyond = { $state ->
    [deploy] 限你的部署區內：請寫它的代號，然後是格子/面向。面向從 0（北）起順時針到 5（西北）。
    [hide] 限有掩蔽的地方，每個一行（hide、它的代號、格子/面向），最後說 ok。別人看不到它們。
    [sealed] 不論有沒有人反應，反應時限到了就會繼續。
    [local] 所有人都回答後就會繼續：{ $asked }。
    [avoid] 要閃避時，請說成功時如何移動。
    [continue] { $unit } 被打斷了。
    [weapons] 每個一行，最後說 ok。所有射擊同時進行。
    [end] 它們在下一回合開始時現身。最後說 ok。
    [dark-hide] 每個一行：deploy A1 0101/3，或在有掩蔽的地方 hide AH1 0203/3，最後說 ok。別人看不到它們。
    [dark-sealed] 不論有沒有人反應，反應時限到了就會繼續。
    [dark-local] 所有人都回答後就會繼續：{ $asked }。
    [dark-continue] 沒有移動被打斷。
    [dark-move] 都不移動時，請說 ok。
   *[other] {""}
}
# 公開的問題：接在名字後面；…-asks-else：沒有回答時會怎樣。
ambush-asks = { $state ->
    [deploy] 請部署一個可見的單位
    [hide] 請在你的伏擊區內隱藏單位
    [sealed] 打斷 { $name } 對 { $unit } 的移動
    [local] 打斷 { $name } 對 { $unit } 的移動
    [avoid] 請說 { $unit } 是否嘗試閃避 { $skidder }
    [continue] 請繼續移動 { $unit }：還有 { $left } 點
    [move] 請移動你的一個單位
    [weapons] 請下達各單位的射擊指令
    [end] 請說哪些隱藏單位要現身
    [dark-hide] 請放置你的單位
    [dark-sealed] 從隱藏處射擊靠近的單位
    [dark-local] 從隱藏處射擊靠近的單位
    [dark-continue] 若有移動被打斷，請繼續
    [dark-move] 請移動你的一個單位
   *[other] 輪到你了
}
ambush-asks-else = { $state ->
    [hide] 否則不再隱藏其他單位。
    [sealed] 否則 { $unit } 依指令移動。
    [local] 否則 { $unit } 依指令移動。
    [avoid] 否則不閃避。
    [continue] 否則停在原地。
    [move] 否則 { $unit } 原地不動。
    [weapons] 否則只執行到時已下達的射擊。
    [end] 否則只有到時指名的單位現身。
    [dark-hide] 否則它們放在部署區最前面的空格，不再隱藏其他單位。
    [dark-sealed] 否則由預設指令決定。
    [dark-local] 否則由預設指令決定。
    [dark-continue] 否則停在原地。
    [dark-move] 否則都不移動。
   *[other] {" "}
}
ambush-asks-aside-dark = 每一輪都會這樣問，不論有沒有單位移動或在附近。指令 asking off 之後只依照預設指令行動。
ambush-asks-aside = 只要對方可能有隱藏單位，有單位移動時就會這樣問，不論附近有沒有單位。指令 asking off 之後只依照預設指令行動。
ambush-hiding = { $hidden ->
    [none] 你還沒有隱藏任何單位：現在說 ok，就沒有隱藏的單位。
   *[other] 目前隱藏：{ $hidden }。
}{ $left ->
    [0] 不能再隱藏了。
   *[other] 還可以隱藏 { $left } 個。
}
ambush-once = { $steps ->
    [yes] 下一步會再問你。想之後才被問，例如：hold until side=rear。
   *[no] 這個指令只會問你這一次：稍後的機會由你的預設指令決定。
}
ambush-nothing = { $steps ->
    [yes] 這一步你沒有要決定的事。
   *[no] 你沒有要決定的事。這次移動中稍後的機會由你的預設指令決定。
}
ambush-chance = { $contact ->
    [yes] { $unit } 撞上了你的單位，它在
   *[no] 你的機會：{ $unit } 在
} { $hex }，面向{ ambush-facing }，{ $prone ->
    [yes] 倒地
   *[no] 站立
}。
ambush-chance-passed = 那是在移動途中：它現在在 { $hex }。
ambush-shooter = { $unit } 可以射擊它的{ ambush-side }：{ $weapons }{ $twist ->
    [left] ，軀幹左轉
    [right] ，軀幹右轉
   *[ahead] {""}
}。

# 圖片與文字。
ambush-banner = { $state ->
    [deploy] { $asked }：部署單位
    [hide] { $asked }：放置隱藏單位
    [sealed] { $asked } 可以打斷 { $name } 的 { $unit }
    [local] { $asked }：要打斷 { $name } 的 { $unit } 嗎？
    [avoid] { $name }：{ $unit } 要閃避 { $skidder } 嗎？
    [continue] { $name }：{ $unit } 還有 { $left } 點可以繼續
    [move] { $name }：移動一個單位
    [weapons] { $asked }：下達射擊指令
    [end] { $asked }：隱藏單位要現身嗎？
    [won] { $name } 贏了
    [drawn] 平手
    [dark-hide] { $asked }：放置你的單位
    [dark-sealed] { $asked }：從隱藏處射擊嗎？
    [dark-local] { $asked }：從隱藏處射擊嗎？
    [dark-continue] { $name }：要繼續被打斷的移動嗎？
    [dark-move] { $name }：移動一個單位
   *[other] 第 { $round } 回合
}
ambush-next = 次序
ambush-turns = 次序：
ambush-brief = 第 { $round } 回合，共 { $rounds } 回合
ambush-note-chance = 只有你看得到：{ $units } 可以射擊 { $unit }。
ambush-odds = 近距離 · { $need }+（{ $percent } %）
ambush-points = { $points } 分
ambush-spare = { $left ->
    [0] 沒有隱藏單位
   *[other] 還可隱藏 { $left } 個
}
ambush-row = { $state ->
    [lost] 被摧毀
    [waiting] 不在地圖上
    [hidden] 隱藏
    [moving] 移動中
    [unconscious] 駕駛失去意識
    [shutdown] 引擎停止
    [prone] 倒地
    [done] 移動了
    [ready] 還沒移動
   *[none] {""}
}
ambush-salvo = { $start } 的 { $unit } 最後射擊 { $end } 的 { $target }：{ $damage ->
    [0] 沒有命中。
   *[other] 傷害 { $damage }。
}
ambush-status-dark = 回合 { $round }/{ $rounds } · 雙盲：每一方只看見自己單位看得到的
ambush-status = 回合 { $round }/{ $rounds } · 得分 { $points } · 剩餘隱藏單位：{ $hidden }
ambush-mark-prone = 倒地
ambush-mark-hidden = 隱藏
ambush-mark-ghost = 最後在此看見
ambush-mark-done = 移動了
ambush-mark-lit = 要行動
ambush-mark-flag = 目標與分數
ambush-mark-level = 高度
ambush-mark-built = 建築還能承受的傷害
ambush-mark-zone = { $kind ->
    [deploy] { $name } 在此部署
   *[hide] { $name } 可以隱藏在此
}
ambush-tint-reach-walk = 步行
ambush-tint-reach-run = 奔跑
ambush-tint-reach-jump = 跳躍
ambush-tint-front-1 = 正面，近
ambush-tint-front-2 = 正面，中
ambush-tint-front-3 = 正面，遠
ambush-tint-left-1 = 左臂，近
ambush-tint-left-2 = 左臂，中
ambush-tint-left-3 = 左臂，遠
ambush-tint-right-1 = 右臂，近
ambush-tint-right-2 = 右臂，中
ambush-tint-right-3 = 右臂，遠
ambush-tint-rear-1 = 背面，近
ambush-tint-rear-2 = 背面，中
ambush-tint-rear-3 = 背面，遠
ambush-sign-unit = 單位與朝向
ambush-sign-hidden = 隱藏的單位
ambush-sign-ghost = 最後在此看見
ambush-sign-deploy = 你在此部署
ambush-sign-hide = 你可在此隱藏
ambush-sign-way = 上次移動
ambush-goal = 目標：得分最多（單獨佔有 ★、摧毀或重創機甲）
ambush-you = （你）
ambush-may-hide = 可隱藏
ambush-look = { $verb ->
    [near] 顯示範圍：{ $unit ->
        [none] 你的單位
       *[other] { $unit }
    }周圍。
    [reach] 著色：{ $unit } 的移動可能停下的格子。
   *[fire] 著色：{ $unit } 的軀幹朝前時，武器看得到也射得到的格子。
}
ambush-note-map = 地形後的數字是高度；L40h2@1 是建築、承受力、樓高與高度。偶數欄低半格。
ambush-note-armour = 裝甲/結構+背面裝甲：HD 頭部，CT LT RT 軀幹，LA RA 手臂，LL RL 腿。
ambush-unit = { $unit }（{ $title }，{ $tons } 噸，{ $name } 方）在 { $hex }，面向{ ambush-facing }，位於{ ambush-terrain }{ $level ->
    [0] {""}
   *[other] ，高度 { $level }
}：{ $states }。
ambush-unit-waiting = { $unit }（{ $title }，{ $tons } 噸，{ $name } 方）不在地圖上{ $hidden ->
    [yes] ，可以隱藏。
   *[no] 。
}
ambush-ghost = { $unit }（{ $title }，{ $tons } 噸，{ $name } 方）最後在第 { $round } 回合於 { $hex } 被看見，面向{ ambush-facing }。
ambush-unit-lost = { $unit }（{ $title }，{ $tons } 噸，{ $name } 方）已被摧毀。
ambush-unit-armour = … 剩餘 { $left } / { $built }（{ $percent } %）：{ $plates }
ambush-unit-able = … 步行 { $walk }，奔跑 { $run }，跳躍 { $jump }；砲術 { $gunnery }，駕駛 { $piloting }；武器：{ $weapons }
ambush-is-standing = 站立
ambush-is-prone = 倒地
ambush-is-hidden = 隱藏
ambush-is-done = 本回合不再移動
ambush-is-skidded = 打滑過
ambush-is-shot = 已近距離射擊
ambush-is-unconscious = 駕駛失去意識
ambush-is-shutdown = 引擎停止
ambush-is-moved = { ambush-mode } { $hexes } 格
ambush-is-hurt = 駕駛受傷 { $hits } 次
ambush-is-hot = 熱量 { $heat }
ambush-objective = ★{ $points } { $hex }{ $name ->
    [none] {" "}無人佔有
    [dark] {""}
   *[other] {" "}{ $name } 佔有
}
ambush-zone = { $sign ->
    [none] { $kind ->
        [deploy] { $name } 方的部署區
       *[hide] { $name } 方可能有隱藏單位的地方
    }
   *[other] { $sign } 還有
}：{ $hexes }
ambush-way = { $unit } 剛才的路線，{ $kind ->
    [walk] 行走
    [jump] 跳躍
    [slide] 滑行
   *[push] 被推
}：{ $hexes }
ambush-slide = { $unit } 在 { $hex }，還要往{ ambush-direction }滑行 { $left } 格。
ambush-slot = 隱藏位置 { $slot }：{ $open ->
    [yes] 已公開
   *[no] 未公開
}{ $unit ->
    [none] 。
   *[other] ，{ $unit }。
}
ambush-reserves = 可能隱藏的單位：{ $units }。
ambush-not-asked = { $name } 方在反應時限內不會被詢問，由預設指令決定。
ambush-policy = { $unit } 的預設指令：{ $policy }
ambush-sheet = 你的指令表：{ $line }
ambush-short = { $unit } { $hex } { ambush-facing }，{ $hidden ->
    [yes] 隱藏，
   *[no] {""}
}{ $prone ->
    [yes] 倒地，
   *[no] {""}
}{ $percent } %

# 伏擊專有的拒絕理由。
ambush-refusal-no-such-unit = 「{ $word }」（第 { $place } 個字元）不是這裡可以指定的單位。
ambush-refusal-no-such-mode = 「{ $word }」（第 { $place } 個字元）不是這個單位可用的移動方式。
ambush-refusal-no-such-step = 「{ $word }」（第 { $place } 個字元）不是步驟：F 前進，B 後退，L、R 轉向，S 站起，P 倒地。
ambush-refusal-no-points = 「{ $word }」（第 { $place } 個字元）：剩下的移動點數不夠。
ambush-refusal-off-map = 「{ $word }」（第 { $place } 個字元）會走出地圖。
ambush-refusal-occupied = 「{ $word }」（第 { $place } 個字元）會進入有單位的格子。
ambush-refusal-impassable = 「{ $word }」（第 { $place } 個字元）會進入不可通行的格子。
ambush-refusal-too-steep = 「{ $word }」（第 { $place } 個字元）的高度差超過兩層。
ambush-refusal-backward-run = 「{ $word }」（第 { $place } 個字元）：奔跑時不能後退。
ambush-refusal-backward-level = 「{ $word }」（第 { $place } 個字元）：後退不能改變高度。
ambush-refusal-while-prone = 「{ $word }」（第 { $place } 個字元）：單位在那裡是倒地的，只能轉向或先站起。
ambush-refusal-not-prone = 「{ $word }」（第 { $place } 個字元）：單位在那裡沒有倒地，或再也無法站起。
ambush-refusal-no-landing = 「{ $word }」（第 { $place } 個字元）不是這次跳躍能落下的地方；寫法是 J、格子、/、面向，例如 J0303/0。
ambush-refusal-not-in-your-zone = 「{ $word }」（第 { $place } 個字元）不能用：必須是你區域內的空位，隱藏單位還需要掩蔽（樹林、建築；崎嶇地形要趴下）。寫法是格子/面向（面向 0 是北，順時針到 5）。
ambush-refusal-no-such-shot = 「{ $word }」（第 { $place } 個字元）不是可行的射擊；寫法是 武器>目標，例如 ML>B1。
ambush-refusal-no-such-policy = 「{ $word }」（第 { $place } 個字元）不是預設指令：hold、fire、fire@2、fire if side=rear、fire if facing=0、fire if tons>=60、ask if side=rear、ask else hold。
ambush-refusal-sealed = 一個單位移動了；反應時限結束後繼續。

# 為什麼可以考慮這個指令。
ambush-hint = { $what ->
    [deploy] { ambush-hint-cover }，離 { $goal } { ambush-hint-far }
    [hide] 藏在離 { $goal } { ambush-hint-far }處
    [stand] 原地不動：{ ambush-hint-there }
    [walk] 到 { $hex }：{ ambush-hint-there }
    [run] 快跑到 { $hex }，較難被擊中：{ ambush-hint-there }
    [jump] 跳到 { $hex }：{ ambush-hint-there }
    [continue] 繼續到 { $hex }：{ ambush-hint-there }
    [turn] 在 { $hex } 轉向：{ ambush-hint-there }
    [dodge] 閃到 { $hex }
    [stop] 停在原地
    [stay] 承受撞擊，保留行動
    [shoot] { $need } 以上命中，{ $side ->
        [front] 從正面
        [rear] 從背後
       *[other] 從側面
    }
    [fire] { $n } 件武器射擊 { $target }，最好的 { $need } 以上命中{ $others ->
        [0] {""}
       *[other] ，另 { $others } 件射擊別的目標
    }{ $hidden ->
        [1] ；會因此現身
       *[0] {""}
    }
    [hold] 這次機會不射擊，全部繼續隱藏
    [left] 不做決定：按你預先下的指令辦
    [noted] 沒有要決定的事
    [ok] 都不移動
    [emerge] 現身，下一回合可以移動
    [fire-sheet] 射擊指令已齊全
    [hide-sheet] 都已就位
    [reveal-sheet] 全部繼續隱藏
   *[other] {""}
}
ambush-hint-cover = { $cover ->
    [0] 無掩蔽
    [1] 有些掩蔽
   *[other] 掩蔽良好
}
ambush-hint-there = { ambush-hint-cover }，離 { $near } { ambush-hint-far }
ambush-hint-far = { $far } 格

# 表格：既是一種顯示方式，也是一頁文件。

ambush-tables = { $look ->
    [weapons] 武器
    [hits] 命中、跌倒、駕駛員與結構
   *[moving] 地形與移動
}
ambush-table = { $table ->
    [weapons] 武器效果（射程以格計）
    [place] 兩顆骰子決定命中的部位
    [cluster] 依兩顆骰子與發射架大小，命中的飛彈數
    [terrain] 地形
    [aim] 自己的移動方式對命中所需數字的修正
    [moved] 目標移動了幾格：命中它所需數字的修正，以及它的防滑擲骰的修正
    [falls] 跌倒，擲一顆骰子：著地的一側，以及向右轉幾個六分之一圈
    [frame] 機甲的內部結構，依噸數；頭部為 3
   *[awake] 駕駛員：受傷幾次後，兩顆骰子要擲到多少才保持清醒；六次即死亡
}
ambush-table-head = { $head ->
    [code] 代碼
    [weapon] 武器
    [damage] 傷害
    [least] 最小射程
    [short] 近 +0
    [medium] 中 +2
    [long] 遠 +4
    [heat] 熱量
    [sum] 骰子
    [ahead] 來自正面或背面
    [left] 來自左側
    [right] 來自右側
    [terrain] 地形
    [cost] 點數
    [cover] 命中修正
    [roll] 進入時擲骰
    [slide] 滑行
    [hide] 可隱藏
    [own] 自己
    [number] 數字
    [hexes] 格數
    [skid] 防滑
    [die] 骰子
    [side] 側
    [turn] 轉向
    [tons] 噸
    [centre] 中軀幹
    [torso] 側軀幹
    [arm] 手臂
    [leg] 腿
   *[hits] 受傷
}
ambush-weapon = { $kind ->
    [SL] 小型雷射
    [ML] 中型雷射
    [LL] 大型雷射
    [PPC] 粒子砲
    [MG] 機槍
    [FL] 火焰噴射器
    [AC2] 機砲 2
    [AC5] 機砲 5
    [AC10] 機砲 10
    [AC20] 機砲 20
    [SRM2] 短程飛彈 2
    [SRM4] 短程飛彈 4
    [SRM6] 短程飛彈 6
    [LRM5] 長程飛彈 5
    [LRM10] 長程飛彈 10
    [LRM15] 長程飛彈 15
   *[LRM20] 長程飛彈 20
}
ambush-harm = { $rack ->
    [0] { $each }
   *[other] 每枚 { $each }{ $group ->
        [1] { "" }
       *[other] ，每 { $group } 枚一組
    }
}
ambush-stops = 停止
ambush-hides = { $how ->
    [yes] 可
    [prone] 趴下時
   *[no] 否
}
