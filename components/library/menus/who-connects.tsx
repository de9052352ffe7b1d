'use client';

import { AskAdmins } from '@/components/command/ask-admins';

/** For people who can't connect sources: who can. */
export function WhoConnects({ orgId }: { orgId: string }) {
  return (
    <span>
      Admins connect sources and add commands. <AskAdmins orgId={orgId} />
    </span>
  );
}
