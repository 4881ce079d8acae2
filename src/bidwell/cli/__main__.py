"""`python -m bidwell.cli`."""

import sys

from bidwell.cli import main

sys.exit(main())
