#!/usr/bin/env Rscript
source(file.path("R", "settings.R"))
source("../R/options.R", chdir = TRUE)
source("helpers_elsewhere.R")

parser <- optparse::OptionParser(description = "Sends the mail of a campaign.")
parser <- common_options(parser)
parser <- optparse::add_option(parser, c("-c", "--campaign"), type = "integer", help = "Its number")
opt <- optparse::parse_args(parser)
if (is.null(opt$campaign)) stop("--campaign")
stage <- check_stage(opt$stage)
send_campaign(opt$campaign, stage, opt$batch, mailer_token)
