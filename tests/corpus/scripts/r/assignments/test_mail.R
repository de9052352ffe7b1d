# Sends the newsletter, or a test of it to one address.

# Enter "Y" to send a test
is_test <- "Y"
test_recipient <- "reviewer@example.com"
subject <- "News of the quarter"

mail <- prepare_mail(subject)
# The sender that people answer to
sender <- "news@example.com"
config <- list(host = Sys.getenv("SMTP_HOST"), port = 25)

if (is_test == "Y") {
  send(mail, test_recipient, sender, config)
} else {
  send(mail, subscribers(), sender, config)
}
retries <- 3
