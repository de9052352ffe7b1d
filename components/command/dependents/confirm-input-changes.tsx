'use client';

import { callApi } from '@/lib/client/api-client';
import { listInputDependents } from '@/lib/contract/dependents/dependents';
import { comingTime } from '@/lib/runs/run-times';
import { confirmLosses } from './confirm-losses';
import { type InputChange, inputLosses } from './input-loss-words';

interface Asked {
  command: { orgId: string; commandId: number };
  /** What is done, by the keys of the inputs. */
  changes: ReadonlyMap<string, InputChange>;
  title: string;
  words?: string;
  confirmLabel: string;
  /** What is said if nothing depends on it; without it, nobody is asked then. */
  nothing?: string;
}

/** Asks whether inputs are to be changed, once the person has seen what has values for them or names them. */
export function confirmInputChanges({
  command: { orgId, commandId },
  changes,
  title,
  words = '',
  confirmLabel,
  nothing,
}: Asked): Promise<boolean> {
  if (changes.size === 0) return Promise.resolve(true);
  return confirmLosses({
    title,
    words,
    confirmLabel,
    read: async () =>
      inputLosses(
        await callApi(listInputDependents, { params: { orgId, kitId: commandId } }),
        changes,
        comingTime,
      ),
    nothing: nothing ?? null,
  });
}
