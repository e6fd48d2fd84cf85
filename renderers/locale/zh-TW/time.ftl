# 對局的時鐘，以及玩家的時間。

time-days = { $n } 天
time-hours = { $n } 小時
time-minutes = { $n } 分鐘
time-seconds = { $n } 秒
time-mon = 星期一
time-tue = 星期二
time-wed = 星期三
time-thu = 星期四
time-fri = 星期五
time-sat = 星期六
time-sun = 星期日

# 時限的規定。
time-plan-none = 沒有時限。
time-plan-each = 每次回答有 { $each }。
time-plan-times = 期限在 { $times }（{ $zone }）{ $all ->
    [yes] 。
   *[no] ，只在{ $days }。
}
time-plan-bank = 每個座位整局有 { $bank }{ $any ->
    [yes] ，每次輪到再加 { $increment }；同時等多位玩家時，時限是 { $increment }。
   *[no] ；同時等多位玩家時，時限也是這麼久。
}
time-plan-recall = { $any ->
    [yes] 用郵件送出的回答在 { $length }內可以收回。
   *[no] 用郵件送出的回答立刻生效。
}
time-plan-grace = 截止後寬限 { $length }。
time-plan-miss-default = 還是沒有回答的，由系統代為執行。
time-plan-miss-moderator = 還是沒有回答的，等主持人決定。
time-plan-replace = 連續 { $n } 次沒有回答的座位，別人可以接手。
time-plan-away = 每位玩家一年可以請假 { $days } 天。

# 事件。
house-clock-set = 這一局的時限：{ $plan }
house-went-away = { $role ->
    [actor] 你
   *[other] { $name }
}從 { $start } 到 { $end } 請假。
house-came-back = { $role ->
    [actor] 你
   *[other] { $name }
}不再請假。
house-returned = { $role ->
    [actor] 你
   *[other] { $name }
}回來了，座位不再開放給別人。
house-hours-kept = { $any ->
    [yes] { $role ->
        [actor] 你
       *[other] { $name }
    }在這些時間不計時：{ $hours }。
   *[no] { $role ->
        [actor] 你
       *[other] { $name }
    }沒有不計時的時間。
}
house-wished = { $role ->
    [actor] 你
   *[other] { $name }
}{ $what ->
    [pause] 贊成暫停
    [resume] 贊成繼續
    [extend] 贊成延長 { $length }
   *[none] 不再贊成
}。{ $needed ->
    [0] {""}
   *[other] 還需要 { $needed } 人同意。
}
house-opposed = { $role ->
    [actor] 你
   *[other] { $name }
}反對{ $what ->
    [pause] 暫停
    [resume] 繼續
   *[extend] 延長 { $length }
}。{ $over ->
    [yes] 表決沒有通過。
   *[no] {""}
}
house-paused = { $by ->
    [moderator] 主持人暫停了計時。
   *[consent] 全體同意：計時暫停。
}
house-unpaused = { $by ->
    [moderator] 主持人讓計時繼續。
   *[consent] 全體同意：計時繼續。
}
house-extended = { $by ->
    [moderator] 主持人延長 { $length }。
   *[consent] 足夠的人同意：延長 { $length }。
}
house-due-set = 主持人把截止時間定為 { $at }。
house-forced = 主持人不再等{ $role ->
    [actor] 你
   *[other] { $name }
}。
house-grace-began = { $count ->
    [0] 截止時間已過
   *[other] { $names } 錯過了截止時間
}；{ $length }的寬限開始了。
house-handed-over = { $count ->
    [0] 截止時間已過
   *[other] { $names } 錯過了截止時間
}；由主持人決定如何繼續。
house-missed = 錯過截止時間：{ $names }。
house-was-down = 裁判從 { $since } 到 { $until } 沒有運作：截止時間延後 { $length }。
house-filed-played = 你的預設指令現在執行：{ $order }

# 拒絕的理由。
refusal-bad-away = 「{ $word }」不是日期：請寫 2026-12-24，或 2026-12-24 18:00。
refusal-away-too-long = 這比一年可以請假的時間多了 { $word }。
refusal-not-away = 你目前沒有請假，也沒有預定請假。
refusal-bad-hours = 「{ $word }」看不懂：先寫時區，再寫時間如 22:00-07:00，最後可加 weekends。
refusal-bad-length = 「{ $word }」不是這裡可用的時間長度。
refusal-bad-deadline = 截止時間不能是 { $word }。
refusal-bad-plan = 時限看不懂：「{ $word }」。
refusal-paused-before = 計時已經暫停。
refusal-not-paused = 計時沒有暫停。
refusal-no-deadline = 現在沒有截止時間。
refusal-not-asked = 現在不是在等 { $word }。
refusal-in-a-window = 反應時限到時才結束，誰也不能改變。
refusal-no-default = 沒有可以代 { $word } 執行的指令。
refusal-said-before = 你已經贊成過了。
refusal-not-for-it = 沒有你可以收回或回答的表決。
refusal-cannot-wait = 只有同時等多位玩家決定、而且有期限時，才能等到時限再結算。
refusal-bad-queue = 請寫：queue add 指令、queue add always 指令、queue list、queue drop 編號，或 queue drop all。
refusal-too-many-queued = 最多只能有 { $word } 個預設指令。
refusal-no-such-queued = 你沒有編號 { $word } 的預設指令。

# 做了什麼。
did-away = 你從 { $start } 到 { $end } 請假，所有對局都算。
did-back = 你不再請假。
did-hours = { $hours ->
    [none] 你沒有不計時的時間。
   *[other] 你在這些時間不計時：{ $hours }。
}
did-wait = 會為你等到期限，或等到你說「ready」。
did-ready = 大家都回答後就繼續。
did-pause = { $needed ->
    [0] 計時已暫停。
   *[other] 你贊成暫停；還需要 { $needed } 人同意。
}
did-resume = { $needed ->
    [0] 計時繼續。
   *[other] 你贊成繼續；還需要 { $needed } 人同意。
}
did-extend = { $needed ->
    [0] 期限延長了。
   *[other] 你贊成延長；還需要 { $needed } 人同意。
}
did-unwish = 你不再贊成。
did-oppose = { $over ->
    [yes] 你已反對，表決沒有通過。
   *[no] 你已反對。
}
did-queue = { $count ->
    [0] 你沒有預設指令。
   *[other] 你的預設指令：{ $orders }
}
