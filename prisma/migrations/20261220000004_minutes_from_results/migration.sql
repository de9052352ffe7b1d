-- AlterTable
ALTER TABLE "command" ADD COLUMN     "minutes_saved_column" TEXT;

-- CreateTable
CREATE TABLE "run_saving" (
    "org_id" TEXT NOT NULL,
    "run_id" INTEGER NOT NULL,
    "command_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "minutes" DECIMAL(12,2) NOT NULL,

    CONSTRAINT "run_saving_pkey" PRIMARY KEY ("org_id","run_id")
);

-- CreateIndex
CREATE INDEX "run_saving_org_id_created_at_idx" ON "run_saving"("org_id", "created_at");

-- CreateIndex
CREATE INDEX "run_saving_org_id_command_id_idx" ON "run_saving"("org_id", "command_id");

-- AddForeignKey
ALTER TABLE "run_saving" ADD CONSTRAINT "run_saving_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What its results say replaces the estimate of a command.
CREATE OR REPLACE FUNCTION keep_estimate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO command_estimate (org_id, command_id, since_at, minutes_saved)
  SELECT NEW.org_id, NEW.command_id, CASE
      WHEN EXISTS (SELECT FROM command_estimate e WHERE e.org_id = NEW.org_id AND e.command_id = NEW.command_id)
      THEN date_bin('1 day', now(), '1970-01-01Z') ELSE '1970-01-01Z' END,
    CASE WHEN NEW.minutes_saved_column IS NULL THEN NEW.minutes_saved END
  ON CONFLICT ON CONSTRAINT command_estimate_pkey DO UPDATE SET minutes_saved = EXCLUDED.minutes_saved;
  RETURN NULL;
END $$;

DROP TRIGGER keep_first_estimate ON command;
CREATE TRIGGER keep_first_estimate AFTER INSERT ON command
  FOR EACH ROW WHEN (NEW.minutes_saved IS NOT NULL AND NEW.minutes_saved_column IS NULL) EXECUTE FUNCTION keep_estimate();

DROP TRIGGER keep_changed_estimate ON command;
CREATE TRIGGER keep_changed_estimate AFTER UPDATE OF minutes_saved, minutes_saved_column ON command
  FOR EACH ROW WHEN ((CASE WHEN NEW.minutes_saved_column IS NULL THEN NEW.minutes_saved END)
    IS DISTINCT FROM (CASE WHEN OLD.minutes_saved_column IS NULL THEN OLD.minutes_saved END))
  EXECUTE FUNCTION keep_estimate();
