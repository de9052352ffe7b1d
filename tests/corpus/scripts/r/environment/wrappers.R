# Sends the figures of yesterday to the chat.

env_or <- function(name, default = NULL) {
  value <- Sys.getenv(name, unset = "")
  if (identical(value, "")) default else value
}

env_flag <- function(name, default = FALSE) {
  value <- tolower(Sys.getenv(name))
  if (value == "") return(default)
  value %in% c("1", "true", "yes")
}

need_env <- function(name) {
  value <- Sys.getenv(name)
  if (!nzchar(value)) stop(sprintf("%s is not set", name))
  value
}

settings <- list(
  webhook = need_env("CHAT_WEBHOOK"),
  channel = env_or("CHAT_CHANNEL", "general"),
  retries = as.numeric(env_or("CHAT_RETRIES", 3)),
  silent = env_flag("CHAT_SILENT"),
  mention = env_flag("CHAT_MENTION", TRUE),
  footer = env_or("CHAT_FOOTER")
)

send <- function(text) {
  body <- list(text = text, channel = settings$channel)
  httr::RETRY("POST", settings$webhook, body = body, times = settings$retries)
}
if (!settings$silent) send("Figures")
