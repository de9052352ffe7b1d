CREATE TYPE "dropdown_kind" AS ENUM ('hardcoded', 'command_output');
CREATE TYPE "cache_interval" AS ENUM ('daily', 'weekly');

-- A list of options that inputs of several commands can share.
CREATE TABLE "dropdown" (
    "dropdown_id" SERIAL NOT NULL,
    "org_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "dropdown_kind" NOT NULL,
    "values" TEXT[] NOT NULL DEFAULT '{}',
    "sender_command_id" INTEGER,
    "value_column_id" INTEGER,
    "display_column_id" INTEGER,
    "cache_interval" "cache_interval",
    "created_by_user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "dropdown_pkey" PRIMARY KEY ("dropdown_id"),
    -- A hardcoded dropdown has values and nothing else. One from a command has the command and both columns.
    CONSTRAINT "dropdown_is_one_kind" CHECK (CASE kind
        WHEN 'hardcoded' THEN cardinality("values") > 0 AND num_nonnulls(sender_command_id, value_column_id, display_column_id, cache_interval) = 0
        ELSE cardinality("values") = 0 AND num_nulls(sender_command_id, value_column_id, display_column_id) = 0
    END)
);

CREATE UNIQUE INDEX "dropdown_org_id_dropdown_id_key" ON "dropdown"("org_id", "dropdown_id");
CREATE INDEX "dropdown_org_id_sender_command_id_idx" ON "dropdown"("org_id", "sender_command_id");

ALTER TABLE "dropdown" ADD CONSTRAINT "dropdown_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dropdown" ADD CONSTRAINT "dropdown_org_id_sender_command_id_fkey" FOREIGN KEY ("org_id", "sender_command_id") REFERENCES "command"("org_id", "command_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- The dropdown of an input, and the engineer who linked it: their access to the sending command is checked when options
-- are requested.
ALTER TABLE "command_input" ADD COLUMN "dropdown_id" INTEGER,
ADD COLUMN "dropdown_linked_by" TEXT,
ADD CONSTRAINT "command_input_dropdown_is_linked_by_someone" CHECK ((dropdown_id IS NULL) = (dropdown_linked_by IS NULL));

CREATE INDEX "command_input_org_id_dropdown_id_idx" ON "command_input"("org_id", "dropdown_id");

ALTER TABLE "command_input" ADD CONSTRAINT "command_input_org_id_dropdown_id_fkey" FOREIGN KEY ("org_id", "dropdown_id") REFERENCES "dropdown"("org_id", "dropdown_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- The runs that load options of dropdowns. The worker checks the access of the engineer who linked the dropdown, not of
-- the person for whom it runs. `cache_key` is the sender's definition and the values that are sent.
CREATE TABLE "dropdown_run" (
    "run_id" INTEGER NOT NULL,
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "linked_by_user_id" TEXT NOT NULL,
    "cache_key" TEXT NOT NULL,

    CONSTRAINT "dropdown_run_pkey" PRIMARY KEY ("org_id", "run_id")
);

CREATE INDEX "dropdown_run_org_id_command_id_cache_key_run_id_idx" ON "dropdown_run"("org_id", "command_id", "cache_key", "run_id" DESC);

ALTER TABLE "dropdown_run" ADD CONSTRAINT "dropdown_run_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The columns are those of the sending command.
CREATE UNIQUE INDEX "output_column_org_id_command_id_output_column_id_key" ON "output_column"("org_id", "command_id", "output_column_id");
ALTER TABLE "dropdown" ADD CONSTRAINT "dropdown_value_column_fkey" FOREIGN KEY ("org_id", "sender_command_id", "value_column_id") REFERENCES "output_column"("org_id", "command_id", "output_column_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "dropdown" ADD CONSTRAINT "dropdown_display_column_fkey" FOREIGN KEY ("org_id", "sender_command_id", "display_column_id") REFERENCES "output_column"("org_id", "command_id", "output_column_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
