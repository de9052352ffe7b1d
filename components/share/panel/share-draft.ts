'use client';

import { useSessionStorage } from '@mantine/hooks';
import { z } from 'zod';
import { useOwnKey } from '@/components/ui/panels/own-key';
import { type Recipient, recipient, withRecipient } from '../recipients/recipients';
import type { Subject } from './sharing';

/** `both`: invited to the organization, too; `only-this`: given a command, and nothing else of it. */
const outsiders = z.enum(['both', 'only-this']);
const role = z.enum(['admin', 'runner']);
const orgRole = z.enum(['admin', 'member']);

const draft = z.object({
  recipients: z.array(recipient),
  /** Unfinished text after them. */
  text: z.string(),
  /** The role for added recipients. */
  role,
  note: z.string(),
  /** What to do with people who aren't in the organization; null until chosen. */
  outsiders: outsiders.nullable(),
  /** The role in the organization of those who are invited to it. */
  orgRole,
  /** Whether the members among them become admins of the organization. */
  makesAdmins: z.boolean(),
  /** The commands behind its buttons that are shared, too, by id. */
  alsoShare: z.array(z.number()).default([]),
});

export type ShareDraft = z.output<typeof draft>;

const EMPTY: ShareDraft = {
  recipients: [],
  text: '',
  role: 'runner',
  note: '',
  outsiders: null,
  orgRole: 'member',
  makesAdmins: false,
  alsoShare: [],
};

/** A draft that survives closing its panel and reloading, and is deleted with the tab. */
function useTyped<T>(key: string, schema: z.ZodType<T>, empty: T) {
  return useSessionStorage<T>({
    key: useOwnKey(`pushboard:${key}`),
    defaultValue: empty,
    getInitialValueInEffect: false,
    deserialize: (text) => {
      try {
        return schema.parse(JSON.parse(text ?? ''));
      } catch {
        return empty;
      }
    },
  });
}

/** The draft of recipients to share with. */
export const useShareDraft = ({ kind, orgId, id }: Subject) => useShareTyped(`share:${orgId}:${kind}:${id}`);

/** A draft of recipients and a note, under a key of its own. */
export function useShareTyped(key: string) {
  const [value, setValue] = useTyped(key, draft, EMPTY);
  return {
    draft: value,
    change: (changes: Partial<ShareDraft>) => setValue((before) => ({ ...before, ...changes })),
    add: (one: Recipient) =>
      setValue((before) => ({ ...before, recipients: withRecipient(before.recipients, one) })),
    clear: () => setValue(EMPTY),
  };
}

const inviteDraft = z.object({
  addresses: z.array(z.string()),
  role: z.enum(['member', 'admin']),
  note: z.string(),
  groupIds: z.array(z.string()).default([]),
  folderIds: z.array(z.number()).default([]),
});

type InviteDraft = z.output<typeof inviteDraft>;

const NOBODY: InviteDraft = { addresses: [], role: 'member', note: '', groupIds: [], folderIds: [] };

/** The draft of people to invite to the organization. */
export function useInviteDraft(orgId: string) {
  const [value, setValue] = useTyped(`invite:${orgId}`, inviteDraft, NOBODY);
  return {
    ...value,
    change: (changes: Partial<InviteDraft>) => setValue((before) => ({ ...before, ...changes })),
    clear: () => setValue(NOBODY),
  };
}
