'use client';

import { useSessionStorage } from '@mantine/hooks';
import { z } from 'zod';
import { type Recipient, recipient, withRecipient } from './recipients';
import type { Subject } from './sharing';

const role = z.enum(['admin', 'runner']);

const draft = z.object({
  recipients: z.array(recipient),
  /** What is typed at their end, and is none of them yet. */
  text: z.string(),
  /** What who is added becomes. */
  role,
  note: z.string(),
  /** What becomes of those who are not in the organisation; null until it was chosen. */
  outsiders: z.enum(['only-this']).nullable(),
});

export type ShareDraft = z.output<typeof draft>;

const EMPTY: ShareDraft = { recipients: [], text: '', role: 'runner', note: '', outsiders: null };

/** Whom one was about to share with; it outlives the panel and a reload, and is forgotten with the tab. */
export function useShareDraft({ kind, orgId, id }: Subject) {
  const [value, setValue] = useSessionStorage<ShareDraft>({
    key: `pushboard:share:${orgId}:${kind}:${id}`,
    defaultValue: EMPTY,
    getInitialValueInEffect: false,
    deserialize: (text) => {
      try {
        return draft.parse(JSON.parse(text ?? ''));
      } catch {
        return EMPTY;
      }
    },
  });
  return {
    draft: value,
    change: (changes: Partial<ShareDraft>) => setValue((before) => ({ ...before, ...changes })),
    add: (one: Recipient) =>
      setValue((before) => ({ ...before, recipients: withRecipient(before.recipients, one) })),
    clear: () => setValue(EMPTY),
  };
}
