import { afterAll, beforeAll } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import type { TemplateInput } from '@/lib/inputs/input';
import type { RestConnection } from '@/server/connectors/rest/connection';
import { type RestExecutable, readExecutable } from '@/server/connectors/rest/executable';
import { importOpenapi } from '@/server/sources/imports/operations/openapi/import-openapi';
import { type RawDouble, startRawDouble } from '../../support/doubles/raw-http-double';
import { runOperation } from './support';

/** The only operation of a description, as it is imported. */
export async function operationIn(
  path: string,
  operation: Record<string, unknown>,
  { method = 'get', version = '3.1.0' }: { method?: string; version?: string } = {},
): Promise<{ executable: RestExecutable; inputs: TemplateInput[] }> {
  const head =
    version === '2.0'
      ? { swagger: '2.0', host: 'api.example' }
      : { openapi: version, servers: [{ url: 'https://api.example' }] };
  const document = {
    ...head,
    info: { title: 'Bytes', version: '1' },
    paths: { [path]: { [method]: { responses: {}, ...operation } } },
  };
  const { operations, skipped } = await importOpenapi(JSON.stringify(document));
  const [only] = operations;
  if (only === undefined) throw new Error(`Not imported: ${JSON.stringify(skipped)}`);
  return { executable: readExecutable(only.executable), inputs: only.inputs };
}

/** A raw request, parsed. */
export interface Sent {
  /** `GET /path?query`. */
  line: string;
  /** Without the headers that every request has. */
  headers: string[];
  body: string;
}

const common = /^(host|connection|accept|accept-encoding|user-agent|content-length): /i;

export interface Wire {
  send(
    executable: RestExecutable,
    values: Record<string, JsonValue>,
    connection?: Partial<RestConnection>,
  ): Promise<Sent>;
  origin(): string;
}

/** A raw peer, and the request that it receives when an operation is run. */
export function withWire(): Wire {
  let double: RawDouble;
  beforeAll(async () => {
    double = await startRawDouble();
  });
  afterAll(() => double.close());
  return {
    origin: () => double.origin,
    async send(executable, values, connection = {}) {
      const before = double.received.length;
      await runOperation({ ...executable, baseUrl: null }, values, {
        apiBaseUrl: double.origin,
        ...connection,
      });
      const text = double.received[before] ?? '';
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const [line = '', ...headers] = head.split('\r\n');
      return {
        line: line.replace(/ HTTP\/1\.1$/, ''),
        headers: headers.filter((header) => !common.test(header)),
        body: rest.join('\r\n\r\n'),
      };
    },
  };
}
