import os
from dataclasses import dataclass, field

PREFIX = "IMPORT_"


def env(key, default=None, cast=str):
    value = os.environ.get(f"{PREFIX}{key}", default)
    return cast(value) if value is not None else None


@dataclass
class Options:
    host: str = field(default_factory=lambda: os.environ.get("IMPORT_HOST", "localhost"))
    port: int = int(os.environ.get("IMPORT_PORT", 5432))
    password: str = os.environ.get("IMPORT_PASS", "")


def lambda_handler(event, context):
    options = Options()
    table = env("TABLE", "customers")
    chunk = env("CHUNK", 1000, int)
    bucket = env("BUCKET")
    for name in ("FIRST_DAY", "LAST_DAY"):
        print(os.environ[name])
    return options, table, chunk, bucket


if __name__ == "__main__":
    lambda_handler({}, None)
