"""Decisions on points that the rules leave open (section 3.1): profile ``issue`` by default,
``book`` by name, or single keys.

A field ``hold`` is the ruling R-HOLD. Yes/no rulings are ``on`` or ``off``.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Switch = Literal["on", "off"]
Profile = Literal["issue", "book"]


class Rulings(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One value for each key. The defaults are the profile ``issue``."""

    must: Literal["zoc", "all"] = "zoc"
    zsize: Literal["size", "size_and_ammo"] = "size"
    zriv: Literal["any", "major"] = "any"
    zenter: Literal["one", "all"] = "one"
    exempt: Switch = "on"
    hold: Literal["gt_nongun", "gt_targets", "ge_nongun"] = "gt_nongun"
    holdpts: Literal["all", "units"] = "all"
    holdsee: Literal["visible", "truth"] = "visible"
    dummy: Switch = "on"
    labels: Literal["three", "finer"] = "three"
    """The ruling R-CLASS."""
    name: Literal["list", "hex"] = "list"
    sp0: Switch = "on"
    splitb: Switch = "off"
    idle: Literal["hold", "fire"] = "hold"
    zero: Switch = "on"
    nation: Switch = "off"
    tshift: Switch = "off"
    botht: Switch = "on"
    tpin: Literal["chart", "on", "off"] = "chart"
    even: Literal["cargo", "cargo_and_type"] = "cargo"
    zz: Literal["ban", "friendly"] = "ban"
    dir: Literal["any", "away"] = "any"
    four: Switch = "on"
    onlyr: Literal["free", "obliged"] = "free"
    incombat: Literal["adjacent", "zoc"] = "adjacent"
    whpart: Literal["unit", "point"] = "unit"
    splith: Switch = "off"
    aaonly: Switch = "off"
    probe: Switch = "on"
    short: Literal["retreat", "log"] = "retreat"
    aacall: Literal["all", "called"] = "all"
    exceed: Literal["exceed", "meet"] = "exceed"
    aafree: Switch = "off"
    types: Switch = "off"
    wreck: Literal["armoured", "tanks"] = "armoured"
    ca_unit: Literal["points", "units"] = "points"
    ca_cap: Annotated[int, Meta(ge=0, le=99)] = 0
    """Maximum strength that a side loses through tanks without infantry. 0 means no limit
    (R-CA-CAP).
    """
    round: Literal["once", "unit"] = "once"
    small: Switch = "off"
    sum: Literal["sum", "columns"] = "sum"
    double: Literal["more", "least"] = "more"
    comp: Switch = "off"
    allpin: Literal["retreat", "defends"] = "retreat"
    terr2: Literal["worse", "average"] = "worse"
    size: Literal["computes", "declares"] = "computes"
    largest: Literal["ca", "ca_and_aa"] = "ca"
    avg: Literal["up", "away"] = "up"
    rommel: Literal["any", "all"] = "any"
    surr: Switch = "off"
    cpwhen: Literal["before", "after"] = "before"
    eng: Literal["result", "retreat"] = "result"
    dist: Literal["distance", "walked"] = "distance"
    rpath: Literal["clear", "zones"] = "clear"
    group: Literal["hex", "unit"] = "hex"
    buyout: Switch = "off"
    poolw: Switch = "off"
    prop: Literal["warn", "enforce"] = "warn"
    vul: Literal["defender", "both"] = "defender"
    vulrate: Literal["printed", "modified"] = "printed"
    caplist: Literal["all", "percentage"] = "all"
    thirty: Literal["more", "least"] = "more"
    win: Switch = "on"
    strikes: Switch = "on"
    """The ruling R-DEL."""
    noplace: Literal["stays", "lost"] = "stays"
    ownhex: Literal["zone", "any"] = "zone"
    guardhex: Literal["source", "prisoners"] = "source"
    dice: Literal["private", "public"] = "private"


ISSUE = Rulings()
BOOK = Rulings(
    zsize="size_and_ammo",
    zriv="major",
    hold="ge_nongun",
    splitb="on",
    nation="on",
    tshift="on",
    even="cargo_and_type",
    zz="friendly",
    whpart="point",
    splith="on",
    exceed="meet",
    aafree="on",
    types="on",
    wreck="tanks",
    ca_cap=4,
    small="on",
    sum="columns",
    double="least",
    comp="on",
    allpin="defends",
    largest="ca_and_aa",
    surr="on",
    group="unit",
    buyout="on",
    poolw="on",
    prop="enforce",
    vul="both",
    vulrate="modified",
    caplist="percentage",
    thirty="least",
    win="off",
    dice="public",
)
PROFILES: dict[Profile, Rulings] = {"issue": ISSUE, "book": BOOK}
WRITTEN = {"labels": "class", "strikes": "del"}
"""Fields whose rulings are named by a Python keyword or unlike the field."""


def key(name: str) -> str:
    word = name.casefold().removeprefix("r-").replace("-", "_")
    return {there: field for field, there in WRITTEN.items()}.get(word, word)


def written(field: str) -> str:
    return "R-" + WRITTEN.get(field, field).upper().replace("_", "-")


def rulings(profile: Profile, single: str = "") -> Rulings:
    """Rule: DS-21."""
    fields = {field.name: field for field in msgspec.structs.fields(Rulings)}
    values: dict[str, Any] = msgspec.structs.asdict(PROFILES[profile])
    for word in single.replace(",", " ").split():
        name, equals, value = word.partition("=")
        if key(name) not in fields or not equals:
            known = ", ".join(map(written, fields))
            raise ValueError(
                f"rulings: {word!r}; write R-KEY=value, such as R-HOLD=gt_targets; keys: {known}"
            )
        try:
            values[key(name)] = msgspec.convert(value, fields[key(name)].type, strict=False)
        except msgspec.ValidationError as error:
            raise ValueError(
                f"rulings: {word!r}: {error}; it is {values[key(name)]!r} in profile {profile}"
            ) from error
    return Rulings(**values)
