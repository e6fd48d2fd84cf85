"""`meanwhile play --json`: the objects, their order, and what a line may be. The
form is that of docs/line-protocol.md.
"""

from pathlib import Path
from subprocess import PIPE

from renderers.reading.looking import LOOKS
from tests.bot.program import TWO, Program, objects, of_kind


def test_the_first_object_says_which_game_this_is(tmp_path: Path) -> None:
    game = objects(tmp_path, [], *TWO, "--seed", "00ff", "--robot", "bob")[0]
    # The SHA-256 of the two bytes 00 ff.
    commitment = "06eb7d6a69ee19e5fbdf749018d3d2abfa04bcbd1365db312eb86dc7169389b8"
    assert (game["kind"], game["game"], game["edition"]) == ("game", "battleboard", 1)
    assert (game["seats"], game["robots"], game["commitment"]) == (
        ["ann", "bob"],
        ["bob"],
        commitment,
    )
    assert (game["loaded"], game["resumed"]) == (False, False)


def test_a_receipt_comes_before_the_messages_of_its_order(tmp_path: Path) -> None:
    """BB-12: d6 is next to no city of Bob's; f4 is nobody's there."""
    found = objects(tmp_path, ["ann: bomb bob d6", "bob: pass"])
    taken = [i for i, thing in enumerate(found) if thing["kind"] == "receipt"]
    assert [found[i] for i in taken] == [
        {"kind": "receipt", "seat": "ann", "order": "bomb bob 3 5", "n": 1},
        {"kind": "receipt", "seat": "bob", "order": "pass", "n": 1},
    ]
    assert [thing["event"] for thing in found[taken[0] + 1 : taken[1]]] == ["Bombed", "TurnStarted"]
    assert found[taken[0] + 1]["data"] == {
        "by": "ann",
        "target": "bob",
        "square": [3, 5],
        "result": "MISS",
    }


def test_n_counts_the_orders_of_a_seat_whatever_the_case_of_its_name(tmp_path: Path) -> None:
    found = objects(
        tmp_path, ["ANN: PASS", "Bob:pass", "ann: pass", "bob: say * hello", "bob: pass"]
    )
    assert [(r["seat"], r["n"]) for r in of_kind(found, "receipt")] == [
        *(("ann", 1), ("bob", 1), ("ann", 2), ("bob", 1), ("bob", 2))
    ]


def test_everybody_is_told_once_and_a_seat_only_what_is_its_own(tmp_path: Path) -> None:
    """BB-8: nobody else is told where the cities of a seat lie."""
    messages = of_kind(objects(tmp_path, ["ann: bomb bob c3"]), "message")
    assert [(m["to"], m["event"]) for m in messages] == [
        ("public", "Committed"),
        ("public", "Joined"),
        ("public", "Joined"),
        ("public", "TurnOrder"),
        ("public", "TurnStarted"),
        ("ann", "Dealt"),
        ("bob", "Dealt"),
        ("public", "Bombed"),
        ("public", "TurnStarted"),
    ]
    assert [m["data"]["cities"] for m in messages if m["event"] == "Dealt"] == [
        [[0, 1], [5, 3]],
        [[2, 2], [9, 7]],
    ]


def test_a_seat_asks_for_its_menu_view_and_board(tmp_path: Path) -> None:
    _, *found = [
        thing
        for thing in objects(tmp_path, ["ann?"], *TWO, "--pictures", "drawn")
        if thing["kind"] != "message"
    ]
    menu, view, board = found
    assert (menu["kind"], menu["seat"], menu["asked"]) == ("menu", "ann", True)
    assert menu["choices"] == ["bomb {target} {square}", "pass", "withdraw"]
    assert 0 < len(menu["legal"]) <= 10
    assert menu["situation"]["state"] == "running"
    assert [one["seat"] for one in menu["situation"]["asked"]["who"]] == ["ann"]
    assert menu["situation"]["asked"]["yours"] == ["bomb a square, or pass."]
    assert menu["situation"]["own"] is not None
    assert (view["kind"], view["to"], view["data"]["own"]) == ("view", "ann", [[0, 1], [5, 3]])
    assert (board["kind"], board["to"]) == ("board", "ann")
    assert "C" in board["text"]
    assert (tmp_path / board["png"]).read_bytes().startswith(b"\x89PNG")
    assert Path(board["png"]).parts[0] == "drawn"


def test_looking_words_are_answered_in_parts(tmp_path: Path) -> None:
    lines = [*(f"ann: {one.word()}" for one in LOOKS), "ann: history 2", "ann: board zz"]
    _, *found = [thing for thing in objects(tmp_path, lines) if thing["kind"] != "message"]
    looks = [thing for thing in found if thing["kind"] == "look"]
    assert [thing["word"] for thing in looks] == [*(one.word() for one in LOOKS), "history"]
    assert all(thing["to"] == "ann" and thing["parts"] for thing in looks)
    assert looks[-1]["parts"][0]["rows"][0]["number"] == 2
    assert [thing["to"] for thing in found if thing["kind"] == "board"] == ["ann"]
    assert found[-1]["reason"] == "no-look"


def test_the_public_view_holds_no_city(tmp_path: Path) -> None:
    found = objects(tmp_path, ["public?"])
    (view,), (board,) = of_kind(found, "view"), of_kind(found, "board")
    assert (view["to"], view["data"]["own"], board["to"]) == ("public", [], "public")
    assert of_kind(found, "menu") == []


BAD_LINES = {
    "bob: pass": ("bob", "not-your-turn"),
    "ann: bomb carl 3 5": ("ann", "no-such-player"),
    "ann: bomb bob 10 5": ("ann", "off-board"),
    "ann: bomb bob x y": ("ann", "not-a-number"),
    "ann: juggle": ("ann", "unknown-word"),
    "ann: bomb bob": ("ann", "incomplete"),
    "ann:": ("ann", "incomplete"),
    "ann: undo": ("ann", "nothing-to-undo"),
    "ann: say carl hello": ("ann", "bad-say"),
    "ann: join ann": ("ann", "joined-before"),
    "carl: pass": (None, "no-such-seat"),
    "carl?": (None, "no-such-seat"),
    "hello there": (None, "bad-line"),
    "?": (None, "bad-line"),
    ":": (None, "bad-line"),
    "\0": (None, "bad-line"),
    "x" * 1_000_000: (None, "too-long"),
}


def test_a_bad_line_is_refused_with_a_reason_and_changes_nothing(tmp_path: Path) -> None:
    found = objects(tmp_path, ["public?", *BAD_LINES, "public?"])
    refusals = of_kind(found, "refusal")
    assert [(refusal["seat"], refusal["reason"]) for refusal in refusals] == list(
        BAD_LINES.values()
    )
    assert all(refusal["text"].strip() and len(refusal["legal"]) <= 10 for refusal in refusals)
    assert of_kind(found, "receipt") == []
    before, after = of_kind(found, "view")
    assert before == after


def test_bytes_that_are_no_text_are_refused_and_the_next_line_counts(tmp_path: Path) -> None:
    found = objects(tmp_path, b"ann: \xff\xfe\nann: pass")
    assert [refusal["reason"] for refusal in of_kind(found, "refusal")] == ["bad-utf8"]
    assert [receipt["order"] for receipt in of_kind(found, "receipt")] == ["pass"]


def test_comments_and_blank_lines_need_no_answer(tmp_path: Path) -> None:
    lines = ["# a comment", "", "\t# another", "ann: pass  # and a remark", "bob: say ann at #3"]
    found = objects(tmp_path, lines)
    assert [thing["order"] for thing in of_kind(found, "receipt")] == ["pass", "say ann at #3"]
    assert of_kind(found, "refusal") == []


CLOSED = (
    "import os, sys; os.close(0); sys.stdin = None; from bot.cli import main; "
    "main(['play', 'battleboard', '--json'])"
)


def test_a_closed_input_is_at_its_end(tmp_path: Path) -> None:
    out, err = Program(tmp_path, "-c", CLOSED, stdout=PIPE, stderr=PIPE).communicate()
    assert (b"refusal" in out, b'"game"' in out, err) == (False, True, b"")


def test_names_with_colons_are_told_apart(tmp_path: Path) -> None:
    """BB-2: a name may hold anything but blanks."""
    game = ("play", "battleboard", "--seats", "a,a:b", "--option", "order=join")
    found = objects(tmp_path, ["a: pass", "a:b: pass", "a:b?"], *game)
    assert [r["seat"] for r in of_kind(found, "receipt")] == ["a", "a:b"]
    assert [m["seat"] for m in of_kind(found, "menu")] == ["a:b"]


def test_the_end_discloses_the_secret_and_later_orders_are_refused(tmp_path: Path) -> None:
    """BB-19, BB-23: Bob leaves at the end of Ann's turn, so Ann has won."""
    found = objects(tmp_path, ["bob: withdraw", "ann: pass", "ann: pass"], *TWO, "--seed", "00ff")
    (result,) = of_kind(found, "result")
    assert (result["result"], result["secret"], result["update"]) == ("won ann", "00ff", 5)
    assert len(result["head"]) == 64
    assert [refusal["reason"] for refusal in of_kind(found, "refusal")] == ["game-over"]


def test_a_robot_answers_and_is_told_nothing(tmp_path: Path) -> None:
    found = objects(tmp_path, ["ann: pass"], *TWO, "--robot", "bob")
    assert [r["seat"] for r in of_kind(found, "receipt")] == ["ann"]
    assert [m["data"]["by"] for m in of_kind(found, "message") if m["event"] == "Bombed"] == ["bob"]
    assert {m["to"] for m in of_kind(found, "message")} == {"public", "ann"}


def test_scripted_dice_mark_the_game(tmp_path: Path) -> None:
    """BB-8, section 6: the first city of the first seat."""
    (tmp_path / "dice.json").write_text('{"place/1/1": [4, 2], "order/1": ["bob"]}')
    found = objects(
        tmp_path, ["ann?"], "play", "battleboard", "--seats", "ann,bob", "--dice", "dice.json"
    )
    assert found[0]["loaded"]
    assert [v["data"]["own"][0] for v in of_kind(found, "view")] == [[4, 2]]
    assert [v["data"]["turn"] for v in of_kind(found, "view")] == ["bob"]


def test_sentences_come_in_the_language_of_the_terminal(tmp_path: Path) -> None:
    found = objects(tmp_path, ["ann: bomb bob c3", "carl: x"], *TWO, "--language", "zh-TW")
    (bombed,) = [m for m in of_kind(found, "message") if m["event"] == "Bombed"]
    assert "bombed" not in bombed["text"]
    (refusal,) = of_kind(found, "refusal")
    assert "seat" not in refusal["text"]


def test_a_picture_that_cannot_be_written_leaves_the_text(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    found = objects(tmp_path, ["public?"], *TWO, "--pictures", "file/below")
    assert [refusal["reason"] for refusal in of_kind(found, "refusal")] == ["no-picture"]
    (board,) = of_kind(found, "board")
    assert board["png"] is None
    assert "ann" in board["text"]
