library("optparse")

parser <- OptionParser(usage = "%prog [options] from to")
parser <- add_option(parser, c("-n", "--rows"), type = "integer", default = 1000,
                     help = "How many rows at most")
parser <- add_option(parser, "--overwrite", action = "store_true", help = "Replace what is there")
parser <- add_option(parser, c("-t", "--token"), help = "Token of the archive")

arguments <- parse_args(parser, positional_arguments = 2)
opt <- arguments$options
from <- arguments$args[1]
to <- arguments$args[2]

rows <- read.csv(from, nrows = opt$rows)
if (file.exists(to) && !isTRUE(opt$overwrite)) stop("It exists: ", to)
write.csv(rows, to, row.names = FALSE)
