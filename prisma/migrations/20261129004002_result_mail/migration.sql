-- Messages that send the result of a run.
ALTER TYPE "mail_kind" ADD VALUE 'result';
