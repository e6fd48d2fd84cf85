"""Programs that answer programs: two referees, and somebody whose mailbox answers everything."""

from pathlib import Path

from mail.incoming import rate_limit
from tests.mail.app import App, serving, wait_until
from tests.mail.posts import Person, Post, about, people, settings
from tests.mail.test_torture import counted, unsent
from tests.mail.test_whole import BOARD, TWO, join


def written(app: App) -> int:
    """Mails that have been handed over, or wait: what each said is noted."""
    return counted(
        app, "select count(*) from keepsake where door = 'mail' and name like 'mailed/%'"
    )


def at_rest(app: App, referee: Person, come: int) -> bool:
    done = referee.folder("Done") + referee.folder("Aside")
    return done == come and referee.folder("INBOX") == 0 and unsent(app) == 0


def test_two_referees_do_not_talk_to_each_other(post: Post, tmp_path: Path) -> None:
    """Each invites the other: one exchange, and silence."""
    with people(post, "referee", "other") as (one, two):
        folders = [tmp_path / "one", tmp_path / "two"]
        for folder in folders:
            folder.mkdir()
        with (
            serving(folders[0], settings(post, one.user)) as first,
            serving(folders[1], settings(post, two.user)) as second,
        ):
            for app, to in ((first, two), (second, one)):
                app.invite(app.game(), to.address)

            def settled() -> bool:
                before = written(first), written(second)
                rest = at_rest(first, one, before[1]) and at_rest(second, two, before[0])
                return rest and 0 not in before and before == (written(first), written(second))

            wait_until(settled)
            assert (written(first), written(second)) == (1, 1)
            assert (one.folder("Done"), two.folder("Done")) == (1, 1)


def test_a_mailbox_that_answers_everything(post: Post, tmp_path: Path) -> None:
    """A program without manners: it says nowhere that it is one, and answers every mail."""
    with (
        people(post, "referee", "ann", "bob") as (referee, ann, bob),
        serving(tmp_path, settings(post, referee.user)) as app,
    ):
        game = app.game(TWO, **BOARD)
        for person in (ann, bob):
            app.invite(game, person.address)
            join(person)
        before, answered = written(app), len(ann.mails)

        def answers_all() -> bool:
            nonlocal answered
            for mail in ann.mails[answered:]:
                ann.answer(mail, "I am on holiday and will read your mail next week!")
            answered = len(ann.mails)
            rest = at_rest(app, referee, len(ann.sent) + len(bob.sent))
            for person in (ann, bob):
                person.look()
            come = len(ann.mails) + len(bob.mails)
            return rest and len(ann.mails) == answered and come == written(app)

        wait_until(answers_all)
        assert len(ann.sent) > 1
        assert written(app) - before <= rate_limit.PLAYER[2] + 1
        still_heard(ann, bob)


def still_heard(person: Person, other: Person) -> None:
    person.answer(person.mails[-1], f"say {other.name} back again")
    assert other.wait(about("message from"))
