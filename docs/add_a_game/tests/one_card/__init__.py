"""Tests of One Card."""
