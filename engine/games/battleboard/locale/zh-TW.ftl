# BattleBoard。$role：讀者在事件中的角色（actor 行動者、victim 受害者、self 兩者皆是、other 旁人）。
# $own：是否轟炸自己的棋盤？$square：座標，例如「3 5」。

battleboard-title = 轟炸棋盤

battleboard-result = { $result ->
    [HIT] 命中
    [NEAR_MISS] 差一格
    [LOSS] 命中最後一座城市
   *[MISS] 落空
}

battleboard-joined = { $role ->
    [actor] 你以 { $name } 之名加入了對局。
   *[other] { $name } 加入了對局。
}{ $seats ->
    [0] 座位已滿。
   *[other] 還有 { $seats } 個空位。
}
battleboard-unseated = { $role ->
    [actor] 你在開始前離開了。
   *[other] { $name } 在開始前離開了。
}還有 { $seats } 個空位。
battleboard-dealt = 你的棋盤是 { $width } 乘 { $height } 格；你的 { $cities } 座城市位於 { $squares }。只有你知道。
battleboard-turn-order = 行動順序：{ $names }。
battleboard-turn-started = { $role ->
    [actor] 輪到你了。
   *[other] 輪到 { $name }。
}
battleboard-bombed = { $role ->
    [actor] 你轟炸了 { $target } 的 { $square }：{ battleboard-result }。{ $result ->
        [LOSS] { $target } 輸了。
       *[MISS] {""}
    }
    [victim] { $by } 轟炸了你的 { $square }：{ battleboard-result }。{ $result ->
        [LOSS] 你輸了。
       *[MISS] {""}
    }
    [self] 你轟炸了自己的 { $square }：{ battleboard-result }。{ $result ->
        [LOSS] 你輸了。
       *[MISS] {""}
    }
   *[other] { $own ->
        [yes] { $by } 轟炸了自己的 { $square }
       *[no] { $by } 轟炸了 { $target } 的 { $square }
    }：{ battleboard-result }。{ $result ->
        [LOSS] { $target } 輸了。
       *[MISS] {""}
    }
}
battleboard-passed = { $role ->
    [actor] { $cause ->
        [timeout] 你的時間到了，跳過這次行動。
        [illegal] 那裡沒有可轟炸的目標，視同跳過。
        [gone] 你的連線中斷了，跳過這次行動。
        [left] 你正要離開，跳過這次行動。
       *[order] 你跳過了這次行動。
    }
   *[other] { $cause ->
        [timeout] { $name } 的時間到了，跳過這次行動。
        [illegal] { $name } 轟炸的地方沒有目標，視同跳過。
        [gone] { $name } 的連線中斷了，跳過這次行動。
        [left] { $name } 正要離開，跳過這次行動。
       *[order] { $name } 跳過了這次行動。
    }
}
battleboard-withdrew = { $role ->
    [actor] 你將在這次行動結束時離開對局。
   *[other] { $name } 將在這次行動結束時離開對局。
}
battleboard-won = { $role ->
    [actor] 你贏了！
   *[other] { $name } 贏了。
}
battleboard-drawn = 平手：沒有人留下。
battleboard-uncovered = { $name } 的棋盤上從未被擊中：{ $squares }。

battleboard-beyond = 你還有 { $left } 座城市。

# 公開的問題：接在名字後面；…-asks-else：沒有回答時會怎樣。
battleboard-asks = 請轟炸一格，或跳過
battleboard-asks-else = 否則就算跳過。

# 圖片與文字棋盤。
battleboard-goal = 目標：先炸毀別人所有的城市。
battleboard-banner-turn = 輪到 { $name }
battleboard-banner-open = 還在等 { $seats } 位玩家
battleboard-banner-ready = 座位已滿
battleboard-banner-won = { $name } 贏了
battleboard-banner-drawn = 平手：沒有人留下
battleboard-you = （你）
battleboard-cities = 城市 { $left } / { $total }
battleboard-leaving = 正要離開，{ battleboard-cities }
battleboard-left = 已離開，{ battleboard-cities }
battleboard-lost = 已落敗，{ battleboard-cities }
battleboard-sign-sea = 未轟炸
battleboard-sign-hit = 命中
battleboard-sign-loss = 命中最後一座城市
battleboard-sign-near = 差一格
battleboard-sign-miss = 落空
battleboard-sign-wreck-near = 廢墟上差一格
battleboard-sign-wreck-miss = 廢墟上落空
battleboard-sign-city = 你的城市
battleboard-sign-stood = 從未被擊中的城市
battleboard-last = 上一次：{ $by } 轟炸{ $own ->
    [yes] 自己
   *[no] {" "}{ $target }
} 的 { $square }。
battleboard-note-square = { $square }：第 { $x } 欄，第 { $y } 列
battleboard-note-badge = #1、#2…：行動順序
battleboard-note-wrecks = { $wrecks ->
    [count] 被毀的城市仍會造成「差一格」
   *[clear] 被毀的城市不再造成「差一格」
}
battleboard-note-illegal = 轟炸不存在的地方視同跳過

# 為什麼可以考慮這個指令。
battleboard-hint = { $what ->
    [clue] 這 { $n } 格可以解釋一次近失彈
    [pass] 沒有對手可以轟炸
   *[search] 未知水域，最能得到線索
}
