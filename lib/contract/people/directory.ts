import { z } from 'zod';
import { none, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

const inOrg = z.strictObject({ orgId: textId });
const manage = { needs: 'org', action: 'org.manage' } as const;
const count = z.int().min(0);

/** What a sync with the directory did. After `error.fatal` everything is as before, and `message` says why. */
export const syncSummary = resource({
  state: ['state', z.enum(['completed', 'error.fatal'])],
  additions: ['additions', count],
  updates: ['updates', count],
  deletions: ['deletions', count],
  /** Back in the directory, after an earlier sync removed them. */
  undeletions: ['undeletions', count],
  /** All who have not signed in yet. */
  pending: ['pending', count],
  /** Those of the additions who have not signed in yet. */
  pendingAdditions: ['pending_additions', count],
  /** In the organization already, and unchanged. */
  alreadyAdded: ['already_added', count],
  message: ['message', z.string().nullable()],
  /** What an admin should look at, in words. */
  notices: ['notices', z.array(z.string())],
});

/** How an organization stands to the directory that its people come from. */
export const directoryStatus = resource({
  /** People or groups that the running sync has read; null while none is running. */
  readCount: ['read_count', count.nullable()],
  usersSyncedAt: ['users_synced_at', time.nullable()],
  groupsSyncedAt: ['groups_synced_at', time.nullable()],
  /** Why the last sync failed; null if it didn't. */
  failure: ['failure', z.string().nullable()],
});

const body = {
  method: 'POST',
  effect: 'change',
  permission: manage,
  params: inOrg,
  query: none,
  body: null,
} as const;

export const syncAdUsers = operation({
  ...body,
  id: 'syncAdUsers',
  path: '/{orgId}/sync/ad_users',
  summary: 'Syncs people from the directory; returns 409 without a directory',
  answer: { kind: 'json', status: 200, schema: syncSummary },
});

export const syncAdGroups = operation({
  ...body,
  id: 'syncAdGroups',
  path: '/{orgId}/sync/ad_groups',
  summary: 'Syncs groups and their members from the directory; returns 409 without a directory',
  answer: { kind: 'json', status: 200, schema: syncSummary },
});

export const readDirectory = operation({
  id: 'readDirectory',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/sync/ad_status',
  summary: 'When the directory was last synced, and how far a running sync is',
  permission: manage,
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: directoryStatus },
});
