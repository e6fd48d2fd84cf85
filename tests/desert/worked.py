"""The worked segment of 5.2: what both sides say, prompt by prompt, and the dice by their keys."""

from tests.kit.described import Golden, Setting

DICE: dict[str, list[int | str]] = {
    "1/names/C4/Inf": [1],
    "1/barrage/C1/Nr1-Inf/1": [5, 4],
    "1/barrage/C3/Nr3-Arty/1": [6, 2],
    "1/barrage/B1/Nr1-Inf/1": [2, 4],
    "1/barrage/B2/Nr1-Tank/1": [2, 6],
    "1/truck/B2/Nr1-Tank/1": [6, 4],
    "1/aa/C2/att": [5, 5],
    "1/aa/C2/def": [6, 1],
    "1/aa/C3/att": [3, 3],
    "1/aa/C3/def": [5, 2],
    "1/morale/C2/att": [4, 3],
    "1/morale/C2/def": [5, 2],
    "1/assault/C2/att": [3, 4],
    "1/assault/C2/def": [1, 2],
    "1/captured/C2/def": [4],
    "1/morale/C3+C4/att": [2, 1],
    "1/morale/C3+C4/def": [4, 4],
    "1/assault/C3+C4/att": [3, 6],
    "1/assault/C3+C4/def": [2, 3],
    "1/captured/C3+C4/def": [6],
}

SAID: tuple[tuple[str, str], ...] = (
    # POSITION
    ("axis", "pos ART-1 fwd ART-2 back PAK-1 fwd"),
    ("axis", "ok"),
    ("cw", "pos all fwd"),
    ("cw", "ok"),
    # FIRING
    ("axis", "ok"),
    ("cw", "ok"),
    # PLAN
    ("axis", 'bar "Nr1 Inf" C1: ART-1'),
    ("axis", 'bar "Nr3 Arty": ART-2'),
    ("axis", "ok"),
    ("cw", 'bar "Nr1 Inf": COAST-BTY+KESTREL'),
    ("cw", 'bar "Nr1 Tank": FIELD-RGT'),
    ("cw", "ok"),
    # APPLY
    ("cw", "ok"),
    ("axis", "truck FALKE ammo 1"),
    ("axis", "ok"),
    # RETREAT
    ("cw", "rba HW-COY C4-D3-C3"),
    ("cw", "ok"),
    # ASSIGN
    ("axis", "aa PZ-A medium 5 C2"),
    ("axis", "ca PZ-A light 3 C2"),
    ("axis", "ca I-FALKE+II-FALKE C2"),
    ("axis", "ca III-FALKE+MG-1 C3+C4"),
    ("axis", "ca PZ-B 4 C3+C4"),
    ("axis", "aa PZ-B 2 C3"),
    ("axis", "ok"),
    ("cw", "ca 2-RIFLES+3-RIFLES+4-RIFLES"),
    ("cw", "aa HUSSARS 3"),
    ("cw", "ca HUSSARS 4"),
    ("cw", "aa FIELD-RGT+AT-RGT"),
    ("cw", "ok"),
    # ANTI-ARMOUR
    ("axis", "aa C2"),
    ("axis", "aa C3"),
    ("axis", "done"),
    ("cw", "lose HUSSARS cruiser/aa 2"),
    ("cw", "ok"),
    ("axis", "lose PZ-A medium 1 light 1"),
    ("axis", "lose PZ-B medium/ca 1"),
    ("axis", "ok"),
    # ASSAULT C2
    ("axis", "assault C2"),
    ("cw", "retreat C2 D2"),
    ("cw", "lose HUSSARS 2"),
    ("cw", "lose FIELD-RGT 1"),
    ("cw", "ok"),
    ("axis", "lose I-FALKE 1"),
    ("axis", "ok"),
    ("cw", "give HUSSARS 1"),
    ("cw", "ok"),
    ("axis", "repl 1 PZ-B B2"),
    ("axis", "ok"),
    # ASSAULT C3+C4
    ("axis", "assault C3"),
    ("cw", "retreat C3 D3"),
    ("cw", "retreat C4 E4"),
    ("cw", "lose HW-COY 2"),
    ("cw", "lose 3-RIFLES 1"),
    ("cw", "gun AT-RGT 3"),
    ("cw", "ok"),
    ("axis", "ok"),
    ("cw", "give HW-COY 1"),
    ("cw", "give 3-RIFLES 1"),
    ("cw", "ok"),
    ("axis", "pow 2 B3"),
    ("axis", "guard III-FALKE 1"),
    ("axis", "ok"),
)

WORKED = Golden(
    "worked segment",
    Setting(("axis", "cw"), {"stages": 1}, {}, DICE),
    tuple((10 * k, seat, text) for k, (seat, text) in enumerate(SAID, 1)),
)
