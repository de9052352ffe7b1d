#!/usr/bin/env Rscript
library(getopt)

spec <- matrix(c(
  "reads",   "r", 1, "character", "FASTQ file with the reads",
  "genome",  "g", 1, "character", "Name of the genome",
  "threads", "t", 1, "integer",   "Number of threads",
  "score",   "s", 2, "double",    "Least score; 0.5 if given without a value",
  "quiet",   "q", 0, "logical",   "Say nothing",
  "help",    "h", 0, "logical",   "Show this"
), byrow = TRUE, ncol = 5)

opt <- getopt(spec)

if (!is.null(opt$help)) {
  cat(getopt(spec, usage = TRUE))
  q(status = 1)
}
if (is.null(opt$reads)) {
  cat("--reads is missing\n")
  q(status = 1)
}
if (is.null(opt$genome)) opt$genome <- "hg38"
if (is.null(opt$threads)) { opt$threads <- 4 }
if (is.null(opt$quiet)) opt$quiet <- FALSE

reads <- readLines(opt$reads)
cat(length(reads) / 4, "reads for", opt$genome, "\n")
