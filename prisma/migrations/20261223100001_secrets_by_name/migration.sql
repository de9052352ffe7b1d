-- Inputs of every kind of source can be secrets by their names. Workers look at those of earlier releases, and seal the
-- values that were kept as they were typed.

ALTER TABLE "template_input" ADD COLUMN "is_name_checked" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "template_input" ALTER COLUMN "is_name_checked" SET DEFAULT true;
CREATE INDEX "template_input_unchecked" ON "template_input" ("template_input_id") WHERE NOT "is_name_checked";

CREATE TABLE "sealing_task" (
    "org_id" TEXT NOT NULL,
    "template_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "reached_run_id" INTEGER NOT NULL DEFAULT 0,
    "open_run_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sealing_task_pkey" PRIMARY KEY ("template_id","key")
);
ALTER TABLE "sealing_task" ADD CONSTRAINT "sealing_task_org_id_template_id_fkey" FOREIGN KEY ("org_id", "template_id") REFERENCES "template"("org_id", "template_id") ON DELETE CASCADE ON UPDATE CASCADE;
