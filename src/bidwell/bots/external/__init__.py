"""Bots in processes of their own, in any language."""
