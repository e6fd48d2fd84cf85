# 賽事。$role：讀者本人是 actor，其他是 other。$how、$own：這一桌如何結束。

contest-title = 賽事

contest-entered = { $role ->
    [actor] 你加入了賽事
   *[other] { $name } 加入了賽事
}{ $since ->
    [1] 。
   *[other] ，從第 { $since } 輪開始。
}
contest-unentered = { $role ->
    [actor] 你在賽事開始前離開了。
   *[other] { $name } 在賽事開始前離開了。
}
contest-drawn = { $round ->
    [0] 最後一次抽籤，用於同分：{ $seed }。
   *[other] 第 { $round } 輪已抽籤，種子是 { $seed }。
}
contest-paired = 第 { $round } 輪開始，共 { $count } 桌。{ $own ->
    [none] {""}
    [bye] 你這一輪輪空，得一分。
    [rest] 你這一輪不下。
    [void] 你這一輪沒有對局。
    [forfeit] 你和 { $names } 這一桌不戰而定。
    [two] 你對 { $names }，你是{ $side ->
        [first] 先手
       *[second] 後手
    }。
   *[many] 你對 { $names }。
}
contest-scored = 第 { $round } 輪，{ $names }：{ $result }。{ $reason ->
    [none] {""}
   *[other] 原因：{ $reason }
}
contest-rematch = 第 { $round } 輪，{ $names }：平手，所以交換先後再下一次。
contest-changed = 第 { $round } 輪：有結果更正了，這一桌現在是 { $names }。
contest-left = { $role ->
    [actor] 你離開了賽事。
   *[other] { $name } 離開了賽事。
}{ $free ->
    [yes] 可以由候補接替，在那之前他的對局先等著。
   *[no] {""}
}
contest-followed = { $role ->
    [actor] 你在這個賽事接替這個位置，未完的對局重新開始。
   *[other] { $name } 接替了空出的位置，未完的對局重新開始。
}
contest-opening = 第 { $season } 季開放報名，到 UTC { $closes } 為止。上一季的所有人都已報名；不想參加的人請說 `leave`。
contest-rested = { $on ->
    [yes] { $role ->
        [actor] 你下一輪不下。
       *[other] { $name } 下一輪不下。
    }
   *[no] { $role ->
        [actor] 你下一輪還是要下。
       *[other] { $name } 下一輪還是要下。
    }
}
contest-missing = { $role ->
    [actor] 你有兩輪沒有到。再一次，你就離開賽事。
   *[other] { $name } 有兩輪沒有到，再一次就離開賽事。
}
contest-ended = { $name ->
    [none] 賽事取消：加入的人太少。
   *[other] { $role ->
        [actor] 賽事結束，你是第一！
       *[other] 賽事結束，{ $name } 是第一。
    }
}

contest-refusal-contest-plays = 賽事沒有問你。請下你這一輪自己的對局。

# 表格。
contest-result = { $how ->
    [bye] 輪空，一分
    [rest] 不下
    [void] 不算
    [open] 進行中
    [forfeit] { $score }，不戰
    [ruled] { $score }，由版主決定
    [lot] { $score }，由抽籤決定
   *[played] { $score }
}
contest-banner-open = { $count ->
    [0] 可以加入
   *[other] 已有 { $count } 人加入
}
contest-banner-drawn = 第 { $round } 輪正在配對
contest-banner-round = 第 { $round } 輪，共 { $rounds } 輪：{ $left ->
    [0] 每一桌都結束了
   *[other] 還有 { $left } 桌進行中
}
contest-banner-open-games = 還有 { $left } 場對局
contest-banner-over = { $name ->
    [none] 賽事結束
   *[other] { $name } 是第一
}
contest-note-more = 還有 { $count } 行
contest-note-form = { $form ->
    [swiss] { $rounds } 輪的瑞士制
    [robin] 循環制：每人都對每人
    [knockout] 淘汰制：輸了就離開
   *[league] 分組的聯賽
}
contest-standings = 排名
contest-division = 第 { $number } 組
contest-round = 第 { $round } 輪
contest-running = 進行中的對局
contest-mine = 你的對局
contest-you = （你）
contest-gone = （已離開）
contest-head-place = #
contest-head-name = 玩家
contest-head-points = 分數
contest-head-games = 局數
contest-head-sides = 先後
contest-head-breaks = 同分比較
contest-head-table = 桌
contest-head-round = 輪
contest-head-names = 玩家
contest-head-result = 結果
contest-head-game = 對局
contest-break = { $what ->
    [buchholz-cut] 對手分 { $value }
    [buchholz] 全部對手分 { $value }
    [berger] 勝者分 { $value }
    [met] 互相 { $value }
    [wins] 勝 { $value }
   *[second] 後手 { $value }
}
