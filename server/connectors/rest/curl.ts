import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { shellQuoted } from '@/lib/base/text/shell-quoted';
import type { Call } from '../types';
import { type RestConnection, STATIC } from './connection';
import { readExecutable } from './executable';
import { baseFor } from './execute';
import { type Auth, joinedAuth } from './request/apply-auth';
import { buildRequest } from './request/build-request';
import { firstAuth } from './request/choose-auth';

/** The placeholders for secrets. */
const secrets = { token: 'YOUR_TOKEN', password: 'YOUR_PASSWORD', key: 'YOUR_KEY', value: 'YOUR_VALUE' };
const longestBody = 100_000;

/** The request as a curl command for POSIX shells, with placeholders for secrets. */
export function curlOf(
  connection: RestConnection,
  { executable, values, own }: Pick<Call, 'executable' | 'values' | 'own'>,
): string {
  const operation = readExecutable(executable);
  const { base, isOwn } = baseFor(operation, connection);
  const schemes = isOwn ? firstAuth(operation, connection) : [];
  const auth = joinedAuth(schemes.map(({ credential }) => placeholderAuth(credential)));
  const { method, origin, target, headers, body } = buildRequest(
    operation,
    values,
    base,
    auth,
    headerNamesOf(own).map((name) => [name, secrets.value]),
  );
  const shown = headers.filter(([name]) => !/^(accept-encoding|user-agent)$/i.test(name));
  const lines = [
    `curl -X ${method} ${shellQuoted(origin + target)}`,
    ...shown.map(([name, value]) => `  -H ${shellQuoted(`${name}: ${value}`)}`),
  ];
  lines.push(...schemes.flatMap(({ credential }) => signingOptions(credential)));
  if (body !== null) lines.push(`  --data-binary ${bodyArgument(body)}`);
  return lines.join(' \\\n');
}

/** The result of `ownPart`: the names of the command's own headers. */
const ownSchema = z.object({ headerNames: z.array(z.string()) });
const headerNamesOf = (own: JsonValue): string[] => (own === null ? [] : ownSchema.parse(own).headerNames);

const noAuth: Auth = { headers: [], query: null, cookie: null };

function placeholderAuth(connection: RestConnection): Auth {
  switch (connection.authType) {
    case 'none':
    case 'digest_auth':
    case 'aws_signature':
      return noAuth;
    case 'custom_headers':
      // The names of custom headers are sealed together with their values.
      return { ...noAuth, headers: [['X-Your-Header', secrets.key]] };
    case 'bearer_token':
    case 'oauth_client_credentials':
      return { ...noAuth, headers: [['Authorization', `Bearer ${secrets.token}`]] };
    case 'basic_auth':
      return {
        ...noAuth,
        headers: [
          [
            'Authorization',
            `Basic BASE64_OF_${connection.usernameSource === STATIC ? connection.username : connection.usernameSource}:${secrets.password}`,
          ],
        ],
      };
    case 'api_key': {
      const pair = `${connection.apiKeyName}=${secrets.key}`;
      if (connection.apiKeyIn === 'header')
        return { ...noAuth, headers: [[connection.apiKeyName, secrets.key]] };
      return connection.apiKeyIn === 'query' ? { ...noAuth, query: pair } : { ...noAuth, cookie: pair };
    }
  }
}

/** How curl signs a request by itself. */
function signingOptions({ authType, username, usernameSource, ...aws }: RestConnection): string[] {
  switch (authType) {
    case 'digest_auth': {
      const name = usernameSource === STATIC ? username : usernameSource;
      return ['  --digest', `  --user ${shellQuoted(`${name}:${secrets.password}`)}`];
    }
    case 'aws_signature':
      return [
        `  --aws-sigv4 ${shellQuoted(`aws:amz:${aws.awsRegion}:${aws.awsService}`)}`,
        `  --user ${shellQuoted(`${aws.accessKeyId}:${secrets.key}`)}`,
      ];
    default:
      return [];
  }
}

/** Text is part of the command; long text, and anything else, goes into a file. */
function bodyArgument(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  const isText = !text.includes('\uFFFD') && !text.includes('\0');
  return isText && body.length <= longestBody ? shellQuoted(text) : '@body.bin';
}
