#!/usr/bin/env Rscript

for (name in commandArgs(TRUE)) {
  cat(sprintf("Restarting %s\n", name))
  status <- system2("systemctl", c("restart", shQuote(name)))
  if (status != 0) quit(status = 1)
}
