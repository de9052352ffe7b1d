source("R/options.R")
batch_size <- 250L
mailer_token <- Sys.getenv("MAILER_TOKEN")
