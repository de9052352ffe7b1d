-- Whether runs of a command need another engineer's approval, and for how many hours they wait for it.
ALTER TABLE "command" ADD COLUMN "needs_approval" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "approval_hours" INTEGER NOT NULL DEFAULT 24,
ADD CONSTRAINT "command_approval_hours_check" CHECK (approval_hours BETWEEN 1 AND 720);

ALTER TYPE "mail_kind" ADD VALUE 'approval';

CREATE TYPE "approval_state" AS ENUM ('waiting', 'granted', 'denied', 'expired', 'void', 'withdrawn');

-- A request for another engineer's approval of one run, or of many at once.
CREATE TABLE "approval_request" (
    "approval_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "state" "approval_state" NOT NULL DEFAULT 'waiting',
    "asked_by_user_id" TEXT NOT NULL,
    "note" TEXT,
    "run_count" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "command_version" INTEGER NOT NULL,
    "template_version" INTEGER NOT NULL,
    "credential_version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_by_user_id" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "reason" TEXT,

    CONSTRAINT "approval_request_pkey" PRIMARY KEY ("approval_id"),
    CONSTRAINT "approval_is_answered_once" CHECK ((state = 'waiting') = (answered_at IS NULL)),
    -- Nobody approves what they asked for.
    CONSTRAINT "approval_is_not_ones_own" CHECK (state <> 'granted' OR answered_by_user_id <> asked_by_user_id)
);

CREATE UNIQUE INDEX "approval_request_org_id_approval_id_key" ON "approval_request"("org_id", "approval_id");
CREATE INDEX "approval_request_org_id_command_id_approval_id_idx" ON "approval_request"("org_id", "command_id", "approval_id");
CREATE INDEX "approval_waiting" ON "approval_request"("org_id", "expires_at") WHERE state = 'waiting';

ALTER TABLE "approval_request" ADD CONSTRAINT "approval_request_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "approval_request" ADD CONSTRAINT "approval_request_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "approval_request" ADD CONSTRAINT "approval_request_asked_by_user_id_fkey" FOREIGN KEY ("asked_by_user_id") REFERENCES "user"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "approval_request" ADD CONSTRAINT "approval_request_answered_by_user_id_fkey" FOREIGN KEY ("answered_by_user_id") REFERENCES "user"("user_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The runs that a request is about, each with the digest of what it executes with which values.
CREATE TABLE "approval_run" (
    "run_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "approval_id" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,

    CONSTRAINT "approval_run_pkey" PRIMARY KEY ("org_id", "run_id")
);

CREATE INDEX "approval_run_org_id_approval_id_run_id_idx" ON "approval_run"("org_id", "approval_id", "run_id");

ALTER TABLE "approval_run" ADD CONSTRAINT "approval_run_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "approval_run" ADD CONSTRAINT "approval_run_org_id_approval_id_fkey" FOREIGN KEY ("org_id", "approval_id") REFERENCES "approval_request"("org_id", "approval_id") ON DELETE CASCADE ON UPDATE CASCADE;
