"""Durable storage of rooms: the interface, and its implementation with SQLite."""
