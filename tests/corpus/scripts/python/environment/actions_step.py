"""Labels a pull request from a workflow."""
import json
import os
import sys

REQUIRED = ["GITHUB_TOKEN", "PR_NUMBER"]
missing = [name for name in REQUIRED if not os.environ.get(name)]
if missing:
    sys.exit(f"missing: {missing}")

number = int(os.environ["PR_NUMBER"])
labels = json.loads(os.environ.get("LABELS_JSON", '["bug"]'))
server = os.environ.get("SERVER_URL") or "https://github.invalid"
with open(os.environ["GITHUB_OUTPUT"], "a") as out:
    out.write(f"number={number}\n")
if os.environ.get("NO_COLOR"):
    print("plain")
try:
    owner = os.environ["OWNER"]
except KeyError:
    owner = "acme"
