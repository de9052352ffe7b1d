import { access, constants, mkdir, statfs } from 'node:fs/promises';
import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import type { StoreSettings } from '@/server/base/store-settings';
import { openStore } from '@/server/results/stored/result-stores';
import { StoreFault } from '@/server/stores/store';
import { type Finding, failed, found } from '../finding';
import { shared } from '../shared-check';
import { ownCheck, sharedCheck } from './answer-service';

/** Both checks of the store ask it once together. */
const FRESH_MS = 5000;

export const checkStorageAddress = sharedCheck('address of results', () =>
  checkStore(({ resultsDir, settings }) => (settings === null ? `disk, ${resultsDir}` : addressOf(settings))),
);

export const checkStorageLocation = sharedCheck('location of results', () =>
  checkStore(({ resultsDir, settings }) => (settings === null ? resultsDir : placeIn(settings))),
);

/** The newest connection of each of the caller's organizations that stores results, whose admin they are. */
export const readStorageCredential = ownCheck(async ({ actor }) => {
  const orgIds =
    actor.kind === 'person'
      ? actor.memberships.flatMap((each) => (each.role === 'admin' ? each.orgId : []))
      : [];
  const rows = await query(
    { credential_id: column.int },
    statement`select max(credential_id) as credential_id from credential
      where org_id = any(${orgIds}::text[]) and for_results and deleted_at is null group by org_id order by 1`,
  );
  if (rows.length === 0) {
    return found(
      "Results are kept where the server is configured to keep them, not in a connection of your organization's own.",
    );
  }
  return found(
    'The connection that stores the results of your organization.',
    rows.map(({ credential_id }) => credential_id).join(', '),
  );
});

interface Place {
  resultsDir: string;
  settings: StoreSettings | null;
}

async function checkStore(data: (place: Place) => string): Promise<Finding> {
  const place: Place = { resultsDir: env().resultsDir, settings: env().resultStore };
  try {
    await shared('store of results', FRESH_MS, () => askStore(place));
  } catch (error) {
    return failed(
      error instanceof StoreFault ? error.message : "The store of results doesn't respond.",
      error,
    );
  }
  return found('The store of results responds.', data(place));
}

/** Throws if results can't be stored there. No file is written. */
async function askStore({ resultsDir, settings }: Place): Promise<void> {
  if (settings === null) {
    // As the first result does.
    await mkdir(resultsDir, { recursive: true, mode: 0o700 });
    await access(resultsDir, constants.R_OK | constants.W_OK);
    await statfs(resultsDir);
    return;
  }
  const store = await openStore(settings, false);
  // No file has such a name: the store says so, or why it doesn't answer.
  for await (const _ of store.list('diagnostics/')) break;
}

const addressOf = (settings: StoreSettings): string =>
  settings.kind === 'azure' ? settings.accountUrl : (settings.endpoint ?? `Amazon S3, ${settings.region}`);

const placeIn = (settings: StoreSettings): string =>
  settings.kind === 'azure' ? settings.container : `${settings.bucket}/${settings.prefix}`;
