"""Orders filed beforehand: used when their seat is asked, and seen by nobody else."""

from engine.referee.standing_orders import LONGEST, MOST
from tests.referee.tale import tale, tales

globals().update(tales(__file__))


test_what_cannot_be_filed = tale(f"""
    bob: queue add                       -> !bad-queue
    bob: queue drop                      -> !bad-queue
    bob: queue drop 99                   -> !bad-queue
    bob: queue order                     -> !bad-queue
    bob: queue drop 1                    -> !no-such-queued
    bob {MOST} times: queue add add {{n}}   -> answered
    bob: queue add add 5 please          -> !too-many-queued
    bob: queue drop all
    bob: queue add {"x" * 2 * LONGEST}   -> orders={"x" * LONGEST}
    eve: queue add speak red             -> !not-joined
""")
