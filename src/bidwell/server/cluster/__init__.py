"""Several servers on one PostgreSQL: each room is owned by one of them, and the others forward to it."""
