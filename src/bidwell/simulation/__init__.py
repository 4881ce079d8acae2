"""Simulations: many games between bots, with statistics."""

PLACES = "ray or ray://HOST:PORT"
"""The places besides this machine where games can be played."""
