import { join } from 'node:path';
import { env } from '@/server/env';

/** Where a worker writes a combined file, apart from the results of runs. */
export const combinedPath = (orgId: string, combinedId: number): string =>
  join(env().resultsDir, encodeURIComponent(orgId), 'combined', `${combinedId}.xlsx`);
