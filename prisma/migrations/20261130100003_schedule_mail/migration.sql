-- Messages about scheduled jobs, and the bell about one that was paused.
ALTER TYPE "mail_kind" ADD VALUE 'schedule';
ALTER TYPE "notification_kind" ADD VALUE 'job_paused';
