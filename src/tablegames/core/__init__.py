"""What a table of any game is made of: law, cards, money, wagers, rankings; and how files and endings are handled."""
