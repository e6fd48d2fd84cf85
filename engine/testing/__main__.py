"""``python -m engine.testing [--write] MODULE ...`` prints or writes the golden games of these
contract tests.
"""

import sys

from engine.testing.golden import main

main(sys.argv[1:])
