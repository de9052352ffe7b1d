args <- commandArgs(trailingOnly = TRUE)
limit <- ifelse(length(args) > 0, as.integer(args[1]), 100L)
print(limit)
