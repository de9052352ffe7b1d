import os

TOKEN = os.environ["API_TOKEN"]
URL = os.getenv("BASE_URL", "https://example.org")
PORT = int(os.environ.get("PORT", "8080"))
DEBUG = os.getenv("DEBUG", "false").lower() == "true"
NAMES = os.getenv("NAMES", "a,b").split(",")
HOME = os.environ["HOME"]
print(TOKEN, URL, PORT, DEBUG, NAMES)
