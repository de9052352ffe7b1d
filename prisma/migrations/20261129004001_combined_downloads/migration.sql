-- Results of several runs in one file, which a person requested.

-- CreateTable
CREATE TABLE "combined_download" (
    "combined_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "run_ids" INTEGER[] NOT NULL,
    "format" TEXT NOT NULL,
    "with_params" BOOLEAN NOT NULL,
    "status" "spreadsheet_status" NOT NULL,
    "done_runs" INTEGER NOT NULL DEFAULT 0,
    "worker_id" TEXT,
    "output_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "combined_download_pkey" PRIMARY KEY ("combined_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "combined_download_org_id_combined_id_key" ON "combined_download"("org_id", "combined_id");

-- AddForeignKey
ALTER TABLE "combined_download" ADD CONSTRAINT "combined_download_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "combined_download" ADD CONSTRAINT "combined_download_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
