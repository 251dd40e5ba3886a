"""The versions, in their order."""
