-- How large each table was on each day, for the operator's diagnostics.
CREATE TABLE "table_size" (
    "table_name" TEXT NOT NULL,
    "measured_on" DATE NOT NULL,
    "size_bytes" BIGINT NOT NULL,

    CONSTRAINT "table_size_pkey" PRIMARY KEY ("table_name", "measured_on")
);

-- What a worker says of itself. Null for one of an earlier version.
ALTER TABLE "worker" ADD COLUMN "places" INTEGER, ADD COLUMN "build" TEXT;
