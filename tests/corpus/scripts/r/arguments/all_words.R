# Without trailingOnly, the first words are those of R itself.
cmd <- commandArgs()
chromosome <- cmd[6]
positions <- as.numeric(strsplit(cmd[7], ":")[[1]])
if (!chromosome %in% c(paste0("chr", 1:3), "chrX")) stop("chromosome")
cat(chromosome, positions, "\n")
