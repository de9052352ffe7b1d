from environs import Env

env = Env()
env.read_env()

user = env("DB_USER")
limit = env.int("LIMIT", 50)
debug = env.bool("DEBUG", default=False)
names = env.list("NAMES", subcast=str)
extra = env.json("EXTRA", default={})
since = env.date("SINCE", None)
with env.prefixed("CACHE_"):
    size = env.int("SIZE")
    backend = env.str("BACKEND", "memory")
print(user, limit)
