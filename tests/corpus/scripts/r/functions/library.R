# Helpers for dates.

#' First day of a month
first_day <- function(day) {
  as.Date(format(day, "%Y-%m-01"))
}

#' Last day of a month
last_day <- function(day) {
  seq(first_day(day), by = "month", length.out = 2)[2] - 1
}

month_names <- month.name
setClass("Period", representation(from = "Date", to = "Date"))
