"""Mails that want to make the reader work without end, fall over, or believe something."""


def mail(
    headers: bytes = b"", body: bytes = b"hi", content: bytes = b"text/plain; charset=utf-8"
) -> bytes:
    return (
        b"From: Ann <ann@x.example>\r\nTo: r@y.example\r\nSubject: s\r\nMIME-Version:"
        b" 1.0\r\nContent-Type: " + content + b"\r\n" + headers + b"\r\n" + body
    )


def written_by(sender: bytes) -> bytes:
    return mail().replace(b"Ann <ann@x.example>", sender)


def nested(depth: int) -> bytes:
    levels = (
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (i, i)
        for i in range(depth)
    )
    return (
        b"From: a@x.example\r\nMIME-Version: 1.0\r\n"
        + b"".join(levels)
        + b"Content-Type: text/plain\r\n\r\nhi\r\n"
    )


def enclosed(depth: int) -> bytes:
    return (
        b"From: a@x.example\r\nMIME-Version: 1.0\r\n"
        + b"Content-Type: message/rfc822\r\n\r\n" * depth
        + b"\r\nhi"
    )


def html(body: bytes) -> bytes:
    return mail(content=b"text/html", body=body)


def reply(line: bytes) -> bytes:
    return mail(body=(line + b"\r\n") * (120_000 // (len(line) + 2)))


def parted(body: bytes, kind: bytes = b"mixed") -> bytes:
    return mail(content=b"multipart/%s; boundary=b" % kind, body=body)


def flowed(body: bytes) -> bytes:
    return mail(content=b"text/plain; format=flowed; delsp=yes", body=body)


STATUS = b"--b\r\nContent-Type: message/delivery-status\r\n\r\n"
HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "blank lines": b"\r\n" * 100_000,
    "no headers": b"\xff\xfe\x00move 3 to E5",
    "zeros": b"\0" * 200_000,
    "one long line": b"x" * 5_000_000,
    "plain": mail(),
    **{f"{n} multiparts in one another": nested(n) for n in (30, 90, 500, 5_000)},
    **{f"{n} mails in one another": enclosed(n) for n in (15, 100, 5_000)},
    "parts": parted(b"--b\r\n\r\n" * 100_000),
    "parts below the bound": parted(b"--b\r\n\r\n" * 900),
    "same boundary": parted(b"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" * 39),
    "headers": mail(b"".join(b"X-%d: y\r\n" % i for i in range(100_000))),
    "headers below the bound": mail(b"".join(b"References: y\r\n" for i in range(780))),
    "subject": mail(b"Subject: " + b"a " * 500_000 + b"\r\n"),
    "subject in words": mail(b"Subject: " + b"=?utf-8?q?=41?= " * 3_900 + b"\r\n"),
    "subject in broken words": mail(b"Subject: " + b"=?utf-8?b?" * 6_000 + b"\r\n"),
    "subject in a strange charset": mail(b"Subject: =?zlib?b?eJw=?= =?x?x?x?=\r\n"),
    "subject of bytes": mail(b"Subject: \xff\xfe\xed\xa0\x80\r\n"),
    "folded header": mail(b"Subject: a" + b"\r\n a" * 700 + b"\r\n"),
    "receivers": mail(b"Cc: " + b", ".join(b"a%d@x.example" % i for i in range(20_000)) + b"\r\n"),
    "receivers below the bound": mail(b"Cc: " + b"a@x.example," * 5_000 + b"\r\n"),
    "references": mail(b"References: " + b"<a@b> " * 170_000 + b"\r\n"),
    "references below the bound": mail(b"References: " + b"<" * 60_000 + b"\r\n"),
    **{
        f"sender of {sign.decode()}": written_by(sign * n + b" a@x.example")
        for sign in (b"(", b"<", b'"', b"\\", b",", b"a ", b"a.", b"@", b"=?utf-8?q?=41?= ")
        for n in (3_900, 50_000)
    },
    "no sender": written_by(b""),
    "zeros in the sender": written_by(b"A\0nn <ann@x.example>"),
    "Message-ID of a kind": mail(b"Message-ID: <a@[b>\r\n"),
    "empty Message-ID": mail(b"Message-ID:\r\n"),
    "date of a kind": mail(b"Date: Tue, 99 Foo 99999 99:99:99 +9999\r\n"),
    "date that overflows": mail(
        b"Date: 1 Jan 99999999999999999999 00:00:00 +99999999999999999\r\n"
    ),
    "empty date": mail(b"Date: \r\n"),
    "verdicts": mail((b"Authentication-Results: " + b"(" * 900 + b"\r\n") * 60),
    "charset without end": mail(content=b"text/plain; charset=" + b"x" * 60_000),
    "parameters": mail(content=b"text/plain; charset*0*=utf-8''%41; charset*99999=1"),
    "parameter of half a language": mail(content=b"text/plain; charset*=x'y; format*=x'y"),
    "many parameters": mail(content=b"text/plain" + b"; a*0*=b" * 7_000),
    "no boundary": mail(content=b"multipart/mixed", body=b"x"),
    "charset of bytes": mail(content=b"text/plain; charset=\xff"),
    "encoding of a kind": mail(
        b"Content-Transfer-Encoding: x-uu\r\n", b"begin 644 x\r\n" + b"M" * 60 + b"\r\n"
    ),
    "encoding without end": mail(
        b"Content-Transfer-Encoding: x-uuencode\r\n", b"begin 644 x\r\n" * 9_000
    ),
    "base64 of a kind": mail(b"Content-Transfer-Encoding: base64\r\n", b"!!!=a"),
    "quoted of a kind": mail(
        b"Content-Transfer-Encoding: quoted-printable\r\n", b"=ZZ=\r\n=" * 20_000
    ),
    "name of a kind": mail(b'Content-Disposition: attachment; filename="../../etc/passwd"\r\n'),
    "broken name": mail(b"Content-Disposition: attachment; filename*=\r\n"),
    "20 MB": mail(body=b"y" * 76 + b"\r\n" + b"z" * 20_000_000),
    **{
        f"HTML of {sign.decode()[:40]}": html(sign * (1_000_000 // len(sign)))
        for sign in (
            *(
                *(b"<div>", b"<", b"<a b='", b"<!--", b"&#x41;", b"&", b"<![CDATA[", b"<style>"),
                b"<style></style>",
            ),
            *(b"<blockquote>", b"</div>", b"<div></p>", b"<p a", b"<pre>", b"<div/>", b"<!-- -->"),
            *(b"<p hidden>", b"<s></s>", b"<b style='a>", b"<b hidden=' \">"),
            *(b"<b style='display:none'>",),
            *(
                b"<b hidden style=" + b"a:0;" * 2_000 + b">",
                b"<b hidden " + b"a='\" " * 9_000 + b">",
            ),
        )
    },
    **{
        f"lines of {line.decode()[:20]}": reply(line)
        for line in (
            *(b">", b"> > >", b"--", b"From: a", b"a 10:30 a:", b"a@b.c:", b"pass\r\nwhy?"),
            *(b"pass\r\n> bomb a square, or pass. You have", b"1. \"'" * 9, b"\n\npass\nx"),
            *(b"On 3 Nov 2026 at 10:00 a wrote", b"@"),
            *(
                b"-" * 900,
                b"--- -" * 150,
                b"sent " + b"iphone " * 100,
                b"Thanks",
                b"Ann Ann Ann Ann",
                b"* * * *",
            ),
            *(
                b"a" * 900 + b":",
                b"2026 " + b"a" * 300 + b":",
                b" " * 900,
                "ﷺ".encode() * 300,
                b"_" * 900,
                b"*a" * 400,
            ),
            *(
                b"10:00 " * 59,
                b"a@" * 170,
                b"https://" * 100,
                b"=" * 990 + b"x",
                b"Aa " * 300,
                b"1" * 900,
            ),
        )
    },
    "flowed": flowed(b"a \r\n" * 40_000),
    "flowed quotes": flowed(b">" * 60_000 + b" \r\n" + b"> \r\n" * 9_000),
    "bounce of bounces": parted(STATUS * 18, b"report"),
    "bounce with blocks": parted(
        STATUS + b"Final-Recipient: rfc822; a@b.c\r\n\r\n" * 3_000, b"report"
    ),
}
