"""``python -m tests.mail.second_thoughts``: mails that take an order back, or make it depend on
something, and mails that are clear to a person. What must come of each was decided before any of
them was read by the program, by somebody who did not write its reader.
"""

import asyncio
import tempfile
from pathlib import Path
from typing import Literal

from tests.mail.stage import Office, office, reply

THREE = {name: f"{name} <{name.lower()}@mail.example>" for name in ("Ann", "Bob", "Cy")}
Fate = Literal["played", "held", "refused"]

DOUBTFUL: dict[str, tuple[str, ...]] = {
    "en": (
        "bomb bob 3 5\nNo wait, I meant 4 5.",
        "bomb bob 3 5\nhmm, on reflection please don't do that",
        "bomb bob 3 5\nForget that. I'll answer tonight.",
        "bomb bob 3 5\n\nScrap the above, I need to look at the map first.",
        "bomb bob 3 5\nor should I rather pass? Let me think until tomorrow.",
        "bomb bob 3 5\nEDIT: bomb cy 1 1 instead",
        "pass\nThat was a typo, sorry - I want to bomb somebody, will write again.",
        "Do not do anything yet, but I am thinking of\nbomb bob 3 5",
        "Unless Cy surrenders first:\nbomb bob 3 5",
        "Only if Bob attacks me this round:\nbomb bob 3 5",
        "bomb bob 3 5\nbut only if nobody has hit my city at 2 2",
        "bomb bob 3 5\nif that square is still free, otherwise bomb cy 1 1",
        "What would happen if I said\nbomb bob 3 5\n?",
        "My brother typed this, not me:\nbomb bob 3 5",
        "bomb bob 3 5\nbomb bob 4 5\n(the second one is the right one)",
        "Either\nbomb bob 3 5\nor\nbomb cy 1 1\n- you choose",
        "I will not\npass\nthis time!",
        "bomb bob 3 5\nWait with that until Friday.",
        "bomb bob 3 5\n^ wrong thread, disregard",
        "pass\nPASS on the offer, I mean - I still want to bomb bob.",
    ),
    "de": (
        "bomb bob 3 5\nHalt, doch nicht. Ich melde mich morgen.",
        "bomb bob 3 5\nQuatsch, ich meinte 4 5.",
        "bomb bob 3 5\nBitte ignorieren, zu früh abgeschickt.",
        "Falls Cy mich angegriffen hat:\nbomb cy 1 1\nsonst:\nbomb bob 3 5",
        "bomb bob 3 5\naber nur, wenn ich noch dran bin",
        "bomb bob 3 5\noder lieber\nbomb cy 1 1\n?",
        "Auf keinen Fall\npass",
        "bomb bob 3 5\nKorrektur: bomb bob 4 5",
        "Noch nicht ausführen:\nbomb bob 3 5",
        "pass\n(Scherz! Gib mir noch eine Stunde.)",
    ),
    "fr": (
        "bomb bob 3 5\nNon, attends, je voulais dire 4 5.",
        "bomb bob 3 5\nOubliez ça, je réponds demain.",
        "Si Cy m'a attaqué :\nbomb cy 1 1\nsinon\nbomb bob 3 5",
        "bomb bob 3 5\nseulement si c'est encore mon tour",
        "bomb bob 3 5\nEnfin non, plutôt bomb cy 1 1",
        "Ne faites pas encore\nbomb bob 3 5",
        "pass\nErreur de ma part, ne tenez pas compte de ce message.",
        "J'hésite entre\nbomb bob 3 5\net\nbomb cy 1 1",
        "bomb bob 3 5\nou peut-être pas, qu'en penses-tu Bob ?",
        "bomb bob 3 5\nAnnulez s'il vous plaît",
    ),
    "es": (
        "bomb bob 3 5\nEspera, mejor no. Te digo mañana.",
        "bomb bob 3 5\nPerdón, quería decir 4 5.",
        "Si todavía es mi turno:\nbomb bob 3 5",
        "bomb bob 3 5\npero solo si Cy no me atacó",
        "bomb bob 3 5\no quizás\nbomb cy 1 1",
        "No hagas esto todavía:\nbomb bob 3 5",
        "pass\nIgnora este correo, lo mandé sin querer.",
        "bomb bob 3 5\nCorrección: bomb bob 5 3",
        "bomb bob 3 5\nMe arrepiento, cancela eso",
        "¿Y si hago\nbomb bob 3 5\n?",
    ),
    "zh": (
        "bomb bob 3 5\n等一下，先不要。我明天再決定。",
        "bomb bob 3 5\n打錯了，應該是 4 5",
        "如果 Cy 打了我：\nbomb cy 1 1\n否則：\nbomb bob 3 5",
        "bomb bob 3 5\n請忽略這封信，不小心寄出的",
        "bomb bob 3 5\n還是\nbomb cy 1 1\n比較好？",
        "先不要執行：\nbomb bob 3 5",
        "pass\n開玩笑的，再給我一小時",
        "bomb bob 3 5\n更正：bomb bob 4 5",
        "只有輪到我的時候才\nbomb bob 3 5",
        "bomb bob 3 5\n算了，取消",
    ),
}
"""Nothing of these may be played at once."""

CLEAR: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("bomb bob 3 5", "bomb Bob 3 5"),
        ("Hi all,\n\nbomb bob 3 5\n\nCheers,\nAnn", "bomb Bob 3 5"),
        ("Hello referee,\n\nhere is my move:\nbomb bob 3 5\n\nThanks!\nAnn", "bomb Bob 3 5"),
        ("bomb bob 3 5\n\nGood luck everybody! :-)", "bomb Bob 3 5"),
        ("bomb bob 3 5\n\nGreat game so far.", "bomb Bob 3 5"),
        ("My orders:\nbomb bob 3 5", "bomb Bob 3 5"),
        ("pass\n\nBest regards\nAnn Smith\nSent from my iPhone", "pass"),
        ("pass\nthanks", "pass"),
    ),
    "de": (
        ("Hallo,\n\nbomb bob 3 5\n\nViele Grüße\nAnn", "bomb Bob 3 5"),
        ("Hier mein Zug:\nbomb bob 3 5\nLG Ann", "bomb Bob 3 5"),
        ("pass\n\nVon meinem iPhone gesendet", "pass"),
        ("bomb bob 3 5\n\nSchönes Wochenende!", "bomb Bob 3 5"),
    ),
    "fr": (
        ("Bonjour,\n\nbomb bob 3 5\n\nCordialement,\nAnn", "bomb Bob 3 5"),
        ("Voici mon ordre :\nbomb bob 3 5\nMerci !", "bomb Bob 3 5"),
        ("pass\n\nBonne soirée,\nAnn", "pass"),
    ),
    "es": (
        ("Hola,\n\nbomb bob 3 5\n\nSaludos,\nAnn", "bomb Bob 3 5"),
        ("Mi jugada:\nbomb bob 3 5\n¡Gracias!", "bomb Bob 3 5"),
        ("pass\n\nUn abrazo\nAnn", "pass"),
    ),
    "zh": (
        ("你好，\n\nbomb bob 3 5\n\n謝謝！\nAnn", "bomb Bob 3 5"),
        ("我的命令：\nbomb bob 3 5", "bomb Bob 3 5"),
    ),
}
"""These are played as they stand; a question about one is a nuisance and no danger."""


async def begun(at: Office) -> None:
    await at.make_other("battleboard", players=3, order="join", size="8x8", cities=4)
    for sender in THREE.values():
        to = sender.partition("<")[2].rstrip(">")
        await at.door.invite("g12", to)
        await at.take(reply(await at.last(to), "join", sender))
    assert await at.asked() == "Ann"


async def fate(folder: Path, text: str) -> Fate:
    async with office(folder / "db") as at:
        await begun(at)
        await at.take(reply(await at.last("ann@mail.example"), text, THREE["Ann"]))
        if await at.asked() != "Ann":
            return "played"
        question = await at.last("ann@mail.example")
        return "held" if "do you mean this?" in question["Subject"] else "refused"


def fates(texts: list[str]) -> list[Fate]:
    async def every() -> list[Fate]:
        found = []
        for text in texts:
            with tempfile.TemporaryDirectory() as folder:
                found.append(await fate(Path(folder), text))
        return found

    return asyncio.run(every())


def main() -> None:
    doubtful = [text for texts in DOUBTFUL.values() for text in texts]
    clear = [text for texts in CLEAR.values() for text, _ in texts]
    dangerous = [
        text for text, fate in zip(doubtful, fates(doubtful), strict=True) if fate == "played"
    ]
    asked = [text for text, fate in zip(clear, fates(clear), strict=True) if fate != "played"]
    for why, texts in (("PLAYED", dangerous), ("NOT PLAYED", asked)):
        for text in texts:
            print(f"{why}: {text!r}")
    print(f"{len(doubtful)} doubtful: {len(dangerous)} played (dangerous)")
    print(f"{len(clear)} clear: {len(asked)} not played at once")


if __name__ == "__main__":
    main()
