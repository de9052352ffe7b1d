import { azureStore } from '@/server/stores/azure-store';
import { StoreFault } from '@/server/stores/store';
import { ConnectorError } from '../_shared/connector-error';
import { guardedAgent } from '../_shared/guarded-agent';
import type { ConnectorContext } from '../connector-context';
import type { ExecutingConnector } from '../types';
import { type AzureBlobConnection, azureBlobConnectionSchema } from './connection';

/** A container of Azure Blob Storage, which keeps the results of an organization. It has no commands. */
export const azureBlobConnector: ExecutingConnector<AzureBlobConnection> = {
  kind: 'azure-blob',
  label: 'Azure Blob Storage',
  thing: { one: 'file', many: 'files' },
  addingWays: [],
  typeSystem: 'azure-blob',
  capabilities: ['stores'],
  inputEdits: {},
  credType: 'az',
  isMeantBy: (part) => !('tenantId' in part || 'clientId' in part),
  connection: azureBlobConnectionSchema,
  secretKeys: ['sas'],
  addressKeys: ['accountUrl', 'container'],
  resultStore: ({ accountUrl: address, container, sas }) => ({
    kind: 'azure',
    accountUrl: address,
    container,
    sas,
  }),
  check,
  discover: async () => [],
  describe: async () => {
    throw new ConnectorError('not_found', 'A store of results has no commands.');
  },
  describeAll: async () => new Map(),
  execute: async () => {
    throw new ConnectorError('failed', 'A store of results runs no commands.');
  },
  close: async () => undefined,
};

/** Writes a small file, reads it, and deletes it: a signature may allow some of these and not others. */
async function check(
  connection: AzureBlobConnection,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<{ serverVersion: string }> {
  const key = `check-${crypto.randomUUID()}`;
  try {
    const store = await azureStore(
      { kind: 'azure', ...connection },
      { agentFor: (url) => guardedAgent(url, context), caller: signal },
    );
    const writer = await store.write(key);
    try {
      await writer.write(Buffer.from('Pushboard'));
      await writer.finish();
    } finally {
      await writer.close();
    }
    if ((await store.sizeOf(key)) !== 'Pushboard'.length) throw new StoreFault('The container lost a file.');
    await store.delete(key);
  } catch (thrown) {
    if (thrown instanceof StoreFault)
      throw new ConnectorError('unreachable', thrown.message, null, { cause: thrown });
    throw thrown;
  }
  return { serverVersion: 'Azure Blob Storage' };
}
