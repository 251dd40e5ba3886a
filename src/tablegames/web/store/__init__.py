"""What the workbench keeps: sessions and their rounds, saved Rules Submissions, jobs, and the key that signs its cookies.

SQLite in one file, or PostgreSQL; an answer is given only when what it tells is on the disk.
"""

from tablegames.web.store.facade import Store
from tablegames.web.store.submissions import Saved

__all__ = ["Saved", "Store"]
