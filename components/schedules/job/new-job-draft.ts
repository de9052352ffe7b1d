'use client';

import { useSessionStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useOwnKey } from '@/components/ui/panels/own-key';
import { parseExactJson } from '@/lib/base/exact-json';
import { openValues } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import { opaqueObject } from '@/lib/wire/values';
import type { AlertDraft } from '../alerts/use-alerts';

/** A new job, while one goes through its panels. A reload keeps it, but for passwords and addresses outside. */
export interface NewJob {
  cronExpression: string;
  cronTimezone: string;
  skipsDaysOff: boolean;
  values: InputValues;
  alerts: AlertDraft[];
}

export const emptyJob = (): NewJob => ({
  cronExpression: '0 7 * * 1-5',
  cronTimezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  skipsDaysOff: false,
  values: {},
  alerts: [],
});

/** What the form behind the panel has, which its address keeps. */
function valuesOfForm(inputs: readonly Input[]): InputValues {
  const text =
    typeof window === 'undefined' ? null : new URLSearchParams(window.location.search).get('params');
  if (text === null) return {};
  try {
    return openValues(inputs, opaqueObject.parse(parseExactJson(text)));
  } catch {
    // The form says that its address can't be read.
    return {};
  }
}

/** Passwords, and addresses that may hold a key, outlive only the panels, in the memory of the page. */
const secrets = new Map<number, Pick<NewJob, 'values' | 'alerts'>>();

const isOutside = ({ alert }: AlertDraft): boolean => alert.channel !== 'email';

export function useNewJob(commandId: number, inputs: readonly Input[]) {
  const [empty] = useState(() => ({ ...emptyJob(), values: valuesOfForm(inputs) }));
  const [stored, setStored, forget] = useSessionStorage<NewJob>({
    key: useOwnKey(`pushboard:new-job:${commandId}`),
    defaultValue: empty,
    getInitialValueInEffect: false,
  });
  const secret = secrets.get(commandId);
  const draft: NewJob = {
    ...empty,
    ...stored,
    values: { ...stored.values, ...secret?.values },
    // A tab that was opened before new jobs had alerts has stored none.
    alerts: [...(stored.alerts ?? []), ...(secret?.alerts ?? [])],
  };
  return {
    draft,
    set(changes: Partial<NewJob>): void {
      const next = { ...draft, ...changes };
      const open = withoutSecrets(inputs, next.values);
      secrets.set(commandId, {
        values: Object.fromEntries(Object.entries(next.values).filter(([key]) => !Object.hasOwn(open, key))),
        alerts: next.alerts.filter(isOutside),
      });
      setStored({ ...next, values: open, alerts: next.alerts.filter((each) => !isOutside(each)) });
    },
    forget(): void {
      secrets.delete(commandId);
      forget();
    },
  };
}
