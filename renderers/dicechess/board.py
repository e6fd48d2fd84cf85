"""A chessboard between its players' bars, as a PNG: the pieces, the moves since the reader's last
one, a king in check, the dice with whom they are.
"""

from functools import lru_cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFilter

from renderers import fonts
from renderers.dicechess.men import man
from renderers.toolkit import last_action, pen
from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.pen import centred, middle, stamp, write
from renderers.toolkit.scene import GameFacts, GameScene, LastAction, Spot
from renderers.toolkit.shapes import faded, rounded

Square = tuple[int, int]
"""Column and row as they are shown, from 0 and from the top left."""
DieState = Literal["ready", "waiting", "spent", "void"]


class Piece(Struct, frozen=True):
    """A piece on its square; ``kind`` is one of P N B R Q K."""

    at: Square
    kind: str
    colour: str


class Die(Struct, frozen=True):
    """A die of the turn, which move of the turn has spent it ("" none yet), and its state in
    words.
    """

    kind: str
    state: DieState
    order: str
    word: str


class PlayerBar(Struct, frozen=True):
    """What stands beside a player's side of the board: the kinds of the pieces that they have
    taken, by how much they are ahead on the board, and whether they are to act.
    """

    colour: str
    name: str
    taken: str
    lead: int
    acts: bool


class ChessScene(GameScene, frozen=True, kw_only=True):
    """All that picture and text show. ``alarm``: a reply is owed. ``roller`` is the colour of
    the dice; ``bars`` are those of the player above and of the one below. ``moves`` and
    ``status`` stand below the board: the last moves in words, oldest first, with an arrow each on
    it, and its place in its turn in ``numbers``. ``head`` and ``taken`` are in the text, the bars
    show what they say. ``check`` is where a king is in
    check, ``check_word`` says it. ``notes`` are in the text alone. There is no ``legend``:
    everybody knows chessmen.
    """

    alarm: bool
    head: str
    taken: str
    status: str
    bars: tuple[PlayerBar, ...]
    numbers: tuple[int, ...]
    roller: str
    dice: tuple[Die, ...]
    files: str
    ranks: str
    pieces: tuple[Piece, ...]
    moves: str
    check: Square | None
    check_word: str
    notes: tuple[str, ...]

    @property
    def below(self) -> tuple[str, ...]:
        return self.notes


WIDTH, SIDE, MARGIN = 1000, 114, 44
BANNER, STRIP, DIE, FOOT = 66, 108, 88, 92
BADGE, PREY, STEP = 84, 44, 25
"""Pixels of the king on a bar, of a piece taken, and from one of its kind to the next."""

TOP = BANNER + STRIP
BOARD = WIDTH
HEIGHT = TOP + BOARD + STRIP + FOOT
LABEL, TEXT, SMALL = 36, 32, 27
LEVEL = 3
DISC = 38
"""Pixels across of the number on the square that a move of the turn has left."""

ROOM, FRAME = rgb("#26221f"), rgb("#5d4630")
LIGHT, DARK = rgb("#efdfc2"), rgb("#ad8660")
WORDS, SOFT = rgb("#f4ead8"), rgb("#c9bda8")
ACTS, PLATE = rgb("#f1c945"), rgb("#8f8676")
CALM, ALARM = rgb("#3b4a3a"), rgb("#a3231b")
TRACE, SHAFT = rgb("#e8c93a"), rgb("#2f7d4f")
DANGER = rgb("#e02814")
IVORY, AMBER, DULL, PALE = rgb("#f6eedd"), rgb("#f1b544"), rgb("#4b453f"), rgb("#6d665d")
BORDERS: dict[DieState, Colour] = {
    "ready": rgb("#6fbf73"),
    "waiting": rgb("#a3231b"),
    "spent": rgb("#5f574f"),
    "void": rgb("#8a8178"),
}
FACES: dict[DieState, Colour] = {"ready": IVORY, "waiting": AMBER, "spent": DULL, "void": PALE}


def corner(at: Square) -> tuple[int, int]:
    """Return the top left pixel of a square."""
    return MARGIN + at[0] * SIDE, TOP + MARGIN + at[1] * SIDE


@lru_cache(maxsize=4)
def background(files: str, ranks: str) -> Image.Image:
    """Return frame, squares and coordinates. Not to be drawn on."""
    image = Image.new("RGB", (WIDTH, HEIGHT), ROOM)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, TOP, WIDTH, TOP + BOARD - 1), fill=FRAME)
    for column in range(8):
        for row in range(8):
            left, top = corner((column, row))
            pen.rectangle(
                (left, top, left + SIDE - 1, top + SIDE - 1), fill=(LIGHT, DARK)[(column + row) % 2]
            )
    for k in range(8):
        centre = MARGIN + k * SIDE + SIDE / 2
        for y in (TOP + MARGIN / 2, TOP + BOARD - MARGIN / 2):
            middle(image, (centre, y), files[k], LABEL, WORDS)
        for x in (MARGIN / 2, WIDTH - MARGIN / 2):
            middle(image, (x, TOP + centre), ranks[k], LABEL, WORDS)
    return image


@lru_cache(maxsize=1)
def glow() -> Image.Image:
    """Return the mask of the red light around a king in check."""
    light = Image.new("L", (SIDE, SIDE), 0)
    ImageDraw.Draw(light).ellipse((7, 7, SIDE - 8, SIDE - 8), fill=255)
    return light.filter(ImageFilter.GaussianBlur(9))


def centre(at: Spot) -> tuple[float, float]:
    """Return the pixel in the middle of a square."""
    left, top = corner((at[0], at[1]))
    return left + SIDE / 2, top + SIDE / 2


def board(image: Image.Image, scene: ChessScene) -> None:
    """Draw traces, light, arrows, pieces on them, and the numbers of a turn's moves."""
    full = Image.new("L", (SIDE, SIDE), 255)
    ways = scene.game.last.ways
    for k, way in enumerate(ways):
        for at in way:
            trace = faded(full, last_action.strength(k, len(ways)) * 3 // 5)
            stamp(image, TRACE, corner((at[0], at[1])), trace)
    if scene.check is not None:
        stamp(image, DANGER, corner(scene.check), glow())
    last_action.draw(image, scene.game.last, centre, SIDE, SHAFT, short=0.4)
    for piece in scene.pieces:
        cut = man(piece.kind, piece.colour, SIDE)
        image.paste(cut, corner(piece.at), cut)
    for number, way in zip(scene.numbers, ways, strict=False):
        left, top = corner((way[0][0], way[0][1]))
        numbered(image, (left + 4, top + 4), str(number))


def numbered(image: Image.Image, at: tuple[int, int], number: str) -> None:
    """Draw the number of a move; its top left comes to lie at ``at``."""
    stamp(image, WORDS, (at[0] - 2, at[1] - 2), rounded(DISC + 4, DISC + 4, DISC // 2 + 2))
    stamp(image, SHAFT, at, rounded(DISC, DISC, DISC // 2))
    middle(image, (at[0] + DISC / 2, at[1] + DISC / 2), number, SMALL, WORDS)


def thrown(image: Image.Image, scene: ChessScene, top: int) -> int:
    """Draw the dice at the right end of a bar, each with the number of the move that has spent
    it. Return where they begin.
    """
    start = WIDTH - 20 - len(scene.dice) * (DIE + 18)
    for k, die in enumerate(scene.dice):
        x, y = start + k * (DIE + 18), top + (STRIP - DIE) // 2
        stamp(image, BORDERS[die.state], (x, y), rounded(DIE, DIE, 16))
        stamp(image, FACES[die.state], (x + 5, y + 5), rounded(DIE - 10, DIE - 10, 12))
        cut = man(die.kind, scene.roller, DIE - 14)
        if die.state == "spent":
            cut = cut.copy()
            cut.putalpha(faded(cut.getchannel("A"), 110))
        image.paste(cut, (x + 7, y + 5), cut)
        if die.state == "spent":
            ImageDraw.Draw(image).line(
                (x + 12, y + DIE - 14, x + DIE - 14, y + 12), fill=SOFT, width=7
            )
        if die.order:
            numbered(image, (x + DIE - DISC + 6, y + DIE - DISC + 6), die.order)
        if die.state == "waiting":
            for post in (DIE - 30, DIE - 18):
                stamp(image, ALARM, (x + post, y + 9), rounded(8, 26, 3))
    return start


def player(image: Image.Image, scene: ChessScene, bar: PlayerBar, top: int) -> None:
    """Draw a player's bar: who they are, what they have taken, and the dice if those are theirs."""
    far = thrown(image, scene, top) if bar.colour == scene.roller else WIDTH - 16
    y = top + (STRIP - BADGE) // 2
    stamp(image, ACTS if bar.acts else FRAME, (12, y - 4), rounded(BADGE + 8, BADGE + 8, 16))
    stamp(image, LIGHT, (16, y), rounded(BADGE, BADGE, 12))
    king = man("K", bar.colour, BADGE - 8)
    image.paste(king, (20, y + 4), king)
    x = 16 + BADGE + 20
    name = fonts.fit(f"▶ {bar.name}" if bar.acts else bar.name, far - x - 12, LABEL, bold=True)
    write(image, (x, top + 30), name, LABEL, ACTS if bar.acts else WORDS, bold=True)
    if bar.taken:
        places = [0]
        for kind, following in pairwise(bar.taken):
            places.append(places[-1] + (STEP * 2 // 3 if kind == following else STEP + 8))
        plate = places[-1] + PREY + 8
        stamp(image, PLATE, (x, top + 56), rounded(plate, PREY, 10))
        for kind, place in zip(bar.taken, places, strict=True):
            cut = man(kind, "black" if bar.colour == "white" else "white", PREY)
            image.paste(cut, (x + 4 + place, top + 55), cut)
        x += plate + 14
    if bar.lead > 0:
        write(image, (x, top + 78), f"+{bar.lead}", TEXT, WORDS, bold=True)


def draw(scene: ChessScene) -> Image.Image:
    """Return the scene in full colour."""
    image = background(scene.files, scene.ranks).copy()
    stamp(image, ALARM if scene.alarm else CALM, (0, 0), Image.new("L", (WIDTH, BANNER), 255))
    centred(image, BANNER / 2, scene.banner, (36, 33, 30, 27, 24), WORDS, bold=True)
    board(image, scene)
    for bar, top in zip(scene.bars, (BANNER, TOP + BOARD), strict=True):
        player(image, scene, bar, top)
    for line, y, ink in ((scene.moves, 66, WORDS), (scene.status, 26, SOFT)):
        write(image, (16, HEIGHT - y), fonts.fit(line, WIDTH - 32, SMALL), SMALL, ink)
    return image


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return 256 colours for all pictures of chess: those of a
    picture that has everything in it.
    """
    kinds = "RNBQKPNR"
    states: tuple[DieState, ...] = ("ready", "waiting", "spent", "void")
    scene = ChessScene(
        banner="♖ " * 12,
        game=GameFacts(
            last=LastAction(ways=tuple(((k, k % 3), (7 - k, 7 - k % 2)) for k in range(5)))
        ),
        alarm=True,
        head="white",
        taken="",
        status="black",
        bars=(
            PlayerBar("black", "Ann", "QRBNP", 3, True),
            PlayerBar("white", "Bob", "QRBNP", 3, False),
        ),
        numbers=(1, 2, 3),
        roller="white",
        dice=tuple(Die("Q", state, "1", "") for state in states),
        files="abcdefgh",
        ranks="87654321",
        pieces=tuple(
            Piece((x, y), kinds[(x + y) % 8], ("black", "white")[y // 2 % 2])
            for x in range(8)
            for y in range(8)
        ),
        moves="e4",
        check=(4, 4),
        check_word="",
        notes=(),
    )
    image = draw(scene)
    stamp(image, CALM, (0, 0), Image.new("L", (WIDTH // 2, BANNER), 255))
    for k in range(6):
        stamp(image, (LIGHT, DARK)[k % 2], corner((k, 5)), Image.new("L", (SIDE, SIDE), 255))
        stamp(image, DANGER, corner((k, 5)), glow())
    return image.quantize(256, method=Image.Quantize.MEDIANCUT, kmeans=1)


def png(scene: ChessScene) -> bytes:
    """Return the scene as a palette PNG; identical bytes for identical scenes."""
    return pen.png(draw(scene), palette(), LEVEL)
