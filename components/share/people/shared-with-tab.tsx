'use client';

import { UnstyledButton } from '@mantine/core';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { WHY } from '../explain/why-address';
import { useSendLink } from '../panel/link/use-send-link';
import styles from '../panel/share-form.module.css';
import type { Shared } from '../panel/sharing';
import { type TabFrame, TabPanel } from '../panel/tab-panel';
import type { Viewer } from '../panel/use-viewer';
import { AccessTable } from './access-table';
import { SingleCommands } from './single-commands';
import { useRowChanges } from './use-row-changes';

interface SharedWithTabProps {
  frame: TabFrame;
  shared: Shared;
  viewer: Viewer;
  onWhy: ((userId: string | null) => void) | null;
}

/** Everyone who has it, people and groups; engineers change what was given here. */
export function SharedWithTab({ frame, shared, viewer, onWhy }: SharedWithTabProps) {
  const changes = useRowChanges(shared.subject, !shared.isCopycat);
  const sendLink = useSendLink(shared);
  const isEngineer = shared.role === 'admin' && viewer.org !== null;
  const common = {
    orgSlug: viewer.org?.slug ?? null,
    viewerId: viewer.userId,
    changes: isEngineer ? changes : null,
    onWhy,
    onSendLink: sendLink,
  };
  return (
    <TabPanel
      frame={frame}
      footer={
        onWhy !== null && (
          <UnstyledButton className={styles.why} onClick={() => onWhy(null)}>
            {WHY[shared.subject.kind]}
          </UnstyledButton>
        )
      }
    >
      {shared.role === 'runner' && (
        <p className={styles.told}>Its engineers can share it. Ask one of them to add someone.</p>
      )}
      {changes.requested !== null && <ErrorNotice error={changes.requested} />}
      <AccessTable title="Teammates" rows={shared.people} none="No one has access." {...common} />
      <AccessTable title="Groups" rows={shared.groups} none="Not shared with any group." {...common} />
      <SingleCommands shared={shared} />
    </TabPanel>
  );
}
