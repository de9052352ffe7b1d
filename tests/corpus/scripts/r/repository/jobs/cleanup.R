# Deletes files that are older than a number of days.
source(here::here("R", "options.R"))
batch_size <- 10
opt <- optparse::parse_args(common_options(optparse::OptionParser()))
args <- list(stage = check_stage(opt$stage))
max_age <- as.numeric(Sys.getenv("MAX_AGE", unset = "30"))
remove_older(max_age, args$stage, opt$batch)
