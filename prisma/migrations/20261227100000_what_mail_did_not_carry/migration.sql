ALTER TYPE "notification_kind" ADD VALUE 'mail_without_file';
ALTER TABLE "notification" ADD COLUMN "mail_subject" TEXT;
