from decouple import Csv, config

SECRET_KEY = config("SECRET_KEY")
DEBUG = config("DEBUG", default=False, cast=bool)
PORT = config("PORT", default=25, cast=int)
HOSTS = config("ALLOWED_HOSTS", default="localhost,127.0.0.1", cast=Csv())
ADMIN = config("ADMIN", default=None)
print(DEBUG, PORT)
