"""What all games are built on: state, rules, random numbers, events, table, record, and the contract of a game."""
