-- Where results are kept: each result names its store, so that another configuration loses nothing.

-- CreateTable
CREATE TABLE "result_store" (
    "store_id" SERIAL NOT NULL,
    "identity" TEXT NOT NULL,
    "org_id" TEXT,
    "kind" TEXT NOT NULL,
    "sealed_settings" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "result_store_pkey" PRIMARY KEY ("store_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "result_store_identity_key" ON "result_store"("identity");

-- AddForeignKey
ALTER TABLE "result_store" ADD CONSTRAINT "result_store_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "run" ADD COLUMN "result_store_id" INTEGER;

-- AlterTable
ALTER TABLE "combined_download" ADD COLUMN "result_store_id" INTEGER;
