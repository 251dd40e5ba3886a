"""Ultimate Texas Hold 'Em: § 653a.6 is parallel to § 677a.6, so its tests use the same oracle; § 653a.12 has the payouts."""
