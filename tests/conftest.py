"""What holds for every test."""

from hypothesis import settings

# A slow machine is not a mistake in the program: an example may take as long as it takes.
settings.register_profile("meanwhile", settings(), deadline=None)
settings.load_profile("meanwhile")
