"""Endgames: everything that can still happen from a position, as a game tree that solvers read."""
