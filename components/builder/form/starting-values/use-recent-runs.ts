'use client';

import { type FocusEvent, useRef, useState } from 'react';
import type { Command } from '@/components/builder/use-command';
import type { RecentValues } from '@/components/input-form/recent-values';

/**
 * What the person ran the command with before, from when they first come to a field of its form. A press on Run alone
 * doesn't ask for it: that would be ahead of the run.
 */
export function useRecentRuns({ orgId, commandId, hasAccess }: Command, userId: string | null) {
  const [values, setValues] = useState<RecentValues>({});
  const isAsked = useRef(!hasAccess || userId === null);
  const prepare = ({ target }: FocusEvent<HTMLElement>) => {
    if (isAsked.current || !target.matches('input, textarea')) return;
    isAsked.current = true;
    import('./recent-runs')
      .then(({ readRecentValues }) => readRecentValues(orgId, commandId, userId ?? '', setValues))
      .catch(() => {
        // They are a convenience; the next field asks again.
        isAsked.current = false;
      });
  };
  return { values, prepare };
}
