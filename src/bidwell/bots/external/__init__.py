"""Bots that run as separate processes, written in any language."""
