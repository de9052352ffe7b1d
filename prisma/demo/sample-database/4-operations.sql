-- Routines that change data or take a while.

SET LOCAL search_path = shop;

CREATE FUNCTION refund_order(order_id integer, reason text, amount numeric DEFAULT NULL)
RETURNS TABLE (refund_id integer, refunded numeric, customer text, email text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ordered shop.orders;
  refund_of numeric;
  new_refund integer;
BEGIN
  SELECT * INTO ordered FROM shop.orders WHERE id = refund_order.order_id FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no order %.', refund_order.order_id
      USING HINT = 'Look the number up with find_orders.', ERRCODE = 'no_data_found';
  END IF;
  RAISE NOTICE 'Order % of % has the status "%".', ordered.id, to_char(ordered.ordered_at, 'FMDD Mon YYYY'), ordered.status;
  IF ordered.status = 'refunded' THEN
    RAISE EXCEPTION 'Order % has been refunded already.', ordered.id
      USING DETAIL = (SELECT format('%s were paid back on %s: %s.', amount, refunded_at::date, reason) FROM shop.refunds WHERE order_id = ordered.id),
            HINT = 'Take that refund back first, with undo_refund.';
  ELSIF NOT ordered.is_paid THEN
    RAISE EXCEPTION 'Order % has not been paid, so nothing can be paid back.', ordered.id
      USING DETAIL = format('Its total of %s is open.', ordered.total), HINT = 'Cancel the order instead.';
  END IF;
  refund_of := coalesce(refund_order.amount, ordered.total);
  RAISE NOTICE 'Checking % against the total of %.', refund_of, ordered.total;
  IF refund_of <= 0 OR refund_of > ordered.total THEN
    RAISE EXCEPTION 'A refund of % does not fit order %.', refund_of, ordered.id
      USING DETAIL = format('The customer paid %s.', ordered.total),
            HINT = 'Leave the amount empty to pay back everything.', ERRCODE = 'check_violation';
  END IF;
  INSERT INTO shop.refunds (order_id, amount, reason, refunded_at, status_before)
  VALUES (ordered.id, refund_of, refund_order.reason, now(), ordered.status) RETURNING id INTO new_refund;
  UPDATE shop.orders SET status = 'refunded' WHERE id = ordered.id;
  RETURN QUERY SELECT new_refund, refund_of, full_name, customers.email FROM shop.customers WHERE id = ordered.customer_id;
END $$;
COMMENT ON FUNCTION refund_order IS 'Gives a customer their money back for an order, in full or in part, and asks before it does. Unpaid orders and orders that were refunded before are rejected, with the reason. Refund an order twice to see it.';

CREATE FUNCTION undo_refund(order_id integer) RETURNS text
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  undone shop.refunds;
BEGIN
  DELETE FROM shop.refunds WHERE order_id = undo_refund.order_id RETURNING * INTO undone;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Order % has no refund to take back.', undo_refund.order_id
      USING HINT = 'Only refunded orders have one: see orders_with_status.', ERRCODE = 'no_data_found';
  END IF;
  UPDATE shop.orders SET status = undone.status_before WHERE id = undone.order_id;
  RETURN format('Order %s has the status "%s" again. The refund of %s was taken back.', undone.order_id, undone.status_before, undone.amount);
END $$;
COMMENT ON FUNCTION undo_refund IS 'Reverses the refund of an order.';

CREATE PROCEDURE restock_product(sku text, quantity integer, reason text DEFAULT 'Counted again')
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  restocked shop.products;
BEGIN
  UPDATE shop.products SET stock = stock + restock_product.quantity WHERE sku = restock_product.sku RETURNING * INTO restocked;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no article with the number %.', restock_product.sku USING ERRCODE = 'no_data_found';
  END IF;
  INSERT INTO shop.stock_movements (product_id, moved_at, quantity, reason)
  VALUES (restocked.id, now(), restock_product.quantity, restock_product.reason);
  RAISE NOTICE 'There are now % of "%".', restocked.stock, restocked.name;
END $$;
COMMENT ON PROCEDURE restock_product IS 'Adds pieces to the stock of a product. Enter a negative quantity to remove some.';

CREATE FUNCTION count_stock(seconds integer DEFAULT 10) RETURNS TABLE (category text, articles bigint, pieces bigint, worth numeric)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  shelf record;
BEGIN
  FOR shelf IN SELECT id, name FROM shop.categories ORDER BY id LOOP
    RAISE NOTICE 'Counting shelf % of 12: %', shelf.id, shelf.name;
    PERFORM pg_sleep(count_stock.seconds / 12.0);
    RETURN QUERY SELECT shelf.name, count(*), sum(stock), sum(stock * cost) FROM shop.products WHERE category_id = shelf.id;
  END LOOP;
END $$;
COMMENT ON FUNCTION count_stock IS 'Counts the stock of all twelve categories. It takes as many seconds as you enter, so that you can watch its progress and cancel it.';
