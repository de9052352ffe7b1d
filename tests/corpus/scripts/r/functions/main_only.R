library(lubridate)

helper <- function(x) x * 2

other <- function(rows, by = "day") aggregate(rows$n, list(rows[[by]]), sum)

# Counts the visits between two days.
main <- function(from, to = today(), site = "www", ratio = 1.0, limit = 10L, password) {
  from <- as.Date(from)
  rows <- other(load_visits(from, to, site, password))
  if (missing(password)) rows$secret <- NULL
  head(rows, helper(limit) * as.numeric(ratio))
}
