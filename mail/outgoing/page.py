"""The HTML part of a mail: one table, inline styles, nothing fetched, no script.

Its one ``<style>`` contains the dark colours and the print layout.
"""

import html
import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from mail.outgoing.blocks import Block

INK, DIM, GROUND, CARD, CHIP, RED, GREEN = (
    "#15212b", "#526573", "#f4f7f9", "#ffd84a", "#e7edf2", "#a3160c", "#0b6e3a",
)  # fmt: skip
FONT = "-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif"
MONO = "Menlo,Consolas,monospace"
TABLE = 'width="100%" cellpadding="0" cellspacing="0" border="0"'
LAID = f'<table role="presentation" {TABLE}'
DARK = (
    ":root{color-scheme:light dark}body{margin:0}a{color:inherit}\n"
    "@media (prefers-color-scheme:dark){.bg{background:#0d1720!important}"
    f".ask{{background:{CARD}!important;color:{INK}!important}}"
    ".t,.do,.own,.c,.k{color:#f2f6f8!important}"
    f".ask .c{{color:{INK}!important;background:#f3c21d!important}}"
    ".c{background:#22384a!important}.k{background:transparent!important}"
    ".s{color:#b3c5d1!important}.do{background:#1b2c39!important}.own{background:#3a1a18!important}"
    ".r{color:#ff9d92!important}.g{color:#7fd8a4!important}.l{border-color:#2f4a5b!important}}"
)
NARROW = "\n@media (max-width:480px){.w{font-size:12px!important;padding:4px 2px 4px 0!important}}"
"""On a phone, the columns of a table are closer together."""
PRINT = "\n@media print{.bg{background:#fff!important}tr,img{break-inside:avoid}}"
"""On A4 the board is 159 mm wide and fits on one page."""
MARKS = {
    "done": ("g", GREEN, "&#10003;"),
    "not": ("r", RED, "&#10007;"),
    "waits": ("s", DIM, "&hellip;"),
    "aside": ("s", DIM, "&ndash;"),
}
TYPED = re.compile("`([^`]+)`")
TAPPED = frozenset("board cancel daily help history join mute now rules".split())
"""Words in the text that are links."""
TO = "mailto:?"
"""The beginning of a link, before the address is known."""
EXAMPLE = (
    f'<code class="c k" style="font-family:{MONO};font-size:17px;font-weight:bold;color:{INK}">'
)
WORDS = f'<code class="c k" style="font-family:{MONO};font-weight:bold">'


def button(order: str, inner: str) -> str:
    """Return a link that opens a mail to the referee with this order, ready to be sent."""
    style = "color:inherit;text-decoration:underline"
    return f'<a href="{TO}body={quote(order)}" style="{style}">{inner}</a>'


def coded(line: str) -> str:
    """Return a line as HTML, with text in backticks set as code."""
    style = f"font-family:{MONO};font-size:95%;background:{CHIP};color:{INK}"
    start = f'<code class="c" style="{style};border-radius:4px;padding:1px 5px">'
    return TYPED.sub(
        lambda found: (
            f"{start}{button(found[1], found[1]) if found[1] in TAPPED else found[1]}</code>"
        ),
        html.escape(line),
    )


def paragraphs(lines: Sequence[str], below: int = 3) -> str:
    """Return a paragraph for each line, with ``below`` pixels of space below it."""
    style = f"margin:0 0 {below}px;font-size:16px;line-height:1.45"
    return "".join(f'<p style="{style}">{html.escape(line)}</p>' for line in lines)


def heading(line: str, below: int = 4) -> str:
    """Return a dim heading, with ``below`` pixels of space below it."""
    style = f"margin:0 0 {below}px;font-size:14px;color:{DIM}"
    return f'<p class="s" style="{style}">{html.escape(line)}</p>'


def cell(inner: str, padding: str, style: str = f"color:{INK}", of: str = "t") -> str:
    return f'<tr><td class="{of}" style="padding:{padding};{style}">{inner}</td></tr>'


def boxed(of: str, style: str, inner: str) -> str:
    return cell(
        f'{LAID}><tr><td class="{of}" style="{style}">{inner}</td></tr></table>', "14px 0 0"
    )


def ask(block: Block) -> str:
    """Return the question and its deadline as a coloured card."""
    first, *rest = map(coded, block.lines)
    inner = f'<p style="margin:0;font-size:20px;line-height:1.3;font-weight:bold">{first}</p>'
    inner += "".join(
        f'<p style="margin:6px 0 0;font-size:16px;line-height:1.4">{line}</p>' for line in rest
    )
    ground, of = (CARD, "ask") if block.kind == "ask" else (CHIP, "do")
    style = f"background:{ground};color:{INK};border-radius:10px"
    return cell(inner, "14px 16px", style, of)


def own(block: Block) -> str:
    """Return the reader's private text, marked by a red bar."""
    head = f"margin:0 0 6px;font-size:14px;font-weight:bold;color:{RED}"
    style = (
        f"border-left:5px solid {RED};background:#fdeeec;color:{INK};border-radius:6px;"
        "padding:12px 14px"
    )
    inner = f'<p class="r" style="{head}">{html.escape(block.lines[0])}</p>'
    return boxed("own", style, inner + paragraphs(block.lines[1:], 8))


def table(block: Block) -> str:
    """Return a private table, marked by a red bar."""
    found = ""
    for number, row in enumerate(block.rows):
        tag, weight = ("td", "normal") if number else ("th", "bold")
        for k, word in enumerate(row):
            style = (
                f"padding:4px;border-top:1px solid #cbd6de;font-size:14px;font-weight:{weight};"
                "overflow-wrap:normal;"
                f"text-align:{'right' if k in block.right else 'left'}"
            )
            start = "" if k else "<tr>"
            found += f'{start}<{tag} class="l t w" style="{style}">{html.escape(word)}</{tag}>'
        found += "</tr>"
    style = f"border-left:5px solid {RED};color:{INK};padding:2px 0 2px 9px"
    inner = heading(block.lines[0])
    columns = f'<table {TABLE} style="border-collapse:collapse">{found}</table>'
    # A phone scrolls a wide table within the mail, which stays as wide as the screen.
    return boxed("t", style, f'{inner}<div style="overflow-x:auto">{columns}</div>')


def examples(block: Block) -> str:
    rows = (
        f'<p style="margin:0 0 6px;font-size:16px;line-height:1.4">{EXAMPLE}'
        f'{button(order, html.escape(order))}</code> &nbsp;<span class="s" style="color:{DIM}">'
        f"{html.escape(reason)}</span></p>"
        for order, reason in block.rows
    )
    style = f"background:{CHIP};color:{INK};border-radius:10px;padding:12px 16px"
    return boxed("do", style, heading(block.lines[0], 6) + "".join(rows))


def receipt(block: Block) -> str:
    """Return a table with the outcome of each of the reader's lines."""
    rule, found = "border-top:1px solid #cbd6de", ""
    for mark, words, what in block.rows:
        of, colour, sign = MARKS[mark]
        came = html.escape(what).replace("\n", "<br>")
        found += (
            f'<tr><td class="l {of}" width="24" valign="top" style="padding:8px 2px;{rule};'
            f'color:{colour};font-size:18px;font-weight:bold">{sign}</td>'
            f'<td class="l t" style="padding:8px 4px;{rule};color:{INK};font-size:16px;'
            f'line-height:1.45">{WORDS}{html.escape(words)}</code>{"<br>" * bool(came)}{came}</td>'
            "</tr>"
        )
    return cell(f'<table {TABLE} style="border-collapse:collapse">{found}</table>', "12px 0 0")


def facts(block: Block) -> str:
    style = "padding:6px;border-top:1px solid #cbd6de;font-size:16px"
    rows = (
        f'<tr><td class="l s" valign="top" style="{style};color:{DIM}">{html.escape(name)}</td>'
        f'<td class="l t" style="{style};color:{INK}">{coded(value)}</td></tr>'
        for name, value in block.rows
    )
    return cell(
        f'<table {TABLE} style="border-collapse:collapse">{"".join(rows)}</table>', "12px 0 0"
    )


def row_of(block: Block) -> str:
    """Return a block as a row of the mail's outer table."""
    match block.kind:
        case "ask" | "rest":
            return ask(block)
        case "news":
            return cell(heading(block.lines[0]) + paragraphs(block.lines[1:]), "12px 4px 0")
        case "own":
            return own(block)
        case "table":
            return table(block)
        case "examples":
            return examples(block)
        case "receipt":
            return receipt(block)
        case "facts":
            return facts(block)
        case "list":
            items = "".join(f"<li>{html.escape(line)}</li>" for line in block.lines)
            style = "margin:0;padding-left:20px;font-size:16px;line-height:1.45"
            return cell(f'<ul style="{style}">{items}</ul>', "12px 4px 0")
        case "plain" | "grid":
            set_as_it_is = html.escape("\n".join(block.lines))
            style = f"margin:0;font-family:{MONO};font-size:12px;white-space:pre-wrap"
            return cell(f'<pre style="{style}">{set_as_it_is}</pre>', "12px 4px 0")
        case "title":
            head = "<br>".join(map(html.escape, block.lines))
            style = "margin:0;font-size:20px;line-height:1.3;font-weight:bold"
            return cell(f'<p style="{style}">{head}</p>', "12px 4px 0")
        case "small":
            inner = "<br>".join(map(coded, block.lines))
            style = f"color:{DIM};font-size:13px;line-height:1.5"
            return cell(inner, "16px 4px 8px", style, "s")
        case _:
            return cell(paragraphs(block.lines, 6), "12px 4px 0")


def rows_of(blocks: Sequence[Block], cid: str, alt: str, after: int) -> Iterator[str]:
    """Yield the rows of the mail. The picture, if any, comes below block number ``after``."""
    for number, block in enumerate(blocks):
        if block.kind != "grid" or not cid:
            yield row_of(block)
        if cid and number == after:
            yield cell(
                f'<img src="cid:{cid}" width="600" alt="{html.escape(alt)}" class="t"'
                ' style="display:block;width:100%;max-width:600px;height:auto;border:0;'
                f'border-radius:8px;font-size:15px;line-height:1.4;color:{INK}">',
                "14px 0 0",
            )


def page_of(
    blocks: Sequence[Block],
    language: str,
    title: str,
    to: str,
    *,
    cid: str = "",
    alt: str = "",
    after: int = 0,
) -> str:
    """Return the whole HTML. Links write to the address ``to``. ``cid`` names the picture;
    without one the text board is shown.
    """
    meta = "".join(
        f'<meta name="{name}" content="light dark">'
        for name in ("color-scheme", "supported-color-schemes")
    )
    link = f'"mailto:{quote(to, safe="@+")}?subject={quote(f"Re: {title}")}&amp;'
    body = "\n".join(rows_of(blocks, cid, alt, after)).replace(f'"{TO}', link)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width">{meta}'
        f"<title>{html.escape(title)}</title>\n<style>{DARK}{NARROW}{PRINT}</style></head>\n"
        f'<body class="bg" style="margin:0;background:{GROUND}">{LAID} class="bg"'
        f' style="background:{GROUND};font-family:{FONT};table-layout:fixed"><tr>'
        f'<td align="center" style="padding:10px">{LAID} style="max-width:600px;'
        f"table-layout:fixed;text-align:left;"
        f'overflow-wrap:anywhere">\n{body}\n</table></td></tr></table></body></html>\n'
    )
