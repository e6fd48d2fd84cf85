# 骰子西洋棋。$role：讀者在事件中的角色（actor 行動者、opponent 對手、other 旁人）。$colour：事件所屬的一方，$other：另一方，
# $owner：骰子的主人。骰子以棋子圖形加字母表示，例如「♘ ♗ (N B)」。

dicechess-title = 骰子西洋棋

dicechess-colour = { $colour ->
    [white] 白方
   *[black] 黑方
}
dicechess-other = { $other ->
    [white] 白方
   *[black] 黑方
}
dicechess-owner = { $owner ->
    [white] 白方
   *[black] 黑方
}
dicechess-reason = { $reason ->
    [checkmate] 將死
    [stalemate] 逼和
    [insufficient] 雙方都無法將死對手
    [threefold] 同一局面第三次出現
    [fifty] 連續一百步沒有吃子或動兵
    [chain100] 同一次中斷中應了一百步
    [resignation] 認輸
    [agreement] 雙方同意
    [time] 超過時限
   *[aborted] 對局已取消
}

dicechess-joined = { $role ->
    [actor] 你以{ dicechess-colour }的身分加入了。
   *[other] { $name } 以{ dicechess-colour }的身分加入了。
}
dicechess-unseated = { $role ->
    [actor] 你在開始前離開了。
   *[other] { $name }（{ dicechess-colour }）在開始前離開了。
}
dicechess-began = 對局開始：{ $white }（白方）對 { $black }（黑方）。{ $standard ->
    [no] 起始局面：{ $fen }
   *[yes] {""}
}
dicechess-rolled = { $role ->
    [actor] 輪到你了。
   *[other] 輪到{ dicechess-colour }。
}{ $check ->
    [yes] 被將軍：骰子只會出現能解將的棋子。
   *[no] {""}
}第 { $roll } 次擲骰：{ $dice }。骰子可能出現 { $candidates }。
dicechess-moved = { $kind ->
    [reply] { $role ->
        [actor] 你應了 { $san }。
       *[other] { dicechess-colour }應了 { $san }。
    }
   *[die] { $role ->
        [actor] 你走了 { $san }，用掉 { $spent }。
       *[other] { dicechess-colour }走了 { $san }，用掉 { $spent }。
    }
}
dicechess-free = { $bound ->
    [none] { $role ->
        [actor] 請走一步應將（任何棋子都可以，不用擲骰）。
       *[other] { dicechess-colour }要走一步應將（任何棋子都可以，不用擲骰）。
    }
   *[other] { $role ->
        [actor] 請用這些骰子之一走一步應將：{ $bound }。
       *[other] { dicechess-colour }要用這些骰子之一走一步應將：{ $bound }。
    }
}
dicechess-interrupted = { $cause ->
    [check] 將軍！{ dicechess-owner }的回合暫停（保留：{ $kept }）。{ dicechess-free }
   *[counter_check] { dicechess-other }的應著將軍。{ dicechess-free }{ $own ->
        [yes] 之後繼續使用保留的骰子 { $kept }。
       *[no] { dicechess-owner }的骰子 { $kept } 繼續等待。
    }
}
dicechess-resumed = 雙方都不再被將軍：{ $role ->
    [actor] 你繼續使用 { $dice }。
   *[other] { dicechess-colour }繼續使用 { $dice }。
}
dicechess-stalled = { $dice } 目前沒有合法的走法{ $count ->
    [one] 。
   *[other] 。
}
dicechess-forfeited = { $dice } 沒有合法的走法：作廢{ $count ->
    [one] 。
   *[other] 。
}
dicechess-draw-offered = { $role ->
    [actor] 你提議和棋。
    [opponent] { dicechess-colour }提議和棋：accept 接受，或 decline 拒絕。
   *[other] { dicechess-colour }提議和棋。
}
dicechess-draw-declined = { $role ->
    [actor] 你拒絕了和棋。
   *[other] { dicechess-colour }拒絕了和棋。
}
dicechess-held = { $role ->
    [actor] 你的時間到了。對局暫停，等待主持人讓它繼續。
   *[other] { dicechess-colour }的時間到了。對局暫停，等待主持人讓它繼續。
}
dicechess-went-on = 對局繼續：{ $role ->
    [actor] 你有新的期限。
   *[other] { dicechess-colour }有新的期限。
}
dicechess-ended = { $won ->
    [yes] { $role ->
        [actor] 你贏了
       *[other] { dicechess-colour }獲勝
    }，{ $result }：{ dicechess-reason }。
   *[no] { $reason ->
        [aborted] 沒有結果：{ dicechess-reason }。
       *[other] 和局，{ $result }：{ dicechess-reason }。
    }
}

# 為何問讀者。
dicechess-beyond = { $why ->
    [opening_in_check] 對手用最後一顆骰子將軍，所以你照常擲骰；骰子只會出現能解將的棋子。
    [check] 不用擲骰。{ dicechess-owner }的回合暫停，保留 { $kept }。
    [counter_check] 骰子 { $kept } 等待中。
   *[other] {""}
}{ $asked ->
    [no] {""}
   *[yes] 要回答和棋提議，請說 accept（接受）或 decline（拒絕）。
}

# 公開的問題：接在名字後面；…-asks-else：沒有回答時會怎樣。
dicechess-asks = { $why ->
    [opening] 輪到你了，骰子是 { $kept }
    [opening_in_check] 請用一顆骰子解將（{ $kept }）
    [dice] 請用剩下的骰子繼續：{ $kept }
    [resumed] 將軍已解：請用骰子 { $kept } 繼續
    [check] 請解將：任何棋子走一步
    [counter_check] 請走一步解將{ $bound ->
        [none] ，任何棋子都可以
       *[other] ，要用相符的骰子（{ $bound }）
    }
   *[over] 對局結束了
}{ $offered ->
    [none] {""}
   *[other] （{ $offered } 提議和棋）
}
dicechess-asks-else = { $late ->
    [loss] 否則 { $name } 超時判負。
    [moderator] 否則對局等候主持人處理。
   *[none] {" "}
}

# 圖片與文字棋盤。
dicechess-goal = 目標：將死對方。骰子決定哪些棋子能走，一顆骰子走一步。
dicechess-banner = { $held ->
    [none] { $phase ->
        [seating] 等待玩家加入
        [roll] { dicechess-colour }擲骰
        [reply] 將軍中斷：{ dicechess-owner }的 { $kind } 保留{ $count ->
            [one] 。
           *[other] 。
        }{ $owes ->
            [white] 白方
           *[black] 黑方
        }要走一步應將。
        [over] { $won ->
            [white] 白方獲勝：{ dicechess-reason }
            [black] 黑方獲勝：{ dicechess-reason }
            [draw] 和局：{ dicechess-reason }
           *[none] 沒有結果：{ dicechess-reason }
        }
       *[die] { $why ->
            [opening_in_check] { dicechess-colour }走棋，被將軍：{ $kind }
            [resumed] { dicechess-colour }繼續：{ $kind }
           *[dice] { dicechess-colour }走棋：{ $kind }
        }
    }
   *[other] 時間到：對局等待主持人
}
dicechess-head = { dicechess-owner }的骰子 — ♔ { $white } — ♚ { $black }
dicechess-status = 第 { $turn } 回合，無吃子、無動兵 { $quiet } 步{ $offer ->
    [white] ，白方提議和棋
    [black] ，黑方提議和棋
   *[none] {""}
}
dicechess-side = { $colour ->
    [white] 白方
   *[black] 黑方
}
dicechess-taken = { $white ->
    [none] {""}
   *[other] 白方吃了 { $white }。
}{ $black ->
    [none] {""}
   *[other] 黑方吃了 { $black }。
}{ $ahead ->
    [white] 白方領先 { $lead } 分。
    [black] 黑方領先 { $lead } 分。
   *[none] {""}
}
dicechess-moves = { $fresh ->
    [since] 你上一步之後：
    [public] 最近的走法：
   *[last] 上一步：
}{ $moves }
dicechess-check = { dicechess-colour }在 { $square } 的王被將軍。
dicechess-die-ready = 可用
dicechess-die-waiting = 等待
dicechess-die-spent = 已用
dicechess-die-void = 未用
dicechess-note-men = 大寫字母是白方的棋子。

# 骰子西洋棋自己的拒絕理由。
dicechess-refusal-unreadable = 「{ $word }」（第 { $place } 個字）不是西洋棋的走法。
dicechess-refusal-comma-missing = 兩步之間請加逗號：「{ $word }」前面已經是一步棋。
dicechess-refusal-no-pass = 骰子西洋棋不能跳過：每一步都要走一個棋子。
dicechess-refusal-need-promotion = 請寫出兵要升變成什麼棋子，例如 a8=Q。
dicechess-refusal-ambiguous = 「{ $word }」可以是好幾步棋：請寫出棋子從哪一格來。
dicechess-refusal-illegal = 「{ $word }」在這個局面不合法。
dicechess-refusal-not-rolled-type = 「{ $word }」合法，但沒有未用的骰子是那種棋子。
dicechess-refusal-not-your-move = 還沒輪到你：現在該另一方走。
dicechess-refusal-held = 對局暫停，等待主持人讓它繼續。
dicechess-refusal-not-rolled = 還沒有擲骰。

# 為什麼可以考慮這步棋。
dicechess-hint = { $what ->
    [mate] 將死
    [takes] 吃掉{ dicechess-hint-piece }{ $check ->
        [yes] ，並將軍
       *[no] {""}
    }
    [check] 將軍
    [promotes] 兵升變成新棋子
    [castles] 讓國王入堡，比較安全
    [develops] 把棋子調出來
    [middle] 佔住中央的格子
    [safe] 走完沒有棋子會被吃
   *[other] {""}
}
dicechess-hint-piece = { $piece ->
    [P] 兵
    [N] 騎士
    [B] 主教
    [R] 城堡
    [Q] 皇后
   *[K] 國王
}
