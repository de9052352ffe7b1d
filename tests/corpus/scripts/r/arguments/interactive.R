# Fits the risk model. In RStudio, change the values below; on the server, give them as arguments.
if (interactive()) {
  train_file <- "data/train.csv"
  rounds <- 50
  out <- "model.rds"
} else {
  args <- commandArgs(trailingOnly = TRUE)
  train_file <- args[1]
  rounds <- as.integer(args[2])
  out <- args[3]
}

train <- readr::read_csv(train_file, show_col_types = FALSE)
model <- xgboost::xgboost(as.matrix(train[, -1]), train[[1]], nrounds = rounds)
saveRDS(model, out)
cat("Saved", out, "\n")
