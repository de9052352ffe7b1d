'use client';

import { Button } from '@mantine/core';
import { IconCalendarPlus, IconStack2 } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { whyNotScheduled } from '@/components/command/why-not-scheduled';
import { servedPart } from '@/components/ui/loading/served-part';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { jobPanel } from '@/lib/schedules/job-address';
import type { Command } from '../use-command';
import styles from './run-bar.module.css';

const UnavailableButton = servedPart(
  dynamic(() => import('@/components/ui/layout/unavailable-button')),
  () => import('@/components/ui/layout/unavailable-button'),
);

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** The other ways to run a command than once and now: for many rows, and at set times. */
export function OtherWays({ command, takesInputs }: { command: Command; takesInputs: boolean }) {
  const panels = useSidePanels();
  return (
    <span className={styles.others}>
      {takesInputs && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconStack2 {...icon} />}
          onClick={() => panels.push({ kind: 'bulk', rows: '' })}
        >
          Bulk run
        </Button>
      )}
      <ScheduleButton command={command} />
    </span>
  );
}

function ScheduleButton({ command }: { command: Command }) {
  const panels = useSidePanels();
  const { commandId, creatorName } = command;
  const looks = {
    variant: 'subtle',
    color: 'gray',
    leftSection: <IconCalendarPlus {...icon} />,
    children: 'Schedule',
  } as const;
  const reason = whyNotScheduled(command, creatorName);
  if (reason === null) {
    const open = () => panels.push(jobPanel({ commandId, jobId: null, step: 'schedule' }));
    return <Button {...looks} onClick={open} />;
  }
  return <UnavailableButton {...looks} reason={reason} />;
}
