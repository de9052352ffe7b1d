import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { withOwnRole } from '@/server/connectors/aws-role/session';
import { forgetVaultSecrets, readVaultSecret, vaultToken } from '@/server/connectors/azure-app/key-vault';
import { closeConnectors } from '@/server/connectors/registry';
import { connectionPart, OWN } from '../../support/doubles/aws/account';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { newContext } from '../postgres/support';

type Lie = (request: IncomingMessage, response: ServerResponse) => void;

let lie: Lie;
let service: HttpDouble;
/** Another server of this machine, which nobody may be led to. */
let elsewhere: HttpDouble;

beforeEach(async () => {
  forgetVaultSecrets();
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: OWN.accessKeyId,
    AWS_SECRET_ACCESS_KEY: OWN.secretAccessKey,
  });
  elsewhere = await startHttpDouble((_, response) => response.end('{"access_token":"x","value":"x"}'));
  service = await startHttpDouble((request, response) => lie(request, response));
});
afterEach(() => Promise.all([service.close(), elsewhere.close()]));
afterAll(closeConnectors);

/** Nothing but what the operator named may be reached. */
const context = () => {
  const { network, cloud, ...others } = newContext();
  return {
    ...others,
    network: { ...network, allowLoopback: false, allowPrivate: false },
    cloud: { ...cloud, azureLogin: service.origin, awsEndpoint: service.origin },
  };
};

const account = { ...connectionPart, regionName: 'eu-central-1', services: 'both' } as const;
const app = { tenantId: 'contoso.com', clientId: 'an-id', clientSecret: 'canary-of-the-app' };
const isToken = (request: IncomingMessage): boolean => request.url?.endsWith('/oauth2/v2.0/token') === true;

/** What asks each of them, and which of their requests is answered with the lie. */
const asked: Record<string, { ask: () => Promise<unknown>; lies: (told: Lie) => Lie }> = {
  'the token service of Azure': {
    ask: () => vaultToken(app, context(), 'https://vault.azure.net/.default', null),
    lies: (told) => told,
  },
  'a key vault': {
    ask: () => readVaultSecret(app, context(), `${service.origin}/secrets/password`, null),
    lies: (told) => (request, response) =>
      isToken(request) ? response.end('{"access_token":"canary-token"}') : told(request, response),
  },
  'the token service of AWS': {
    ask: () =>
      withOwnRole(account, context(), new AbortController().signal, (ask) =>
        ask('Lambda', ({ lambda }, options) => lambda.listFunctions({}, options)),
      ),
    lies: (told) => told,
  },
};

const lies: Record<string, Lie> = {
  'JSON of something else': (_, response) => response.end('{"hello":"there"}'),
  'JSON that breaks off': (_, response) => response.end('{"access_token":"abc'),
  'values of other types': (_, response) => response.end('{"access_token":17,"value":{"a":1}}'),
  'a page with 200': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><html><body>Sign in to the network</body></html>');
  },
  'an empty body': (_, response) => response.end(),
  'an endless body': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = `{"access_token":"${'x'.repeat(60_000)}`;
    const write = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', write);
    write();
  },
  'a redirect to a local address': (_, response) => {
    response.writeHead(307, { location: `${elsewhere.origin}/latest/meta-data` }).end();
  },
  'a redirect to a local address, without the body': (_, response) => {
    response.writeHead(303, { location: `${elsewhere.origin}/latest/meta-data` }).end();
  },
  'a body that is cut off': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"access_token":"abc', () => response.destroy());
  },
};

describe.each(Object.entries(asked))('S81 %s', (_, { ask, lies: told }) => {
  test.each(Object.entries(lies))(
    'that answers with %s fails in words, without a secret',
    async (_name, answer) => {
      lie = told(answer);
      const error = await ask().then(
        () => null,
        (thrown: ConnectorError) => thrown,
      );
      expect(error?.name).toBe('ConnectorError');
      expect(error?.message).toMatch(/^[A-Z0-9].{20,}\.( |$)/s);
      expect(error?.message).not.toMatch(/canary|undefined|\[object/);
      expect(elsewhere.received).toEqual([]);
    },
  );
});
