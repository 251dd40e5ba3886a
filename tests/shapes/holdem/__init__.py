"""Tests of the Hold 'Em shape: its kernels, against the readable rules and against counts of other kinds."""
