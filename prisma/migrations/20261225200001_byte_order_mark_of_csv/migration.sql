-- Whether CSV files begin with a byte order mark, without which Excel on Windows takes UTF-8 for something else.
ALTER TABLE "org" ADD COLUMN "csv_byte_order_mark" BOOLEAN NOT NULL DEFAULT true;
