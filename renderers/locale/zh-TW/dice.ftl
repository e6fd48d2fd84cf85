# Dice that the players throw themselves. $key: what a roll is for. $faces: what it shows.

house-wanted = 請為 { $key } 擲骰；每個座位都要輸入結果。{ $shown ->
    [none] 第一顆骰
   *[other] 目前 { $shown }；下一顆骰
}：{ $faces }。請寫「roll」加上骰面，依讀取順序；或寫「roll referee」由裁判擲骰。
house-typed = { $key } 的骰子：{ $faces ->
    [referee] 由裁判擲骰。
   *[other] { $faces }。
}
house-disputed = { $key } 的骰子輸入不一致，或不可能出現。請再輸入一次。
refusal-no-such-face = 「{ $word }」不是這顆骰子的骰面。

# 玩家的 salt，會加進骰子。
house-pledged = { $role ->
    [actor] 你自己保管 salt；它的 SHA-256 是 { $pledge }。
   *[other] { $name } 自己保管 salt；它的 SHA-256 是 { $pledge }。
}
house-awaited = 座位已滿。這些 salt 公開後對局就開始：{ $names }。請寫「salt」和你的文字。
house-opened = { $role ->
    [actor] 你的 salt 已公開：{ $salt }
   *[other] { $name } 的 salt 已公開：{ $salt }
}
did-salt = 你的 salt 已公開。
desk-salt = { $seat } 的 salt：SHA-256 { $pledge }{ $open ->
    [yes] （{ $salt }）
   *[no] {""}
}
word-salt = 公開你加入時保管的 salt
refusal-salts-are-fixed = 這局的骰子來自指定的種子，所以不能保管 salt。
refusal-bad-hash = 「{ $word }」不是 SHA-256：那要有 64 個 0 到 9 和 a 到 f 的字元。
refusal-no-kept-salt = 你在這局沒有保管 salt，或者已經公開了。
refusal-seats-are-free = 座位坐滿之前請保管好你的 salt：之後加入的人可能挑選對自己有利的 salt。
refusal-other-salt = 「{ $word }」不是你承諾的文字：它的 SHA-256 不同。什麼都沒有改變。
