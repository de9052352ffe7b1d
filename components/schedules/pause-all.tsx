'use client';

import { Button } from '@mantine/core';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { DAYS_OFF } from '@/lib/schedules/job-address';
import { AlertAddressesButton } from './alerts/alert-addresses-button';
import { useJobSettings, useUpdateJobSettings } from './job/use-job-settings';
import styles from './jobs.module.css';

/** What stops all jobs of an organization at once, and its days off. */
export function JobSettingsButtons({ orgId }: { orgId: string }) {
  const panels = useSidePanels();
  const settings = useJobSettings(orgId);
  const update = useUpdateJobSettings(orgId);
  if (settings.data === undefined) return null;
  const isPaused = settings.data.pausedAt !== null;
  async function toggle(): Promise<void> {
    const isSure =
      isPaused ||
      (await confirm({
        title: 'Pause all jobs?',
        body: 'No job of this organization fires until you resume them. The times they miss are counted in the history.',
        confirmLabel: 'Pause all',
      }));
    if (isSure) update.mutate({ isPaused: !isPaused });
  }
  return (
    <>
      <Button variant="default" onClick={() => panels.push({ kind: 'job', job: DAYS_OFF })}>
        Days off
      </Button>
      <AlertAddressesButton />
      <Button
        variant={isPaused ? 'filled' : 'default'}
        loading={update.isPending}
        onClick={() => void toggle()}
      >
        {isPaused ? 'Resume all' : 'Pause all'}
      </Button>
    </>
  );
}

/** Says that no job fires, while that is so. */
export function AllPausedNotice({ orgId }: { orgId: string }) {
  const { data } = useJobSettings(orgId);
  if (data === undefined || data.pausedAt === null) return null;
  return (
    <p className={styles.notice} role="status">
      <span>
        All jobs are paused since <Moment at={data.pausedAt} as="short" inSentence />
        {data.pausedBy === null ? '' : `, by ${data.pausedBy}`}. None of them fires.
      </span>
    </p>
  );
}
