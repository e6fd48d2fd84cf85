"""Events of every kind with every combination of values that a sentence may tell apart."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from engine.state import Event

Given = Mapping[str, tuple[Any, ...]]


def samples(kinds: Iterable[type[Event]], given: Given) -> list[Event]:
    """``given`` are values of fields by name (``seat``, ``Struck.place``). Other fields get those
    of their type: all words of a ``Literal``, one and two, nothing and one.
    """
    return [event for kind in kinds for event in made(kind, given)]


def made(kind: type[Any], given: Given) -> list[Any]:
    hints = get_type_hints(kind)
    fields = [
        given.get(f"{kind.__name__}.{name}") or given.get(name) or values(hints[name], given)
        for name in kind.__struct_fields__
    ]
    return [kind(**dict(zip(kind.__struct_fields__, one, strict=True))) for one in product(*fields)]


def values(hint: Any, given: Given) -> tuple[Any, ...]:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return parts
    if origin in (Union, UnionType):
        return tuple(value for part in parts for value in values(part, given))
    if origin is tuple and parts[-1] is not Ellipsis:
        return (tuple(values(part, given)[0] for part in parts),)
    if origin is tuple:
        first = values(parts[0], given)
        return (), first[:1]
    if isinstance(hint, type) and issubclass(hint, Struct):
        return tuple(made(hint, given)[:1])
    return {bool: (False, True), int: (1, 2), str: ("some",), NoneType: (None,)}[hint]


def unread(events: Iterable[Event], say: Callable[[Event], str]) -> set[str]:
    """Return the fields, as ``Struck.place``, of which no sentence tells all values apart."""
    read: dict[str, dict[str, dict[Any, set[str]]]] = defaultdict(lambda: defaultdict(dict))
    for event in events:
        sentence = say(event)
        for name in event.__struct_fields__:
            others = [getattr(event, one) for one in event.__struct_fields__ if one != name]
            told = read[f"{type(event).__name__}.{name}"][repr(others)]
            told.setdefault(repr(getattr(event, name)), set()).add(sentence)
    return {
        field
        for field, contexts in read.items()
        if not any(len(set().union(*told.values())) == len(told) for told in contexts.values())
    }
