"""Long checks, each a command of its own: `python -m checks.fuzz`."""
