import { Button, Select, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { confirm } from '@/components/ui/feedback/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { Moment } from '@/components/ui/text/moment';
import type { Command } from '../panel/use-configure';
import { RevisionSettings } from './revision-settings';
import styles from './revision-view.module.css';
import { SideBySide } from './side-by-side';
import { useComparison, useRestore, useRevision } from './use-revisions';

interface RevisionViewProps {
  command: Command;
  version: number;
  /** The revision to compare with; null for how the command is configured now. */
  other: number | null;
  /** The revisions that are offered for that. */
  others: readonly number[];
  onCompare: (other: number | null) => void;
  onBack: () => void;
}

const NOW = 'now';

/** How a command was configured, how that differs from now or from another revision, and the way back to it. */
export function RevisionView({ command, version, other, others, onCompare, onBack }: RevisionViewProps) {
  const comparison = useComparison(command, version, other);
  const offered = [...new Set(other === null ? others : [other, ...others])].filter(
    (each) => each !== version,
  );
  const revision = useRevision(command, version);
  const restore = useRestore(command);
  const differences = revision.data?.differences ?? [];
  async function askToRestore(): Promise<void> {
    const isSure = await confirm({
      title: `Restore revision ${version}?`,
      body: 'The settings below become what they were, and inputs that were deleted come back where the source allows it. Secrets, HTTP headers, the connection, the folder and who can see the command stay as they are.',
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
            <Select
              label="Compare with"
              searchable
              allowDeselect={false}
              data={[
                { value: NOW, label: 'Now' },
                ...offered.map((each) => ({ value: String(each), label: `Revision ${each}` })),
              ]}
              limit={100}
              value={other === null ? NOW : String(other)}
              onChange={(value) => onCompare(value === null || value === NOW ? null : Number(value))}
            />
            {other === null ? (
              <section aria-label="Differences from now">
                <h3 className={styles.heading}>Differences from now</h3>
                {found.differences.length === 0 ? (
                  <p>The command is configured like this now.</p>
                ) : (
                  <SideBySide
                    orgId={command.orgId}
                    differences={found.differences}
                    sides={[`Revision ${version}`, 'Now']}
                  />
                )}
              </section>
            ) : (
              <section aria-label={`Differences from revision ${other}`}>
                <h3 className={styles.heading}>{`Differences from revision ${other}`}</h3>
                <QueryState
                  query={comparison}
                  errorTitle="Error comparing revisions"
                  loading={<Skeleton height={120} aria-hidden />}
                >
                  {(compared) =>
                    compared.differences.length === 0 ? (
                      <p>The command was configured alike in both.</p>
                    ) : (
                      <SideBySide
                        orgId={command.orgId}
                        differences={compared.differences}
                        sides={[`Revision ${version}`, `Revision ${other}`]}
                      />
                    )
                  }
                </QueryState>
              </section>
            )}
            <RevisionSettings orgId={command.orgId} revision={found} />
          </Stack>
        )}
      </QueryState>
    </SidePanel>
  );
}
