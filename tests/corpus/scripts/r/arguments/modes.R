# Usage: modes.R (daily|weekly|monthly) [TRUE|FALSE]
args <- commandArgs(trailingOnly = TRUE)
mode <- args[[1]]
days <- switch(mode,
  daily = 1,
  weekly = 7,
  monthly = 30,
  stop("No such mode: ", mode)
)
send_mail <- FALSE
if (length(args) > 1) {
  send_mail <- as.logical(args[[2]])
}
summary <- summarize_last(days)
print(summary)
if (send_mail) mail(summary)
