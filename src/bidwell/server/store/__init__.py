"""Durable storage of rooms: the interface, and its implementations with SQLite and PostgreSQL."""
