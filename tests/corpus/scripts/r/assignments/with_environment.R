rm(list = ls())
setwd("~/work")
options(stringsAsFactors = FALSE)
set.seed(1)

## connection
host <- Sys.getenv("REPORT_DB_HOST", "localhost")
pass <- Sys.getenv("REPORT_DB_PASS")

## what to report; edit these
customer_id   <- 4711
report_title  <- "Quarterly report"
as_of         <- Sys.Date()
excluded_ids  <- c()
note          <- NULL

x <- load_rows(host, pass, customer_id, as_of)
x <- x[!x$id %in% excluded_ids, ]
n <- nrow(x)
i <- 0
while (i < n) {
  i <- i + 1
  cat(x$name[i], "\n")
}
cat(report_title, note, "\n")
