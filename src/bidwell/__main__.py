"""`python -m bidwell`."""

import sys

from bidwell.cli import main

sys.exit(main())
