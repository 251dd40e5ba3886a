"""How often one address may ask: a bucket of requests that refills steadily."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MOST_ADDRESSES = 10_000


@dataclass
class Bucket:
    """What one address may still ask, and when that was so."""

    left: float
    at: float


class Rate:
    """So many requests a second for each address, and so many at once; of many addresses the latest are remembered."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, address: str) -> float:
        """Seconds until this address may ask; 0 where it may now, which then counts as asked.

        >>> now = iter([0.0, 0.0, 0.0, 0.5]).__next__
        >>> rate = Rate(2, 2, now)
        >>> [rate.wait("192.0.2.1") for _ in range(4)]
        [0.0, 0.0, 0.5, 0.0]
        """
        now = self._clock()
        bucket = self._buckets.pop(address, None) or Bucket(self._burst, now)
        self._buckets[address] = bucket
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        bucket.left = min(self._burst, bucket.left + (now - bucket.at) * self._rate)
        bucket.at = now
        if bucket.left < 1:
            return (1 - bucket.left) / self._rate
        bucket.left -= 1
        return 0.0
