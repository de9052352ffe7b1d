-- What this database belongs to. A copy of it finds out by this row that it is one, and holds back what it would send.
CREATE TABLE "installation" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "server" TEXT NOT NULL,
  "address" TEXT,
  "held_since" TIMESTAMPTZ(3),
  "held_because" TEXT,

  CONSTRAINT "installation_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "installation_one" CHECK ("id" = 1)
);

-- A known text under each key of the ring. Another key under the same name doesn't open it.
CREATE TABLE "key_canary" (
  "key_id" TEXT NOT NULL,
  "sealed" BYTEA NOT NULL,

  CONSTRAINT "key_canary_pkey" PRIMARY KEY ("key_id")
);
