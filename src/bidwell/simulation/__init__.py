"""Simulations: many games between bots, with statistics."""
