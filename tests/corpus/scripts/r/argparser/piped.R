library(argparser, quietly = TRUE)

p <- arg_parser("Rounds the numbers of a file") |>
  add_argument("numbers", help = "File with one number a line") |>
  add_argument("--digits", help = "Decimal places", default = 2L) |>
  add_argument("--trim", help = "Share to cut off", type = "numeric") |>
  add_argument("--append", help = "Add to the end of the output", flag = TRUE) |>
  add_argument(c("--output", "--label"), help = c("Where to write", "A heading"), default = list("out.txt", NA))

argv <- parse_args(p)

x <- as.numeric(readLines(argv$numbers))
if (!is.na(argv$trim)) x <- x[x > quantile(x, argv$trim)]
cat(argv$label, round(x, argv$digits), file = argv$output, append = argv$append, sep = "\n")
