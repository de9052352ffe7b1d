-- Failed runs that someone has dealt with, and named filters of the history.

-- CreateTable
CREATE TABLE "run_mark" (
    "org_id" TEXT NOT NULL,
    "run_id" INTEGER NOT NULL,
    "marked_by_user_id" TEXT NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_mark_pkey" PRIMARY KEY ("org_id", "run_id")
);

-- CreateTable
CREATE TABLE "history_view" (
    "history_view_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "owner_user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "history_view_pkey" PRIMARY KEY ("history_view_id")
);

-- A person's views have different names.
CREATE UNIQUE INDEX "history_view_name" ON "history_view"("org_id", "owner_user_id", lower("name"));

-- AddForeignKey
ALTER TABLE "run_mark" ADD CONSTRAINT "run_mark_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_mark" ADD CONSTRAINT "run_mark_marked_by_user_id_fkey" FOREIGN KEY ("marked_by_user_id") REFERENCES "user"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "history_view" ADD CONSTRAINT "history_view_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "history_view" ADD CONSTRAINT "history_view_owner_user_id_fkey" FOREIGN KEY ("owner_user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
