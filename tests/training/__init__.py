"""Tests of the questions for dealers."""
