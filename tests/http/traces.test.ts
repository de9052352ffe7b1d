import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { flushTracing, startTracing } from '@/server/base/tracing/tracing';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import {
  type ReceivedSpan,
  startTraceCollector,
  type TraceCollector,
} from '../support/doubles/trace-collector';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, startRun } from '../support/things/runs';

/** The address is known once the collector listens. */
const variables: Record<string, string> = {};
let collector: TraceCollector;
beforeAll(async () => {
  collector = await startTraceCollector();
  variables.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
});
afterAll(() => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  collector.close();
});

withApp(variables);
const source = withSource(
  `create function numbers(last integer, word text) returns table (n integer)
     language sql as $$ select generate_series(1, last) $$;
   create function refuse(word text) returns integer language plpgsql as $$
     begin raise exception 'No %', word; end $$;`,
  createOrganizations,
);

let numbers: MadeCommand;
let refuse: MadeCommand;

beforeAll(async () => {
  numbers = await commit(source, 'public.numbers(integer, text)');
  refuse = await commit(source, 'public.refuse(text)');
  await startTracing('web');
});

beforeEach(async () => {
  await flushTracing();
  collector.exports.length = 0;
});

async function spans(): Promise<ReceivedSpan[]> {
  await flushTracing();
  return collector.spans();
}

const named = (all: ReceivedSpan[], name: string): ReceivedSpan => {
  const found = all.find((span) => span.name === name);
  if (found === undefined) throw new Error(`No span ${name} among ${all.map((span) => span.name)}`);
  return found;
};

const attribute = ({ attributes }: ReceivedSpan, key: string): unknown =>
  Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0];

/** Runs a command with values that must not be in any span. */
async function run(command: MadeCommand, values: Record<string, string | number>): Promise<number> {
  const runId = await createRun(command);
  expect((await startRun(command, runId, values)).status).toBe(202);
  await executeWaiting();
  return runId;
}

describe('a trace', () => {
  it('leads from the request through the line and the worker to the rows, and its last span is the call of the source', async () => {
    const runId = await run(numbers, { last: 3, word: 'canary-value' });
    const all = await spans();
    const request = named(all, 'startRun');
    const trace = all.filter(({ traceId }) => traceId === request.traceId);
    expect(trace.map(({ name }) => name).sort()).toEqual([
      'call the source',
      'run',
      'startRun',
      'wait in line',
    ]);
    const [wait, own, call] = ['wait in line', 'run', 'call the source'].map((name) => named(trace, name));
    expect(request.parentSpanId ?? '').toBe('');
    expect(wait?.parentSpanId).toBe(request.spanId);
    expect(own?.parentSpanId).toBe(request.spanId);
    expect(call?.parentSpanId).toBe(own?.spanId);
    // Times are whole milliseconds, so several may begin at once.
    const last = named(trace, 'call the source');
    const isLast = trace.every((span) => BigInt(span.startTimeUnixNano) <= BigInt(last.startTimeUnixNano));
    expect(isLast).toBe(true);
    expect(attribute(last, 'pushboard.rows')).toBe(3);
    expect(attribute(last, 'pushboard.source')).toBe('postgres');
    expect(attribute(last, 'pushboard.run_id')).toBe(runId);
    expect(attribute(request, 'http.response.status_code')).toBe(202);
  });

  it('says why a run failed in a word', async () => {
    await run(refuse, { word: 'canary-value' });
    const all = await spans();
    expect(named(all, 'run').status).toMatchObject({ code: 2, message: 'error' });
    expect(named(all, 'call the source').status).toMatchObject({ code: 2, message: 'error' });
  });

  it('continues that of its caller, if the header is one', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const read = (traceparent: string) =>
      send('GET', '/users/me', { as: people.runner, headers: { traceparent } });
    await read(`00-${traceId}-00f067aa0ba902b7-01`);
    await read('no trace');
    const [known, unknown] = (await spans()).filter(({ name }) => name === 'readMe');
    expect(known).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', kind: 2 });
    expect(unknown?.traceId).not.toBe(traceId);
    expect(unknown?.parentSpanId ?? '').toBe('');
  });

  it('is marked as failed where the server failed, and not where it refused', async () => {
    await send('GET', `/${ORG_A}/kits/999999999/runs/1`, { as: people.runner });
    const [refused] = await spans();
    expect(attribute(refused as ReceivedSpan, 'http.response.status_code')).toBe(404);
    expect(refused?.status.code ?? 0).toBe(0);
  });

  it('S21 holds ids and kinds, and no value, name, address, or text of an error', async () => {
    await run(numbers, { last: 3, word: 'canary-value' });
    await run(refuse, { word: 'canary-value' });
    await spans();
    const sent = JSON.stringify(collector.exports);
    expect(sent).toContain('pushboard-web');
    expect(sent).not.toMatch(/canary|numbers|refuse|127\.0\.0\.1|No /);
  });
});
