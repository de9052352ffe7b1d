-- Some 330,000 rows. Nothing is random: every choice is a hash of what is chosen and a row's number.

SET LOCAL search_path = shop;
SET LOCAL timezone = 'UTC';

-- An even number from 0 up to 1, always the same for the same question and row.
CREATE FUNCTION pg_temp.chance(question text, number bigint) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT ('x' || left(md5(question || number::text), 8))::bit(32)::bigint / 4294967296.0::double precision $$;

CREATE FUNCTION pg_temp.pick(question text, number bigint, choices text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT choices[1 + floor(pg_temp.chance(question, number) * cardinality(choices))::integer] $$;

INSERT INTO categories (id, name)
SELECT position, name
FROM unnest(ARRAY['Tents', 'Sleeping bags', 'Backpacks', 'Cookware', 'Lighting', 'Jackets', 'Boots', 'Climbing',
                  'Bicycles', 'Bicycle parts', 'Maps and books', 'Water and food']) WITH ORDINALITY AS listed(name, position);

INSERT INTO products (id, category_id, sku, name, price, cost, stock, is_sold)
SELECT id, category, format('%s-%s', (ARRAY['TEN','SLE','BAC','COO','LIG','JAC','BOO','CLI','BIC','PAR','MAP','WAT'])[category], lpad(id::text, 4, '0')),
  format('%s %s %s',
    pg_temp.pick('place', id, ARRAY['Aran','Borrowdale','Cairn','Dunmore','Eiger','Fjord','Glencoe','Harris','Inari','Jura','Kebne','Lofoten','Morven','Narvik','Orkney','Pennine','Rannoch','Skye','Torridon','Ullswater','Vatna','Wharfe']),
    (ARRAY['tent','sleeping bag','backpack','cooking set','lantern','rain jacket','walking boots','harness','touring bicycle','saddle','walking map','water filter'])[category],
    pg_temp.pick('size', id, ARRAY['Light','Classic','Trail','Pro','Junior','Expedition','2','3','Mini','XL'])),
  price, round(price * (0.45 + 0.3 * pg_temp.chance('cost', id))::numeric, 2),
  floor(pg_temp.chance('stock', id) * 240)::integer, pg_temp.chance('sold', id) < 0.93
FROM (
  SELECT id, 1 + (id - 1) % 12 AS category,
    greatest(4.5, round((ARRAY[260,150,120,45,38,140,165,70,1250,55,14,42])[1 + (id - 1) % 12] * (0.5 + 1.2 * pg_temp.chance('price', id))::numeric)) - 0.05 AS price
  FROM generate_series(1, 600) AS id
) AS drawn;

-- Two years of orders, growing, more of them at midday, numbered as they came in. They are drawn first, and added once they
-- are complete: changing each row afterward took most of the time.
CREATE TEMPORARY TABLE drawn_orders ON COMMIT DROP AS
SELECT (row_number() OVER (ORDER BY ordered_at, number))::integer AS id, customer AS customer_id,
  date_trunc('second', ordered_at) AS ordered_at,
  CASE WHEN pg_temp.chance('note', number) < 0.06
    THEN pg_temp.pick('words', number, ARRAY['Please leave it with the neighbour.','Ring twice.','A present: no invoice in the box.','Deliver after 17:00.','Second floor, no lift.','Call before delivery.']) END AS note
FROM (
  SELECT number, 1 + floor(8000 * power(pg_temp.chance('customer', number), 1.6))::integer AS customer,
    timestamptz '2024-07-01 05:00+00'
      + floor(730 * (sqrt(0.15 + 0.85 * pg_temp.chance('day', number)) - sqrt(0.15)) / (1 - sqrt(0.15)))::integer * interval '1 day'
      + (pg_temp.chance('morning', number) + pg_temp.chance('evening', number)) * interval '9 hours' AS ordered_at
  FROM generate_series(1, 60000) AS number
) AS drawn;

INSERT INTO customers (id, full_name, email, city, country, joined_on, newsletter)
SELECT id, first || ' ' || last,
  lower(translate(first || '.' || last, 'áäåçéèëíıñóöøúüšßłÁÉØÖÅ ''', 'aaaceeeiinooouussslAEOOA')) || id || '@example.com',
  split_part(place, '|', 1), split_part(place, '|', 2),
  -- Nobody orders before they are a customer.
  least(date '2024-07-01' + floor(710 * pg_temp.chance('joined', id))::integer, first_order), pg_temp.chance('letter', id) < 0.4
FROM (
  SELECT id,
    pg_temp.pick('first', id, ARRAY['Ada','Aisha','Alan','Amélie','Anders','Beatriz','Björn','Carmen','Chloé','Daniel','David','Elena','Emeka','Emma','Farid','Finn','Freya','Giulia','Grace','Hamza','Hana','Hugo','Ingrid','Isla','Jan','Jonas','José','Katarzyna','Kenji','Leila','Liam','Lucía','Maja','Marek','Mateo','Mei','Mohammed','Nadia','Niamh','Noah','Olga','Oscar','Priya','Rafael','Rosa','Ruth','Samuel','Sofia','Søren','Tomás','Tuva','Wanjiru','Yusuf','Zoë']) AS first,
    pg_temp.pick('last', id, ARRAY['Adeyemi','Andersen','Bakker','Bauer','Bianchi','Byrne','Castro','Clarke','Dubois','Evans','Fernández','Fischer','García','Haddad','Hansen','Hughes','Ivanova','Jansen','Johansson','Kaya','Khan','Kowalski','Larsen','Lefèvre','Lindqvist','Lopes','MacLeod','Martin','Meyer','Mitchell','Moreau','Müller','Murphy','Nakamura','Nowak','Núñez','O''Brien','Okafor','Patel','Pereira','Petrov','Rossi','Sánchez','Santos','Schmidt','Silva','Singh','Smith','Sørensen','Tanaka','Taylor','Thomas','Van Dijk','Virtanen','Walker','Weber','Wilson','Wójcik','Yılmaz','Zhang']) AS last,
    pg_temp.pick('city', id, ARRAY['Aberdeen|United Kingdom','Amsterdam|Netherlands','Barcelona|Spain','Bergen|Norway','Berlin|Germany','Bilbao|Spain','Bristol|United Kingdom','Copenhagen|Denmark','Cork|Ireland','Dublin|Ireland','Edinburgh|United Kingdom','Gdańsk|Poland','Göteborg|Sweden','Grenoble|France','Hamburg|Germany','Helsinki|Finland','Innsbruck|Austria','Kraków|Poland','Lille|France','Lisbon|Portugal','Ljubljana|Slovenia','Lyon|France','Manchester|United Kingdom','Milan|Italy','Munich|Germany','Oslo|Norway','Porto|Portugal','Sheffield|United Kingdom','Stockholm|Sweden','Tampere|Finland','Turin|Italy','Utrecht|Netherlands','Vienna|Austria','Zürich|Switzerland']) AS place
  FROM generate_series(1, 8000) AS id
) AS drawn
LEFT JOIN (
  SELECT customer_id, min(ordered_at)::date AS first_order FROM drawn_orders GROUP BY customer_id
) AS ordered ON ordered.customer_id = drawn.id
ORDER BY id;

INSERT INTO order_items (order_id, line, product_id, quantity, unit_price, discount_percent)
SELECT order_id, line, products.id, quantity, products.price, discount
FROM (
  SELECT orders.id AS order_id, line,
    1 + floor(600 * power(pg_temp.chance('product', orders.id * 10 + line), 1.3))::integer AS product,
    1 + floor(power(pg_temp.chance('quantity', orders.id * 10 + line), 4) * 5)::integer AS quantity,
    CASE WHEN pg_temp.chance('sale', orders.id * 10 + line) < 0.15 THEN 10 ELSE 0 END AS discount
  FROM drawn_orders AS orders
  CROSS JOIN LATERAL generate_series(1, 1 + floor(power(pg_temp.chance('lines', orders.id), 2) * 6)::integer) AS line
) AS drawn
JOIN products ON products.id = drawn.product;

-- What became of each order: the later it came in, the less has happened to it.
INSERT INTO orders (id, customer_id, status, ordered_at, shipped_at, total, is_paid, note)
SELECT id, customer_id, status, ordered_at,
  CASE WHEN status IN ('shipped', 'delivered', 'refunded')
    THEN date_trunc('second', ordered_at + (0.4 + 2.5 * pg_temp.chance('ship', id)) * interval '1 day') END,
  total, is_paid OR status = 'refunded', note
FROM (
  SELECT id, customer_id, ordered_at, note,
    (CASE WHEN fate < 0.03 THEN 'cancelled'
      WHEN fate < 0.05 AND ordered_at < '2026-06-20' THEN 'refunded'
      WHEN ordered_at < '2026-06-22' THEN 'delivered'
      WHEN ordered_at < '2026-06-27' THEN 'shipped'
      WHEN ordered_at < '2026-06-30' THEN 'packed'
      ELSE 'placed' END)::order_status AS status,
    fate >= 0.03 AND owes > CASE WHEN ordered_at < '2026-06-10' THEN 0.01 ELSE 0.2 END AS is_paid
  FROM (
    SELECT *, pg_temp.chance('fate', id) AS fate, pg_temp.chance('owes', id) AS owes FROM drawn_orders OFFSET 0
  ) AS hashed
  OFFSET 0
) AS fated
JOIN (
  SELECT order_id, sum(round(quantity * unit_price * (100 - discount_percent) / 100, 2)) AS total
  FROM order_items GROUP BY order_id
) AS summed ON order_id = id
ORDER BY id;

INSERT INTO payments (id, order_id, method, amount, paid_at)
SELECT row_number() OVER (ORDER BY id), id,
  pg_temp.pick('method', id, ARRAY['card','card','card','card','bank transfer','invoice','gift card'])::payment_method, total,
  date_trunc('second', ordered_at + pg_temp.chance('paid', id) * interval '20 minutes')
FROM orders WHERE is_paid;

INSERT INTO refunds (id, order_id, amount, reason, refunded_at, status_before)
SELECT row_number() OVER (ORDER BY id), id, total,
  pg_temp.pick('why', id, ARRAY['Came too late','Wrong size','Damaged on the way','Not as described','Ordered twice','Changed their mind']),
  date_trunc('second', shipped_at + (3 + 4 * pg_temp.chance('back', id)) * interval '1 day'), 'delivered'
FROM orders WHERE status = 'refunded';

INSERT INTO stock_movements (id, product_id, moved_at, quantity, reason)
SELECT row_number() OVER (ORDER BY moved_at, product_id, quantity), product_id, moved_at, quantity, reason
FROM (
  SELECT product_id, shipped_at AS moved_at, -quantity AS quantity, 'Sold' AS reason
  FROM order_items JOIN orders ON orders.id = order_id
  WHERE shipped_at IS NOT NULL AND orders.id % 3 = 0
  UNION ALL
  SELECT products.id, timestamptz '2024-07-01 06:00+00' + week * interval '2 weeks',
    20 + floor(60 * pg_temp.chance('delivery', products.id * 100 + week))::integer, 'Delivered by the supplier'
  FROM products, generate_series(0, 51, 4) AS week
) AS moved;

CREATE INDEX ON orders (ordered_at);
CREATE INDEX ON orders (customer_id);
CREATE INDEX ON orders (status, ordered_at);
CREATE INDEX ON order_items (product_id);
CREATE INDEX ON payments (order_id);
CREATE INDEX ON stock_movements (product_id);

ALTER TABLE products ADD FOREIGN KEY (category_id) REFERENCES categories;
ALTER TABLE orders ADD FOREIGN KEY (customer_id) REFERENCES customers;
ALTER TABLE order_items ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE order_items ADD FOREIGN KEY (product_id) REFERENCES products;
ALTER TABLE payments ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE refunds ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE stock_movements ADD FOREIGN KEY (product_id) REFERENCES products;
