-- Files of deleted results whose store failed: they are deleted when it answers again.

-- CreateTable
CREATE TABLE "result_leftover" (
    "leftover_id" SERIAL NOT NULL,
    "store_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "result_leftover_pkey" PRIMARY KEY ("leftover_id")
);

-- AddForeignKey
ALTER TABLE "result_leftover" ADD CONSTRAINT "result_leftover_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "result_store"("store_id") ON DELETE CASCADE ON UPDATE CASCADE;
