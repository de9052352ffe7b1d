'use client';

import { AskAdmins } from './ask-admins';

/**
 * For people who aren't admins, where they find no command: others may exist, and whom to ask. It is the same whatever
 * they look for, so it doesn't reveal any command.
 */
export function OnlyShared({ orgId }: { orgId: string }) {
  return (
    <>
      Only commands that are shared with you are listed. <AskAdmins orgId={orgId} />
    </>
  );
}
