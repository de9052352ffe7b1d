-- People and groups that come from a directory: what it said last, and where its next sync continues.

-- CreateTable
CREATE TABLE "directory" (
    "org_id" TEXT NOT NULL,
    "admin_emails" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "users_delta_link" TEXT,
    "groups_delta_link" TEXT,
    "claim" TEXT,
    "claimed_at" TIMESTAMPTZ(3),
    "progress_at" TIMESTAMPTZ(3),
    "read_count" INTEGER NOT NULL DEFAULT 0,
    "users_synced_at" TIMESTAMPTZ(3),
    "groups_synced_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "directory_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "directory_person" (
    "org_id" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "principal_name" TEXT NOT NULL,
    "signed_in_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "directory_person_pkey" PRIMARY KEY ("org_id","object_id")
);

-- CreateTable
CREATE TABLE "directory_group" (
    "org_id" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "directory_group_pkey" PRIMARY KEY ("org_id","object_id")
);

-- CreateTable
CREATE TABLE "directory_group_member" (
    "org_id" TEXT NOT NULL,
    "group_object_id" TEXT NOT NULL,
    "member_object_id" TEXT NOT NULL,

    CONSTRAINT "directory_group_member_pkey" PRIMARY KEY ("org_id","group_object_id","member_object_id")
);

-- CreateIndex
CREATE INDEX "directory_person_user_id_idx" ON "directory_person"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_person_org_id_user_id_key" ON "directory_person"("org_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_group_org_id_group_id_key" ON "directory_group"("org_id", "group_id");

-- AddForeignKey
ALTER TABLE "directory" ADD CONSTRAINT "directory_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_person" ADD CONSTRAINT "directory_person_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "membership"("org_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group" ADD CONSTRAINT "directory_group_org_id_group_id_fkey" FOREIGN KEY ("org_id", "group_id") REFERENCES "user_group"("org_id", "group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group_member" ADD CONSTRAINT "directory_group_member_org_id_group_object_id_fkey" FOREIGN KEY ("org_id", "group_object_id") REFERENCES "directory_group"("org_id", "object_id") ON DELETE CASCADE ON UPDATE CASCADE;
