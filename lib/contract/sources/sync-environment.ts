import { z } from 'zod';
import { none, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

const count = z.int().min(0);

/** What was imported from the server's environment. */
export const environmentSummary = resource({
  additions: ['additions', count],
  updates: ['updates', count],
  /** Connections that were there already, and are unchanged. */
  alreadyAdded: ['already_added', count],
});

const sync = {
  method: 'POST',
  effect: 'change',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: environmentSummary },
} as const;

export const syncEnvironmentDatabases = operation({
  ...sync,
  id: 'syncEnvironmentDatabases',
  path: '/{orgId}/sync/env/db',
  summary: "Imports the databases of the server's environment, in the organization that may; 409 elsewhere",
});

export const syncEnvironmentStore = operation({
  ...sync,
  id: 'syncEnvironmentStore',
  path: '/{orgId}/sync/env/blob',
  summary: "Imports the storage of the server's environment, in the organization that may; 409 elsewhere",
});

export const syncEnvironmentAppRegistration = operation({
  ...sync,
  id: 'syncEnvironmentAppRegistration',
  path: '/{orgId}/sync/env/app_reg',
  summary:
    "Imports the app registration of the server's environment, in the organization that may; 409 elsewhere",
});
