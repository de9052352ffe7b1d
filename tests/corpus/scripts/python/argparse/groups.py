import argparse
p = argparse.ArgumentParser()
db = p.add_argument_group("Database", "where it is")
db.add_argument("--host", default="localhost")
db.add_argument("--password", required=True)
which = p.add_mutually_exclusive_group(required=True)
which.add_argument("--all", action="store_true")
which.add_argument("--only", nargs="+", metavar="NAME")
opts = p.parse_args()
