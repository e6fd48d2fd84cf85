"""Who is told how that they must act: nobody is left without one signal.

Two signals there are: the name on the card in the thread, which makes a noise, and a private
message. What has a secret part comes by private message, everything else by the card; a person
may wish otherwise. Where questions are sealed, all who are asked are named alike, so that the
card shows nobody's wishes, nor whose messages are closed.
"""

from msgspec import Struct

from engine.referee.register import Signals


class Reach(Struct, frozen=True):
    """How somebody can be reached: whether they take private messages (``None``: not tried), and
    what they wish.
    """

    direct: bool | None = None
    wish: Signals = ""


class Calling(Struct, frozen=True):
    """What matters here of a question that somebody is called to answer. ``sealed``: it is sealed,
    or others of its game are; ``secret``: this person alone is told something with it.
    """

    sealed: bool = False
    secret: bool = False


def named(reach: Reach, asking: Calling) -> bool:
    """Return whether the name on the card makes a noise: always, unless the person wishes otherwise
    in a game without sealed questions, and can be reached so.
    """
    if asking.sealed or reach.wish in ("", "mention"):
        return True
    return reach.wish == "private" and reach.direct is not True


def written_to(reach: Reach, asking: Calling, *, hidden: bool = False) -> bool:
    """Return whether a private message is tried: never to whose messages are known to be closed.
    ``hidden``: the card cannot be shown, so that no name on it reaches anybody.
    """
    if reach.direct is False or reach.wish in ("mail", "silent"):
        return False
    if hidden or reach.wish == "mention":
        return hidden
    return asking.secret or reach.wish == "private"


def owed(reach: Reach, asking: Calling) -> bool:
    """Return whether somebody is to be named with the next public post, since a private message has
    not reached them, and nothing else has.
    """
    return not named(reach, asking) and reach.wish not in ("mail", "silent")
