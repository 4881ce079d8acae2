"""A long run of a real server with many tables: is anything lost, and do memory and latency stay flat?"""
