"""A referee with two doors, at which one person may be."""

from collections.abc import Callable

from engine.messages import Message, Receipt
from engine.referee.accounts import Accounts
from engine.referee.batch import Batch
from engine.referee.referee import Referee
from tests.referee.stage import DOOR, Box, House, Table

POST = "post"
"""Another door."""


class Two(House):
    def open(self) -> None:
        super().open()
        self.post = Box()
        self.referee = Referee(self.store, {DOOR: self.box, POST: self.post})

    def at_post(self, sender: str, text: str, game: str | None = "g") -> Receipt:
        self.at += 1
        (receipt,) = self.take(
            [
                Message(
                    door=POST,
                    id=f"<post {next(self.ids)}>",
                    sender=sender,
                    text=text,
                    at=self.at,
                    game=game,
                )
            ]
        )
        assert isinstance(receipt, Receipt)
        return receipt

    def accounts(self) -> Accounts:
        found: list[Accounts] = []

        def look(batch: Batch) -> None:
            found.append(batch.accounts)

        self.take([look])
        return found[0]


def linked(two: Two, who: str = "ann", there: str = "ann@example.org") -> Receipt:
    given = two.say(who, "link", None).facts["code"]
    return two.at_post(there, f"link {given}", None)


def appoint(house: House, *accounts: tuple[str, str], game: str = "g") -> None:
    def give(batch: Batch) -> None:
        for account in accounts:
            batch.accounts.give_role(game, account, "moderator")

    house.take([give])


Player = Callable[[Table], Two]
