import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import dialog from '@/components/ui/feedback/dialogs/dialogs.module.css';
import type { ErrorChange } from './use-errors';

const DAY_MS = 24 * 60 * 60 * 1000;

const untils = [
  { value: 'days-1', label: 'For a day' },
  { value: 'days-7', label: 'For a week' },
  { value: 'days-30', label: 'For 30 days' },
  { value: 'runs-10', label: 'For 10 more failures' },
  { value: 'runs-100', label: 'For 100 more failures' },
  { value: 'runs-1000', label: 'For 1,000 more failures' },
];

function ignoredFor(value: string): ErrorChange {
  const [unit, amount] = value.split('-');
  const count = Number(amount);
  return unit === 'days'
    ? { state: 'ignored', ignoredUntil: new Date(Date.now() + count * DAY_MS).toISOString() }
    : { state: 'ignored', ignoredRuns: count };
}

/** Asks for how long an error is ignored. */
export function IgnoreForm({ onAnswer }: { onAnswer: (change: ErrorChange | null) => void }) {
  const [until, setUntil] = useState('days-7');
  function submit(event: FormEvent): void {
    event.preventDefault();
    onAnswer(ignoredFor(until));
  }
  return (
    <form onSubmit={submit}>
      <div className={dialog.body}>
        <NativeSelect
          data-autofocus
          label="How long"
          description="Nobody hears about it meanwhile. The first failure after that opens it again."
          data={untils}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </div>
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          Cancel
        </Button>
        <Button type="submit">Ignore</Button>
      </div>
    </form>
  );
}
