-- What the commands of a recorded workspace run against: a routine for each kind of answer.
-- Routines named like those of the sample shop become commands of the sandbox by themselves.

create schema desk;
create type desk.order_status as enum ('open', 'shipped', 'refunded');
create table desk.orders (
  id integer primary key,
  customer text not null,
  total numeric(10, 2) not null,
  status desk.order_status not null default 'open',
  ordered_at timestamptz not null,
  tags text[]
);
insert into desk.orders
select n, (array['Ada Müller', 'Bo 王', E'Cy "the\tcat"', 'Dé O''Neil'])[n % 4 + 1], n * 12.34,
  (array['open', 'shipped', 'refunded']::desk.order_status[])[n % 3 + 1],
  timestamptz '2026-06-30 12:00+00' - n * interval '7 hours', case when n % 5 = 0 then null else array['vip', 'day ' || n % 7] end
from generate_series(1, 1500) n;

create function desk.find_orders(customer_name text default null, row_limit integer default 5)
returns table (order_id integer, customer text, total numeric, status desk.order_status, ordered_at timestamptz, tags text[])
language sql stable as $$
  select id, customer, total, status, ordered_at, tags from desk.orders
  where customer_name is null or customer ilike '%' || customer_name || '%'
  order by id limit row_limit
$$;

create function desk.refund_order(order_id integer, reason text) returns table (refunded numeric, customer text)
language plpgsql as $$
declare
  found_order desk.orders;
begin
  select * into found_order from desk.orders where id = refund_order.order_id;
  raise notice 'Order % stands at "%".', found_order.id, found_order.status;
  if found_order.status = 'refunded' then
    raise exception 'Order % has been refunded already.', found_order.id
      using detail = 'It was paid back in full.', hint = 'Take that refund back first.', errcode = 'check_violation';
  end if;
  return query select found_order.total, found_order.customer;
end $$;

create function desk.count_stock(seconds integer default 30) returns table (category text, pieces bigint)
language plpgsql as $$
begin
  raise notice 'Counting for % seconds', seconds;
  perform pg_sleep(seconds);
  return query select 'all', 7::bigint;
end $$;

create function desk.order_total(order_id integer) returns numeric language sql stable as
  'select total from desk.orders where id = order_id';

create function desk.order_as_json(order_id integer) returns jsonb language sql stable as
  $$ select to_jsonb(o) || '{"big": 12345678901234567890.5, "nested": {"list": [1, null, "x"]}}' from desk.orders o where id = order_id $$;

create function desk.close_order(order_id integer) returns void language plpgsql as $$
begin
  raise warning 'Order % was closed by hand.', order_id using hint = 'Nobody is told of it.';
end $$;

create procedure desk.restock(in sku text, in quantity integer, out stock integer) language plpgsql as $$
begin
  raise info 'Restocking %', sku;
  stock := quantity + 1;
end $$;

create function desk.report(since date default '2026-06-01') returns setof refcursor language plpgsql as $$
declare
  by_status refcursor := 'by_status';
  largest refcursor := 'largest';
begin
  open by_status for select status, count(*) as orders, sum(total) as total from desk.orders where ordered_at >= since group by status order by status;
  return next by_status;
  open largest for select id, customer, total from desk.orders order by total desc limit 3;
  return next largest;
end $$;

create function desk.shares(pieces integer) returns table (n integer, share integer) language sql stable as
  'select i, 1000 / (pieces - i) from generate_series(1, 2 * pieces) i';

create function desk.label_order(order_id integer, labels text[], details jsonb default '{}', due date default null, is_urgent boolean default false)
returns text language sql stable as
  $$ select concat_ws(' | ', order_id, array_to_string(labels, '+', '∅'), details::text, due::text, is_urgent::text) $$;

-- A hundred rows at once, and then none for ten minutes. Called stable, so that its rows are not gathered first.
create function desk.trickle() returns table (n integer, waited text) language sql stable as
  'select i, pg_sleep(case when i > 100 then 600 else 0 end)::text from generate_series(1, 200) i';

create function desk.my_desk(who text) returns table (region text, desk integer) language sql stable as
  $$ select 'Region of ' || who, 7 $$;

create function desk.regions() returns table (value text, label text) language sql stable as
  $$ values ('n', 'North'), ('s', 'South') $$;

create function desk.old_report() returns text language sql stable as $$ select 'as it was' $$;
create function desk.not_offered() returns text language sql stable as $$ select 'never' $$;
