import { z } from 'zod';
import { longId, none, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** The most runs that one request marks. */
export const MOST_MARKED = 10_000;

export const markRuns = operation({
  id: 'markRuns',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/run-marks',
  summary: `Marks failed runs as handled, or as unhandled: some runs, or the newest ${MOST_MARKED} that match filters`,
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: requestBody({
    runIds: ['runIds', z.array(longId).min(1).max(200).optional()],
    /** Instead of the ids: filters as `listRuns` takes them. */
    filter: ['filter', z.array(z.string().max(1000)).min(1).max(30).optional()],
    isDealtWith: ['isDealtWith', z.boolean()],
  }),
  answer: {
    kind: 'json',
    status: 200,
    /** How many runs changed: those that didn't fail, or were so before, are left alone. */
    schema: resource({ changed: ['changed', z.int().min(0)] }),
  },
});
