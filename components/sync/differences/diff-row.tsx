'use client';

import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ChangeList } from '@/components/command/source-changes/change-list';
import { Chip } from '@/components/ui/text/chip';
import { Moment } from '@/components/ui/text/moment';
import { lossesOf } from '@/lib/changes/dependent-words';
import { changesData, warningLabel } from '@/lib/commands/warning-tag';
import { comingTime } from '@/lib/runs/run-times';
import { EffectChoice } from '../effects/effect-choice';
import { type Effect, type Effects, effectOf } from '../effects/effects';
import styles from './diff-row.module.css';
import type { CommitType } from './diff-sections';
import { RoutineName } from './routine-name';
import type { DiffRow as Row } from './use-diff';
import { NO_RENAMES, type RenameChoice } from './use-renames';

export interface RowActions {
  toggle: (cloudId: string) => void;
  ignore: (row: Row) => void;
  offerAgain: (row: Row) => void;
  say: (cloudId: string, effect: Effect) => void;
  /** Shows what changed in the code of a command; null for sources whose commands aren't code. */
  viewCode: ((commandId: number) => void) | null;
}

interface DiffRowProps {
  row: Row;
  /** Null if there is nothing to select. */
  commitType: CommitType | null;
  isChosen: boolean;
  /** What people said that rows do to data. */
  effects: Effects;
  /** Whether rows without an answer stand out. */
  isAsked: boolean;
  terms: readonly string[];
  renames: RenameChoice;
  actions: RowActions;
}

/** One thing at a source: its name, its changes, the people affected, and its actions. */
export function DiffRow({
  row,
  commitType,
  isChosen,
  effects,
  isAsked,
  terms,
  renames,
  actions,
}: DiffRowProps) {
  const name = <RoutineName row={row} terms={terms} />;
  const facts = <Facts row={row} />;
  return (
    <>
      <div className={styles.line}>
        {commitType === null ? (
          <div className={styles.plain}>
            {name}
            {facts}
          </div>
        ) : (
          <Checkbox
            className={styles.choice}
            checked={isChosen}
            disabled={commitType === 'addition' && row.unavailableReason !== null}
            onChange={() => actions.toggle(row.cloudId)}
            label={name}
            description={facts}
            classNames={{ label: styles.label, description: styles.description, labelWrapper: styles.words }}
          />
        )}
        {commitType === 'addition' && isChosen && (
          <EffectChoice
            cloudName={row.cloudName}
            effect={effectOf(row, effects)}
            isAsked={isAsked && isChosen}
            onChoose={(effect) => actions.say(row.cloudId, effect)}
          />
        )}
        {commitType === 'addition' && !isChosen && changesData(row.warningTag) && (
          <Chip kind="caution">{warningLabel(row.warningTag)}</Chip>
        )}
        <Action row={row} commitType={commitType} actions={actions} />
      </div>
      {row.changes.length > 0 && (
        <ChangeList
          changes={row.changes}
          renames={{
            refused: renames.refused.get(row.cloudId) ?? NO_RENAMES,
            toggle: (to) => renames.toggle(row.cloudId, to),
          }}
        />
      )}
      <Losses row={row} />
      {row.diffType === 'update' && <CodeButton row={row} viewCode={actions.viewCode} />}
    </>
  );
}

/** What stops working once the commands of the row are deleted. */
function Losses({ row }: { row: Row }) {
  const losses = new Set(row.dependents.flatMap((of) => lossesOf(of, comingTime)));
  if (losses.size === 0) return null;
  return (
    <ul className={styles.losses} aria-label="What stops working">
      {[...losses].map((loss) => (
        <li key={loss}>{loss}</li>
      ))}
    </ul>
  );
}

function CodeButton({ row, viewCode }: { row: Row; viewCode: RowActions['viewCode'] }) {
  const { commandId } = row;
  if (commandId === null || viewCode === null) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`View what changed in ${row.cloudName}`}
      onClick={() => viewCode(commandId)}
    >
      View what changed
    </Button>
  );
}

/** What people want to know before deciding. */
function Facts({ row }: { row: Row }): ReactNode {
  const facts = [
    row.commands.length > 0 && `Command: ${row.commands.map(({ name }) => name).join(', ')}`,
    row.diffType === 'deletion' && `Dropped at the source${ranBy(row.recentRunnerCount)}`,
    row.diffType === 'update' &&
      row.recentRunnerCount > 0 &&
      `${people(row.recentRunnerCount)} ran it this month`,
  ].filter((fact) => fact !== false);
  if (facts.length === 0 && row.unavailableReason === null && row.sourceChange === null) return null;
  return (
    <>
      {facts.length > 0 && <span className={styles.said}>{facts.join(' · ')}</span>}
      {row.sourceChange !== null && (
        <span className={styles.said}>
          Pushed <Moment at={row.sourceChange.at} as="ago" />
        </span>
      )}
      {row.unavailableReason !== null && <span className={styles.reason}>{row.unavailableReason}</span>}
    </>
  );
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const ranBy = (count: number) => (count === 0 ? '' : `; ${people(count)} ran it this month`);

function Action({ row, commitType, actions }: Pick<DiffRowProps, 'row' | 'commitType' | 'actions'>) {
  if (row.ignoreId !== null) {
    return (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Offer again: ${row.cloudName}`}
        onClick={() => actions.offerAgain(row)}
      >
        Offer again
      </Button>
    );
  }
  if (commitType === 'deletion') return <Chip kind="bad">gone</Chip>;
  if (commitType !== 'addition' && commitType !== 'undeletion') return null;
  return (
    <ActionIcon
      title="Ignore: stop offering it"
      aria-label={`Ignore ${row.cloudName}`}
      onClick={() => actions.ignore(row)}
    >
      <IconEyeOff size={16} stroke={1.75} />
    </ActionIcon>
  );
}
