host <- Sys.getenv("DB_HOST", "localhost")
port <- as.integer(Sys.getenv("DB_PORT", unset = "5432"))
password <- Sys.getenv("DB_PASSWORD")
verbose <- tolower(Sys.getenv("VERBOSE", "false")) == "true"
con <- connect(host, port, password)
