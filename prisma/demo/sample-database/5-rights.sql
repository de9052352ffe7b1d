-- What the role that runs commands may do: read, run, and the few writes that its routines make. Nothing else.

REVOKE ALL ON SCHEMA public FROM PUBLIC;
REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA shop FROM PUBLIC;

GRANT USAGE ON SCHEMA shop TO sample_runner;
GRANT USAGE ON TYPE shop.order_status, shop.payment_method TO sample_runner;
GRANT SELECT ON ALL TABLES IN SCHEMA shop TO sample_runner;
GRANT EXECUTE ON ALL ROUTINES IN SCHEMA shop TO sample_runner;

GRANT INSERT, DELETE ON shop.refunds TO sample_runner;
GRANT UPDATE (status) ON shop.orders TO sample_runner;
GRANT INSERT ON shop.stock_movements TO sample_runner;
GRANT UPDATE (stock) ON shop.products TO sample_runner;
