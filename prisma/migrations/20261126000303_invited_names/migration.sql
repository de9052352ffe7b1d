-- What an invited person is called by those who invited them, in that organization and until they join it.
ALTER TABLE "membership" ADD COLUMN "invited_name" TEXT;

-- Until now it became their name everywhere. Nobody who was only invited, and has never signed in, gave themselves one.
CREATE TEMPORARY TABLE only_invited ON COMMIT DROP AS
SELECT u.user_id, u.name, split_part(u.email, '@', 1) AS local_part FROM "user" u
WHERE u.email IS NOT NULL
  AND NOT EXISTS (SELECT FROM identity i WHERE i.user_id = u.user_id)
  AND NOT EXISTS (SELECT FROM membership m WHERE m.user_id = u.user_id AND m.state = 'active')
  AND EXISTS (SELECT FROM membership m WHERE m.user_id = u.user_id AND m.state = 'pending');

UPDATE membership m SET invited_name = only_invited.name
FROM only_invited WHERE m.user_id = only_invited.user_id AND only_invited.name <> only_invited.local_part;
UPDATE "user" u SET name = only_invited.local_part
FROM only_invited WHERE u.user_id = only_invited.user_id;

-- Outsiders who hold a command by now were shown by their names, and stay so.
ALTER TABLE "command_user_grant" ADD COLUMN "is_name_known" BOOLEAN NOT NULL DEFAULT false;
UPDATE command_user_grant SET is_name_known = true;
