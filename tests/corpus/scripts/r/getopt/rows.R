#!/usr/bin/env Rscript
library(getopt)

spec <- matrix(c(
  "help",    "h", 0, "logical",   "Prints this",
  "input",   "i", 1, "character", "File with measurements",
  "mean",    "m", 1, "double",    "Expected mean",
  "count",   "c", 1, "integer",   "How many to draw",
  "verbose", "v", 2, "integer",   "How much to print",
  "plain",   "p", 0, "logical",   "No colors"
), byrow = TRUE, ncol = 5)
opt <- getopt(spec)

if (!is.null(opt$help)) {
  cat(getopt(spec, usage = TRUE))
  q(status = 1)
}
if (is.null(opt$input)) {
  cat("no input\n", file = stderr())
  quit(save = "no", status = 2)
}
if (is.null(opt$mean)) { opt$mean <- 0 }
if (is.null(opt$count)) opt$count <- 10L
if (is.null(opt$verbose)) opt$verbose <- 0

values <- scan(opt$input)
print(t.test(sample(values, opt$count), mu = opt$mean))
