#!/usr/bin/env Rscript
"Moves old files into an archive.

Usage:
  archive.R [--older-than=<days>] [--into=<folder>] [-n] <pattern>...
  archive.R (-h | --help)

Options:
  --older-than=<days>  Only files of at least this age [default: 90].
  --into=<folder>      The archive [default: old].
  -n --dry-run         Only say what would be moved.
  -h --help            Show this.
" -> doc

library(docopt)
arguments <- docopt(doc)
days <- as.integer(arguments$older_than)
for (pattern in arguments$pattern) {
  files <- Sys.glob(pattern)
  old <- files[difftime(Sys.time(), file.mtime(files), units = "days") > days]
  if (arguments$dry_run) print(old) else file.rename(old, file.path(arguments$into, old))
}
