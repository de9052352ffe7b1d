import { z } from 'zod';
import { longId, none, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** The most runs whose results one request deletes. */
export const MOST_DELETED = 200;

export const deleteResults = operation({
  id: 'deleteResults',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/deleted-results',
  summary: `Deletes the results of up to ${MOST_DELETED} runs, as far as the caller may; the runs stay in the history`,
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: requestBody({ runIds: ['runIds', z.array(longId).min(1).max(MOST_DELETED)] }),
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      /** Whose results are gone now; those that were deleted before don't count. */
      deleted: ['deleted', z.int().min(0)],
      /** Those that the caller may not delete. */
      refused: ['refused', z.int().min(0)],
      /** Those that are still in progress. */
      inProgress: ['in_progress', z.int().min(0)],
    }),
  },
});
