import type { JsonValue } from '@/lib/base/json';
import { openapiTypeSystem } from '@/lib/type-systems/openapi/openapi';
import { ConnectorError } from '../_shared/connector-error';
import { send } from '../_shared/http/send';
import type { ConnectorContext } from '../connector-context';
import type { TemplateDescription } from '../things';
import type { ExecutingConnector } from '../types';
import { type RestConnection, restConnectionSchema } from './connection';
import { curlOf } from './curl';
import { editInput } from './edit-input';
import { readExecutable } from './executable';
import { addressOf, execute } from './execute';
import { fillVariables, needsVariables } from './from-variables';
import { baseOf } from './request/build-request';
import { authGaps, lacksAuth } from './request/choose-auth';
import { forgetTokens } from './request/oauth-token';
import { clearedKeys, unfilled, usedSecrets } from './saved-sign-in';

/** HTTP APIs: operations of their descriptions as commands, and single requests. */
export const restConnector: ExecutingConnector<RestConnection> = {
  kind: 'rest',
  label: 'REST API',
  thing: { one: 'operation', many: 'operations' },
  // APIs are not connected by themselves: they come with a description, or one request at a time.
  addingWays: [
    { by: 'openapi', label: 'OpenAPI / Swagger' },
    { by: 'postman', label: 'Postman collection' },
    { by: 'request', label: 'HTTP request' },
  ],
  typeSystem: openapiTypeSystem.name,
  capabilities: ['signIn', 'httpHeaders', 'statement'],
  inputEdits: {
    openapi: { type: false, key: false, addAndDelete: true, sync: false },
    postman: { type: true, key: false, addAndDelete: true, sync: false },
    manual: { type: true, key: true, addAndDelete: true, sync: false },
  },
  credType: 'api',
  connection: restConnectionSchema,
  secretKeys: [
    'bearerToken',
    'password',
    'customHeaders',
    'apiKey',
    'clientSecret',
    'secretAccessKey',
    'sessionToken',
    'moreSecrets',
  ],
  addressKeys: ['apiBaseUrl', 'tokenUrl', 'moreAuth'],
  emptiedKeys: ['moreSecrets'],
  unfilled,
  clearedKeys,
  usedSecrets,
  mergedKeys: ['moreAuth', 'moreSecrets'],
  lacksAuth,
  authGaps,
  needsVariables,
  fillVariables,
  check,
  discover: (_, context) => context.documents.list(),
  describe,
  describeAll: (_, context, cloudIds) => context.documents.describe(cloudIds),
  ownPart: ({ headerNames }) => ({ headerNames: [...headerNames] }),
  originOf,
  statement: curlOf,
  editInput,
  execute,
  close: async () => forgetTokens(),
};

function originOf(connection: RestConnection, executable: JsonValue): string | null {
  const address = addressOf(readExecutable(executable), connection);
  return address === '' ? null : baseOf(address).origin;
}

/** Any response will do: an API doesn't have to serve anything at its base URL. */
async function check(
  connection: RestConnection,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<{ serverVersion: string }> {
  if (connection.apiBaseUrl === '') {
    throw new ConnectorError('invalid_connection', 'The connection has no base URL. Fill it in.');
  }
  const { origin, path } = baseOf(connection.apiBaseUrl);
  const response = await send(
    {
      method: 'GET',
      origin,
      target: path === '' ? '/' : path,
      headers: [
        ['accept', '*/*'],
        ['user-agent', 'Pushboard'],
      ],
      body: null,
      secretHeaders: [],
      secretTexts: [],
      isBodySecret: false,
    },
    {
      guard: context,
      limits: { timeoutMs: 15_000, maximumBytes: 2_000_000 },
      signal,
    },
  );
  return { serverVersion: `${new URL(origin).host} (HTTP ${response.status})` };
}

async function describe(
  _: RestConnection,
  context: ConnectorContext,
  cloudId: string,
): Promise<TemplateDescription> {
  const found = (await context.documents.describe([cloudId])).get(cloudId);
  if (found !== undefined) return found;
  const message = `"${cloudId}" is no longer in the uploaded description. Upload the description again, or ask the people who run the API.`;
  throw new ConnectorError('not_found', message);
}
