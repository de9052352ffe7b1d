'use client';

import { Button, Checkbox, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import {
  ALERT_CHANNELS,
  ALERT_EVENTS,
  type AlertChannel,
  type AlertEvent,
  alertChannelWords,
  alertEventWords,
  goesWithResult,
  ONLY_WHEN,
  type OnlyWhen,
  onlyWhenWords,
} from '@/lib/schedules/alerts';
import styles from '../jobs.module.css';
import type { AlertSubject } from './alert-words';
import { NoMailServer } from './no-mail-server';
import { type MailRecipient, RecipientSelect } from './recipient-select';
import type { AlertDraft } from './use-alerts';

interface NewAlertFormProps {
  /** The command whose job it is. */
  subject: { orgId: string; commandId: number };
  /** What is usually wanted from where the form was opened; all of it can be changed. */
  about: AlertSubject;
  isPending: boolean;
  error: Error | null;
  onAdd: (added: AlertDraft) => void;
  onCancel: () => void;
}

/** Chooses whom to tell, of what. */
export function NewAlertForm({ subject, about, isPending, error, onAdd, onCancel }: NewAlertFormProps) {
  const [channel, setChannel] = useState<AlertChannel>('email');
  const [to, setTo] = useState<MailRecipient | null>(null);
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<AlertEvent[]>(
    about === 'results' ? ['success'] : ['first_failure', 'recovery'],
  );
  const [onlyWhen, setOnlyWhen] = useState<OnlyWhen>('always');
  const [attachesResult, setAttaches] = useState(about === 'results');
  const [urlProblem, setUrlProblem] = useState<string | null>(null);
  const isMail = channel === 'email';

  function submit(event: FormEvent): void {
    event.preventDefault();
    const rest = {
      channel,
      events,
      onlyWhen: goesWithResult({ events }) ? onlyWhen : ('always' as const),
      attachesResult: isMail && attachesResult,
    };
    if (isMail) {
      if (to !== null) onAdd({ alert: { ...rest, ...to.target }, target: to.name });
    } else if (URL.canParse(url)) onAdd({ alert: { ...rest, url }, target: new URL(url).host });
    else setUrlProblem('Enter a whole address, such as https://hooks.example.com/abc.');
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <SegmentedControl
          aria-label="How"
          data={ALERT_CHANNELS.map((value) => ({ value, label: alertChannelWords[value] }))}
          value={channel}
          onChange={(value) => setChannel(ALERT_CHANNELS.find((each) => each === value) ?? 'email')}
        />
        {isMail ? (
          <RecipientSelect subject={subject} chosen={to} onChange={setTo} />
        ) : (
          <TextInput
            label="Address"
            placeholder="https://"
            description="The message says what happened, and links to the run. It holds no values and no results."
            value={url}
            error={urlProblem}
            onChange={(event) => {
              setUrl(event.currentTarget.value);
              setUrlProblem(null);
            }}
          />
        )}
        {isMail && <NoMailServer />}
        <Checkbox.Group
          label="When"
          value={events}
          onChange={(values) => setEvents(ALERT_EVENTS.filter((event) => values.includes(event)))}
        >
          <Stack gap={6} mt={6}>
            {ALERT_EVENTS.map((event) => (
              <Checkbox key={event} value={event} label={alertEventWords[event]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {goesWithResult({ events }) && (
          <Select
            label="Which successes"
            data={ONLY_WHEN.map((value) => ({ value, label: onlyWhenWords[value] }))}
            value={onlyWhen}
            allowDeselect={false}
            onChange={(value) => setOnlyWhen(ONLY_WHEN.find((each) => each === value) ?? 'always')}
          />
        )}
        {isMail && (
          <Checkbox
            label="Attach the result"
            checked={attachesResult}
            onChange={(event) => setAttaches(event.currentTarget.checked)}
          />
        )}
        {error !== null && <ErrorNotice error={error} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={isPending}
            disabled={events.length === 0 || (isMail ? to === null : url.trim() === '')}
          >
            Add
          </Button>
        </div>
      </Stack>
    </form>
  );
}
