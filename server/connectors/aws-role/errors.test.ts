import { expect, test } from 'vitest';
import { ConnectorError } from '../_shared/connector-error';
import { toConnectorError } from './errors';

const connection = {
  roleArn: 'arn:aws:iam::123456789012:role/Pushboard',
  externalId: 'secret',
  regionName: 'ap-east-2',
  services: 'both',
} as const;

const thrown = (name: string, more: object = {}) =>
  Object.assign(new Error('as AWS says it'), { name, ...more });

const words = (cause: unknown) => toConnectorError(cause, { connection, service: 'Step Functions' });

test('a host that does not exist is a service that the region lacks', () => {
  const unknown = 'The host "states.ap-east-2.amazonaws.com" was not found. Check its spelling.';
  expect(words(new ConnectorError('unreachable', unknown))).toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining("Step Functions was not found in ap-east-2: the region doesn't have it"),
  });
  const refused = new ConnectorError('forbidden_address', 'no');
  expect(words(refused)).toBe(refused);
});

const assuming = (cause: unknown) => Object.assign(new Error('x'), { name: 'AssumeRoleFault', cause });

test.each([
  [assuming(thrown('CredentialsProviderError')), 'unauthorized', 'no AWS credentials of its own'],
  [assuming(thrown('AccessDenied')), 'unauthorized', 'the external ID is the same'],
  [assuming(thrown('InvalidClientTokenId')), 'unauthorized', "doesn't accept Pushboard's own credentials"],
  [thrown('UnrecognizedClientException'), 'unauthorized', 'region is enabled in the role'],
  [thrown('ThrottlingException'), 'unreachable', 'too many calls'],
  [thrown('StateMachineDoesNotExist'), 'not_found', "doesn't have it in ap-east-2"],
  [thrown('TimeoutError'), 'timed_out', 'did not answer in time'],
  [thrown('AbortError'), 'cancelled', 'stopped'],
  [thrown('Error', { code: 'ECONNRESET' }), 'unreachable', "can't be reached (ECONNRESET)"],
  [
    thrown('KMSDisabledException', { $metadata: { httpStatusCode: 502 } }),
    'unreachable',
    'KMSDisabledException',
  ],
  [thrown('InvalidArn', { $metadata: { httpStatusCode: 400 } }), 'failed', 'AWS says: as AWS says it'],
])('%o is told as %s: %s', (cause, code, part) => {
  expect(words(cause)).toMatchObject({ code, message: expect.stringContaining(part) });
  expect(JSON.stringify(words(cause))).not.toContain('secret');
});

test('a bug stays a bug', () => {
  const bug = new TypeError('x is undefined');
  expect(words(bug)).toBe(bug);
});
