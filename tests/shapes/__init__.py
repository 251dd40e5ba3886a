"""Tests of what families of games share."""
