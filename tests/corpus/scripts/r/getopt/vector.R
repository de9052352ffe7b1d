library(getopt)
spec <- matrix(c(
  "file", "f", 1, "character",
  "count", "c", 1, "integer",
  "help", "h", 0, "logical",
  "quiet", "q", 0, "logical"
), byrow = TRUE, ncol = 4)
opt <- getopt(spec)
if (is.null(opt$file)) { q(status = 1) }
