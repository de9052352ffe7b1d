'use client';

import { IconLock } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PageTitle } from '@/components/ui/layout/page-title';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { servedPart } from '@/components/ui/loading/served-part';
import { usePageRefresh } from '@/components/ui/loading/use-page-refresh';
import { paths } from '@/lib/base/paths';
import styles from './no-access.module.css';
import { useEngineers } from './use-request-access';

/** Fetched on demand, because most people who open this page can run the command. */
const RequestForm = servedPart(
  dynamic(() => import('./request-form')),
  () => import('./request-form'),
);

const LOOK_AGAIN_MS = 10_000;

export interface NoAccessProps {
  orgId: string;
  orgSlug: string;
  command: { commandId: number; name: string };
}

/**
 * Replaces a command that the person may know about but can't access: whom to ask for it. Show it only if
 * `command.request` is allowed, and nothing else about the command. The page opens the command soon after the person
 * gets access, in whatever way: by a share, a group, a folder, or a role.
 */
export default function NoAccess({ orgId, orgSlug, command }: NoAccessProps) {
  const engineers = useEngineers(orgId, command.commandId);
  usePageRefresh(LOOK_AGAIN_MS);
  const back = (
    <LinkButton href={paths.commands(orgSlug)} variant="default">
      Back to Home
    </LinkButton>
  );
  return (
    <div className={styles.page}>
      <div className={styles.icon} aria-hidden>
        <IconLock size={22} stroke={1.75} />
      </div>
      <PageTitle>You don't have access to {command.name}</PageTitle>
      <QueryState
        query={engineers}
        loading={<LinesSkeleton lines={2} />}
        isEmpty={(loaded) => loaded.engineers.length === 0}
        empty={
          <>
            <p className={styles.text}>
              None of its engineers can be reached by email. Ask an admin of your organization.
            </p>
            <div className={styles.back}>{back}</div>
          </>
        }
      >
        {(loaded) => <RequestForm orgId={orgId} command={command} engineers={loaded.engineers} back={back} />}
      </QueryState>
    </div>
  );
}
