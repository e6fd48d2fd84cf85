"""Sixty refusals of real hosts: what they mean, and what the operator is told to publish."""

from typing import cast

from mail.transport.reasons import SmtpRefusal, Step
from tests.kit.data import beside
from tests.kit.each import each

REFUSALS = beside(__file__)["refusals"]


def test_there_are_sixty() -> None:
    assert len(REFUSALS) >= 60


@each("step, reply, meaning, advice", REFUSALS)
def test_a_refusal_means_what_its_host_means(
    step: str, reply: str, meaning: str, advice: str
) -> None:
    code, _, text = reply.partition(" ")
    refusal = SmtpRefusal(cast(Step, step), int(code), text)
    assert refusal.means() == meaning
    assert advice in refusal.remedy
    assert bool(advice) == bool(refusal.remedy)
