-- AlterTable
ALTER TABLE "command" ADD COLUMN     "minutes_saved" INTEGER;

-- CreateTable
CREATE TABLE "command_estimate" (
    "org_id" TEXT NOT NULL,
    "command_id" INTEGER NOT NULL,
    "since_at" TIMESTAMPTZ(0) NOT NULL,
    "minutes_saved" INTEGER,

    CONSTRAINT "command_estimate_pkey" PRIMARY KEY ("org_id","command_id","since_at")
);

-- AddForeignKey
ALTER TABLE "command_estimate" ADD CONSTRAINT "command_estimate_org_id_command_id_fkey" FOREIGN KEY ("org_id", "command_id") REFERENCES "command"("org_id", "command_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A trigger, because a restored revision and a duplicate change the estimate, too. The first estimate of a command is that
-- of all its runs. A later one begins with its day in UTC, so that every slot of the figures has one estimate.
CREATE FUNCTION keep_estimate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO command_estimate (org_id, command_id, since_at, minutes_saved)
  SELECT NEW.org_id, NEW.command_id, CASE
      WHEN EXISTS (SELECT FROM command_estimate e WHERE e.org_id = NEW.org_id AND e.command_id = NEW.command_id)
      THEN date_bin('1 day', now(), '1970-01-01Z') ELSE '1970-01-01Z' END, NEW.minutes_saved
  ON CONFLICT ON CONSTRAINT command_estimate_pkey DO UPDATE SET minutes_saved = EXCLUDED.minutes_saved;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_first_estimate AFTER INSERT ON command
  FOR EACH ROW WHEN (NEW.minutes_saved IS NOT NULL) EXECUTE FUNCTION keep_estimate();

CREATE TRIGGER keep_changed_estimate AFTER UPDATE OF minutes_saved ON command
  FOR EACH ROW WHEN (NEW.minutes_saved IS DISTINCT FROM OLD.minutes_saved) EXECUTE FUNCTION keep_estimate();
