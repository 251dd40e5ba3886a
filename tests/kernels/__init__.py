"""Kernels: against brute force, against the reference, step by step."""
