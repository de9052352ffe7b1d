#!/usr/bin/env Rscript
args <- commandArgs(trailingOnly = TRUE)
if (length(args) == 0) {
  stop("At least one argument must be supplied")
} else if (length(args) == 1) {
  args[2] <- "out.txt"
}
convert(args)
