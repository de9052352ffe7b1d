import os

def env_bool(name, default=False):
    value = os.getenv(name)
    if value is None:
        return default
    return value.lower() in ("1", "true")

def need(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise RuntimeError(name)
    return value

VERBOSE = env_bool("VERBOSE")
STRICT = env_bool("STRICT", True)
BUCKET = need("BUCKET")
print(VERBOSE, STRICT, BUCKET)
