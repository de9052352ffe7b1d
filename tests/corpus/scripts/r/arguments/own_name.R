#!/usr/bin/env Rscript
# Compares two files.
all_args <- commandArgs(FALSE)
self <- sub("--file=", "", all_args[grep("--file", all_args)])
args <- commandArgs(TRUE)
if (length(args) != 2) {
  cat("Usage:", basename(self), "<before> <after>\n")
  quit(status = 1)
}
before <- args[1]
after <- args[2]
compare(readLines(before), readLines(after))
