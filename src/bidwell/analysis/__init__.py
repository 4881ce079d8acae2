"""Analyse finished games: what each decision cost, and where the game turned."""
