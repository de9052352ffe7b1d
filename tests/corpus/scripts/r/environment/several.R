suppressMessages(library(DBI))

vars <- c("PGHOST", "PGDATABASE", "PGPASSWORD")
for (v in vars) {
  if (Sys.getenv(v) == "") {
    stop("Environment variable missing: ", v)
  }
}
db <- Sys.getenv(c("PGHOST", "PGDATABASE", "PGPASSWORD"))
Sys.setenv(TZ = "UTC")
tz <- Sys.getenv("TZ")
stage <- match.arg(Sys.getenv("STAGE", "dev"), c("dev", "test", "prod"))
tables <- strsplit(Sys.getenv("TABLES", "orders,customers"), ",", fixed = TRUE)[[1]]
schema <- Sys.getenv("SCHEMA") |> tolower()
if (schema == "") schema <- "public"
key <- Sys.getenv("SSH_PRIVATE_KEY")
writeLines(key, "id")

con <- dbConnect(RPostgres::Postgres(), host = db[["PGHOST"]], dbname = db[["PGDATABASE"]], password = db[["PGPASSWORD"]])
for (table in tables) print(dbGetQuery(con, paste0("select count(*) from ", schema, ".", table)))
