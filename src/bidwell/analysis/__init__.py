"""Finished games judged: what each decision cost, and where the game turned."""
