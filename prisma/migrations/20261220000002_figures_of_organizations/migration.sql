-- CreateTable
CREATE TABLE "org_figure" (
    "org_id" TEXT NOT NULL,
    "span" "figure_span" NOT NULL,
    "slot_at" TIMESTAMPTZ(0) NOT NULL,
    "trigger" "run_trigger" NOT NULL,
    "outcome" "run_outcome" NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "org_figure_pkey" PRIMARY KEY ("org_id","span","slot_at","trigger","outcome")
);

-- CreateTable
CREATE TABLE "org_time" (
    "org_id" TEXT NOT NULL,
    "span" "figure_span" NOT NULL,
    "slot_at" TIMESTAMPTZ(0) NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "taken" INTEGER NOT NULL,
    "waited" INTEGER NOT NULL,

    CONSTRAINT "org_time_pkey" PRIMARY KEY ("org_id","span","slot_at","bucket")
);

-- CreateIndex
CREATE INDEX "command_figure_org_id_command_id_span_slot_at_idx" ON "command_figure"("org_id", "command_id", "span", "slot_at");

-- CreateIndex
CREATE INDEX "command_time_org_id_command_id_span_slot_at_idx" ON "command_time"("org_id", "command_id", "span", "slot_at");

-- AddForeignKey
ALTER TABLE "org_figure" ADD CONSTRAINT "org_figure_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "org_time" ADD CONSTRAINT "org_time_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was counted before.
INSERT INTO org_figure SELECT org_id, span, slot_at, trigger, outcome, sum(runs) FROM command_figure
  WHERE span <> 'ever' GROUP BY 1, 2, 3, 4, 5;
INSERT INTO org_time SELECT org_id, span, slot_at, bucket, sum(taken), sum(waited) FROM command_time GROUP BY 1, 2, 3, 4;
