"""What a game must say, as typed records and protocols; no game, and no numbers library."""
