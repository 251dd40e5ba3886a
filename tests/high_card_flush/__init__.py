"""Tests of High Card Flush, 58 Pa. Code ch. 678a."""
