"""Results as text and JSON: every result has one form for people and one for programs."""
