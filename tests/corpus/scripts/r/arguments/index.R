args <- commandArgs(trailingOnly = TRUE)
if (length(args) < 2) {
  stop("Usage: join.R left right [key]")
}
left <- args[1]
right <- args[2]
key <- if (length(args) >= 3) args[3] else "id"
cat(left, right, key)
