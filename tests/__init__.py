"""Tests: by paragraph, by case, by exhaustion, by property."""
