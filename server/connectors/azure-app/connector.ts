import { ConnectorError } from '../_shared/connector-error';
import type { ConnectorContext } from '../connector-context';
import type { ExecutingConnector } from '../types';
import { type AzureAppConnection, azureAppConnectionSchema } from './connection';
import { forgetVaultSecrets, readVaultSecret, vaultToken } from './key-vault';

/** An app registration of Microsoft Entra ID, which reads secrets of key vaults. It has no commands. */
export const azureAppConnector: ExecutingConnector<AzureAppConnection> = {
  kind: 'azure-app',
  label: 'Azure app registration',
  thing: { one: 'secret', many: 'secrets' },
  addingWays: [],
  typeSystem: 'azure-app',
  capabilities: ['keyVault'],
  inputEdits: {},
  credType: 'az',
  isMeantBy: (part) => 'tenantId' in part || 'clientId' in part,
  connection: azureAppConnectionSchema,
  secretKeys: ['clientSecret'],
  addressKeys: ['tenantId', 'clientId'],
  check,
  readVaultSecret,
  discover: async () => [],
  describe: async () => {
    throw new ConnectorError('not_found', 'An app registration has no commands.');
  },
  describeAll: async () => new Map(),
  execute: async () => {
    throw new ConnectorError('failed', 'An app registration runs no commands.');
  },
  close: async () => forgetVaultSecrets(),
};

/** Signs in. Which vaults it may read is up to each of them. */
async function check(
  connection: AzureAppConnection,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<{ serverVersion: string }> {
  await vaultToken(connection, context, 'https://vault.azure.net/.default', signal);
  return { serverVersion: 'Microsoft Entra ID' };
}
