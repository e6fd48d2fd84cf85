"""YES and NO, as people say them to a question."""

from mail.parse.consent import consent
from tests.kit.each import each

YES = (
    "YES|Yes|Yes.|yes!|y|Yep|Yes please|Yes, it was me|Yes, that was me, thanks!|Yes, play it.|"
    "Hi, YES|ok|OK, go ahead|Confirm|👍|👍🏽|✅|Ja|Ja, bitte|Ja, das war ich|Oui|Oui, c'était moi|"
    "Sí|Sí, fui yo|Sì, grazie|Ja hoor|Tak|Да|Да, это я|是|是的|好|yes, I did. Cheers, Ann"
)
NO = (
    "No|no!|nope|No, that was not me!|It wasn't me|no thanks|Nein|Nein, das war ich nicht|Non|"
    "Non, ce n'était pas moi|Nee|Nie|Нет|不是|👎"
)
NEITHER = (
    "Yes?|Yes, but bomb Cy instead|Yes, wait|Yes and no|Great game!|Thanks!|I'll see|help|maybe|"
    "Yes, if Bob agrees|bomb Bob 1 1|Ann|"
)


@each("want, all_of_them", [("yes", YES), ("no", NO), ("", NEITHER)])
def test_people_say_yes_and_no_in_many_ways(want: str, all_of_them: str) -> None:
    for line in all_of_them.split("|"):
        assert consent([line] if line else [], ["ann"]) == want, line


@each("below", [["Ann"], ["Thanks", "Ann"], ["Sent from my iPhone"], ["LG Ann"]])
def test_a_signature_below_a_yes_does_not_matter(below: list[str]) -> None:
    assert consent(["Yes please", *below], ["ann"]) == "yes"


def test_what_takes_a_yes_back_is_heard() -> None:
    for line in ("Actually, I don't know", "wait until tomorrow", "on second thought: no", "?"):
        assert consent(["YES", line], ["ann"]) != "yes"
