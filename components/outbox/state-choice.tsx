'use client';

import { NativeSelect } from '@mantine/core';
import { mailState } from '@/lib/contract/sharing/mail';
import { stateLabels } from './outbox-words';
import type { OutboxRow } from './use-outbox';

interface StateChoiceProps {
  state: OutboxRow['state'] | null;
  onChoose: (state: OutboxRow['state'] | null) => void;
}

/** The filter for messages by status. */
export function StateChoice({ state, onChoose }: StateChoiceProps) {
  return (
    <NativeSelect
      aria-label="Which messages"
      data={[
        { value: '', label: 'All messages' },
        ...mailState.options.map((value) => ({ value, label: stateLabels[value].word })),
      ]}
      value={state ?? ''}
      onChange={(event) => {
        const chosen = mailState.safeParse(event.currentTarget.value);
        onChoose(chosen.success ? chosen.data : null);
      }}
    />
  );
}
