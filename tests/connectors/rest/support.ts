import { readJsonCell } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { RunError } from '@/lib/runs/run-error';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { type RestConnection, restConnectionSchema } from '@/server/connectors/rest/connection';
import { restConnector } from '@/server/connectors/rest/connector';
import type { RestExecutable } from '@/server/connectors/rest/executable';
import type { ResultSink, WholeFormat, WholeResponse } from '@/server/connectors/result-sink';
import type { Documents, TemplateDescription } from '@/server/connectors/things';
import { ignoredFacts } from '../../support/app/facts';
import { newContext } from '../postgres/support';

/** An empty operation to build others from. */
export function operationOf(changes: Partial<RestExecutable>): RestExecutable {
  return {
    method: 'get',
    baseUrl: null,
    path: '/',
    parameters: [],
    body: null,
    accept: '*/*',
    sendsAuth: true,
    ...changes,
  };
}

/** Descriptions with an operation without inputs for each path. */
export function documentsWith(paths: readonly string[]): Documents {
  const all = new Map<string, TemplateDescription>(
    paths.map((path) => {
      const name = `GET ${path}`;
      const described = {
        cloudId: `api::get::${path}`,
        cloudName: name,
        friendlyName: name,
        description: null,
        inputs: [],
        likeness: [],
        warningTag: null,
        executable: operationOf({ path }),
      };
      return [described.cloudId, described];
    }),
  );
  return {
    list: async () =>
      [...all.values()].map(({ cloudId, cloudName, friendlyName }) => ({
        cloudId,
        cloudName,
        friendlyName,
        unavailableReason: null,
        extension: null,
        traits: [],
        likeness: [],
        warningTag: null,
      })),
    describe: async (cloudIds) => new Map([...all].filter(([cloudId]) => cloudIds.includes(cloudId))),
  };
}

/** The content of a response in one piece: a JSON document, a text, or the facts of a file. */
export interface ReadWhole {
  format: WholeFormat;
  content: JsonValue;
}

function read({ format, chunks, file }: WholeResponse): ReadWhole {
  const bytes = Buffer.concat(chunks);
  if (file !== undefined) {
    return { format, content: { ...file, sizeBytes: bytes.length, base64: bytes.toString('base64') } };
  }
  const text = bytes.toString('utf8');
  return { format, content: format === 'json' ? readJsonCell(text) : text };
}

/** What a call wrote to its sink. */
export interface RestOutcome {
  columns: string[];
  rows: (readonly JsonValue[])[];
  whole: ReadWhole | null;
  log: string[];
  errors: RunError[];
  /** What the call threw after it wrote this; null unless a test keeps it. */
  thrown: unknown;
}

/** Runs an operation as a run does: its executable has been through the database. */
export async function runOperation(
  operation: RestExecutable,
  values: Record<string, JsonValue>,
  connection: Partial<RestConnection>,
  {
    context = newContext(),
    signal = new AbortController().signal,
    secretKeys = [],
    keepsThrown = false,
  }: {
    context?: ConnectorContext;
    signal?: AbortSignal;
    secretKeys?: readonly string[];
    keepsThrown?: boolean;
  } = {},
): Promise<RestOutcome> {
  const outcome: RestOutcome = { columns: [], rows: [], whole: null, log: [], errors: [], thrown: null };
  const sink: ResultSink = {
    table: (columns) => {
      outcome.columns = columns.map(({ name }) => name);
    },
    row: (cells) => void outcome.rows.push(cells),
    value: () => {},
    whole: (answer) => {
      outcome.whole = read(answer);
    },
    log: ({ message }) => void outcome.log.push(message),
    ...ignoredFacts,
  };
  const executable: JsonValue = JSON.parse(JSON.stringify(operation));
  const call = { executable, values, secretKeys, own: null, sealed: null, signal };
  try {
    const { errors } = await restConnector.execute(
      restConnectionSchema.parse(connection),
      context,
      call,
      sink,
    );
    return { ...outcome, errors };
  } catch (thrown) {
    if (!keepsThrown) throw thrown;
    return { ...outcome, thrown };
  }
}
