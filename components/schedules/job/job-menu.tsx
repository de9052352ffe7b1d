'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { IconCalendarDown, IconDots, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { isSecretMark } from '@/lib/base/secret-mark';
import type { InputValues } from '@/lib/inputs/input';
import type { JobPart } from '@/lib/schedules/job-address';
import { type Command, type Job, useUpdateJob } from '../use-jobs';
import { openForm } from './open-form';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

interface JobMenuProps {
  command: Command;
  job: Job;
  orgSlug: string;
  onOpen: (step: JobPart['step']) => void;
}

/** What is rarely done with a job. */
export function JobMenu({ command, job, orgSlug, onOpen }: JobMenuProps) {
  const update = useUpdateJob(job);
  async function askToDelete(): Promise<void> {
    const isSure = await confirm({
      title: `Delete “${job.name}”?`,
      body: 'It no longer runs. Its runs stay in the history, and it can be restored.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (isSure) update.mutate({ isDeleted: true });
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${job.name}`} loading={update.isPending}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onOpen('name')}>
          Rename this job
        </Menu.Item>
        <Menu.Item
          leftSection={<IconExternalLink {...icon} />}
          onClick={() => openForm({ orgSlug, command, values: valuesOf(job), zone: job.cronTimezone })}
        >
          Open the form with these values
        </Menu.Item>
        {!job.isDeleted && (
          <>
            <Menu.Item leftSection={<IconCalendarDown {...icon} />} onClick={() => onOpen('backfill')}>
              Run missed times
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void askToDelete()}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const valuesOf = ({ inputs }: Job): InputValues =>
  Object.fromEntries(
    inputs.flatMap(({ input, valueJson }) => (isSecretMark(valueJson) ? [] : [[input.key, valueJson]])),
  );
