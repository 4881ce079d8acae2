"""Games by the million, played by bots and counted."""
