'use client';

import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBeach, IconBellCog, IconDots, IconPlayerPause } from '@tabler/icons-react';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { DAYS_OFF } from '@/lib/schedules/job-address';
import { useJobSettings, useUpdateJobSettings } from './job/use-job-settings';
import styles from './jobs.module.css';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** What is set for all jobs of an organization: days off, addresses of alerts, and whether any of them fires. */
export function JobSettingsMenu({ orgId }: { orgId: string }) {
  const panels = useSidePanels();
  const settings = useJobSettings(orgId);
  const update = useUpdateJobSettings(orgId);
  if (settings.data === undefined) return null;
  async function pause(): Promise<void> {
    const isSure = await confirm({
      title: 'Pause all jobs?',
      body: 'No job of this organization fires until you resume them. The times they miss are counted in the history.',
      confirmLabel: 'Pause all',
    });
    if (isSure) update.mutate({ isPaused: true });
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={36} aria-label="Settings of all jobs" loading={update.isPending}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconBeach {...icon} />}
          onClick={() => panels.push({ kind: 'job', job: DAYS_OFF })}
        >
          Days off
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBellCog {...icon} />}
          onClick={() => panels.push({ kind: 'alert-addresses' })}
        >
          Outside addresses
        </Menu.Item>
        {settings.data.pausedAt === null && (
          <Menu.Item leftSection={<IconPlayerPause {...icon} />} onClick={() => void pause()}>
            Pause all
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Says that no job fires, while that is so, and lets them fire again. */
export function AllPausedNotice({ orgId }: { orgId: string }) {
  const { data } = useJobSettings(orgId);
  const update = useUpdateJobSettings(orgId);
  if (data === undefined || data.pausedAt === null) return null;
  return (
    <div className={styles.notice} role="status">
      <p>
        All jobs are paused since <Moment at={data.pausedAt} as="short" inSentence />
        {data.pausedBy === null ? '' : `, by ${data.pausedBy}`}. None of them fires.
      </p>
      <Button
        variant="default"
        size="compact-sm"
        loading={update.isPending}
        onClick={() => update.mutate({ isPaused: false })}
      >
        Resume all
      </Button>
    </div>
  );
}
