-- How often the worker looks what the next sync of a connection would break, and what it found last.
ALTER TABLE "credential" ADD COLUMN "look_every" TEXT NOT NULL DEFAULT 'daily',
    ADD COLUMN "look_due_at" TIMESTAMPTZ(3) DEFAULT now() + interval '1 day',
    ADD COLUMN "looked_at" TIMESTAMPTZ(3),
    ADD COLUMN "look_failure" TEXT,
    ADD COLUMN "look_change_count" INTEGER NOT NULL DEFAULT 0,
    ADD CONSTRAINT "credential_look_every_is_known" CHECK ("look_every" IN ('off', 'daily', 'hourly'));

-- Existing connections are looked at over a day, rather than all at once.
UPDATE "credential" SET "look_due_at" = now() + random() * interval '1 day';

CREATE INDEX "credential_look_due_at_idx" ON "credential"("look_due_at") WHERE "deleted_at" IS NULL;

CREATE TABLE "expected_break" (
    "expected_break_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "template_id" INTEGER NOT NULL,
    "command_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "expected_break_pkey" PRIMARY KEY ("expected_break_id")
);

CREATE UNIQUE INDEX "expected_break_is_told_once" ON "expected_break"("org_id", "template_id", "command_id", "kind", "key", "name");
CREATE INDEX "expected_break_org_id_command_id_idx" ON "expected_break"("org_id", "command_id");

ALTER TABLE "expected_break" ADD CONSTRAINT "expected_break_org_id_template_id_fkey" FOREIGN KEY ("org_id", "template_id") REFERENCES "template"("org_id", "template_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "expected_break" ADD CONSTRAINT "expected_break_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The bell about it.
ALTER TYPE "notification_kind" ADD VALUE 'breaks_expected';
