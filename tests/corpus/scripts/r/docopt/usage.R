"Usage: trim.R [--width=<n>] [-v] <file>

Options:
  --width=<n>  Most columns [default: 80]
  -v           Say more
" -> doc
library(docopt)
opts <- docopt(doc)
