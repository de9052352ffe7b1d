import argparse, os
from datetime import date
p = argparse.ArgumentParser()
p.add_argument("--day", default=date.today().isoformat())
p.add_argument("--token", default=os.environ.get("API_TOKEN"))
p.add_argument("--workers", type=int, default=os.cpu_count())
p.parse_args()
