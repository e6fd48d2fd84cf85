"""Converts HTML to the text of its writer.

It takes one pass over at most 200,000 characters, whatever they are.
"""

import html
import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import replace

LENGTH = 200_000
DEPTH = 2_000
"""Maximum number of open elements; text nested deeper is not read."""
SEARCHED = 25
"""Maximum number of open elements that an end tag is compared with."""

NAME = re.compile(r"/?\s*([a-zA-Z][a-zA-Z0-9:-]{0,30})")
ATTRIBUTE = re.compile(
    r"""([a-z][a-z0-9:_-]{0,40})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?"""
)
BREAKS = frozenset(
    "p div br tr li hr h1 h2 h3 h4 h5 h6 pre table ul ol blockquote body section article dl dd dt"
    " details summary header footer main aside nav figure figcaption address center form".split()
)
CELLS = frozenset(["td", "th"])
ALONE = frozenset("p li td th tr dd dt".split())
"""Elements that end at the next one of their kind."""
EMPTY = frozenset("br hr img meta link input area base col wbr source".split())
HEAD = frozenset(["head", "title"])
INSTEAD = frozenset(
    "template iframe object video audio canvas svg noembed noframes datalist".split()
)
"""Elements whose text is a fallback for programs that don't know them."""
STRUCK = frozenset(["s", "del", "strike"])
RAW = ("style", "script")
QUOTED = re.compile(
    "gmail_attr|moz-cite-prefix|yahoo_quoted|protonmail_quote|zmail_extra|tutanota_quote|gmx_quote|webde_quote|quoteheader"
)
SIGNED = re.compile(
    "gmail_signature|moz-signature|ms-outlook-mobile-signature|protonmail_signature|id=[\"']?signature\\b"
)
ENDS = re.compile("divrplyfwdmsg|appendonsend|mail-editor-reference-message|olk_src_body_section")
"""Outlook's markers of the beginning of a quotation."""
STYLED = re.compile("style|hidden|color")
AWAY = ("text-indent", "left", "top", "right", "bottom", "margin-left", "margin-top")
FAR = re.compile(r"-\d{3}")
CLIPPED = re.compile(r"rect\(\s*(?:0|1px)\b|inset\(\s*(?:50|100)%|circle\(\s*0|scale\(\s*0\s*[,)]")
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|rgba?\([^()]{0,60}\)|[a-z]{3,25}")
NEAR = 12
"""Largest difference, out of 255, between colours that look the same."""
NAMED = {"white": "#ffffff", "black": "#000000"}
ZERO = re.compile(r"(?:0+(?:\.0*)?|\.0+)(?:[a-z]{1,4}|%)?")

QUOTE = "\n> \n"
"""The text that replaces an omitted quotation."""


class HtmlText(Struct, frozen=True):
    """The visible text of a page."""

    text: str
    revoked: bool  # further text is struck out or hidden


class Element(Struct, frozen=True, kw_only=True):
    name: str = ""
    quoted: bool = False  # a quotation or a signature
    gone: bool = False  # struck out or hidden
    # styles that hide it, and that an inner element may override
    faint: frozenset[str] = frozenset()
    ink: str = "#000000"  # colour of the text
    paper: str = "#ffffff"  # colour of the background
    unseen: bool = False  # its text is invisible for any of these reasons


def text_of_html(source: str, end_mark: str) -> HtmlText:
    """Return the text of a page, a line for each block, without struck-out or hidden text.
    Quotations are replaced by ``>``, and by ``end_mark`` if everything below is quoted.
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
            if not inside.unseen:
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
        shown = not (inside.quoted or inside.unseen)
        if name in BREAKS and shown:
            out.append("\n")
        elif name in CELLS and shown:
            out.append(" ")
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
        if name in EMPTY or (":" in name and source[end - 1] == "/"):
            continue
        quoted = name == "blockquote" or bool(QUOTED.search(tag))
        if quoted and not (inside.quoted or inside.unseen):
            out.append(QUOTE)
        quoted = quoted or inside.quoted or name in HEAD or bool(SIGNED.search(tag))
        inside = replace(inside, name=name, quoted=quoted)
        if name in STRUCK or name in INSTEAD:
            inside = replace(inside, gone=True, unseen=True)
        elif name in ("details", "summary") or STYLED.search(tag):
            inside = styled(tag[found.end() :], inside)
        elements.append(inside)
    return HtmlText("".join(out), revoked)


def styled(attributes: str, element: Element) -> Element:
    """Return an element with the visibility that its attributes set. On entry the element has the
    properties of its parent.
    """
    faint = element.faint
    values = {
        name: double or single or bare
        for name, double, single, bare in ATTRIBUTE.findall(attributes)
    }
    style: dict[str, str] = {}
    for one in html.unescape(values.get("style", "")).split(";"):
        key, _, value = one.partition(":")
        style[key.strip()] = value.replace("!important", "").strip()
    zero = {key for key, value in style.items() if ZERO.fullmatch(value)}
    if element.name == "details" and "open" not in values:
        faint |= {"details"}
    faint -= {"details"} if element.name == "summary" else style.keys()
    if "font-size" in zero:
        faint |= {"font-size"}
    if style.get("visibility") in ("hidden", "collapse"):
        faint |= {"visibility"}
    on = style.get("background-color") or style.get("background") or values.get("bgcolor", "")
    paper = colour(on, element.paper)
    paper = element.paper if paper == "transparent" else paper
    ink = colour(style.get("color") or values.get("color", ""), element.ink)
    gone = element.gone or "hidden" in values or hides(style, zero)
    unseen = gone or bool(faint) or alike(ink, paper)
    return replace(element, gone=gone, faint=faint, ink=ink, paper=paper, unseen=unseen)


def hides(style: Mapping[str, str], zero: AbstractSet[str]) -> bool:
    """Return whether a style hides or strikes out an element with all its content. ``zero`` are the
    properties whose value is zero.
    """
    lines = style.get("text-decoration", "") + style.get("text-decoration-line", "")
    empty = not zero.isdisjoint(("max-height", "opacity", "zoom"))
    cut = style.get("overflow", "").startswith(("hidden", "clip")) and not zero.isdisjoint(
        ("height", "width", "max-width")
    )
    away = any(FAR.match(style.get(name, "")) for name in AWAY)
    shape = style.get("clip", "") + style.get("clip-path", "") + style.get("transform", "")
    return (
        style.get("display") == "none"
        or style.get("mso-hide") == "all"
        or "line-through" in lines
        or empty
        or cut
        or away
        or bool(CLIPPED.search(shape))
    )


def alike(ink: str, paper: str) -> bool:
    if not (ink.startswith("#") and paper.startswith("#")):
        return ink in (paper, "transparent")
    pairs = zip(bytes.fromhex(ink[1:]), bytes.fromhex(paper[1:]), strict=True)
    return all(abs(one - other) < NEAR for one, other in pairs)


def colour(said: str, otherwise: str) -> str:
    """Normalise a CSS colour to six digits, ``transparent``, or an empty string for a picture.

    ``otherwise`` is returned if no colour is set. A colour name other than black and white stays as
    it is.
    """
    if "url(" in said:
        return ""
    found = COLOUR.search(said)
    if found is None or found[0] in ("inherit", "none", "initial", "unset", "currentcolor"):
        return otherwise
    name = NAMED.get(found[0], found[0])
    if name.startswith("#"):
        digits = name[1:]
        if len(digits) < 5:
            digits = "".join(2 * digit for digit in digits)
        return "transparent" if digits[6:] == "00" else f"#{digits[:6]:0<6}"
    if name.startswith("rgb"):
        parts = re.findall(r"[\d.]{1,8}%?", name)
        if len(parts) > 3 and float(parts[3].strip("%.") or 0) == 0:
            return "transparent"
        if len(parts) >= 3 and all(part.isdigit() for part in parts[:3]):
            return "#" + "".join(f"{min(int(part), 255):02x}" for part in parts[:3])
    return name


def words(text: str, *, as_it_is: bool) -> str:
    """Return text between tags. Line ends become blanks, unless ``as_it_is``."""
    text = html.unescape(text)
    return text.replace("\r\n", "\n") if as_it_is else text.replace("\r", " ").replace("\n", " ")


def close(elements: list[Element], name: str) -> None:
    """Close the innermost element of this name, and all inside it."""
    for k in range(len(elements) - 1, max(-1, len(elements) - SEARCHED), -1):
        if elements[k].name == name:
            del elements[k:]
            return
