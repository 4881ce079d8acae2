"""Which bot is better: duplicate deals, statistics, ratings."""
