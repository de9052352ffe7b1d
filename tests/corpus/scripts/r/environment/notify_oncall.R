#!/usr/bin/env Rscript
# Tells the people on call about failed jobs.
library(httr)

`%||%` <- function(a, b) if (is.null(a) || !nzchar(a)) b else a

webhook <- Sys.getenv("SLACK_WEBHOOK_URL")
stopifnot("SLACK_WEBHOOK_URL must be set" = nzchar(webhook))

channel <- Sys.getenv("SLACK_CHANNEL") %||% "#on-call"
api_key <- Sys.getenv("PAGER_API_KEY", unset = NA)
if (is.na(api_key)) stop("PAGER_API_KEY is missing")
max_age_hours <- as.numeric(Sys.getenv("MAX_AGE_HOURS", "24"))
severity <- Sys.getenv("SEVERITY", "high")
if (!(severity %in% c("low", "high", "critical"))) {
  stop("SEVERITY must be low, high or critical")
}
quiet <- isTRUE(as.logical(Sys.getenv("QUIET", "FALSE")))
home <- Sys.getenv("HOME")

jobs <- content(GET("https://jobs.example.com/failed", add_headers(Authorization = api_key)))
if (length(jobs) > 0 && !quiet) POST(webhook, body = list(channel = channel, text = length(jobs)), encode = "json")
