'use client';

import { Button, Loader } from '@mantine/core';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconExternalLink,
} from '@tabler/icons-react';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import styles from './commit-summary.module.css';
import type { CommitType } from './differences/diff-sections';
import type { ChosenRow, RowProgress } from './use-commit';

const doneWords: Record<CommitType, string> = {
  addition: 'Added',
  undeletion: 'Brought back',
  update: 'Updated',
  deletion: 'Deleted',
};

export function StateIcon({ progress, commitType }: { progress: RowProgress; commitType: CommitType }) {
  const icon = { size: 16, stroke: 1.75, role: 'img' } as const;
  switch (progress.state) {
    case 'in_progress':
      return <Loader size={16} aria-label="In progress" />;
    case 'success':
      return <IconCircleCheck className={styles.good} {...icon} aria-label={doneWords[commitType]} />;
    case 'error':
      return <IconAlertCircle className={styles.bad} {...icon} aria-label="Failed" />;
    case 'cancelled':
      return <IconCircleMinus {...icon} aria-label="Canceled" />;
    case 'waiting':
      return <IconClock {...icon} aria-label="Waiting" />;
  }
}

interface NextStepsProps {
  progress: RowProgress;
  chosen: ChosenRow;
  orgSlug: string;
}

/** What to do next with the command of a row, if there is one. */
export function NextSteps({ progress, chosen: { row, commitType }, orgSlug }: NextStepsProps) {
  if (progress.state === 'error') {
    // A command that couldn't be updated is still there unchanged.
    const [command] = row.commands;
    return command === undefined ? null : <Open command={command} orgSlug={orgSlug} />;
  }
  if (progress.state !== 'success' || commitType === 'deletion') return null;
  const [command] = progress.commands;
  return command === undefined ? null : <Steps command={command} orgSlug={orgSlug} />;
}

interface Made {
  commandId: number;
  name: string;
}

function Steps({ command, orgSlug }: { command: Made; orgSlug: string }) {
  const panels = useSidePanels();
  const { commandId, name } = command;
  return (
    <>
      <Open command={command} orgSlug={orgSlug} />
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Configure ${name}`}
        onClick={() => panels.push({ kind: 'configure', commandId })}
      >
        Configure
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Share ${name}`}
        onClick={() => panels.push({ kind: 'share', commandId })}
      >
        Share
      </Button>
    </>
  );
}

/** Opens a command in a new tab, so that the list stays. */
function Open({ command: { commandId, name }, orgSlug }: { command: Made; orgSlug: string }) {
  return (
    <Button
      component="a"
      href={paths.builder(orgSlug, commandId)}
      target="_blank"
      rel="noopener"
      variant="default"
      size="compact-sm"
      title="Open in a new tab"
      rightSection={<IconExternalLink size={14} stroke={1.75} aria-hidden />}
      aria-label={`Open ${name} in a new tab`}
    >
      Open
    </Button>
  );
}
