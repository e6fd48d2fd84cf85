"""The two families of mail servers. Everything that takes ``post`` is asked of both."""

import os
from collections.abc import Iterator

import pytest

from tests.mail import real
from tests.mail.posts import Certificate, Embedded, Post, Real


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return Certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="session")
def embedded(certificate: Certificate) -> Iterator[Post]:
    post = Embedded(certificate)
    yield post
    post.stop()


@pytest.fixture(scope="session")
def dovecot(certificate: Certificate) -> Iterator[Post]:
    """Dovecot and Postfix. Without them, what they would have been asked is left out, which the
    end of the run says; where ``CI`` is set, that is a failure.
    """
    there_or_left_out()
    post = Real(certificate)
    yield post
    post.stop()


@pytest.fixture
def below(certificate: Certificate) -> Iterator[Real]:
    there_or_left_out()
    post = Real(certificate, below=True)
    yield post
    post.stop()


def there_or_left_out() -> None:
    if why := real.missing():
        if os.environ.get("CI"):
            pytest.fail(f"the real mail servers are missing: {why}")
        pytest.skip(f"real mail servers: {why}")


@pytest.fixture(params=["embedded", "real"])
def post(request: pytest.FixtureRequest) -> Post:
    found: Post = request.getfixturevalue("embedded" if request.param == "embedded" else "dovecot")
    return found
