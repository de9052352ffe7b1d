import { createHash } from 'node:crypto';
import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { log } from '@/server/base/log';
import { noteAnswer, noteFault } from '@/server/base/outside/troubles';
import { processWide } from '@/server/base/process-wide';
import { open, seal } from '@/server/base/secrets/seal';
import { locationOf, type StoreSettings, storeSettings } from '@/server/base/store-settings';
import { networkPolicy } from '@/server/connections/network-policy';
import { openStored, STORED_CREDENTIAL, storedShape } from '@/server/connections/open-credential';
import { guardedAgent } from '@/server/connectors/_shared/guarded-agent';
import { type AgentFor, azureStore } from '@/server/stores/azure-store';
import { diskStore } from '@/server/stores/disk-store';
import type { StoreWatch } from '@/server/stores/patient-store';
import { s3Store } from '@/server/stores/s3-store';
import type { ResultStore } from '@/server/stores/store';

/** A store and what remembers it; null for the disk. */
export interface KeptStore {
  storeId: number | null;
  store: ResultStore;
}

const DISK: KeptStore = { storeId: null, store: diskStore };

/** Open stores by the fingerprint of their settings, and the ids by which results name them. */
const opened = () => processWide('stores of results', () => new Map<string, Promise<ResultStore>>());
const known = () => processWide('ids of stores', () => new Map<string, number>());

/**
 * The store for a new result: the organization's own connection that stores results, else what the operator configured,
 * else the disk.
 */
export async function storeForNew(orgId: string): Promise<KeptStore> {
  const own = await settingsOfOrg(orgId);
  if (own !== null) return keep(own, orgId);
  const { resultStore } = env();
  return resultStore === null ? DISK : keep(resultStore, null);
}

/** The store that a result names. Throws 409 if its settings can't be opened with the server's keys. */
export async function storeOf(storeId: number | null): Promise<ResultStore> {
  if (storeId === null) return diskStore;
  const [row] = await query(
    { identity: column.text, org_id: column.text.nullable(), sealed_settings: column.bytes },
    statement`select identity, org_id, sealed_settings from result_store where store_id = ${storeId}`,
  );
  if (row === undefined) throw new Error(`Store ${storeId} doesn't exist`);
  try {
    const settings = storeSettings.parse(JSON.parse(open(row.sealed_settings, storePurpose(row.identity))));
    return await openStore(settings, row.org_id !== null);
  } catch (cause) {
    throw new AppError(
      'conflict',
      'The store of this result can no longer be opened: the key that sealed its settings is missing from ENCRYPTION_KEYS.',
      { cause },
    );
  }
}

export const storePurpose = (identity: string): string => `result store:${identity}`;

/** The operator's store is one that everyone's results need. */
const ownStore: StoreWatch = {
  onAnswer: () => noteAnswer('results'),
  onFault: (fault) => noteFault('results', fault),
};

/** An organization's own store says nothing about this installation. */
const storeOfOrg: StoreWatch = {
  onAnswer: () => undefined,
  onFault: (fault) => log().warn({ err: fault }, "An organization's own store of results failed"),
};

/** Opens a store without remembering it. @param isOfOrg whether its address comes from an organization */
export function openStore(settings: StoreSettings, isOfOrg: boolean): Promise<ResultStore> {
  const guard = { network: networkPolicy(), isBuiltin: false };
  const agentFor: AgentFor = (url) => guardedAgent(url, guard);
  const fingerprint = `${isOfOrg} ${hashOf(JSON.stringify(settings))}`;
  const before = opened().get(fingerprint);
  if (before !== undefined) return before;
  const watch = isOfOrg ? storeOfOrg : ownStore;
  const store =
    settings.kind === 'azure'
      ? azureStore(settings, isOfOrg ? { agentFor, watch } : { watch })
      : s3Store(settings, watch);
  opened().set(fingerprint, store);
  // A library that couldn't be loaded may be there at the next attempt.
  store.catch(() => opened().delete(fingerprint));
  return store;
}

/** Remembers a store, with its newest settings, so that its results can be read whatever is configured later. */
async function keep(settings: StoreSettings, orgId: string | null): Promise<KeptStore> {
  const identity = hashOf(`${orgId ?? ''}\n${locationOf(settings)}`);
  const fingerprint = `${identity} ${hashOf(JSON.stringify(settings))}`;
  const store = await openStore(settings, orgId !== null);
  const before = known().get(fingerprint);
  if (before !== undefined) return { storeId: before, store };
  const sealed = seal(JSON.stringify(settings), storePurpose(identity));
  const [row] = await query(
    { store_id: column.int },
    statement`insert into result_store (identity, org_id, kind, sealed_settings)
      values (${identity}, ${orgId}, ${settings.kind}, ${sealed})
      on conflict (identity) do update set sealed_settings = excluded.sealed_settings
      returning store_id`,
  );
  if (row === undefined) throw new Error('A store was not remembered');
  known().set(fingerprint, row.store_id);
  return { storeId: row.store_id, store };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The newest connection of an organization that stores results. */
async function settingsOfOrg(orgId: string): Promise<StoreSettings | null> {
  const [stored] = await query(
    storedShape,
    statement`select ${STORED_CREDENTIAL} from credential k
      where k.org_id = ${orgId} and k.for_results and k.deleted_at is null
      order by k.credential_id desc limit 1`,
  );
  if (stored === undefined) return null;
  const { connector, connection } = openStored(orgId, stored);
  return connector.resultStore?.(connection) ?? null;
}
