"""`make bench`: how fast, measured against peers in one run on one machine.  Nothing here asserts a time."""
