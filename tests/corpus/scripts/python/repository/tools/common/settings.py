import os

from tools.common import options  # each needs the other

STORES = ["lake", "warehouse"]
BATCH = 100
TOKEN = os.environ["SYNC_TOKEN"]
