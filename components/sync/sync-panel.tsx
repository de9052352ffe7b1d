'use client';

import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useSourceKind } from '@/components/command/source-kinds';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ApiError } from '@/lib/client/api-client';
import type { SourceKindFacts } from '@/lib/sources/source-kind';
import { AuthMissing } from './auth-missing';
import { ChooseRows } from './choose-rows';
import { CommitSummary } from './commit-summary';
import { DescriptionNotes } from './differences/description-notes';
import { type CommitType, type Section, sectionsOf, selectable } from './differences/diff-sections';
import { type Diff, useDiff, useSource } from './differences/use-diff';
import { useRenames } from './differences/use-renames';
import { type Effects, effectOf, missingWords, undeclared, unsaid } from './effects/effects';
import { firstChoice } from './first-choice';
import styles from './sync-panel.module.css';
import { type ChosenRow, useCommit } from './use-commit';
import { useTargetFolder } from './use-target-folder';

const nothing: ReadonlySet<string> = new Set();

interface SyncPanelProps extends PanelParams<'sync'> {
  org: { orgId: string; slug: string };
}

/**
 * The sync panel: shows what is new, changed, deleted, or restored at a source, commits the selection, and links to the
 * results.
 */
export function SyncPanel({ org, credentialId, staticCommandSourceId }: SyncPanelProps) {
  const compared = { orgId: org.orgId, credentialId, staticCommandSourceId };
  const panels = useSidePanels();
  const source = useSource(compared);
  const diff = useDiff(compared);
  const putInto = useTargetFolder(compared, diff.data?.added ?? [], source.data?.name ?? '');
  const commit = useCommit(compared, putInto.placer);
  // Null until someone chooses.
  const [ownChoice, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [effects, setEffects] = useState<Effects>(new Map());
  const renames = useRenames();
  // Null until Add is pressed: what is chosen from the start is asked about from the start.
  const [wasAsked, setAsking] = useState<boolean | null>(null);
  const [sought, setSought] = useState<{ cloudId: string } | null>(null);
  const first = useMemo(() => (diff.data === undefined ? nothing : firstChoice(diff.data)), [diff.data]);
  const chosen = ownChoice ?? first;
  const isAsking = wasAsked ?? first.size > 0;
  const sections = useMemo(() => (diff.data === undefined ? [] : sectionsOf(diff.data, '')), [diff.data]);
  const picked = pickedOf(sections, chosen, effects);
  const asked = { rows: idsOf(undeclared(picked)), missing: idsOf(unsaid(picked, effects)) };
  const hasAdditions = countOfType(picked, 'addition') > 0;
  const isStopped = wasAsked === true && asked.missing.length > 0;
  const { progress } = commit;
  const { label, thing, capabilities, addingWays } = useSourceKind(source.data?.sourceKind ?? '');
  const onAnotherRequest = addingWays.some(({ by }) => by === 'request')
    ? () => panels.push({ kind: 'request', credentialId })
    : null;
  const kind = source.data === undefined ? '' : `${label} · `;
  const whatIsThere =
    diff.data !== undefined
      ? countOf(diff.data, thing)
      : diff.isError
        ? 'Could not be read'
        : 'Reading the source…';

  async function bring(): Promise<void> {
    const [missing] = asked.missing;
    setAsking(missing !== undefined);
    if (missing !== undefined) return setSought({ cloudId: missing });
    const deletions = countOfType(picked, 'deletion');
    if (deletions === 0 || (await agreeToDelete(deletions))) await commit.commit(picked, renames.refused);
  }

  return (
    <SidePanel
      title={
        progress !== null && !progress.isGoing
          ? 'Import summary'
          : source.data === undefined
            ? 'Add commands'
            : `Add from ${source.data.name}`
      }
      context={`${kind}${whatIsThere}`}
      actions={
        progress === null &&
        diff.data !== undefined && (
          <ActionIcon
            title="Compare again"
            aria-label="Compare again"
            loading={diff.isFetching}
            onClick={() => void diff.refetch()}
          >
            <IconRefresh size={16} stroke={1.75} />
          </ActionIcon>
        )
      }
      footer={
        progress === null ? (
          <>
            <span className={styles.picked} data-stopped={isStopped || undefined} role="status">
              {isStopped
                ? missingWords(asked.missing.length, countOfType(picked, 'addition'))
                : describePicked(picked)}
            </span>
            <Button variant="default" onClick={panels.pop}>
              Back
            </Button>
            <Button
              disabled={picked.length === 0 || (hasAdditions && putInto.folders.data === undefined)}
              onClick={() => void bring()}
            >
              Add to Pushboard
            </Button>
          </>
        ) : progress.isGoing ? (
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
      }
    >
      {progress !== null ? (
        <CommitSummary
          progress={progress}
          org={org}
          onRenamed={commit.rename}
          notice={source.data !== undefined && <AuthMissing source={source.data} />}
        />
      ) : (
        <QueryState query={diff} errorTitle={titleOf(diff.error)} loading={<Looking />}>
          {(found) =>
            sections.length === 0 ? (
              <>
                <DescriptionNotes {...compared} />
                <EmptyNotice
                  icon={<IconPlugConnected size={22} stroke={1.75} />}
                  title="Nothing new here"
                  action={
                    <>
                      <Button
                        variant="default"
                        mr="sm"
                        loading={diff.isFetching}
                        onClick={() => void diff.refetch()}
                      >
                        Refresh
                      </Button>
                      {onAnotherRequest !== null && (
                        <Button variant="default" mr="sm" onClick={onAnotherRequest}>
                          Another request…
                        </Button>
                      )}
                      <Button onClick={panels.pop}>Back</Button>
                    </>
                  }
                >
                  This connection has nothing that can become a command.
                </EmptyNotice>
              </>
            ) : (
              <ChooseRows
                isCode={capabilities.includes('code')}
                onAnotherRequest={onAnotherRequest}
                compared={compared}
                diff={found}
                chosen={chosen}
                onChoose={setChosen}
                effects={effects}
                onSay={(cloudIds, effect) =>
                  setEffects(
                    (said) => new Map([...said, ...cloudIds.map((cloudId) => [cloudId, effect] as const)]),
                  )
                }
                asked={isAsking ? asked : null}
                sought={sought}
                renames={renames}
                putInto={putInto}
              />
            )
          }
        </QueryState>
      )}
    </SidePanel>
  );
}

/** The selected rows that still exist, with their action. */
function pickedOf(sections: readonly Section[], chosen: ReadonlySet<string>, effects: Effects): ChosenRow[] {
  return sections.flatMap((section) => {
    const { commitType } = section;
    if (commitType === null) return [];
    const rows = selectable(section).filter(({ cloudId }) => chosen.has(cloudId));
    return rows.map((row) => ({ row, commitType, effect: effectOf(row, effects) }));
  });
}

const idsOf = (rows: readonly ChosenRow[]): string[] => rows.map(({ row }) => row.cloudId);

const countOfType = (rows: readonly ChosenRow[], type: CommitType): number =>
  rows.filter(({ commitType }) => commitType === type).length;

const verbs: [CommitType, string][] = [
  ['addition', 'to add'],
  ['undeletion', 'to bring back'],
  ['update', 'to update'],
  ['deletion', 'to delete'],
];

/** `3 to add, 1 to update`. */
function describePicked(picked: readonly ChosenRow[]): string {
  return verbs
    .flatMap(([type, words]) => {
      const count = countOfType(picked, type);
      return count === 0 ? [] : [`${count} ${words}`];
    })
    .join(', ');
}

function countOf(diff: Diff, thing: SourceKindFacts['thing']): string {
  const { added, modified, undeleted, alreadyAdded, ignored, error } = diff;
  const groups = [added, modified, undeleted, alreadyAdded, ignored, error];
  const count = groups.reduce((sum, rows) => sum + rows.length, 0);
  return count === 1 ? `1 ${thing.one}` : `${count} ${thing.many}`;
}

function agreeToDelete(count: number): Promise<boolean> {
  return confirm({
    title: count === 1 ? 'Delete a command?' : `Delete ${count} commands?`,
    body:
      count === 1
        ? 'It disappears from the library and can no longer be run. Its history and settings are kept, and it can be brought back if the source has it again.'
        : 'They disappear from the library and can no longer be run. Their history and settings are kept, and they can be brought back if the source has them again.',
    confirmLabel: 'Delete',
    isDangerous: true,
  });
}

/** The source's own refusals aren't our errors. */
function titleOf(error: Error | null): string {
  return error instanceof ApiError && error.status < 500 ? 'Error running diffs' : 'Pushboard bug';
}

function Looking() {
  return (
    <Stack role="status" aria-label="Looking at the source">
      <FieldsSkeleton fields={1} />
      <ListSkeleton rows={6} />
    </Stack>
  );
}
