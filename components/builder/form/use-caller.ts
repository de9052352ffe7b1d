'use client';

import { useMemo } from 'react';
import type { ValuesCaller } from '@/lib/values/values-caller';
import type { Command } from '../use-command';
import { useStartupVariables } from './starting-values/use-startup-variables';

/** The person at a form; null for a signed-out visitor. */
export type FormPerson = { userId: string; name: string; email: string | null } | null;

/** The person as far as the values of a form depend on them. */
export function useCaller(command: Command, person: FormPerson): ValuesCaller {
  const startup = useStartupVariables(command);
  return useMemo<ValuesCaller>(
    () => ({
      variables: {
        ...startup,
        user_id: person?.userId ?? null,
        user_email: person?.email ?? null,
        user_name: person?.name ?? null,
      },
      mayOverrideHidden: command.role === 'admin',
    }),
    [startup, person?.userId, person?.email, person?.name, command.role],
  );
}
