import { Button, Select, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMemo } from 'react';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { useQueryInBackground } from '@/components/ui/loading/use-in-background';
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
  onCompare: (other: number | null) => void;
  onBack: () => void;
  /** The restoration is a change of its own, the latest one. */
  onRestored: () => void;
}

const NOW = 'now';
const SHOWN_REVISIONS = 100;

/** How a command was configured, how that differs from now or from another revision, and the way back to it. */
export function RevisionView({ command, version, other, onCompare, onBack, onRestored }: RevisionViewProps) {
  const comparison = useQueryInBackground(useComparison(command, version, other));
  const revision = useQueryInBackground(useRevision(command, version));
  const restore = useRestore(command);
  const differences = revision.data?.differences ?? [];
  async function askToRestore(): Promise<void> {
    const isSure = await confirm({
      title: `Restore revision ${version}?`,
      body: 'The settings of the command become what they were, and inputs that were deleted come back where the source allows it. Secrets, HTTP headers, the connection, the folder and who can see the command stay as they are.',
      confirmLabel: 'Restore',
    });
    if (isSure) restore.mutate(version, { onSuccess: onRestored });
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
        loading={<FieldsSkeleton fields={4} />}
      >
        {(found) => (
          <Stack gap="lg">
            <p className={styles.who}>
              {found.changedBy?.name ?? 'Pushboard'}, <Moment at={found.changedAt} as="ago" inSentence />
            </p>
            <OtherRevision others={found.others} other={other} onChoose={onCompare} />
            {other === null ? (
              <section aria-label="Differences from now">
                <h3 className={styles.heading}>Differences from now</h3>
                {found.differences.length === 0 ? (
                  <p>The command is configured like this now.</p>
                ) : (
                  <SideBySide
                    orgId={command.orgId}
                    differences={found.differences}
                    before={`Revision ${version}`}
                    after="Now"
                  />
                )}
              </section>
            ) : (
              <section aria-label={`Differences from revision ${other}`}>
                <h3 className={styles.heading}>{`Differences from revision ${other}`}</h3>
                <QueryState
                  query={comparison}
                  errorTitle="Error comparing revisions"
                  loading={<LinesSkeleton lines={5} />}
                >
                  {(compared) =>
                    compared.differences.length === 0 ? (
                      <p>The command was configured alike in both.</p>
                    ) : (
                      <SideBySide
                        orgId={command.orgId}
                        differences={compared.differences}
                        key={other}
                        before={`Revision ${version}`}
                        after={`Revision ${other}`}
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

interface OtherRevisionProps {
  others: readonly number[];
  other: number | null;
  onChoose: (other: number | null) => void;
}

/** Chooses among all revisions of a command, the latest first; a number that is typed finds any of them. */
function OtherRevision({ others, other, onChoose }: OtherRevisionProps) {
  const data = useMemo(
    () => [
      { value: NOW, label: 'Now' },
      ...others.map((each) => ({ value: String(each), label: `Revision ${each}` })),
    ],
    [others],
  );
  return (
    <Select
      label="Compare with"
      description={others.length > SHOWN_REVISIONS ? 'Type a number to find an older revision.' : undefined}
      searchable
      allowDeselect={false}
      data={data}
      limit={SHOWN_REVISIONS}
      value={other === null ? NOW : String(other)}
      onChange={(value) => onChoose(value === null || value === NOW ? null : Number(value))}
    />
  );
}
