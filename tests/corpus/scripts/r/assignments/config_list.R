#!/usr/bin/env Rscript
# Moves old log files to the archive.

# Configuration: change these as needed
config <- list(
  log_dir = "/var/log/app",
  archive = "s3://logs-archive",
  keep_days = 30,
  compress = TRUE,
  levels = c("info", "debug")
)
DRY_RUN <- TRUE

old <- list.files(config$log_dir, full.names = TRUE)
old <- old[file.mtime(old) < Sys.time() - config$keep_days * 86400]
counter <- 0L
for (path in old) {
  if (!DRY_RUN) move_log(path, config$archive, config$compress)
  counter <- counter + 1L
}
message(counter, " files")
