import os
from os import environ, getenv
from distutils.util import strtobool

dry_run = getenv("DRY_RUN", "true").lower() == "true"
force = environ.get("FORCE", "0") == "1"
quiet = os.environ.get("QUIET", "no").lower() in ("yes", "y", "1")
strict = bool(strtobool(os.getenv("STRICT", "false")))
trace = bool(os.environ.get("TRACE"))
if "SKIP_UPLOAD" in os.environ:
    print("skipped")
if environ.get("STAGE") not in ("dev", "prod"):
    raise ValueError("STAGE must be dev or prod")
print(dry_run, force, quiet, strict, trace)
