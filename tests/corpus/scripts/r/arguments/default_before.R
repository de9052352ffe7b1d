args <- commandArgs(trailingOnly = TRUE)
out <- "result.csv"
if (length(args) > 0) {
  out <- args[1]
}
write.csv(mtcars, out)
