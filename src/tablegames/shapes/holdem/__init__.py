"""Own cards and community cards against a dealer: the games of the Hold 'Em family."""
