-- The asker's role when they asked: with a lower one, the request is void, since an engineer may send values that a
-- runner may not.
ALTER TABLE "approval_request" ADD COLUMN "asked_role" "access_role";
