"""The arena compares bots: duplicate deals, statistics, ratings."""
