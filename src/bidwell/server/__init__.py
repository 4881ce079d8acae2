"""The server: rooms, seats and live play over WebSockets."""
