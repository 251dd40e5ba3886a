"""The command line: it reads what a user types, asks the layers below, and prints what they say."""

from tablegames.cli.app import main

__all__ = ["main"]
