library(optparse)

parser <- OptionParser(option_list = list(
  make_option("--host", default = Sys.getenv("DB_HOST", "localhost"), help = "Server [default: DB_HOST]"),
  make_option("--user"),
  make_option("--password", help = "Its password"),
  make_option("--schema", default = "public"),
  make_option("--out", default = file.path(tempdir(), "out.csv"), help = "File to write"),
  make_option("--columns", callback = function(option, flag, value, parser) strsplit(value, ";")[[1]],
              action = "callback", type = "character", help = "Columns, with semicolons between them")
))
opt <- parse_args(parser)

required <- c("user", "password")
missing <- setdiff(required, names(opt))
if (length(missing) > 0) {
  stop("Missing options: ", paste(missing, collapse = ", "))
}

connection <- DBI::dbConnect(RPostgres::Postgres(), host = opt$host, user = opt$user, password = opt$password)
tables <- DBI::dbGetQuery(connection, "select * from information_schema.tables where table_schema = $1", list(opt$schema))
write.csv(tables, opt$out)
