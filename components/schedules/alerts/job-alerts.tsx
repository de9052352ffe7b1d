'use client';

import { ActionIcon, Button } from '@mantine/core';
import { IconBell, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { Chip } from '@/components/ui/text/chip';
import { Moment } from '@/components/ui/text/moment';
import { alertEventWords, goesWithResult, isOfFailures } from '@/lib/schedules/alerts';
import type { JobStepProps } from '../job/job-step';
import styles from '../jobs.module.css';
import type { Job } from '../use-jobs';
import type { AlertSubject } from './alert-words';
import { NewAlertForm } from './new-alert-form';
import { type JobAlert, useAlerts, useDeleteAlert } from './use-alerts';

export const channelWords = { email: 'Mail', webhook: 'Webhook', slack: 'Slack', teams: 'Teams' } as const;

const subjects = {
  results: {
    title: 'Send to',
    add: 'Add recipient',
    none: 'No recipients',
    hint: 'Send people who have the command, or an address of another program, what each run returns.',
    includes: goesWithResult,
  },
  failures: {
    title: 'Alerts',
    add: 'Add alert',
    none: 'No alerts',
    hint: 'Report to people who have the command, or to an address of another program, when a run fails or works again.',
    includes: isOfFailures,
  },
} as const;

interface JobAlertsProps extends JobStepProps {
  job: Job;
  about: AlertSubject;
}

/** Who gets the results of a job, or who hears of its failures. */
export function JobAlerts({ job, about }: JobAlertsProps) {
  const alerts = useAlerts(job);
  const [isAdding, setAdding] = useState(false);
  const { title, add, none, hint, includes } = subjects[about];
  return (
    <SidePanel
      title={title}
      context={job.name}
      footer={isAdding ? undefined : <Button onClick={() => setAdding(true)}>{add}</Button>}
    >
      {isAdding ? (
        <NewAlertForm job={job} about={about} onDone={() => setAdding(false)} />
      ) : (
        <QueryState
          query={{ ...alerts, data: alerts.data?.filter(includes) }}
          loading={<ListSkeleton rows={2} />}
          isEmpty={(all) => all.length === 0}
          empty={
            <EmptyNotice icon={<IconBell size={22} stroke={1.75} />} title={none}>
              {hint}
            </EmptyNotice>
          }
        >
          {(all) => (
            <ul className={styles.list} aria-label={title}>
              {all.map((alert) => (
                <AlertItem key={alert.alertId} job={job} alert={alert} />
              ))}
            </ul>
          )}
        </QueryState>
      )}
    </SidePanel>
  );
}

function AlertItem({ job, alert }: { job: Job; alert: JobAlert }) {
  const remove = useDeleteAlert(job);
  const { target, channel, events, onlyWhen, attachesResult, isReached, lastDelivery } = alert;
  const more = [
    onlyWhen === 'rows' ? 'only with rows' : onlyWhen === 'changed' ? 'only if the result changed' : null,
    attachesResult ? 'with the result' : null,
  ].filter((part) => part !== null);
  return (
    <li className={styles.item}>
      <span className={styles.names}>
        <span className={styles.name}>
          {target} <Chip>{channelWords[channel]}</Chip> {!isReached && <Chip kind="caution">No access</Chip>}
        </span>
        <span className={styles.quiet}>
          {events.map((event) => alertEventWords[event]).join(', ')}
          {more.length > 0 && `; ${more.join(', ')}`}
        </span>
        {lastDelivery !== null && (
          <span className={styles.quiet}>
            {lastDelivery.state === 'sent' ? 'Sent' : (lastDelivery.error ?? 'Waiting')}{' '}
            <Moment at={lastDelivery.at} as="short" />
          </span>
        )}
      </span>
      <ActionIcon
        aria-label={`Delete the alert to ${target}`}
        loading={remove.isPending}
        onClick={() => remove.mutate(alert.alertId)}
      >
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}
