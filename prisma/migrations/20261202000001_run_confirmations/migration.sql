-- What a person says in the browser to a run that a program wants to start over MCP: decision 400.
CREATE TYPE "confirmation_state" AS ENUM ('waiting', 'confirmed', 'declined', 'used');

CREATE TABLE "run_confirmation" (
    "confirmation_id" TEXT NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "token_id" TEXT NOT NULL,
    "state" "confirmation_state" NOT NULL DEFAULT 'waiting',
    "is_dry_run" BOOLEAN NOT NULL,
    "revision" TEXT NOT NULL,
    "shown" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_confirmation_pkey" PRIMARY KEY ("confirmation_id")
);

CREATE INDEX "run_confirmation_token_id_idx" ON "run_confirmation"("token_id");

CREATE INDEX "run_confirmation_user_id_idx" ON "run_confirmation"("user_id");

CREATE INDEX "run_confirmation_org_id_command_id_idx" ON "run_confirmation"("org_id", "command_id");

CREATE INDEX "run_confirmation_expires_at_idx" ON "run_confirmation"("expires_at");

ALTER TABLE "run_confirmation" ADD CONSTRAINT "run_confirmation_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "run_confirmation" ADD CONSTRAINT "run_confirmation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "run_confirmation" ADD CONSTRAINT "run_confirmation_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "access_token"("token_id") ON DELETE CASCADE ON UPDATE CASCADE;
