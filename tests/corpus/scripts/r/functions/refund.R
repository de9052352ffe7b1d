#' Refunds an order
#'
#' The money goes back the way it came.
#'
#' @param order_id integer. The order.
#' @param amount Numeric, in euros. Everything if left out.
#' @param reason Why; the customer sees it.
#' @param channel How the customer learns about it.
#' @param notify Logical: whether to send the message now.
#' @param tags A character vector of labels.
#' @param ... Passed on to the message.
#' @return A data frame with one row.
#' @export
refund <- function(order_id, amount = NULL, reason = "Returned goods",
                   channel = c("email", "letter", "none"), notify = TRUE, tags = character(), ...) {
  channel <- match.arg(channel)
  order <- .find(order_id)
  if (is.null(amount)) amount <- order$total
  stopifnot(is.numeric(amount), amount > 0)
  data.frame(order = order_id, amount = amount, channel = channel, reason = reason)
}

.find <- function(id) {
  list(total = id * 10)
}
