"""HTML to the text that its writer wrote. One pass over at most 200,000 characters, whatever stands in them."""

import html
import re

LENGTH = 200_000
DEPTH = 2_000
"""Open elements that are remembered."""
SEARCHED = 25
"""Open elements among which an end tag looks for its own."""

NAME = re.compile(r"/?\s*([a-zA-Z][a-zA-Z0-9:-]{0,30})")
BREAKS = frozenset("p div br tr li hr h1 h2 h3 h4 h5 h6 pre table ul ol blockquote body section article".split())
EMPTY = frozenset("br hr img meta link input area base col wbr source".split())
UNSEEN = frozenset(["head", "title", "template"])
RAW = ("style", "script")
QUOTED = re.compile(
    "gmail_attr|moz-cite-prefix|yahoo_quoted|protonmail_quote|zmail_extra|tutanota_quote|gmx_quote|webde_quote|quoteheader"
)
SIGNED = re.compile(
    "gmail_signature|moz-signature|ms-outlook-mobile-signature|protonmail_signature|id=[\"']?signature\\b"
)
ENDS = re.compile("divrplyfwdmsg|appendonsend|mail-editor-reference-message|olk_src_body_section")
"""From here on Outlook quotes."""

QUOTE = "\n> \n"
"""What stands in the text for a quotation that was left out."""


def text_of_html(source: str, end_mark: str) -> str:
    """The text of a page, a line each block, without quotations, of which a ``>`` is left; ``end_mark`` where
    everything below is quoted."""
    source = source[:LENGTH]
    small = source.lower()
    out: list[str] = []
    open_elements: list[tuple[str, bool]] = []
    hidden = at = kept_lines = 0
    while (tag_at := source.find("<", at)) >= 0:
        if not hidden and tag_at > at:
            out.append(words(source[at:tag_at], kept_lines > 0))
        if source.startswith("<!--", tag_at):
            end = source.find("-->", tag_at + 4)
            at = len(source) if end < 0 else end + 3
            continue
        end = source.find(">", tag_at + 1)
        if end < 0:
            at = len(source)
            break
        tag, at = small[tag_at + 1 : min(end, tag_at + 1_000)], end + 1
        found = NAME.match(tag)
        if found is None:
            continue
        name = found[1]
        if name in BREAKS and not hidden:
            out.append("\n")
        if name == "pre":
            kept_lines = max(0, kept_lines + (-1 if tag.startswith("/") else 1))
        if tag.startswith("/"):
            hidden -= close(open_elements, name)
            continue
        if not hidden and ENDS.search(tag):
            out.append(f"\n{end_mark}\n")
        if name in RAW:
            end = small.find(f"</{name}", at)
            at = len(source) if end < 0 else end
            continue
        if name in EMPTY or source[end - 1] == "/":
            continue
        quoted = name == "blockquote" or bool(QUOTED.search(tag))
        if quoted and not hidden:
            out.append(QUOTE)
        if len(open_elements) < DEPTH:
            hides = quoted or name in UNSEEN or bool(SIGNED.search(tag))
            open_elements.append((name, hides))
            hidden += hides
    if not hidden:
        out.append(words(source[at:], kept_lines > 0))
    return "".join(out)


def words(text: str, as_it_is: bool) -> str:
    """Text between tags: line ends are blanks there, unless the page says otherwise."""
    text = html.unescape(text)
    return text.replace("\r\n", "\n") if as_it_is else text.replace("\r", " ").replace("\n", " ")


def close(open_elements: list[tuple[str, bool]], name: str) -> int:
    """End the innermost element of this name and all within; how many of them were hidden."""
    for k in range(len(open_elements) - 1, max(-1, len(open_elements) - SEARCHED), -1):
        if open_elements[k][0] == name:
            ended = [hides for _, hides in open_elements[k:]].count(True)
            del open_elements[k:]
            return ended
    return 0
