import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { changeWords } from '@/components/command/change-words';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { Pager } from '@/components/ui/table/pager';
import { Chip } from '@/components/ui/text/chip';
import { Moment } from '@/components/ui/text/moment';
import type { Command } from '../panel/use-configure';
import styles from './change-list.module.css';
import { DifferenceList } from './difference-list';
import { changedSettings } from './difference-words';
import { RevisionView } from './revision-view';
import {
  CHANGES_A_PAGE,
  type LoggedChange,
  useChanges,
  useChangesPage,
  useShownRevision,
} from './use-revisions';

interface ChangeListProps {
  command: Command;
  tabs: ReactNode;
}

/** What was done to a command, the latest first, by syncs and by those who configured it; or one revision of it. */
export function ChangeList({ command, tabs }: ChangeListProps) {
  const shown = useShownRevision(command);
  const [page, setPage] = useChangesPage(command);
  const changelog = useChanges(command, page);
  if (shown.version !== null) {
    const { version } = shown;
    return (
      <RevisionView
        key={version}
        command={command}
        version={version}
        other={shown.other}
        onCompare={(other) => shown.show(version, other)}
        onBack={() => shown.show(null)}
        onRestored={() => {
          shown.show(null);
          if (page !== 0) setPage(0);
        }}
      />
    );
  }
  return (
    <SidePanel title={`Configure ${command.name}`} context="Who changed what, and when">
      {tabs}
      <QueryState
        query={changelog}
        errorTitle="Error fetching changelog!"
        loading={<ListSkeleton rows={3} />}
        isEmpty={(changes) => changes.length === 0 && page === 0}
        empty={
          <EmptyNotice icon={<IconListDetails size={22} stroke={1.75} />} title="No changes yet">
            Changes to this command, by people and by syncs, are listed here.
          </EmptyNotice>
        }
      >
        {(changes) => (
          <>
            <ol className={styles.list} aria-label="Changes" aria-busy={changelog.isPlaceholderData}>
              {changes.map((change) => (
                <ChangeItem
                  key={`${change.version} ${change.changedAt} ${change.changeType}`}
                  orgId={command.orgId}
                  change={change}
                  onShow={shown.show}
                />
              ))}
            </ol>
            {(page > 0 || changes.length >= CHANGES_A_PAGE) && (
              <Pager
                page={page}
                rowsAPage={CHANGES_A_PAGE}
                rowsHere={changes.length}
                count={null}
                labels={{ before: 'Newer changes', after: 'Older changes' }}
                onTurn={setPage}
              />
            )}
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}

const SIDES = ['Before', 'After'] as const;

interface ChangeItemProps {
  orgId: string;
  change: LoggedChange;
  onShow: (version: number) => void;
}

/** What differs is drawn when it is opened. */
function ChangeItem({ orgId, change, onShow }: ChangeItemProps) {
  const { version, differences } = change;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles.change}>
      <span className={styles.what}>{wordsOfChange(change)}</span>
      {version !== null && <Chip kind="machine">{`Revision ${version}`}</Chip>}
      {version !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`View revision ${version}`}
          onClick={() => onShow(version)}
        >
          View
        </Button>
      )}
      <span className={styles.who}>
        {change.changedBy?.name ?? 'Pushboard'}, <Moment at={change.changedAt} as="ago" inSentence />
      </span>
      {differences.length > 0 && (
        <details className={styles.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{differences.length === 1 ? '1 difference' : `${differences.length} differences`}</summary>
          {isOpen && <DifferenceList orgId={orgId} differences={differences} sides={SIDES} />}
        </details>
      )}
    </li>
  );
}

/** `Changed: description, folder`; what is older than the first revision says which settings it changed by itself. */
function wordsOfChange({ changeType, restoredVersion, differences, changed, version }: LoggedChange): string {
  if (restoredVersion !== null) return `Restored revision ${restoredVersion}`;
  if (changeType === null) return 'Before the first change';
  return changeWords({ changeType, changed: version === null ? changed : changedSettings(differences) });
}
