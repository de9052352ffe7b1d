'use client';

import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconBell, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Chip } from '@/components/ui/text/chip';
import { Moment } from '@/components/ui/text/moment';
import { alertChannelWords, alertEventWords, goesWithResult, isOfFailures } from '@/lib/schedules/alerts';
import type { JobStepProps } from '../job/job-step';
import styles from '../jobs.module.css';
import { type AlertList, useNewAlerts, useSavedAlerts } from './alert-lists';
import type { AlertSubject } from './alert-words';
import { NewAlertForm } from './new-alert-form';
import { NoMailServer } from './no-mail-server';
import { SigningKey } from './signing-key';
import type { JobAlert } from './use-alerts';

const subjects = {
  results: {
    title: 'Send to',
    add: 'Add recipient',
    none: 'No recipients',
    hint: 'Send people who have the command, or another program, what each run returns.',
    includes: goesWithResult,
  },
  failures: {
    title: 'Alerts',
    add: 'Add alert',
    none: 'No alerts',
    hint: 'Tell people who have the command, or another program, when a run fails and when it works again. Without alerts, the engineers of the command hear of each new error once, in the bell.',
    includes: isOfFailures,
  },
} as const;

interface JobAlertsProps extends JobStepProps {
  about: AlertSubject;
}

/** Who gets the results of a job, or who hears of its failures. Those of a new job are saved with it. */
export function JobAlerts({ job, command, about }: JobAlertsProps) {
  return job === null ? (
    <NewAlerts command={command} about={about} />
  ) : (
    <SavedAlerts job={job} about={about} />
  );
}

function SavedAlerts({ job, about }: { job: NonNullable<JobStepProps['job']>; about: AlertSubject }) {
  return <AlertsPanel about={about} context={job.name} subject={job} list={useSavedAlerts(job)} />;
}

function NewAlerts({ command, about }: Omit<JobAlertsProps, 'job' | 'orgSlug'>) {
  const context = `New job of ${command.name}`;
  return <AlertsPanel about={about} context={context} subject={command} list={useNewAlerts(command)} />;
}

interface AlertsPanelProps {
  about: AlertSubject;
  context: string;
  subject: { orgId: string; commandId: number };
  list: AlertList;
}

function AlertsPanel({ about, context, subject, list }: AlertsPanelProps) {
  const panels = useSidePanels();
  const { alerts, create } = list;
  const [isAdding, setAdding] = useState(false);
  const { title, add, none, hint, includes } = subjects[about];
  const listed = alerts.data?.filter(includes);
  const adding = <Button onClick={() => setAdding(true)}>{add}</Button>;
  const signingKey = create.data?.signingKey ?? null;
  function close(): void {
    setAdding(false);
    create.reset();
  }
  return (
    <SidePanel
      title={title}
      context={context}
      footer={
        isAdding || listed === undefined || listed.length === 0 ? undefined : (
          <>
            <Button variant="default" onClick={panels.pop}>
              Done
            </Button>
            {adding}
          </>
        )
      }
    >
      {isAdding && signingKey !== null && <SigningKey text={signingKey} onDone={close} />}
      {isAdding && signingKey === null && (
        <NewAlertForm
          subject={subject}
          about={about}
          isPending={create.isPending}
          error={create.error}
          onCancel={close}
          onAdd={(added) =>
            create.mutate(added, { onSuccess: (made) => made.signingKey === null && close() })
          }
        />
      )}
      {!isAdding && (
        <QueryState
          query={{ ...alerts, data: listed }}
          loading={<ListSkeleton rows={2} />}
          isEmpty={(all) => all.length === 0}
          empty={
            <EmptyNotice icon={<IconBell size={22} stroke={1.75} />} title={none} action={adding}>
              {hint}
            </EmptyNotice>
          }
        >
          {(all) => (
            <Stack gap="lg">
              {all.some(({ channel }) => channel === 'email') && <NoMailServer />}
              <ul className={styles.list} aria-label={title}>
                {all.map((alert) => (
                  <AlertItem key={alert.alertId} remove={list.remove} alert={alert} />
                ))}
              </ul>
            </Stack>
          )}
        </QueryState>
      )}
    </SidePanel>
  );
}

function AlertItem({ remove, alert }: { remove: AlertList['remove']; alert: JobAlert }) {
  const { target, channel, events, onlyWhen, attachesResult, isReached, lastDelivery } = alert;
  const more = [
    onlyWhen === 'rows' ? 'only with rows' : onlyWhen === 'changed' ? 'only if the result changed' : null,
    attachesResult ? 'with the result' : null,
  ].filter((part) => part !== null);
  return (
    <li className={styles.item}>
      <span className={styles.names}>
        <span className={styles.name}>
          {target} <Chip>{alertChannelWords[channel]}</Chip>{' '}
          {!isReached && <Chip kind="caution">No access</Chip>}
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
        loading={remove.isPending && remove.variables === alert.alertId}
        onClick={() => remove.mutate(alert.alertId)}
      >
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}
