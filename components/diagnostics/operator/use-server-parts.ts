'use client';

import type { ServerCheckResult } from '@/lib/contract/diagnostics/server';
import type { CheckView } from '../checks/check-view';
import { useChecks } from '../checks/use-checks';
import { serverGroups, serverParts } from './server-parts';

/** A part of the server, with what was found besides the message; null before the first answer. */
export interface ServerPart {
  view: CheckView;
  found: ServerCheckResult | null;
}

/** The operator's checks by group; none of them is made for anyone else. */
export function useServerParts(isOperator: boolean): { title: string; parts: ServerPart[] }[] {
  const { views, answers } = useChecks(isOperator ? serverParts : []);
  const all = views.map((view, index): ServerPart => ({ view, found: answers[index] ?? null }));
  let first = 0;
  return isOperator
    ? serverGroups.map(({ title, parts }) => {
        const own = all.slice(first, first + parts.length);
        first += parts.length;
        return { title, parts: own };
      })
    : [];
}
