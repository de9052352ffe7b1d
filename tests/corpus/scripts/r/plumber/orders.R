library(plumber)

#* @apiTitle Orders
#* @apiDescription Small services around orders

#* Log every request
#* @filter logger
function(req) {
  cat(req$PATH_INFO, "\n")
  plumber::forward()
}

#* Returns one order
#* @param id:int The number of the order
#* @get /orders/<id:int>
#* @serializer json
function(id) {
  list(id = id)
}

#* Finds orders
#* @param customer The name of the customer
#* @param open:bool Only open ones
#* @param limit:int* At most so many
#* @param state:[str] Any of these
#* @get /orders
find_orders <- function(req, res, customer = "", open = TRUE, limit, state = NULL) {
  head(search(customer, as.logical(open), state), as.integer(limit))
}

#' Adds up
#' @post /sum
#' @put /sum
function(a, b = 1.5) {
  as.numeric(a) + as.numeric(b)
}

#* @plumber
function(pr) {
  pr
}
