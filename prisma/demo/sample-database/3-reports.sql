-- Routines that only read.

SET LOCAL search_path = shop;

CREATE FUNCTION revenue_of_day(day date DEFAULT '2026-06-30') RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(total), 0)
  FROM shop.orders
  WHERE ordered_at >= day AND ordered_at < day + 1 AND status NOT IN ('cancelled', 'refunded')
$$;
COMMENT ON FUNCTION revenue_of_day IS 'Total sales of one day, without canceled and refunded orders. The sample data ends on June 30, 2026.';

CREATE FUNCTION find_orders(
  customer_name text DEFAULT NULL,
  from_date date DEFAULT NULL,
  to_date date DEFAULT NULL,
  min_amount numeric DEFAULT NULL,
  only_unpaid boolean DEFAULT false,
  row_limit integer DEFAULT 50
) RETURNS TABLE (order_id integer, ordered_at timestamptz, customer text, city text, status shop.order_status,
                 items bigint, total numeric, is_paid boolean)
LANGUAGE sql STABLE AS $$
  SELECT orders.id, orders.ordered_at, customers.full_name, customers.city, orders.status,
    (SELECT sum(quantity) FROM shop.order_items WHERE order_items.order_id = orders.id), orders.total, orders.is_paid
  FROM shop.orders
  JOIN shop.customers ON customers.id = orders.customer_id
  WHERE (find_orders.customer_name IS NULL OR customers.full_name ILIKE '%' || find_orders.customer_name || '%')
    AND (find_orders.from_date IS NULL OR orders.ordered_at >= find_orders.from_date)
    AND (find_orders.to_date IS NULL OR orders.ordered_at < find_orders.to_date + 1)
    AND (find_orders.min_amount IS NULL OR orders.total >= find_orders.min_amount)
    AND (NOT coalesce(find_orders.only_unpaid, false) OR NOT orders.is_paid AND orders.status <> 'cancelled')
  ORDER BY orders.ordered_at DESC, orders.id DESC
  LIMIT find_orders.row_limit
$$;
COMMENT ON FUNCTION find_orders IS 'Finds orders, newest first. Empty filters are ignored. Part of a customer name is enough.';

CREATE FUNCTION orders_with_status(status order_status, row_limit integer DEFAULT 100)
RETURNS TABLE (order_id integer, ordered_at timestamptz, waiting interval, customer text, email text, total numeric, note text)
LANGUAGE sql STABLE AS $$
  SELECT orders.id, orders.ordered_at, timestamptz '2026-06-30 23:00+00' - orders.ordered_at, full_name, email, orders.total, orders.note
  FROM shop.orders
  JOIN shop.customers ON customers.id = customer_id
  WHERE orders.status = orders_with_status.status
  ORDER BY orders.ordered_at DESC, orders.id DESC
  LIMIT row_limit
$$;
COMMENT ON FUNCTION orders_with_status IS 'Lists the orders with one status, newest first, and how long each has been waiting. Choose the status from the list.';

CREATE FUNCTION products_by_sku(skus text[])
RETURNS TABLE (sku text, name text, category text, price numeric, stock integer, is_sold boolean)
LANGUAGE sql STABLE AS $$
  SELECT products.sku, products.name, categories.name, products.price, products.stock, products.is_sold
  FROM shop.products
  JOIN shop.categories ON categories.id = category_id
  WHERE products.sku = ANY (skus)
  ORDER BY array_position(skus, products.sku)
$$;
COMMENT ON FUNCTION products_by_sku IS 'Looks up products by SKU, in the order you enter them. Try TEN-0001 and BOO-0007.';

CREATE FUNCTION customer_profile(customer_id integer) RETURNS json
LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'id', customers.id, 'name', full_name, 'email', email, 'city', city, 'country', country, 'joined_on', joined_on,
    'orders', json_build_object('count', count(orders.id), 'spent', sum(orders.total) FILTER (WHERE orders.is_paid),
                                'first', min(ordered_at), 'last', max(ordered_at)),
    'latest', (
      SELECT json_agg(latest) FROM (
        SELECT recent.id, recent.ordered_at, recent.status, recent.total,
          (SELECT json_agg(json_build_object('sku', sku, 'name', name, 'quantity', quantity) ORDER BY line)
           FROM shop.order_items JOIN shop.products ON products.id = product_id WHERE order_id = recent.id) AS items
        FROM shop.orders AS recent WHERE recent.customer_id = customers.id
        ORDER BY recent.ordered_at DESC LIMIT 3
      ) AS latest))
  FROM shop.customers
  LEFT JOIN shop.orders ON orders.customer_id = customers.id
  WHERE customers.id = customer_profile.customer_id
  GROUP BY customers.id
$$;
COMMENT ON FUNCTION customer_profile IS 'Shows one customer as JSON: contact details, total spending, and the last three orders. Customer IDs go from 1 to 8000.';

CREATE FUNCTION orders_between(starts_at timestamptz, ends_at timestamptz)
RETURNS TABLE (hour timestamptz, orders bigint, revenue numeric)
LANGUAGE sql STABLE AS $$
  SELECT date_trunc('hour', ordered_at, 'UTC'), count(*), sum(total)
  FROM shop.orders
  WHERE ordered_at >= starts_at AND ordered_at < ends_at AND status <> 'cancelled'
  GROUP BY 1 ORDER BY 1
$$;
COMMENT ON FUNCTION orders_between IS 'Orders and revenue per hour between two points in time.';

CREATE FUNCTION best_sellers(from_date date DEFAULT '2026-06-01', to_date date DEFAULT '2026-06-30', category text DEFAULT NULL, row_limit integer DEFAULT 20)
RETURNS TABLE (rank bigint, sku text, product text, category_name text, sold bigint, revenue numeric, margin_percent numeric)
LANGUAGE sql STABLE AS $$
  SELECT row_number() OVER (ORDER BY sum(amount) DESC, products.id), products.sku, products.name, categories.name,
    sum(quantity), sum(amount), round(100 * (sum(amount) - sum(quantity * cost)) / sum(amount), 1)
  FROM shop.orders
  JOIN shop.order_items ON order_items.order_id = orders.id
  CROSS JOIN LATERAL (SELECT round(quantity * unit_price * (100 - discount_percent) / 100, 2) AS amount) AS line
  JOIN shop.products ON products.id = product_id
  JOIN shop.categories ON categories.id = category_id
  WHERE ordered_at >= from_date AND ordered_at < to_date + 1 AND status NOT IN ('cancelled', 'refunded')
    AND (best_sellers.category IS NULL OR categories.name ILIKE best_sellers.category)
  GROUP BY products.id, categories.name
  ORDER BY 1
  LIMIT row_limit
$$;
COMMENT ON FUNCTION best_sellers IS 'Best-selling products between two dates, in one category or in all of them.';

CREATE FUNCTION product_categories() RETURNS TABLE (category text, articles bigint)
LANGUAGE sql STABLE AS $$
  SELECT categories.name, count(products.id)
  FROM shop.categories
  LEFT JOIN shop.products ON products.category_id = categories.id
  GROUP BY categories.id
  ORDER BY categories.name
$$;
COMMENT ON FUNCTION product_categories IS 'Lists the categories of the shop. It fills the Category dropdown of Best sellers.';

CREATE FUNCTION monthly_revenue(year integer DEFAULT 2026)
RETURNS TABLE (month date, orders bigint, revenue numeric, refunded numeric)
LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', ordered_at, 'UTC')::date, count(*), sum(total) FILTER (WHERE status <> 'refunded'),
    coalesce(sum(total) FILTER (WHERE status = 'refunded'), 0)
  FROM shop.orders
  WHERE ordered_at >= make_date(year, 1, 1) AND ordered_at < make_date(year + 1, 1, 1) AND status <> 'cancelled'
  GROUP BY 1 ORDER BY 1
$$;
COMMENT ON FUNCTION monthly_revenue IS 'Orders, revenue, and refunds per month of one year. The result opens as a chart; switch it to Table to see the numbers. The shop opened in July 2024.';

CREATE FUNCTION all_order_lines()
RETURNS TABLE (order_id integer, line integer, ordered_at timestamptz, shipped_at timestamptz, status shop.order_status, is_paid boolean,
  customer_id integer, customer text, email text, city text, country text, sku text, product text, category text,
  quantity integer, unit_price numeric, discount_percent integer, amount numeric, note text)
LANGUAGE sql STABLE AS $$
  SELECT orders.id, order_items.line, orders.ordered_at, orders.shipped_at, orders.status, orders.is_paid,
    customers.id, full_name, customers.email, customers.city, customers.country, products.sku, products.name, categories.name,
    order_items.quantity, order_items.unit_price, order_items.discount_percent,
    round(order_items.quantity * order_items.unit_price * (100 - order_items.discount_percent) / 100, 2), orders.note
  FROM shop.orders
  JOIN shop.order_items ON order_items.order_id = orders.id
  JOIN shop.customers ON customers.id = orders.customer_id
  JOIN shop.products ON products.id = product_id
  JOIN shop.categories ON categories.id = category_id
  ORDER BY orders.id, order_items.line
$$;
COMMENT ON FUNCTION all_order_lines IS 'Every line of every order with its customer and product: more than 100,000 rows. Download the result to open it in a spreadsheet.';
