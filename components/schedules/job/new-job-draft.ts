'use client';

import { useSessionStorage } from '@mantine/hooks';
import { useState } from 'react';
import type { Input, InputValues } from '@/lib/inputs/input';
import { withoutSecrets } from '@/lib/inputs/secret-values';

/** A new job, while one goes through its panels. A reload keeps it, but for passwords. */
export interface NewJob {
  cronExpression: string;
  cronTimezone: string;
  values: InputValues;
}

export const emptyJob = (): NewJob => ({
  cronExpression: '0 7 * * 1-5',
  cronTimezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  values: {},
});

/** Passwords outlive only the panels, in the memory of the page. */
const secrets = new Map<number, InputValues>();

export function useNewJob(commandId: number, inputs: readonly Input[]) {
  const [empty] = useState(emptyJob);
  const [stored, setStored, forget] = useSessionStorage<NewJob>({
    key: `pushboard:new-job:${commandId}`,
    defaultValue: empty,
    getInitialValueInEffect: false,
  });
  const draft: NewJob = { ...stored, values: { ...stored.values, ...secrets.get(commandId) } };
  return {
    draft,
    set(changes: Partial<NewJob>): void {
      const next = { ...draft, ...changes };
      const open = withoutSecrets(inputs, next.values);
      secrets.set(
        commandId,
        Object.fromEntries(Object.entries(next.values).filter(([key]) => !Object.hasOwn(open, key))),
      );
      setStored({ ...next, values: open });
    },
    forget(): void {
      secrets.delete(commandId);
      forget();
    },
  };
}
