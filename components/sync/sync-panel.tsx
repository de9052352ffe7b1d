'use client';

import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyNotice } from '@/components/ui/empty-notice';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SidePanel } from '@/components/ui/side-panels/side-panel';
import { useSidePanels } from '@/components/ui/side-panels/use-side-panels';
import { sourceLabel } from '@/components/ui/source-icon';
import { ApiError } from '@/lib/api-client';
import { ChooseAdditions } from './choose-additions';
import { CommitSummary } from './commit-summary';
import styles from './sync-panel.module.css';
import { useAdditions, useSource } from './use-additions';
import { useCommit } from './use-commit';

interface SyncPanelProps {
  org: { orgId: string; slug: string };
  credentialId: number;
}

/** Adds commands from a connection: what is new there, chosen, committed, and where to go from there. */
export function SyncPanel({ org, credentialId }: SyncPanelProps) {
  const panels = useSidePanels();
  const source = useSource(org.orgId, credentialId);
  const additions = useAdditions(org.orgId, credentialId);
  const commit = useCommit(org.orgId, credentialId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = additions.data ?? [];
  const picked = rows.filter(({ cloudId }) => chosen.has(cloudId));
  const { progress } = commit;
  const kind = source.data === undefined ? '' : `${sourceLabel(source.data.sourceKind)} · `;

  return (
    <SidePanel
      title={
        progress !== null && !progress.isGoing
          ? 'Summary of Additions'
          : `Add from ${source.data?.name ?? '…'}`
      }
      context={`${kind}${additions.data === undefined ? 'looking…' : `${rows.length} new`}`}
      footer={
        progress !== null ? (
          progress.isGoing ? (
            <Button variant="default" onClick={commit.cancel}>
              Cancel the rest
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                onClick={() => {
                  setChosen(new Set());
                  commit.backToList();
                }}
              >
                Add more
              </Button>
              <Button onClick={panels.closeAll}>Done</Button>
            </>
          )
        ) : (
          <>
            <span className={styles.picked}>{picked.length > 0 && `${picked.length} to add`}</span>
            <ActionIcon
              aria-label="Look again"
              loading={additions.isFetching}
              onClick={() => void additions.refetch()}
            >
              <IconRefresh size={16} stroke={1.75} />
            </ActionIcon>
            <Button variant="default" onClick={panels.pop}>
              Back
            </Button>
            <Button disabled={picked.length === 0} onClick={() => void commit.commit(picked)}>
              Add To Pushboard
            </Button>
          </>
        )
      }
    >
      {progress !== null ? (
        <CommitSummary progress={progress} orgSlug={org.slug} />
      ) : additions.error !== null ? (
        <ErrorNotice
          error={additions.error}
          title={titleOf(additions.error)}
          onRetry={() => void additions.refetch()}
        />
      ) : additions.data === undefined ? (
        <Looking />
      ) : rows.length === 0 ? (
        <EmptyNotice
          icon={<IconPlugConnected size={22} stroke={1.75} />}
          title="Nothing new here"
          action={
            <>
              <Button
                variant="default"
                mr="sm"
                loading={additions.isFetching}
                onClick={() => void additions.refetch()}
              >
                Refresh
              </Button>
              <Button onClick={panels.pop}>Back</Button>
            </>
          }
        >
          Everything that this connection offers is a command already, or it offers nothing.
        </EmptyNotice>
      ) : (
        <ChooseAdditions rows={rows} chosen={chosen} onChoose={setChosen} />
      )}
    </SidePanel>
  );
}

/** The source's own refusals are no fault of ours. */
function titleOf(error: Error): string {
  return error instanceof ApiError && error.status < 500 ? 'The source could not be read' : 'Pushboard Bug';
}

function Looking() {
  return (
    <div role="status" aria-label="Looking at what is there">
      {[1, 2, 3, 4, 5, 6].map((each) => (
        <Skeleton key={each} height={36} mb={8} aria-hidden />
      ))}
    </div>
  );
}
