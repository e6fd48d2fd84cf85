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
