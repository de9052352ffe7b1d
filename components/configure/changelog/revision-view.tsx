import { Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { confirm } from '@/components/ui/feedback/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { Moment } from '@/components/ui/text/moment';
import type { Command } from '../panel/use-configure';
import { DifferenceList } from './difference-list';
import { RevisionSettings } from './revision-settings';
import styles from './revision-view.module.css';
import { useRestore, useRevision } from './use-revisions';

interface RevisionViewProps {
  command: Command;
  version: number;
  onBack: () => void;
}

/** How a command was configured, how that differs from now, and the way back to it. */
export function RevisionView({ command, version, onBack }: RevisionViewProps) {
  const revision = useRevision(command, version);
  const restore = useRestore(command);
  const differences = revision.data?.differences ?? [];
  async function askToRestore(): Promise<void> {
    const isSure = await confirm({
      title: `Restore revision ${version}?`,
      body: 'The settings below become what they were. Secrets, HTTP headers, the folder and who can see the command stay as they are.',
      confirmLabel: 'Restore',
    });
    if (isSure) restore.mutate(version, { onSuccess: onBack });
  }
  return (
    <SidePanel
      title={`Revision ${version}`}
      context={command.name}
      footer={
        <Button
          disabled={differences.length === 0}
          loading={restore.isPending}
          onClick={() => void askToRestore()}
        >
          Restore
        </Button>
      }
    >
      <Button
        variant="subtle"
        size="compact-sm"
        mb="md"
        leftSection={<IconArrowLeft size={14} stroke={1.75} aria-hidden />}
        onClick={onBack}
      >
        Back to the changelog
      </Button>
      {restore.error !== null && <ErrorNotice error={restore.error} />}
      <QueryState
        query={revision}
        errorTitle="Error fetching changelog!"
        loading={
          <Stack aria-hidden>
            {[1, 2, 3, 4].map((each) => (
              <Skeleton key={each} height={54} />
            ))}
          </Stack>
        }
      >
        {(found) => (
          <Stack gap="lg">
            <p className={styles.who}>
              {found.changedBy?.name ?? 'Pushboard'}, <Moment at={found.changedAt} as="ago" />
            </p>
            <section aria-label="Differences from now">
              <h3 className={styles.heading}>Differences from now</h3>
              {found.differences.length === 0 ? (
                <p>The command is configured like this now.</p>
              ) : (
                <DifferenceList
                  orgId={command.orgId}
                  differences={found.differences}
                  sides={['Then', 'Now']}
                />
              )}
            </section>
            <RevisionSettings orgId={command.orgId} revision={found} />
          </Stack>
        )}
      </QueryState>
    </SidePanel>
  );
}
