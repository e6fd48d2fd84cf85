# 每一種管道都用的句子。$who：人；$question 接在名字後面；$due：時間；$order：可以輸入的字。
reading-and = { $first }和 { $last }
reading-asked = { $may ->
    [yes] { $who } 可以{ $question }
   *[no] { $who }，{ $question }
}{ $secret ->
    [yes] （秘密作答）
   *[no] {""}
}。
reading-asked-you = { $may ->
    [yes] 你可以{ $question }
   *[no] { $question }
}{ $secret ->
    [yes] （秘密作答）
   *[no] {""}
}。
reading-due = 期限：{ $due }。
reading-default = 沒有回答時，執行 { $order }。
reading-waiting = 等 { $who } 行動。
reading-read-as = 讀作：{ $order }
reading-did = 完成。
reading-dropped = 因為前面發生的事，沒有執行。
reading-taken = 已接受：{ $order }
reading-dropped-these = 因為前面發生的事，沒有執行：{ $orders }
