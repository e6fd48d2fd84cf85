# 幽靈船。$role：讀者在事件中的角色（actor 行動者、other 旁人；won 勝、lost 敗）。單位叫 M1、A1、B1；格子寫作 5,12。

derelict-title = 幽靈船

derelict-side = { $side ->
    [marine] 陸戰隊
   *[alien] 異形
}
derelict-reason = { $reason ->
    [no-marines] 陸戰隊員已全滅
    [no-aliens] 異形已全滅
    [objective] 目標著火了
    [no-fuel] 再也沒有火焰槍能燒到目標
    [last-turn] 最後一回合結束
   *[resigned] 對方認輸
}
derelict-hit = { $hit ->
    [yes] 命中
   *[no] 未中
}

derelict-joined = { $role ->
    [actor] 你加入了{ $seat ->
        [marine] 陸戰隊
       *[alien] 異形
    }一方。
   *[other] { $name } 加入了{ $seat ->
        [marine] 陸戰隊
       *[alien] 異形
    }一方。
}
derelict-began = 任務開始：{ $title }。{ $about ->
    [none] {""}
   *[other] { $about }
}
derelict-deployed = { $unit } 在 { $cell } 就位，面向 { $facing }。
derelict-turn-began = 第 { $turn } 回合：{ $role ->
    [actor] 輪到你了。
   *[other] 輪到 { $name }（{ derelict-side }）。
}
derelict-cleared = { $jams ->
    [no] 警戒、防守標記和所有火焰都消失了。
   *[yes] 警戒、防守、卡彈標記和所有火焰都消失了。
}
derelict-command-die = { $again ->
    [yes] 再擲指揮骰：{ $die }。
   *[no] 指揮骰：{ $die }。
}
derelict-commanding = { $points ->
    [-1] 陸戰隊的指揮點變了。
   *[other] 有 { $points } 點指揮點。
}
derelict-reinforced = { $unit } 潛伏在 { $cell }{ $value ->
    [0] 。
   *[other] ：{ $value } 隻異形。
}
derelict-turned90 = { $unit } 轉向 { $facing }。
derelict-points = { $ap } 點行動點
derelict-activated = { $unit } 開始行動，有 { derelict-points }。
derelict-moved = { $unit } 從 { $start } 移到 { $cell }。
derelict-worked = { $open ->
    [yes] { $unit } 打開 { $cell } 的門。
   *[no] { $unit } 關上 { $cell } 的門。
}
derelict-revealed = { $blip } 在 { $cell } 現身，現在是 { $unit }。
derelict-exposed = { $blip } 在 { $cell } 被看見：是異形 { $unit }。
derelict-vanished = { $cell } 的 { $blip } 移除：異形已經太多。
derelict-more = { $unit } 不是單獨一隻。
derelict-placed = { $unit } 出現在 { $cell }，面向 { $facing }。
derelict-shot = { $overwatch ->
    [yes] 警戒中的 { $unit }
   *[no] { $unit }
} 射擊 { $target }，任一顆骰需要 { $needs }：擲出 { $dice }，{ derelict-hit }。
derelict-jammed = { $unit } 的槍卡彈了。
derelict-unjammed = { $command ->
    [yes] 用一點指揮點排除 { $unit } 的卡彈。
   *[no] { $unit } 排除了卡彈。
}
derelict-burnt = { $unit } 發射火焰槍：又有 { $cells } 格著火。剩餘燃料：{ $fuel }。
derelict-singed = { $step ->
    [yes] { $unit } 穿過火焰：{ $die }。
   *[no] { $unit } 身在火中：{ $die }。
}
derelict-rammed = { $unit } 攻擊 { $cell } 的門{ $rolled ->
    [yes] （{ $dice }）
   *[no] {""}
}：{ $broken ->
    [yes] 門破了。
   *[no] 門沒破。
}
derelict-fought = { $again ->
    [best] 異形最大的骰子重擲：
    [guard] 防守中的陸戰隊員重擲：
   *[no] { $attacker } 攻擊 { $defender }：
}陸戰隊員 { $marine }{ $bonus ->
    [0] {""}
   *[other] （+{ $bonus }）
}，異形 { $alien }。
derelict-settled = { $winner ->
    [none] { $attacker } 對 { $defender }：平手。
   *[other] { $winner } 勝。
}
derelict-killed = { $unit } 在 { $cell } { $cause ->
    [flames] 被燒死。
   *[other] 被消滅。
}
derelict-broken = { $cell } 的門不見了。
derelict-watching = { $unit } 進入警戒。
derelict-guarding = { $unit } 進入防守。
derelict-relaxed = { $unit } 不再警戒或防守。
derelict-prompted = { $role ->
    [actor] 你要決定
   *[other] { $name } 要決定
}：{ $kind ->
    [command] 重擲指揮骰，還是保留？
    [best] 重擲異形最好的一顆骰子，還是保留？
    [guard] 重擲 { $unit } 的骰子，還是保留？
    [face] { $unit } 要轉身面對攻擊者，還是不動？
   *[jam] 排除 { $unit } 的卡彈，還是不管？
}
derelict-filed = 已設定你的預設指令，不會告訴別人。
derelict-ended = { $role ->
    [won] 你贏了：{ derelict-reason }。
    [lost] 你輸了：{ derelict-reason }。
   *[other] { $winner ->
        [marine] 陸戰隊獲勝：{ derelict-reason }。
        [alien] 異形獲勝：{ derelict-reason }。
       *[draw] 沒有人獲勝：{ derelict-reason }。
    }
}

derelict-beyond = { $kind ->
    [main] { $active ->
        [yes] { $unit } 有 { derelict-points }。
       *[no] {""}
    }
    [deployment] { $unit ->
        [none] {""}
       *[other] 下一個是 { $unit }：請選它的位置。
    }
    [reinforcement] 還有 { $left } 個。
    [voluntary] { $due ->
        [0] {""}
       *[other] 請放下下一隻異形；還有 { $due } 隻。
    }
    [orient] 轉好後請說 done。
    [place] 要在 { $other } 旁邊。
    [command] 以第二次為準。
    [best] { $unit }（{ $dice }）對 { $other }（{ $against }）。
    [guard] { $unit }（{ $dice }）對 { $other }（{ $against }）。
    [face] 它被 { $other } 攻擊後還活著。
    [jam] 要用一點指揮點。
   *[other] {""}
}
derelict-cost = { $what }（{ $cost }）
derelict-costs = 行動點：{ $listed }。
derelict-costs-none = 它已經不能再做什麼。
derelict-prompt-own-command = 指揮骰是 { $dice }。
derelict-prompt-own-jam = { $command ->
    [0] 不必決定：你沒有指揮點。
   *[other] 你有 { $command } 點指揮點。
}

# 公開的問題：接在名字後面；…-asks-else：沒有回答時會怎樣。
derelict-asks = { $kind ->
    [main] { $active ->
        [yes] 請繼續行動 { $unit }、選另一個單位，或結束回合
       *[no] 請選一個單位行動，或結束回合
    }
    [deployment] 請選下一個進場的陸戰隊員與位置
    [reinforcement] 請把一個增援光點放在潛伏格上
    [voluntary] 請隨意轉動 { $unit }，然後繼續
    [orient] 請轉動被看見的 { $unit }
    [place] 請替下一隻異形選一格
    [command] 重擲指揮骰
    [best] 讓異形最大的骰子重擲
    [guard] 重擲 { $unit } 的骰子
    [face] 讓 { $unit } 轉身面對攻擊者
    [jam] 排除 { $unit } 的卡彈
   *[other] 輪到你了
}
derelict-asks-else = { $kind ->
    [main] 否則回合結束。
    [command] 否則以第一次的結果為準。
    [best] 否則結果不變。
    [guard] 否則結果不變。
    [face] 否則它會轉身。
    [jam] 否則槍維持卡彈。
   *[other] {" "}
}

derelict-banner = { derelict-heading }，輪到 { $name }
derelict-banner-open = { $title } – 還有空位
derelict-banner-over = { $winner ->
    [marine] 陸戰隊獲勝：{ derelict-reason }
    [alien] 異形獲勝：{ derelict-reason }
   *[draw] 沒有人獲勝：{ derelict-reason }
}
derelict-goal = 目標：{ $cells ->
    [none] { $winner ->
        [marine] 陸戰隊仍有人存活
       *[alien] 消滅所有異形與光點
    }
   *[other] 燒毀 { $cells }
}{ $turn ->
    [0] 。
   *[other] { $winner ->
        [marine] ，直到第 { $turn } 回合結束。
       *[alien] ，須在第 { $turn } 回合結束前，否則異形獲勝。
    }
}
derelict-active = { $ap } AP
derelict-you = （你）
derelict-crew-command = 指揮點 { $command }
derelict-crew-fuel = 燃料 { $fuel }
derelict-heading = { $title } – 第 { $turn } 回合{ $last ->
    [0] {""}
   *[other] （共 { $last } 回合）
}
derelict-last = 上一個行動：{ $act ->
    [move] { $unit } 從 { $start } 移到 { $cell }。
    [enter] { $unit } 進入 { $cell }。
    [turn] { $unit } 轉向。
    [door] { $unit } 開或關了 { $cell } 的門。
    [lurk] { $unit } 潛伏在 { $cell }。
    [reveal] { $unit } 在 { $cell } 現身。
    [place] { $unit } 出現在 { $cell }。
    [shoot] { $unit } 射擊 { $cell }。
    [burn] { $unit } 向 { $cell } 發射火焰槍。
    [assault] { $unit } 攻擊 { $cell }。
    [ram] 打正前方的東西
    [overwatch] { $unit } 進入警戒。
    [guard] { $unit } 進入防守。
   *[unjam] { $unit } 排除了卡彈。
}
derelict-question = { $state ->
    [active] { $name }：{ $unit } 繼續行動，剩 { $ap } AP
    [may] { $name } 可以{ $question }
   *[no] { $name }：{ $question }
}
derelict-status-active = { $unit } 正在行動，{ $ap } AP{ $last ->
    [move] ，剛移動過。
    [turn] ，剛轉過身。
    [shoot] ，剛射擊過。
   *[none] 。
}
derelict-status-phase = { $phase ->
    [deployment] 陸戰隊正在部署。
    [reinforcement] 增援光點正在到來。
    [voluntary] { $unit } 現身了。
    [orient] { $unit } 被看見，正在轉向。
    [place] 還有異形要放。
    [command] 可以重擲指揮骰。
    [best] 可以重擲異形的一顆骰子。
    [guard] 可以重擲 { $unit } 的骰子。
    [face] { $unit } 可以轉身面對攻擊者。
   *[jam] 可以排除 { $unit } 的卡彈。
}
derelict-unit = { $name }：{ $kind ->
    [alien] 異形
    [blip] 光點{ $value ->
        [0] {""}
       *[other] （{ $value } 隻異形）
    }
    [marine-sarge] 士官
    [marine-flame] 火焰槍手
    [marine-hammer] 戰鎚手
    [marine-claws] 利爪手
    [marine-axe] 戰斧手
    [marine-chain] 鏈鋸劍手
    [marine-cannon] 機砲手
   *[marine] 陸戰隊員
}，在 { $cell }，面向 { $facing }{ $active ->
    [yes] ，正在行動，{ $ap } AP
   *[no] {""}
}{ $marks ->
    [none] 。
   *[other] ，{ $marks }。
}
derelict-below = { $cell } 還有：{ $what }。
derelict-sight = { $what } 看得到：{ $cells }
derelict-burn = 朝 { $what } 射擊會讓這些格子起火：{ $cells }。{ $units ->
    [none] 那裡沒有人。
   *[other] 身在其中：{ $units }；各擲一顆骰子，2 以上就消滅。
}

derelict-sign-wall = 牆
derelict-sign-corridor = 走道
derelict-sign-marine = 陸戰隊員，編號與朝向
derelict-sign-alien = 異形
derelict-sign-blip = 光點
derelict-sign-door = 關著的門
derelict-sign-dooropen = 開著的門
derelict-sign-flame = 火焰
derelict-sign-lurk = 潛伏格
derelict-sign-alien-entry = 入口
derelict-sign-objective = 目標
derelict-sign-drop-marine = 空降格
derelict-sign-start-marine = 起始格
derelict-sign-active = 正在行動的單位
derelict-sign-seen = 看得到
derelict-sign-doomed = 會起火
derelict-sign-segment = 區段：整段會一起燃燒
derelict-kind-marine = 步槍
derelict-kind-marine-sarge = 士官
derelict-kind-marine-flame = 火焰槍
derelict-kind-marine-hammer = 戰鎚
derelict-kind-marine-claws = 利爪
derelict-kind-marine-axe = 戰斧
derelict-kind-marine-chain = 鏈鋸劍
derelict-kind-marine-cannon = 機砲
derelict-marker-overwatch = 警戒
derelict-marker-guard = 防守
derelict-marker-jam = 卡彈
derelict-marker-deactivated = 已行動

derelict-refusal-units-left = { $units } 還能行動。若仍要結束回合，請寫「{ $sure }」。
derelict-refusal-own-flames = 這把火會燒到你自己的 { $units }。若仍要放火，請寫「{ $sure }」。
derelict-refusal-burns-already = 那個區段每一格都已經著火。若仍要耗用燃料，請寫「{ $sure }」。
derelict-refusal-points-left = { $unit } 還有 { $points } 點行動點，換單位就會失去。若仍要換，請寫「{ $sure }」。
derelict-refusal-cannot-step = 「{ $word }」（第 { $place } 個字元）不是這個單位現在能去的格子。
derelict-refusal-cannot-deploy = 「{ $word }」（第 { $place } 個字元）不是可以放的格子。
derelict-refusal-cannot-activate = 「{ $word }」（第 { $place } 個字元）不是你現在能讓它行動的單位。
derelict-refusal-cannot-shoot = 「{ $word }」（第 { $place } 個字元）不是這個陸戰隊員看得到又能射擊的目標。
derelict-refusal-cannot-burn = 「{ $word }」（第 { $place } 個字元）不是這個陸戰隊員看得到、射程內又能燒的格子。
derelict-refusal-no-such-door = 「{ $word }」（第 { $place } 個字元）不是搆得到又能這樣做的門。
derelict-refusal-no-such-turn = 「{ $word }」（第 { $place } 個字元）：請寫 left 或 right。
derelict-refusal-no-such-cell = 「{ $word }」（第 { $place } 個字元）不是像 5,12 這樣的走道格，或重複了。

# 為什麼可以考慮這個指令。
derelict-hint = { $what ->
    [activate] 讓 { $unit } 行動
    [move] { $far ->
        [9999] 朝目標前進
       *[other] 之後離敵人 { $far } 格
    }
    [enter] 進入通道
    [turn] 看另一個方向
    [door] 打開或關上通路
    [shoot] 看得見目標
    [burn] 火焰波及整個區段
    [assault] 敵人就在正前方
    [overwatch] 射擊進入視線的敵人
    [guard] 被攻擊時更會格鬥
    [unjam] 槍可以再開火
    [reveal] 讓訊號現形
    [deploy] 從這裡進場
    [place] 站在這裡
    [command] 重擲指揮點
    [reroll] 再擲多半會更好
    [keep] 這個點數夠好
    [face] 轉身正面迎戰
    [done] 方向正確
    [pass] 沒有其他單位能行動
   *[other] {""}
}
