library(data.table)

.month_of <- function(x) format(as.Date(x), "%Y-%m")

.read_events <- function(path) {
  events <- fread(path)
  events[, month := .month_of(day)]
  events
}

#' Table of cohorts
#'
#' @param events_file Path of the CSV file with one line per event
#' @param months How many months to follow each cohort (default 12)
#' @param measure "users" or "revenue"
#' @param weights Weights of the months, numeric vector
#' @param ... Passed to fread
#' @export
cohort_table <- function(events_file, months = 12L, measure = "users", weights = c(1, 1, 0.5), ...) {
  if (!measure %in% c("users", "revenue")) stop("measure must be users or revenue")
  if (!file.exists(events_file)) stop("no such file")
  events <- .read_events(events_file)
  dcast(events, cohort ~ month, value.var = measure)[, seq_len(months), with = FALSE]
}
