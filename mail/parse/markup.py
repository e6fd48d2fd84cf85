"""HTML to the text that its writer wrote. One pass over at most 200,000
characters, whatever stands in them.
"""

import html
import re

from msgspec import Struct

LENGTH = 200_000
DEPTH = 2_000
"""Open elements at the most; what stands deeper is not read."""
SEARCHED = 25
"""Open elements among which an end tag looks for its own."""

NAME = re.compile(r"/?\s*([a-zA-Z][a-zA-Z0-9:-]{0,30})")
ATTRIBUTE = re.compile(
    r"""([a-z][a-z0-9:_-]{0,40})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?"""
)
BREAKS = frozenset(
    "p div br tr li hr h1 h2 h3 h4 h5 h6 pre table ul ol blockquote body section article".split()
)
ALONE = frozenset("p li td th tr dd dt".split())
"""Elements that the next one of their kind ends."""
EMPTY = frozenset("br hr img meta link input area base col wbr source".split())
UNSEEN = frozenset(["head", "title", "template"])
STRUCK = frozenset(["s", "del", "strike"])
RAW = ("style", "script")
QUOTED = re.compile(
    "gmail_attr|moz-cite-prefix|yahoo_quoted|protonmail_quote|zmail_extra|tutanota_quote|gmx_quote|webde_quote|quoteheader"
)
SIGNED = re.compile(
    "gmail_signature|moz-signature|ms-outlook-mobile-signature|protonmail_signature|id=[\"']?signature\\b"
)
ENDS = re.compile("divrplyfwdmsg|appendonsend|mail-editor-reference-message|olk_src_body_section")
"""From here on Outlook quotes."""
ZERO = re.compile(r"(?:0+(?:\.0*)?|\.0+)(?:[a-z]{1,4}|%)?")

QUOTE = "\n> \n"
"""What stands in the text for a quotation that was left out."""


class HtmlText(Struct, frozen=True):
    """The text that its writer wrote. ``revoked``: they wrote more, which
    is struck out or is not shown.
    """

    text: str
    revoked: bool


class Element(Struct, frozen=True):
    """What holds within an element: it is ``quoted``, or a signature; it is struck out or
    not shown (``gone``); or it could be seen if some of its styles were others, which an
    element within may set (``faint``).
    """

    name: str = ""
    quoted: bool = False
    gone: bool = False
    faint: frozenset[str] = frozenset()


def text_of_html(source: str, end_mark: str) -> HtmlText:
    """Return the text of a page, a line each block, without what is struck out or not shown, and
    without quotations, of which a ``>`` is left; ``end_mark`` where everything below is quoted.
    """
    source = source[:LENGTH]
    small = source.lower()
    out: list[str] = []
    elements: list[Element] = []
    inside = Element()
    at = kept_lines = 0
    revoked = ended = False
    while len(elements) < DEPTH:
        tag_at = source.find("<", at)
        before = source[at : tag_at if tag_at >= 0 else len(source)]
        if before and not inside.quoted:
            if not (inside.gone or inside.faint):
                out.append(words(before, as_it_is=kept_lines > 0))
            elif not (revoked or ended):
                revoked = any(map(str.isalnum, html.unescape(before)))
        if tag_at < 0:
            break
        if source.startswith("<!--", tag_at):
            end = source.find("-->", tag_at + 4)
            at = len(source) if end < 0 else end + 3
            continue
        end = source.find(">", tag_at + 1)
        if end < 0:
            break
        tag, at = small[tag_at + 1 : end], end + 1
        found = NAME.match(tag)
        if found is None:
            continue
        name = found[1]
        shown = not (inside.quoted or inside.gone or inside.faint)
        if name in BREAKS and shown:
            out.append("\n")
        if name == "pre":
            kept_lines = max(0, kept_lines + (-1 if tag.startswith("/") else 1))
        if tag.startswith("/"):
            close(elements, name)
            inside = elements[-1] if elements else Element()
            continue
        if shown and ENDS.search(tag):
            out.append(f"\n{end_mark}\n")
            ended = True
        if name in RAW:
            end = small.find(f"</{name}", at)
            at = len(source) if end < 0 else end
            continue
        if (inside.name == name and name in ALONE) or (
            inside.name == "p" and name in BREAKS and name != "br"
        ):
            elements.pop()
            inside = elements[-1] if elements else Element()
        if name in EMPTY or source[end - 1] == "/":
            continue
        quoted = name == "blockquote" or bool(QUOTED.search(tag))
        if quoted and not (inside.quoted or inside.gone or inside.faint):
            out.append(QUOTE)
        quoted = quoted or inside.quoted or name in UNSEEN or bool(SIGNED.search(tag))
        gone, faint = inside.gone or name in STRUCK, inside.faint
        if "style" in tag or "hidden" in tag:
            hides, faint = styled(tag[found.end() :], faint)
            gone = gone or hides
        inside = Element(name, quoted, gone, faint)
        elements.append(inside)
    return HtmlText("".join(out), revoked)


def styled(attributes: str, faint: frozenset[str]) -> tuple[bool, frozenset[str]]:
    """Return whether these attributes hide an element with all that is in it, or strike it out;
    and what hides it until an element within says otherwise, where its surroundings say
    ``faint``.
    """
    values = {
        name: double or single or bare
        for name, double, single, bare in ATTRIBUTE.findall(attributes)
    }
    style: dict[str, str] = {}
    for one in html.unescape(values.get("style", "")).split(";"):
        name, _, value = one.partition(":")
        style[name.strip()] = value.replace("!important", "").strip()
    lines = style.get("text-decoration", "") + style.get("text-decoration-line", "")
    zero = {name for name, value in style.items() if ZERO.fullmatch(value)}
    clipped = style.get("overflow", "").startswith("hidden") and not zero.isdisjoint(
        ("height", "width")
    )
    hidden = "hidden" in values or style.get("display") == "none" or style.get("mso-hide") == "all"
    empty = not zero.isdisjoint(("max-height", "opacity")) or clipped
    small, seen = "font-size" in zero, style.get("visibility", "")
    faint = (faint - style.keys()) | {"font-size"} if small else faint - style.keys()
    gone = hidden or empty or "line-through" in lines
    return gone, faint | {"visibility"} if seen in ("hidden", "collapse") else faint


def words(text: str, *, as_it_is: bool) -> str:
    """Return text between tags: line ends are blanks there, unless the page says otherwise."""
    text = html.unescape(text)
    return text.replace("\r\n", "\n") if as_it_is else text.replace("\r", " ").replace("\n", " ")


def close(elements: list[Element], name: str) -> None:
    """End the innermost element of this name, and all within."""
    for k in range(len(elements) - 1, max(-1, len(elements) - SEARCHED), -1):
        if elements[k].name == name:
            del elements[k:]
            return
