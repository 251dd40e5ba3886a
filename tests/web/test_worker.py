"""A process that ends waits for no job."""

import subprocess
import sys

PROGRAM = """
from concurrent.futures import ThreadPoolExecutor
from tests.web.test_worker import sleep
from tablegames.web.worker import Worker

if __name__ == "__main__":
    worker = Worker()
    worker.give(sleep)
    ThreadPoolExecutor(1).submit(worker.hear)
"""


def sleep(_: object) -> None:
    import time

    time.sleep(600)


def test_an_interpreter_that_ends_while_a_job_runs() -> None:
    subprocess.run([sys.executable, "-c", PROGRAM], check=True, timeout=60)
