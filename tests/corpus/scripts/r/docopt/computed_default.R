#!/usr/bin/env Rscript
library(docopt)

library_folder <- .libPaths()[1]
doc <- paste0("Installs packages.

Usage: install.R [-l FOLDER] [-n CPUS] [-d DEPS] [--error] [PACKAGES ...]

-l --folder FOLDER  where to install [default: ", library_folder, "]
-n --cpus CPUS      number of processes [default: all]
-d --deps DEPS      names of more packages [default: FALSE]
-e --error          stop at the first error [default: FALSE]
-h --help           show this help
")
opt <- docopt(doc)
cpus <- if (opt$cpus == "all") parallel::detectCores() else as.integer(opt$cpus)
install.packages(opt$PACKAGES, opt$folder, Ncpus = cpus)
