ALTER TYPE "notification_kind" ADD VALUE 'person_renamed';

-- What a person is called now; their former name is the one of the time.
ALTER TABLE "notification" ADD COLUMN "person_name" TEXT;
ALTER TABLE "notification" DROP CONSTRAINT "notification_has_one_subject",
  ADD CONSTRAINT "notification_has_one_subject" CHECK (num_nonnulls("command_id", "folder_id", "person_name") = 1);
