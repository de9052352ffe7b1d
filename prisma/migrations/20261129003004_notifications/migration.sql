CREATE TYPE "notification_kind" AS ENUM ('approval_to_answer', 'approval_answered', 'access_request', 'share', 'run_ended');

-- Something that waits for a person, or happened to them. Its text is read from its subjects when it is shown.
CREATE TABLE "notification" (
    "notification_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" "notification_kind" NOT NULL,
    "actor_user_id" TEXT,
    "command_id" INTEGER,
    "folder_id" INTEGER,
    "run_id" INTEGER,
    "approval_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("notification_id"),
    CONSTRAINT "notification_has_one_subject" CHECK (num_nonnulls(command_id, folder_id) = 1)
);

CREATE INDEX "notification_user_id_org_id_notification_id_idx" ON "notification"("user_id", "org_id", "notification_id" DESC);
CREATE INDEX "notification_of_approval" ON "notification"("approval_id") WHERE approval_id IS NOT NULL;
CREATE INDEX "notification_created_at_idx" ON "notification"("created_at");

ALTER TABLE "notification" ADD CONSTRAINT "notification_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
