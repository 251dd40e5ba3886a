"""Numerics that games share: they count facts, and know no odds and no paytable."""
