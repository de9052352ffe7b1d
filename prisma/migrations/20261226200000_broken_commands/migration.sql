ALTER TYPE "notification_kind" ADD VALUE 'command_broken';

ALTER TABLE "command" ADD COLUMN "broken_since" TIMESTAMPTZ(3);

ALTER TABLE "decoration" ADD COLUMN "lost_inputs" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
