'use client';

import { Progress } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import dynamic from 'next/dynamic';
import { type ReactNode, useRef } from 'react';
import { servedPart } from '@/components/ui/loading/served-part';
import styles from './commit-summary.module.css';
import { NextSteps, StateIcon } from './committed-row';
import type { CommitType } from './differences/diff-sections';
import { NameField } from './differences/name-field';
import { RoutineName } from './differences/routine-name';
import type { ChosenRow, CommitProgress, RowProgress } from './use-commit';

const Markdown = servedPart(
  dynamic(() => import('@/components/ui/text/markdown')),
  () => import('@/components/ui/text/markdown'),
);

const ROW_HEIGHT = 54;

interface CommitSummaryProps {
  progress: CommitProgress;
  org: { orgId: string; slug: string };
  onRenamed: (cloudId: string, commandId: number, name: string) => void;
  /** What has to be done before the added commands can be used. */
  notice: ReactNode;
}

/** The selected rows, each with its progress, and the next steps for those that are commands. */
export function CommitSummary({ progress, org, onRenamed, notice }: CommitSummaryProps) {
  const { rows, byCloudId, isGoing } = progress;
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.row.cloudId ?? index,
    overscan: 10,
  });
  const progressOf = (cloudId: string): RowProgress => byCloudId.get(cloudId) ?? { state: 'waiting' };
  const done = rows.filter(({ row }) => /success|error/.test(progressOf(row.cloudId).state)).length;
  return (
    <div className={styles.summary}>
      {!isGoing && notice}
      <div role="status" className={styles.counts}>
        {isGoing ? `${done} of ${rows.length} done` : outcome(progress)}
      </div>
      {isGoing && <Progress value={(done / rows.length) * 100} aria-label="Progress" />}
      <div ref={scroller} className={styles.scroller}>
        <table className={styles.table} aria-label="Import summary" aria-rowcount={rows.length + 1}>
          <thead className={styles.unseen}>
            <tr aria-rowindex={1}>
              <th scope="col">State</th>
              <th scope="col">Routine</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody className={styles.body} style={{ height: drawn.getTotalSize() }}>
            {drawn.getVirtualItems().map(({ index, key, start }) => {
              const chosen = rows[index];
              if (chosen === undefined) return null;
              const at = progressOf(chosen.row.cloudId);
              return (
                <tr
                  key={key}
                  ref={drawn.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className={styles.row}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <td>
                    <StateIcon progress={at} commitType={chosen.commitType} />
                  </td>
                  <td className={styles.name}>
                    <Named chosen={chosen} at={at} orgId={org.orgId} onRenamed={onRenamed} />
                    {at.state === 'error' && <Fault message={at.message} />}
                  </td>
                  <td className={styles.next}>
                    <NextSteps progress={at} chosen={chosen} orgSlug={org.slug} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface NamedProps {
  chosen: ChosenRow;
  at: RowProgress;
  orgId: string;
  onRenamed: CommitSummaryProps['onRenamed'];
}

/** What was selected; a command that was added has a name that can be changed at once. */
function Named({ chosen: { row, commitType }, at, orgId, onRenamed }: NamedProps) {
  const [command] = at.state === 'success' && commitType === 'addition' ? at.commands : [];
  if (command === undefined) return <RoutineName row={row} />;
  return (
    <>
      <NameField
        orgId={orgId}
        command={command}
        cloudName={row.cloudName}
        onRenamed={(name) => onRenamed(row.cloudId, command.commandId, name)}
      />
      <span className={styles.source}>{row.cloudName}</span>
    </>
  );
}

/** Why a row failed; sources write Markdown. */
function Fault({ message }: { message: string }) {
  return (
    <div className={styles.error}>
      <Markdown>{message}</Markdown>
    </div>
  );
}

const words: Record<CommitType, string> = {
  addition: 'added',
  undeletion: 'brought back',
  update: 'updated',
  deletion: 'deleted',
};

/** `3 added, 1 updated, 1 failed`. */
function outcome({ rows, byCloudId }: CommitProgress): string {
  const counts = new Map<string, number>();
  for (const { row, commitType } of rows) {
    const state = byCloudId.get(row.cloudId)?.state;
    const word = state === 'success' ? words[commitType] : state === 'error' ? 'failed' : 'canceled';
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const order = [...Object.values(words), 'failed', 'canceled'];
  return order.flatMap((word) => (counts.has(word) ? [`${counts.get(word)} ${word}`] : [])).join(', ');
}
