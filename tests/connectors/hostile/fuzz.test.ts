import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { checkSource } from '@/server/connections/check-source';
import { memoryBudget } from '@/server/connectors/_shared/memory-budget';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { closeConnectors, connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import { connectionPart, OWN } from '../../support/doubles/aws/account';
import { AwsDouble } from '../../support/doubles/aws/aws-double';
import { startHttpDouble } from '../../support/doubles/http-double';
import { type Mangler, type Mangling, startMangler } from '../../support/doubles/mangler';
import { repeats } from '../../support/setup/reach';
import { startGithub } from '../github/support';
import { createSqlServer } from '../mssql/sql-server-source';
import { createSource, newContext } from '../postgres/support';

/** A source of a kind that speaks as it should, and how it is connected through the mangler. */
interface Sample {
  port: number;
  settings(mangler: Mangler): JsonValue;
  context?(mangler: Mangler): Partial<ConnectorContext>;
  close(): Promise<unknown>;
}

const portOf = (origin: string): number => Number(new URL(origin).port);

const samples: Record<string, () => Promise<Sample>> = {
  postgres: async () => {
    const { connection, drop } = await createSource(`
      create function public.one() returns integer language sql as 'select 1'`);
    const settings = ({ port }: Mangler) => ({ ...connection, port, host: '127.0.0.1' });
    return { port: connection.port, settings, close: drop };
  },
  mssql: async () => {
    const { connection, double, close } = await createSqlServer([
      { name: 'one', parameters: [{ name: '@a', type: 'decimal(38,10)' }] },
    ]);
    return { port: double.port, settings: ({ port }) => ({ ...connection, port }), close };
  },
  rest: async () => {
    const double = await startHttpDouble((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', etag: 'x' }).end('{"a": [1, 2, 3]}');
    });
    const settings = ({ origin }: Mangler) => ({ apiBaseUrl: origin });
    return { port: portOf(double.origin), settings, close: double.close };
  },
  github: async () => {
    const { double, part } = await startGithub({ 'one.py': 'print(1)\n' });
    const settings = ({ origin }: Mangler) => ({ ...part, apiUrl: origin });
    return { port: portOf(double.origin), settings, close: () => double.stop() };
  },
  'aws-role': async () => {
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: OWN.accessKeyId,
      AWS_SECRET_ACCESS_KEY: OWN.secretAccessKey,
    });
    const double = await new AwsDouble().start();
    double.functions.set('one', { name: 'one', invoke: () => ({ payload: '1' }) });
    return {
      port: portOf(double.origin),
      settings: () => connectionPart,
      context: ({ origin }) => ({ cloud: { ...newContext().cloud, awsEndpoint: origin } }),
      close: () => double.stop(),
    };
  },
};

const mangling: fc.Arbitrary<Mangling> = fc.record({
  piece: fc.nat(5),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  how: fc.constantFrom('flip', 'flip', 'drop', 'repeat', 'insert', 'end', 'flood'),
  byte: fc.nat(255),
});

/** A check that is stuck is a failure, and not waited for. */
const stuckMs = 15_000;
const budgetBytes = 64_000_000;

describe.each(Object.entries(samples))('S81 what a broken or lying %s sends', (kind, start) => {
  let sample: Sample;
  let mangler: Mangler;
  const connector = connectorFor(kind as SourceKind);

  beforeAll(async () => {
    sample = await start();
    mangler = await startMangler(sample.port);
  });
  afterEach(closeConnectors);
  afterAll(async () => {
    await mangler.close();
    await sample.close();
  });

  async function outcomeOf(method: 'check' | 'discover'): Promise<string> {
    const memory = memoryBudget(budgetBytes);
    const connection = connector.connection.parse(sample.settings(mangler));
    const context = { ...newContext(), ...sample.context?.(mangler), memory };
    const opened = { connector, connection, context };
    const work =
      method === 'check'
        ? checkSource(new AbortController().signal, async () => opened, stuckMs)
        : connector.discover(connection, context);
    const outcome = await work.then(
      () => 'answered',
      (error: Error) => (error.name === 'ConnectorError' ? error.message : `${error.stack}`),
    );
    expect(memory.tryTake(budgetBytes)).toBe(true);
    await closeConnectors();
    return outcome;
  }

  it.each(['check', 'discover'] as const)(
    'ends in an answer or in words, and leaves nothing open: %s',
    async (method) => {
      mangler.use([]);
      expect(await outcomeOf(method)).toBe('answered');
      await fc.assert(
        fc.asyncProperty(fc.array(mangling, { minLength: 1, maxLength: 3 }), async (manglings) => {
          mangler.use(manglings);
          const outcome = await outcomeOf(method);
          expect(outcome).not.toMatch(/\n {4}at |did not answer within 15 seconds/);
          await expect.poll(() => mangler.open()).toBe(0);
        }),
        { numRuns: repeats(200) },
      );
    },
    // As many tries as they are, on a busy machine, too.
    600_000,
  );
});
