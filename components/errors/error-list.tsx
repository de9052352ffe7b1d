'use client';

import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { SourceIcon } from '@/components/command/source-icon';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { CardRow, CardTable } from '@/components/ui/table/card-table';
import { Moment } from '@/components/ui/text/moment';
import { formatCount } from '@/lib/results/table/row-counts';
import { errorTitle } from '@/lib/runs/error-title';
import { commandWords, originOf, stateLabels } from './error-words';
import styles from './errors-view.module.css';
import type { ListedError } from './use-errors';

const COLUMNS = ['Error', 'State', 'Runs', 'Last seen', 'People', 'Commands', 'Assigned to'];

/** Errors, each of which opens its panel. */
export function ErrorList({ errors }: { errors: readonly ListedError[] }) {
  const panels = useSidePanels();
  return (
    <CardTable label="Errors" columns={COLUMNS} minWidth={960}>
      {errors.map((error) => (
        <CardRow key={error.errorId} name={errorTitle(error.title)} columns={COLUMNS}>
          <span className={styles.error}>
            <SourceIcon kind={error.sourceKind} />
            <span className={styles.what}>
              <UnstyledButton
                className={styles.title}
                onClick={() => panels.push({ kind: 'error', errorId: error.errorId })}
              >
                {errorTitle(error.title)}
              </UnstyledButton>
              <span className={styles.origin}>{originOf(error)}</span>
            </span>
            <IconChevronRight className={styles.chevron} size={16} stroke={1.75} aria-hidden />
          </span>
          <StatusPill {...stateLabels[error.state]} />
          <span className={styles.number}>{formatCount(error.runs + error.privateRuns)}</span>
          <Moment at={error.lastAt} as="ago" />
          <span className={styles.number}>{formatCount(error.people)}</span>
          <span>{commandWords(error.commands, error.commandCount)}</span>
          <span>{error.assignee?.name ?? 'Nobody'}</span>
        </CardRow>
      ))}
    </CardTable>
  );
}
