"""Tables for people far apart: rooms, seats and live play over WebSockets."""
