ALTER TYPE "notification_kind" ADD VALUE 'mail_refused';
