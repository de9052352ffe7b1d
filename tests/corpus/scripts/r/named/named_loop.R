# Rscript named_loop.R --table=orders --limit=20 --dry-run
table_name <- NULL
limit <- 50
dry_run <- FALSE

for (arg in commandArgs(trailingOnly = TRUE)) {
  if (grepl("^--table=", arg)) {
    table_name <- sub("^--table=", "", arg)
  } else if (startsWith(arg, "--limit=")) {
    limit <- as.integer(sub("--limit=", "", arg, fixed = TRUE))
  } else if (arg == "--dry-run") {
    dry_run <- TRUE
  } else {
    stop("Unknown argument: ", arg)
  }
}

if (is.null(table_name)) {
  stop("--table is needed")
}

statement <- sprintf("select * from %s limit %d", table_name, limit)
if (dry_run) {
  cat(statement, "\n")
} else {
  print(run_statement(statement))
}
