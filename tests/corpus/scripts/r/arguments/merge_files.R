# Joins any number of CSV files into the first.
args <- commandArgs(trailingOnly = TRUE)
output <- args[1]
inputs <- args[-1]
if (length(inputs) == 0) {
  stop("No files to join")
}
parts <- lapply(inputs, read.csv, stringsAsFactors = FALSE)
write.csv(do.call(rbind, parts), output, row.names = FALSE)
