REGIONS = ["eu", "us"]
TIMEOUT = 30
