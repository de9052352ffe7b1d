#' Deletes sessions that nobody used for a while.
#'
#' Ask the platform team before you change this.

library(DBI)

N_DAYS        <- 30L
BATCH_SIZE    <- 5e3
SCHEMA        <- 'app'
DRY_RUN       <- TRUE
DB_PASSWORD   <- ""
'postgres://localhost/app' -> DATABASE

cutoff <- Sys.time() - N_DAYS * 86400
con <- dbConnect(RPostgres::Postgres(), DATABASE, password = DB_PASSWORD)
deleted <- 0
repeat {
  n <- delete_batch(con, SCHEMA, cutoff, BATCH_SIZE, DRY_RUN)
  deleted <- deleted + n
  if (n < BATCH_SIZE) break
}
message(deleted)
