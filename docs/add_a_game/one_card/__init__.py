"""One Card."""
